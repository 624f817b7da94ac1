/**
 * Tests that docs/papers is what scripts/reproducePapers generates from the data: the pages that take seconds, the start of AMBER's, and
 * the figures. The others score all outputs by variants of AMBER, and tune systems, which takes some minutes; `npm run reproduce:papers --
 * --check` checks all of them.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { beforeAll, describe, expect, it } from 'vitest';
import { agreedPairs } from '../scripts/reproducePapers/agreedPairs.ts';
import { amberIntroduction, amberRows } from '../scripts/reproducePapers/amber.ts';
import { type Papers, openPapers, quickPages, usualSettings } from '../scripts/reproducePapers/guide.ts';
import { linked } from '../scripts/reproducePapers/papersPage.ts';
import type { Ranking } from '../src/human/index.ts';

const folder = new URL('../../shared/data/', import.meta.url);
const present = ['wmt09-ranking/', 'paper-tables/', 'nbest-lattices/'].every((name) =>
  existsSync(new URL(name, folder)),
);
const skipped = present ? '' : ' (skipped: ../shared/data is not there)';
const pathOf = (name: string) => fileURLToPath(new URL(`../docs/papers/${name}.md`, import.meta.url));
const written = (name: string) => readFileSync(pathOf(name), 'utf8');
const formatted = async (text: string) => format(text, { ...(await resolveConfig(pathOf('amber'))), filepath: pathOf('amber') }); // prettier-ignore

describe.skipIf(!present)(`the pages of recomputed papers${skipped}`, () => {
  let papers: Papers;

  beforeAll(async () => {
    papers = await openPapers(fileURLToPath(folder));
  });

  it('are current where they take seconds, with their figures', { timeout: 300_000 }, async () => {
    const { pages, figures } = await quickPages(papers, usualSettings, 1);
    expect([...pages.keys()].sort()).toEqual(['bleu-deconstructed', 'bleu-deconstructed-tables', 'wmt09-tables-index']);
    for (const [name, text] of pages) expect(written(name) === (await formatted(text)), name).toBe(true);
    expect([...figures.keys()]).toEqual(['papers-bleu-deconstructed-tau']);
    for (const [name, svg] of figures) {
      expect(readFileSync(new URL(`../docs/${name}.svg`, import.meta.url), 'utf8') === svg, name).toBe(true);
    }
  });

  it('start as AMBER’s does, which has the rows that need no scores', async () => {
    const page = written('amber');
    const start = (await formatted(linked([['amber', amberIntroduction()]]).get('amber')!)).trimEnd();
    expect(page.slice(0, start.length)).toBe(start);
    const plain = (text: string) => text.replace(/ +/g, ' ');
    const [, , ...rows] = (await formatted(['| | | |', '| - | - | - |', ...amberRows(papers.wmt09).map((row) => `| ${row.join(' | ')} |`)].join('\n'))).trim().split('\n'); // prettier-ignore
    expect(rows).toHaveLength(12);
    for (const row of rows) expect(plain(page)).toContain(plain(row));
  });

  it('name tests that are there', () => {
    for (const name of ['chiang2008', 'amber', 'bleu-deconstructed', 'wmt09-tables-index']) {
      const tests = [...written(name).matchAll(/`((?:src|test)\/[^`]+\.test\.ts)`/g)].map(([, path]) => path!);
      const missing = tests.filter((path) => !existsSync(new URL(`../${path}`, import.meta.url)));
      expect(missing, name).toEqual([]);
    }
  });
});

describe('pairs on which judges agree', () => {
  const ranking = (judge: string, ranks: readonly number[], segment = '1'): Ranking => ({ task: 't', segment, judge, order: 0, systems: ['a', 'b', 'c'], ranks }); // prettier-ignore

  it('have two judges, and most judgments alike', () => {
    const found = agreedPairs('t', [
      ranking('x', [1, 2, 2]),
      ranking('y', [1, 2, 1]),
      ranking('z', [2, 3, 1]),
      // One judge is not enough, twice or once.
      ranking('x', [1, 2, 3], '2'),
      ranking('x', [1, 2, 3], '2'),
      // Two against two are not most.
      ranking('x', [1, 2, 2], '3'),
      ranking('y', [2, 1, 2], '3'),
    ]);
    // a–b: all three for a. a–c: one each for a, a tie, c. b–c: a tie and two for c, 2/3.
    expect(found.rankings.map(({ segment, systems, ranks }) => [segment, systems.join(''), ranks])).toEqual([
      ['1', 'ab', [1, 2]],
      ['1', 'bc', [2, 1]],
    ]);
    // In segment 3 a–b is one against one, a–c and b–c one judgment and one tie.
    expect(found).toMatchObject({ judgedTwice: 6, ties: 0 });
    // Of six judgments of a pair by two people, 3 + 1 are alike: (4/6 − 1/3) / (2/3).
    expect(found.kappa).toBeCloseTo(0.5, 12);
  });

  it('are left out if they agree that there is no difference', () => {
    const found = agreedPairs('t', [ranking('x', [1, 1, 2]), ranking('y', [1, 1, 2])]);
    expect(found.rankings.map(({ systems }) => systems.join(''))).toEqual(['ac', 'bc']);
    expect(found).toMatchObject({ judgedTwice: 3, ties: 1, kappa: 1 });
  });
});
