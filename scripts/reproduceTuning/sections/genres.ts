/** Weights for each part of a test set against weights for all: section 3.2 and Tables 3 to 5 of Chiang et al. (2008), on the available data. */
import { groupSegments } from '../../../src/measure/index.ts';
import type { TunedScores } from '../../../src/report/index.ts';
import { readTable } from '../../../test/wmt09/paperTables.ts';
import type { GuidePart } from '../../reproduceWmt09/guidePart.ts';
import { crossTune } from '../crossTune.ts';
import { judge } from '../judged.ts';
import { type StudySettings, mert, metricsOf } from '../studySettings.ts';
import type { TuningCorpus, TuningData } from '../tuningData.ts';
import { commands, difference, listed, page, partOf, points, table } from '../wording.ts';

/** Systems in the order of a report: two that are not tuned, all at once, each part by itself. */
const mixed = 2;
const specific = 3;

interface Part {
  readonly value: string;
  readonly segments: number;
  /** Means over runs: by BLEU and BLEU-SBP. */
  readonly mixed: readonly number[];
  readonly specific: readonly number[];
  readonly ratios: readonly [mixed: number, specific: number];
}

interface Compared {
  readonly title: string;
  readonly parts: readonly Part[];
  /** Runs with a reversal on held-out segments, by metric. */
  readonly reversedRuns: readonly number[];
  /** Tunings with a reversal on the segments tuned on, by metric. */
  readonly reversedTunings: readonly number[];
  readonly tunings: number;
}

export async function genreSection(data: TuningData, settings: StudySettings): Promise<GuidePart> {
  const onWords = ['bleu(case=lc,tok=none)', 'bleu-sbp(case=lc,tok=none)'];
  const compared = [
    await compareParts(withDecodedLengths(data.europarl), 'decoded', onWords, settings),
    await compareParts(data.hansard, 'length', onWords, settings),
    await compareParts(data.examples, 'domain', ['bleu', 'bleu-sbp'], settings),
  ];
  const paper = readTable(new URL('chiang2008_table3_genre_bleu.tsv', data.tables));
  const printed = (set: string, column: string): string =>
    paper
      .find((row) => row.get('test_set') === set)!
      .get(column)!
      .replace('-', '−');
  const strict = readTable(new URL('chiang2008_table5_genre_bleu_sbp.tsv', data.tables));
  const strictDelta = (set: string): string =>
    strict.find((row) => row.get('test_set') === set)!.get('delta_bleu_sbp')!;
  const heldOutReversals = compared.reduce((sum, { reversedRuns }) => sum + reversedRuns[0]!, 0);
  const tunedReversals = compared.reduce((sum, { reversedTunings }) => sum + reversedTunings[0]!, 0);
  const tunings = compared.reduce((sum, each) => sum + each.tunings, 0);
  const shift = Math.max(...compared.flatMap(({ parts }) => parts.map(({ ratios: [a, b] }) => Math.abs(a - b))));
  const paperShift = Math.max(...['nw', 'web'].map((set) => Math.abs(Number(printed(set, 'mixed_length_ratio')) - Number(printed(set, 'specific_length_ratio'))))); // prettier-ignore
  const oneSided = compared.every(({ parts }) => new Set(parts.map(({ ratios }) => ratios[0] > 1)).size === 1);
  const finding = page(
    '## Weights for each genre, or for all?',
    `Chiang et al. tuned to newswire, to weblogs and to both. Separate weights were better for each genre, by ${printed('nw', 'delta_bleu')} and ${printed('web', 'delta_bleu')} BLEU, but worse for both together, by ${printed('nw+web', 'delta_bleu')}: the mixed system wrote long where it was confident and short where it was not, and BLEU’s brevity penalty depends only on the total. By BLEU-SBP, which counts each segment’s length, separate weights are better throughout (${listed(['nw', 'web', 'nw+web'].map(strictDelta))}).`,
    'Our lists have no genres, and the two cannot be mixed, because their features differ. So we ask the same question of parts that differ in a way known before translating: Europarl is divided at the median length of the first candidate, Hansard at that of the source. The examples have two domains, but their candidates are made up.',
    `A reversal as in the paper, separate weights better for every part but worse for the whole, occurs by BLEU in ${partOf(heldOutReversals, compared.length * settings.runs)} runs on held-out segments, and in ${partOf(tunedReversals, tunings)} tunings on the segments tuned on, where separate weights should win. ${
      heldOutReversals + tunedReversals === 0
        ? `The paper’s effect is absent, and the lengths suggest why: separate weights change the length ratio of a part by at most ${points(shift, 3)}, while the paper’s systems differ by up to ${points(paperShift)}. ${oneSided ? `The effect needs a part that is too long and compensates for another that is too short (length ratios ${listed(['nw', 'web'].map((set) => printed(set, 'mixed_length_ratio')))} in the paper); here both parts are on the same side of 1.` : ''}`
        : ''
    } [Why decomposability matters](decomposability.md) constructs the effect.`,
    lossText(compared),
  );
  const markdown = page(
    '## Weights for each part, or for all',
    'Tuned to BLEU; held-out scores:',
    table(
      ['', 'part', 'segments', 'weights for all: BLEU', 'LR', 'separate weights: BLEU', 'LR', 'Δ BLEU', 'Δ BLEU-SBP'],
      compared.flatMap(({ title, parts }) =>
        parts.map((part, p) => [
          p === 0 ? title : '',
          part.value,
          String(part.segments),
          points(part.mixed[0]!),
          points(part.ratios[0], 3),
          points(part.specific[0]!),
          points(part.ratios[1], 3),
          difference(part.specific[0]! - part.mixed[0]!),
          difference(part.specific[1]! - part.mixed[1]!),
        ]),
      ),
      2,
    ),
    'This command tunes to the parts of the examples:',
    commands(
      'assay tune examples/nbest.txt -r examples/reference.A.en.txt -r examples/reference.B.en.txt \\',
      '  -l examples/labels.tsv --by domain -m bleu bleu-sbp --hold-out 0.5',
    ),
  );
  return { finding, markdown };
}

/** Whether separate weights helped. */
function lossText(compared: readonly Compared[]): string {
  const whole = compared.map(({ title, parts }) => ({
    title,
    by: parts.at(-1)!.specific[0]! - parts.at(-1)!.mixed[0]!,
  }));
  const gained = whole.filter(({ by }) => by > 0);
  return `Separate weights are better for the whole on ${gained.length === 0 ? 'none of the three' : listed(gained.map(({ title }) => title))}${gained.length < whole.length ? `, and worse on ${listed(whole.filter(({ by }) => by <= 0).map(({ title }) => title))}` : ''}. Separate weights are tuned on about a quarter of all segments, weights for all on half of them.`;
}

async function compareParts(
  corpus: TuningCorpus,
  by: string,
  typed: readonly string[],
  { runs, seed }: StudySettings,
): Promise<Compared> {
  const { set, title } = corpus;
  const metrics = await metricsOf(typed);
  const cross = await crossTune(set, { metrics, objectives: [0], method: mert, folds: 2, runs, seed, by });
  const judged = judge(cross, set, metrics);
  const groups = [...groupSegments(set.labels!, by)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const sets = [
    ...groups.map(([value, members]) => ({ value, judged: judged.part(members) })),
    { value: 'all', judged },
  ];
  return {
    title,
    parts: sets.map(({ value, judged: part }) => {
      const means = (system: number) => metrics.map((_, metric) => part.spread(system, { metric }).mean);
      const ratio = (system: number) => part.spread(system, 'length ratio').mean;
      return {
        value,
        segments: part.segments,
        mixed: means(mixed),
        specific: means(specific),
        ratios: [ratio(mixed), ratio(specific)],
      };
    }),
    reversedRuns: metrics.map(
      (_, metric) =>
        Array.from({ length: runs }, (_, run) => run).filter((run) =>
          isReversed(
            sets.map(
              ({ judged: part }) => part.values(specific, { metric })[run]! - part.values(mixed, { metric })[run]!,
            ),
          ),
        ).length,
    ),
    reversedTunings: metrics.map((_, m) => cross.tunings.filter(({ parts }) => isReversed(gainsOf(parts, m))).length),
    tunings: cross.tunings.length,
  };
}

/** The gain of separate weights on each part, then on all. */
function gainsOf(parts: readonly TunedScores[], metric: number): number[] {
  const gain = ({ scores }: TunedScores): number => scores[specific]![metric]! - scores[mixed]![metric]!;
  return [...parts.slice(1), parts[0]!].map(gain);
}

/** Whether gains by part, the whole last, are positive on each part and negative on the whole. */
export function isReversed(gains: readonly number[]): boolean {
  return gains.slice(0, -1).every((gain) => gain > 0) && gains.at(-1)! < 0;
}

/** Labels the segments by the length of the decoder's choice. */
function withDecodedLengths({ set, ...rest }: TuningCorpus): TuningCorpus {
  if (!('candidates' in set)) return { set, ...rest };
  const { starts, texts } = set.candidates;
  const lengths = set.references.map((_, i) => texts[starts[i]!]!.trim().split(/\s+/).length);
  const median = lengths.toSorted((a, b) => a - b)[Math.floor((lengths.length - 1) / 2)]!;
  const values = lengths.map((length) => (length <= median ? 'short' : 'long'));
  return { ...rest, set: { ...set, labels: new Map([['decoded', values]]) } };
}
