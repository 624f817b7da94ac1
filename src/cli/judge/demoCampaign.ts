/** `assay judge demo`: a campaign on the example texts, with made-up judges at work, to look at. It is gone when it is stopped. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Answer, type MarkedSpan, type Scale, categoryPaths } from '../../human/index.ts';
import type { JudgeHome, ShownAssignment } from '../../server/wire.ts';
import { Pcg64 } from '../../stats/index.ts';
import { initCampaign } from './initCampaign.ts';
import type { JudgeOptions } from './judgeOptions.ts';
import { type Served, serveCampaign } from './serveCampaign.ts';

/** The best first, in the opinion of the made-up judges. */
const files = ['good', 'verbose', 'terse', 'shuffled'];
/** In milliseconds: between two answers of a made-up judge, and until the demo ends by itself. */
const pause = 3_000;
const lasts = 3_600_000;

/** `assets` is the folder of the built pages; default: next to the program. */
export async function demoCampaign(given: JudgeOptions, assets?: string): Promise<Served> {
  const examples = examplesFolder();
  const folder = mkdtempSync(join(tmpdir(), 'assay-demo-'));
  const forget = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const place = join(folder, 'campaign');
    await initCampaign([place, ...files.map((name) => join(examples, `${name}.txt`))], {
      ...given,
      protocol: given.protocol ?? 'esa',
      source: join(examples, 'source.de.txt'),
      reference: [join(examples, 'reference.A.en.txt')],
      labels: join(examples, 'labels.tsv'),
      languages: 'de-en',
      title: 'A campaign to look at',
      judges: 4,
      perJudge: 12,
      pool: 0.7,
      repeatDistance: 3,
      despiteProblems: true,
    });
    const served = await serveCampaign(place, given, assets);
    const byJudge = served.links.filter(({ judge }) => judge !== undefined);
    const organiser = served.links.find(({ judge }) => judge === undefined)!;
    const [yours, ...others] = byJudge;
    const ending = new AbortController();
    const qualities = qualitiesOf(examples);
    others.forEach(({ url }, j) => {
      // A judge who cannot go on, because the demo has ended, is no matter.
      workAsJudge(url, qualities, new Pcg64(j + 1), pause, ending.signal).catch(() => undefined);
    });
    const timer = setTimeout(served.stop, lasts);
    return {
      ...served,
      greeting: [
        `Organiser: ${organiser.url}`,
        `Judge:     ${yours!.url}`,
        '',
        `${others.length} made-up judges are at work. Stop with Ctrl-C; everything is then deleted. It ends by itself after an hour.`,
        '',
      ].join('\n'),
      stopped: served.stopped.finally(() => {
        clearTimeout(timer);
        ending.abort();
        forget();
      }),
    };
  } catch (error) {
    forget();
    throw error;
  }
}

/** The example texts come with the package: next to the folder of the bundled command, or of the library. */
function examplesFolder(): string {
  const folders = ['../../examples/', '../../../examples/'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  const found = folders.find((folder) => existsSync(join(folder, 'source.de.txt')));
  if (found === undefined) throw new Error('The example texts are missing from this installation.');
  return found;
}

/** How good each text is, from 0 to 1. Damaged ones are not among them. */
function qualitiesOf(examples: string): ReadonlyMap<string, number> {
  return new Map(
    files.flatMap((name, place) =>
      readFileSync(join(examples, `${name}.txt`), 'utf8')
        .trimEnd()
        .split('\n')
        .map((text): [string, number] => [text, 1 - place / files.length]),
    ),
  );
}

/** Answers everything, as a browser would. */
async function workAsJudge(
  link: string,
  qualities: ReadonlyMap<string, number>,
  random: Pcg64,
  wait: number,
  signal: AbortSignal,
): Promise<void> {
  const entered = await fetch(link, { redirect: 'manual', signal });
  const cookie = entered.headers.getSetCookie()[0]!.split(';')[0]!;
  const { origin } = new URL(link);
  const read = async <T>(path: string): Promise<T> =>
    (await (await fetch(origin + path, { headers: { cookie }, signal })).json()) as T;
  const send = async (path: string, body: unknown): Promise<void> => {
    const headers = { cookie, 'content-type': 'application/json', 'x-assay': '1' };
    await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body), signal });
  };
  const { consent } = await read<JudgeHome>('/api/judge/home');
  await send('/api/judge/consent', { version: consent.version });
  for (;;) {
    const home = await read<JudgeHome>('/api/judge/home');
    const task = home.tasks.find(({ assignments }) => assignments.some(({ answered }) => !answered));
    if (!task) return;
    const { id } = task.assignments.find(({ answered }) => !answered)!;
    const shown = await read<ShownAssignment>(`/api/judge/assignments/${id}`);
    await send('/api/judge/answers', {
      key: `demo-${id}`,
      assignment: id,
      answer: madeUpAnswer(shown, (text) => qualities.get(text) ?? 0, random),
      seconds: 8 + random.below(40),
      ...(random.below(12) === 0 && { comment: 'I am not sure about the names here.' }),
      instructions: task.instructionsVersion,
    });
    await new Promise((resolve) => setTimeout(resolve, wait * (0.5 + random.below(100) / 100)).unref());
  }
}

/** Like people: better texts usually get better answers. `quality` is from 0 to 1. */
function madeUpAnswer(shown: ShownAssignment, quality: (text: string) => number, random: Pcg64): Answer {
  const { kind, texts, design, asksDocumentScore } = shown;
  const worth = texts.map(({ text }) => Math.min(1, Math.max(0, quality(text) + (random.below(31) - 15) / 100)));
  switch (kind) {
    case 'rank':
    case 'pairwise':
      return { kind, ranks: worth.map((one) => 1 + worth.filter((other) => other > one + 0.1).length) };
    case 'edit':
      return worth[0]! > 0.5 ? { kind, outcome: 'unchanged' } : { kind, outcome: 'unable' };
    case 'accept':
      return { kind, acceptable: worth[0]! > 0.5 };
    case 'assess':
    case 'mark': {
      const said = texts.map((text, i) => ({
        ...(kind === 'mark' && { errors: madeUpErrors(shown, text.text, worth[i]!, random) }),
        ...(design.scales.length > 0 && { scores: design.scales.map((scale) => onScale(scale, worth[i]!)) }),
      }));
      const [scale] = design.scales;
      return { kind, texts: said, ...(asksDocumentScore && { document: worth.map((one) => onScale(scale!, one)) }) };
    }
  }
}

const onScale = ({ min, max, step }: Scale, worth: number): number =>
  min + step * Math.round((worth * (max - min)) / step);

/** One error for every quarter that is missing; a text below the best has at least one, as some protocols demand. */
function madeUpErrors({ design }: ShownAssignment, text: string, worth: number, random: Pcg64): MarkedSpan[] {
  const { severities, categories } = design.marking!;
  const words = [...text.matchAll(/\S+/g)];
  const fitting = categoryPaths(categories).filter(
    ({ category: { side = 'output', needsNote, isWhole, severity } }) =>
      side !== 'source' && needsNote !== true && isWhole !== true && severity === undefined,
  );
  const count = words.length === 0 ? 0 : Math.ceil((1 - worth) * 4 - 0.4);
  const places = [...new Set(Array.from({ length: count }, () => random.below(words.length)))];
  return places.map((place) => {
    const { index, 0: word } = words[place]!;
    const severity = severities[worth < 0.5 ? severities.length - 1 : 0]!.name;
    const category = fitting.length === 0 ? '' : fitting[random.below(fitting.length)]!.path;
    return { side: 'output', start: index, end: index + word.length, severity, category };
  });
}
