/** MERT, PRO and MIRA on the same parts: scores on the segments tuned on, and held out. */
import type { MethodSettings } from '../../../src/report/index.ts';
import type { GuidePart } from '../../reproduceWmt09/guidePart.ts';
import { crossTune } from '../crossTune.ts';
import { type Spread, judge, spreadOf } from '../judged.ts';
import { type StudySettings, listMetrics, mert, metricsOf, penalties } from '../studySettings.ts';
import type { TuningCorpus, TuningData } from '../tuningData.ts';
import { difference, listed, numberWord, pText, page, points, spread, table, within } from '../wording.ts';

interface Tried {
  readonly name: string;
  readonly tunedOn: Spread;
  readonly heldOut: Spread;
  readonly lengthRatio: Spread;
  /** Held out, minus equal weights. */
  readonly gain: { readonly difference: number; readonly interval: { low: number; high: number }; readonly p: number };
}

const methods: readonly (readonly [name: string, settings: MethodSettings])[] = [
  ['MERT', mert],
  ...penalties.map((penalty) => [`MERT with penalty ${penalty}`, { ...mert, penalty }] as const),
  ['PRO', { method: 'pro' }],
  ['MIRA', { method: 'mira' }],
];

/** All but those with a penalty, which take long. */
const onMore = methods.filter(([, settings]) => !('penalty' in settings));

const folds = 5;
const runsOnMore = 3;
/** Segments that are then tuned on, of 100. */
const more = 100 - 100 / folds;

export async function methodSection({ europarl, hansard }: TuningData, settings: StudySettings): Promise<GuidePart> {
  const halves: { corpus: TuningCorpus; start: number; tried: Tried[] }[] = [];
  const tenths: { corpus: TuningCorpus; tried: Tried[] }[] = [];
  for (const corpus of [europarl, hansard]) {
    const { start, tried } = await tryMethods(corpus, methods, 2, settings);
    halves.push({ corpus, start, tried });
    tenths.push({ corpus, ...(await tryMethods(corpus, onMore, folds, { ...settings, runs: runsOnMore })) });
  }
  const finding = page(
    '## MERT, PRO or MIRA?',
    `The same halves, tuned to BLEU by three methods. MERT maximises BLEU on the segments tuned on. PRO (Hopkins and May, EMNLP 2011) learns to rank pairs of candidates as the metric ranks them by itself, and MIRA (Cherry and Foster, NAACL 2012) moves the weights until good candidates win by a margin; both have their default settings. A penalty of ${penalties[0]} costs MERT ${numberWord(penalties[0])} points of BLEU for a distance of 1 from the start, with absolute weights that sum to 1.`,
    ...halves.map((each) => findings(each)),
  );
  const markdown = page(
    '## MERT, PRO and MIRA',
    ...halves.flatMap(({ corpus, start, tried }) => [
      `**${corpus.title}**, equal weights: ${points(start)} BLEU held out.`,
      table(
        ['method', 'BLEU tuned on', 'BLEU held out', 'LR held out', 'minus equal weights', '95 %', 'p'],
        tried.map(({ name, tunedOn, heldOut, lengthRatio, gain }) => [
          name,
          points(tunedOn.mean),
          spread(heldOut),
          points(lengthRatio.mean, 3),
          difference(gain.difference),
          within(gain.interval),
          pText(gain.p),
        ]),
      ),
    ]),
    `**More to tune on.** Divided into ${numberWord(folds)} parts instead of two, with ${more} segments tuned on and ${100 - more} held out in turn, in ${numberWord(runsOnMore)} runs:`,
    table(
      ['', ...onMore.flatMap(([name]) => [`${name}, 50`, `${name}, ${more}`])],
      halves.map(({ corpus, tried }, c) => [
        corpus.title,
        ...onMore.flatMap(([name]) =>
          [tried, tenths[c]!.tried].map((some) => spread(some.find((each) => each.name === name)!.heldOut)),
        ),
      ]),
    ),
  );
  return { finding, markdown };
}

async function tryMethods(
  corpus: TuningCorpus,
  some: typeof methods,
  parts: number,
  settings: StudySettings,
): Promise<{ start: number; tried: Tried[] }> {
  const { runs, seed } = settings;
  const metrics = await metricsOf(listMetrics.slice(0, 1));
  const tried: Tried[] = [];
  let start = NaN;
  for (const [name, method] of some) {
    const cross = await crossTune(corpus.set, { metrics, objectives: [0], method, folds: parts, runs, seed });
    const judged = judge(cross, corpus.set, metrics);
    const [equalWeights, tuned] = [1, 2];
    start = judged.spread(equalWeights, { metric: 0 }).mean;
    tried.push({
      name,
      tunedOn: spreadOf(cross.tunings.map((each) => each.parts[0]!.scores[tuned]![0]!)),
      heldOut: judged.spread(tuned, { metric: 0 }),
      lengthRatio: judged.spread(tuned, 'length ratio'),
      gain: judged.compare({ metric: 0 }, equalWeights, [tuned], settings).against(tuned),
    });
  }
  return { start, tried };
}

function findings({ corpus, start, tried }: { corpus: TuningCorpus; start: number; tried: readonly Tried[] }): string {
  const most = (value: (each: Tried) => number): Tried => tried.reduce((a, b) => (value(b) > value(a) ? b : a));
  const promising = most(({ tunedOn }) => tunedOn.mean);
  const keeping = most(({ heldOut }) => heldOut.mean);
  const steadiest = most(({ heldOut }) => -heldOut.deviation!);
  const better = tried.filter(({ gain }) => gain.difference > 0).map(({ name }) => name);
  const sure = tried.filter(({ gain }) => gain.p <= 0.05).map(({ name }) => name);
  return `On ${corpus.title}, ${promising.name} is best on the segments tuned on (${points(promising.tunedOn.mean)}), ${keeping === promising ? 'and also' : `and ${keeping.name}`} on held-out segments (${points(keeping.heldOut.mean)}); ${steadiest.name} varies least between runs. ${better.length === 0 ? 'No method is' : better.length === tried.length ? 'Every method is' : better.length === 1 ? `Only ${better[0]!} is` : `${listed(better)} are`} above the ${points(start)} of equal weights; ${sure.length === 0 ? 'no method differs from it significantly' : `${listed(sure)} ${sure.length === 1 ? 'differs' : 'differ'} from it significantly`}.`;
}
