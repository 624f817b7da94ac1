/**
 * Tests that docs/papers/years.md, its tables and its figure are what scripts/reproduceYears generates from the data, and the results
 * against those that were published, or that SciPy gives.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Guide, assessedPart, makeGuide, openYears, rulesText } from '../scripts/reproduceYears/guide.ts';
import type { Years } from '../scripts/reproduceYears/yearsData.ts';
import { rankAnnotationsByRule, rankRatingsByRule, rankRules } from '../src/human/index.ts';

const folder = new URL('../../shared/data/', import.meta.url);
const present = existsSync(new URL('real-files/', folder));
const skipped = present ? '' : ' (skipped: ../shared/data is not there)';
const pathOf = (name: string) => fileURLToPath(new URL(`../docs/papers/${name}.md`, import.meta.url));
const written = (name: string) => readFileSync(pathOf(name), 'utf8');
const formatted = async (name: string, text: string) =>
  format(text, { ...(await resolveConfig(pathOf(name))), filepath: pathOf(name) });

it('the page says what every rule does, as declared', async () =>
  expect(written('years')).toContain((await formatted('years', rulesText())).trim()));

describe.skipIf(!present)(`rankings of shared tasks recomputed${skipped}`, () => {
  let years: Years;
  let guide: Guide;

  beforeAll(async () => {
    years = await openYears(fileURLToPath(folder));
    guide = makeGuide(years);
  }, 900_000);

  it('the pages and the figure are current', async () => {
    for (const [name, text] of guide.pages) expect(await formatted(name, text) === written(name), name).toBe(true); // prettier-ignore
    for (const [name, svg] of guide.figures) {
      expect(readFileSync(new URL(`../docs/${name}.svg`, import.meta.url), 'utf8') === svg, name).toBe(true);
    }
  });

  it('English–Romanian of WMT16: order, rank ranges and clusters as published', () => {
    const rows = guide.pages.get('years-tables')!.split('\n').filter((line) => /^\| [\w-]+ \| −?\./.test(line)); // prettier-ignore
    const cells = rows.map((row) => row.split('|').map((cell) => cell.trim()));
    expect(cells.map(([, , , ranks, cluster]) => [ranks, cluster])).toEqual(cells.map(([, , , , , , ranks, cluster]) => [ranks, cluster])); // prettier-ignore
    expect(cells.map((row) => row[4]).join('')).toBe('112222233333');
    const found = cells.map((row) => Number(row[5]!.replace('−', '-')));
    expect(found).toEqual([...found].sort((a, b) => b - a));
  });

  it.each(['wmt21', 'wmt22'] as const)('Czech–English of %s: z, n, N, raw means, wins and clusters as published', (id) => {
    const { rows } = assessedPart(id, years[id]);
    expect(rows).toHaveLength(id === 'wmt21' ? 9 : 12);
    for (const [, ...cells] of rows) {
      for (let c = 0; c < 12; c += 2) expect(Number(cells[c + 1])).toBe(Number(cells[c]));
    }
    expect(rows.map(([system]) => system)).toEqual(years[id].published.map(({ system }) => system));
  }); // prettier-ignore

  /** Scores and rank ranges of a program in Python, with pandas and SciPy 1.17.1, from the files themselves. */
  it.each([
    ['en-ja', 'Claude-3.5 93.600016 1-1, refA 93.545601 2-2, Aya23 91.503705 3-7, ONLINE-B 91.316041 4-9, CommandR-plus 91.101730 3-8, Unbabel-Tower70B 90.497602 3-8, IOL-Research 90.365394 3-8, Gemini-1.5-Pro 90.337999 4-9, GPT-4 89.599603 9-10, Llama3-70B 88.438895 9-11, NTTSU 88.306648 9-12, Team-J 88.005361 9-12, IKUN-C 86.314658 13-13'],
    ['en-zh', 'GPT-4 90.398934 1-4, Unbabel-Tower70B 89.765996 1-6, Gemini-1.5-Pro 89.377152 3-6, Claude-3.5 89.156189 3-4, ONLINE-B 88.410343 3-6, refA 88.181038 4-10, CommandR-plus 88.179574 3-7, IKUN 87.733790 6-10, IOL-Research 87.456278 6-10, Aya23 86.175041 9-12, Llama3-70B 86.088887 9-12, HW-TSC 85.137100 11-13, IKUN-C 81.708893 10-13'],
    ['ESA', 'refA 89.057971 1-5, GPT4-5shot 88.603865 1-5, ONLINE-W 88.183575 1-5, ONLINE-B 87.903382 1-6, ONLINE-A 86.014493 4-8, ONLINE-M 85.816425 1-7, ONLINE-Y 85.444444 5-8, ONLINE-G 83.743961 6-9, Lan-BridgeMT 83.661836 8-10, ZengHuiMT 80.449275 9-10, NLLB_Greedy 72.338164 11-13, NLLB_MBR_BLEU 69.922705 11-13, AIRC 69.207729 11-13'],
    ['MQM', 'GPT4-5shot -0.420290 1-5, refA -0.420290 1-6, ONLINE-A -0.570048 1-8, ONLINE-W -0.603865 1-7, ONLINE-B -0.671498 1-8, ONLINE-Y -0.705314 3-9, ONLINE-G -0.753623 2-9, ONLINE-M -0.840580 4-9, Lan-BridgeMT -0.980676 6-9, ZengHuiMT -1.487923 10-10, NLLB_MBR_BLEU -2.198068 11-13, NLLB_Greedy -2.483092 11-12, AIRC -3.265700 12-13'],
    ['ESA-AI', 'GPT4-5shot 86.545894 1-5, ONLINE-Y 86.178744 1-5, ONLINE-W 85.888889 1-5, refA 84.333333 1-6, ONLINE-B 83.768116 1-6, ONLINE-A 82.381643 4-7, ONLINE-G 80.497585 6-8, ONLINE-M 77.845411 7-9, Lan-BridgeMT 74.647343 9-10, ZengHuiMT 74.458937 8-10, NLLB_Greedy 63.961353 11-12, NLLB_MBR_BLEU 61.444444 11-12, AIRC 55.149758 13-13'],
  ])('%s by the rules of WMT24: as SciPy', (what, expected) => {
    const { ratings, annotations } = rankRules.find(({ id }) => id === 'wmt24')!;
    const judgments = years.protocols.get(what as 'ESA') ?? years.wmt24;
    const task = what.startsWith('en-') ? what : 'en-de';
    const { systems } =
      judgments.ratings.length > 0
        ? rankRatingsByRule(task, judgments.ratings, ratings!(judgments.ratings), { seed: 1 })
        : rankAnnotationsByRule(task, judgments.annotations, annotations!.rule, annotations!.weights, { seed: 1 });
    const shown = systems.map(({ system, score, ranks }) => `${system.replace('wmt23.', '')} ${score.toFixed(6)} ${ranks.best}-${ranks.worst}`);
    expect(shown.join(', ')).toBe(expected);
  }); // prettier-ignore
});
