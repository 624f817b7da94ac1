/** MERT inside lattices: all paths at once, without lists. */
import { tuneSystems } from '../../../src/engine/index.ts';
import type { RunComparison } from '../../../src/stats/index.ts';
import type { GuidePart } from '../../reproduceWmt09/guidePart.ts';
import { crossTune } from '../crossTune.ts';
import { type Judged, type Spread, judge, spreadOf } from '../judged.ts';
import { type StudySettings, metricsOf, penalties } from '../studySettings.ts';
import type { TuningData } from '../tuningData.ts';
import { difference, numberWord, pText, page, points, spread, table, within } from '../wording.ts';

/** Axes alone, and few starts: every line search goes through all lattices. */
const method = { method: 'mert', restarts: 2, randomDirections: 0 } as const;
const folds = 5;
const runs = 2;

interface Tried {
  readonly name: string;
  readonly judged: Judged;
  /** BLEU on the segments tuned on, with the given weights and with those found. */
  readonly before: Spread;
  readonly after: Spread;
  readonly found: RunComparison;
}

export async function latticeSection({ russian }: TuningData, settings: StudySettings): Promise<GuidePart> {
  const { set, start } = russian;
  const { seed } = settings;
  const metrics = await metricsOf(['bleu(case=lc,tok=none)']);
  const [given, tuned] = [1, 2];
  const common = { metrics, objectives: [0], start, seed };
  const { report } = await tuneSystems({
    ...common,
    set,
    settings: method,
    runs: 1,
    threads: 1,
  });
  const all = report.parts[0]!;
  const tried: Tried[] = [];
  for (const [name, each] of [
    ['tuned', method] as const,
    ...penalties.map((penalty) => [`tuned with penalty ${penalty}`, { ...method, penalty }] as const),
  ]) {
    const cross = await crossTune(set, { ...common, method: each, folds, runs });
    const judged = judge(cross, set, metrics);
    const before = spreadOf(cross.tunings.map(({ parts }) => parts[0]!.scores[given]![0]!));
    const after = spreadOf(cross.tunings.map(({ parts }) => parts[0]!.scores[tuned]![0]!));
    const found = judged.compare({ metric: 0 }, given, [tuned], settings).against(tuned);
    tried.push({ name, judged, before, after, found });
  }
  const { judged, before } = tried[0]!;
  const isLeashed = tried.every(({ found }, t) => t === 0 || found.difference > tried[t - 1]!.found.difference);
  const lost = tried.filter(({ found }) => found.difference < 0);
  const finding = page(
    '## Does tuning inside lattices help?',
    `A lattice contains far more translations than a list. Along a line of weights its best path changes at points that can be found exactly (Macherey et al., EMNLP 2008), so MERT needs no lists. We tune ${set.references.length} lattices of HiFST with 12 features, starting from the weights that came with them. On all of them together BLEU rises from ${points(all.scores[given]![0]!)} to ${points(all.scores[tuned]![0]!)}, scored on the same segments. For held-out scores they are divided into ${numberWord(folds)} parts, each held out in turn, in ${numberWord(runs)} runs; about ${Math.round((set.references.length * (folds - 1)) / folds)} segments are tuned on at a time. ${
      lost.length === tried.length
        ? `The gain on the segments tuned on is lost on the others, and the weights of HiFST are better than any found here${isLeashed ? '; the more a penalty keeps the weights near them, the less is lost' : ''}. The segments are from HiFST’s own tuning set, so its weights may have seen them all.`
        : lost.length > 0
          ? `The gain on the segments tuned on is lost on the others for ${lost.map(({ name }) => `“${name}”`).join(' and ')}.`
          : 'Part of the gain is kept on the others.'
    }`,
    '`assay tune --lattice` does the same from the command line.',
  );
  const markdown = page(
    '## Inside lattices',
    table(
      ['', 'BLEU tuned on', 'BLEU held out', 'LR held out', 'difference held out', '95 %', 'p'],
      [
        [
          'weights of HiFST',
          points(before.mean),
          spread(judged.spread(given, { metric: 0 })),
          points(judged.spread(given, 'length ratio').mean, 3),
          '',
          '',
          '',
        ],
        ...tried.map(({ name, judged: each, after, found }) => [
          name,
          points(after.mean),
          spread(each.spread(tuned, { metric: 0 })),
          points(each.spread(tuned, 'length ratio').mean, 3),
          difference(found.difference),
          within(found.interval),
          pText(found.p),
        ]),
      ],
    ),
    'Words that could not be mapped back to text are numbers in the lattices and match no reference.',
  );
  return { finding, markdown };
}
