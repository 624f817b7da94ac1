/**
 * What a metric is. Each segment yields a row of numbers; rows add up; `score` turns a sum of rows into a score.
 * Segment, document, corpus and bootstrap scores are all `score` of a different sum.
 */
import { enlarged } from './collections.ts';
import { UsageError, suggest } from './errors.ts';
import { type OptionSpecs, type OptionsOf, printOptions, resolveOptions } from './options.ts';

/** A text as a metric sees it: ids[start … end). Valid until the next segment is read; copy what you keep. */
export interface Tokens {
  readonly ids: Int32Array;
  readonly start: number;
  readonly end: number;
}

/** One text through each view the metric reads, in the order of `Metric.reads`. */
export type Text = readonly Tokens[];

export type Role = 'hypothesis' | 'reference' | 'source';

/** A way to see a text: as words of some tokenizer, as characters, … */
export interface View {
  /** Views with the same key read every text alike, so the texts of a run are read once for all of them. */
  readonly key: string;
  /** A reader with a vocabulary of its own; one per thread. */
  reader(): Reader;
}

/** Turns texts into numbered tokens, one text at a time. */
export interface Reader {
  /** Appends the ids of the tokens of `text`. Equal tokens have equal ids until `forget`. */
  read(text: string, role: Role, ids: IdList): void;
  /** Starts a new vocabulary; done before each segment. */
  forget(): void;
}

/** A growing list of ids. */
export class IdList {
  values = new Int32Array(256);
  length = 0;

  push(id: number): void {
    if (this.length === this.values.length) this.reserve(1);
    this.values[this.length++] = id;
  }

  /** Makes room for `count` more, so that a loop may write to `values` directly. */
  reserve(count: number): void {
    const needed = this.length + count;
    if (needed > this.values.length) this.values = enlarged(this.values, needed);
  }
}

/** A metric with every setting fixed. Pure: no I/O, no clock, no chance, no globals. */
export interface Metric {
  readonly definition: MetricDefinition;
  readonly options: Readonly<Record<string, unknown>>;
  /** As tables head it: `BLEU`, `chrF2++`. */
  readonly name: string;
  readonly range: ScoreRange;
  /** As the range says. */
  readonly higherIsBetter: boolean;
  /** What whoever sees a score should be told, where it may mislead. */
  readonly caution?: string;
  /** Whether the score of a whole is a mean of those of its segments, with weights that no hypothesis can change. */
  readonly decomposable: boolean;
  readonly reads: readonly View[];
  /** Metrics of the same key write the same rows, so that a run counts them once for all. */
  readonly rowKey?: string;
  /** What the numbers in a row mean. */
  readonly statistics: readonly string[];
  /** Where in a row lengths in words stand, where it has any. */
  readonly lengths?: Lengths;
  /** A counter with memory of its own; one per thread. */
  counter(): Counter;
  /** Set as long as the metric must first learn from the whole set of references; see `teach`. */
  readonly learner?: () => Learner;
  /** The same metric with what a learner has learned. */
  taught(learned: unknown): Metric;
  /** What it was taught, to make the same metric in another thread. */
  readonly learned: unknown;
  /** Which resources it was made with, as they sign themselves; see `SignedResource`. */
  readonly madeWith: readonly string[];
  /** The score of a sum of rows. */
  score(sums: ArrayLike<number>): number;
  /** What the score of a sum of rows is made of, by name, where a reader would want to see it. */
  parts?(sums: ArrayLike<number>): Readonly<Record<string, number>>;
  /** What a score that is a geometric mean of precisions times a brevity penalty is made of, so that a difference can be put down to it. */
  factors?(sums: ArrayLike<number>): PrecisionFactors;
  /** Set if the score is a recognition rate: what its automaton needs to search a lattice. */
  readonly recognition?: RecognitionSettings;
  /** Set if the score grows with the clipped precision of each order and with the ratio of lengths: what searches and bounds need. */
  readonly precisions?: ClippedPrecisions;
  /** Set if a row can be made of expected n-gram counts, so that one average reference stands for many. */
  readonly expectedForm?: ExpectedForm;
  /** Set if judgments can teach the weights inside the score. */
  readonly weights?: LearnableWeights;
  /** Shows how words were matched, where the metric is about that; with memory of its own. */
  aligner?(): Aligner;
  /** The metric that scores a single row: itself, or one that differs as its definition says. */
  readonly forSegments: Metric;
}

/** No score of any texts is worse than `worst` or better than `best`; infinite without a bound. Which is greater says which way is better. */
export interface ScoreRange {
  readonly worst: number;
  readonly best: number;
  /** What counts as 1 where papers have scores from 0 to 1; left out, it is what worst and best lie apart. */
  readonly unit?: number;
}

/** A share in percent. */
export const percent: ScoreRange = { worst: 0, best: 100 };

/** Errors in percent, of which there may be more than there are words. */
export const errorPercent: ScoreRange = { worst: Infinity, best: 0, unit: 100 };

/** What counts as 1 of a score; infinite where nothing tells. */
export const unitOf = ({ worst, best, unit }: ScoreRange): number => unit ?? Math.abs(best - worst);

/** Places in a row. */
export interface Lengths {
  readonly hypothesis?: number;
  /** That of the reference that counts, or the mean of several. */
  readonly reference: number;
}

export interface PrecisionFactors {
  /** In percent, by order, smoothed as the metric smooths them; 0 for an order that is left out. */
  readonly precisions: readonly number[];
  readonly brevityPenalty: number;
}

/** Matched 1- to K-grams − α insertions − β deletions, at the best monotone alignment: Chiang et al. (EMNLP 2008), formula (6). */
export interface RecognitionSettings {
  /** K: the longest k-gram that counts. */
  readonly order: number;
  /** α: what a word of the candidate without a partner costs; below 0 it earns. */
  readonly insertion: number;
  /** β: what a word of the reference without a partner costs. */
  readonly deletion: number;
}

export interface ClippedPrecisions {
  readonly lengths: Required<Lengths>;
  /** Where in a row the clipped matches of orders 1, 2, … begin. */
  readonly matchesAt: number;
  /** … and the n-grams of the hypothesis. */
  readonly ngramsAt: number;
  /** By order: what smoothing adds to the matches and to the n-grams. */
  readonly added: readonly number[];
  /** What smoothing adds to both lengths. */
  readonly addedToLengths: number;
  /** What no choice of texts within these limits exceeds, rounding included. */
  bound(limits: PrecisionLimits): number;
}

interface PrecisionLimits {
  /** By order: the most that (Σ matches + added) / (Σ n-grams + added) can be. */
  readonly precisions: readonly number[];
  /** By order: the fewest n-grams there can be. */
  readonly fewest: readonly number[];
  /** The most that (length + added) / (reference length + added) can be. */
  readonly lengthRatio: number;
}

interface ExpectedForm {
  /** By view, in the order of `reads`: the longest n-gram. */
  readonly orders: readonly number[];
  /** Writes the row of the metric from what was counted through each view. */
  write(views: readonly ExpectedCounts[], row: Float64Array): void;
}

/** What is counted of a hypothesis through one view, by order − 1. */
export interface ExpectedCounts {
  /** N-grams of the hypothesis. */
  readonly own: Float64Array;
  /** N-grams of the average reference. */
  readonly expected: Float64Array;
  /** Σ min(count in the hypothesis, expected count). */
  readonly matches: Float64Array;
}

/** Of a score that is a mean over `copies`, such as text types, of (Σ share · term) · Π factor ^ power. */
export interface LearnableWeights {
  readonly copies: number;
  /** Names of what the shares weigh; shares add up to 1. */
  readonly terms: readonly string[];
  readonly factors: readonly string[];
  /** By factor, as they are now. */
  readonly powers: readonly number[];
  /** From a sum of rows: for each copy its terms, then its factors. */
  values(sums: ArrayLike<number>): readonly number[];
  /** The options of the metric with other weights. */
  optionsWith(shares: readonly number[], powers: readonly number[]): Readonly<Record<string, unknown>>;
}

/** Counts the rows of one segment at a time: its references first, then any number of hypotheses. */
export interface Counter {
  /** Takes up a segment; `references` holds at least one. */
  prepare(references: readonly Text[], source: Text | undefined): void;
  /** Writes the row of one hypothesis of that segment at rows[at …]. */
  collect(hypothesis: Text, rows: Float64Array, at: number): void;
}

/** Which words of a hypothesis were matched with which of a reference. */
export interface Aligner {
  /** To the reference whose rows the counter would take. */
  align(hypothesis: Text, references: readonly Text[]): Alignment;
}

export interface Alignment {
  /** Which of the references. */
  readonly reference: number;
  /** In the order of the hypothesis; words that no link covers are unmatched. */
  readonly links: readonly AlignmentLink[];
  /** What was moved before matching, in the order of the moves: words from … to of the hypothesis as it then was, to before word `before`. */
  readonly moves?: readonly { readonly from: number; readonly to: number; readonly before: number }[];
}

/** Positions are those of tokens, `to` excluded; phrases may be longer than a word. */
export interface AlignmentLink {
  readonly hypothesis: { readonly from: number; readonly to: number };
  readonly reference: { readonly from: number; readonly to: number };
  /** How they match: `exact`, `stem`, `synonym`, `paraphrase`, `substitution`. */
  readonly kind: string;
  readonly cost?: number;
}

/** Gathers what a metric must know of all references before it counts, such as how rare an n-gram is. */
export interface Learner {
  /** The references of one segment. */
  take(references: readonly string[]): void;
  /** Plain data that can be sent to another thread. */
  learned(): unknown;
}

/** The metric ready to count: as it is, or taught from the references of all segments. */
export function teach(metric: Metric, references: Iterable<readonly string[]>): Metric {
  const learner = metric.learner?.();
  if (!learner) return metric;
  for (const each of references) learner.take(each);
  return metric.taught(learner.learned());
}

/** What `create` supplies; the rest of a Metric comes from its definition. */
export type MetricBody = Omit<
  Metric,
  'definition' | 'options' | 'higherIsBetter' | 'learner' | 'taught' | 'learned' | 'madeWith' | 'forSegments'
>;

/** Things loaded before a metric is made, such as tokenizers with a model, by name. */
export type Resources = ReadonlyMap<string, unknown>;

/** A resource of which there are several versions, and no option of the metric says which, tells it to the signature. */
export interface SignedResource {
  /** Such as `wordnet-3.0`; without `|` and `;`. */
  readonly signature: string;
}

/** The signatures of what was loaded for a metric; a resource that is not there yet has none. */
const signaturesOf = (needs: readonly string[], resources: Resources): string[] =>
  needs.flatMap((need) => (resources.get(need) as Partial<SignedResource> | undefined)?.signature ?? []);

interface MetricDescription<S extends OptionSpecs = OptionSpecs> {
  /** Name on the command line: lower case. */
  readonly id: string;
  /** One sentence: what it measures. */
  readonly summary: string;
  /** Further paragraphs for the reference page: deviations, rulings, advice. */
  readonly notes?: readonly string[];
  readonly cite: string;
  readonly options: S;
  /** Options that a name other than the id stands for, such as `chrF3++`; undefined if it is no name of this metric. */
  readName?(name: string): Partial<OptionsOf<S>> | undefined;
  /** The name that these options have by themselves: what `readName` makes of it agrees with them. */
  nameOf?(options: OptionsOf<S>): string;
  /** An example worth running, as typed after `-m`. */
  readonly example: string;
  /** Options that are set otherwise when single segments are scored (BLEU: effective order). Rows stay the same. */
  readonly forSegments?: Partial<OptionsOf<S>>;
  /** Which resources these options need, such as `tokenizer:spm`. */
  needs?(options: OptionsOf<S>): readonly string[];
  /** What these options must learn from all references, if anything; it then comes back to `create`. */
  learner?(options: OptionsOf<S>, resources: Resources): Learner | undefined;
  /** `learned` is undefined until the metric is taught; until then nothing is counted. */
  create(options: OptionsOf<S>, resources: Resources, learned?: unknown): MetricBody;
}

/** A definition is called with options to make a metric: `bleu({ tokenizer: 'intl' })`. */
// oxlint-disable-next-line typescript/no-explicit-any -- definitions of different options share one list
export interface MetricDefinition<S extends OptionSpecs = any> extends MetricDescription<S> {
  (options?: Partial<OptionsOf<S>>, resources?: Resources): Metric;
}

/** Makes a metric of its definition: call the result with options, and what it counts and how it scores is fixed. */
export function defineMetric<S extends OptionSpecs>(description: MetricDescription<S>): MetricDefinition<S> {
  const create = (options: OptionsOf<S>, resources: Resources, learned: unknown): Omit<Metric, 'forSegments'> => {
    const body = description.create(options, resources, learned);
    const learner = learned === undefined ? description.learner?.(options, resources) : undefined;
    return {
      definition,
      options,
      ...body,
      higherIsBetter: body.range.best > body.range.worst,
      learned,
      madeWith: signaturesOf(description.needs?.(options) ?? [], resources),
      taught: (facts) => complete(options, resources, facts),
      ...(learner && {
        learner: () => description.learner!(options, resources)!,
        counter(): Counter {
          throw new Error(`${body.name} learns from all references first: see teach.`);
        },
      }),
    };
  };
  const complete = (options: OptionsOf<S>, resources: Resources, learned: unknown): Metric => {
    const metric = create(options, resources, learned);
    const forSegments = description.forSegments
      ? create({ ...options, ...description.forSegments }, resources, learned)
      : metric;
    // Not enumerable, since a metric that scores segments as it scores all refers to itself.
    Object.defineProperty(forSegments, 'forSegments', { value: forSegments });
    if (metric !== forSegments) Object.defineProperty(metric, 'forSegments', { value: forSegments });
    return metric as Metric;
  };
  const make = (given: Partial<OptionsOf<S>> = {}, resources: Resources = new Map()): Metric => {
    if (typeof given !== 'object' || given === null) {
      throw new UsageError(`Options of ${description.id} are an object, not ${String(given)}.`);
    }
    return complete(resolveOptions(description.options, given), resources, undefined);
  };
  const definition: MetricDefinition<S> = Object.assign(make, description);
  return definition;
}

/** Ids of the metrics that, as they are by default, have what is asked for. */
export const idsWith = (definitions: readonly MetricDefinition[], has: (metric: Metric) => boolean): string[] =>
  definitions.filter((definition) => has(definition())).map(({ id }) => id);

/** A metric that was asked for, and the options asked for. */
export type FoundMetric = Pick<Metric, 'definition' | 'options'>;

/** Which metric a name means, the id or another such as `chrF3++`, and the options it stands for. */
export function findMetric(name: string, definitions: readonly MetricDefinition[]): FoundMetric {
  const byId = definitions.find(({ id }) => id === name.toLowerCase());
  if (byId) return { definition: byId, options: {} };
  for (const definition of definitions) {
    const options = definition.readName?.(name);
    if (options) return { definition, options };
  }
  throw new UsageError(`Unknown metric ${name === '' ? '""' : name}. ${metricHint(name, definitions)}`);
}

/** What may have been meant by a name that no metric has. */
function metricHint(name: string, definitions: readonly MetricDefinition[]): string {
  if (name.includes(',')) return 'Metrics are typed with spaces between them, not with commas: -m bleu chrf.';
  const known = definitions.map(({ id }) => id);
  const begun = known.filter((id) => name.toLowerCase().startsWith(id)).sort((a, b) => b.length - a.length)[0];
  return begun === undefined
    ? suggest(name, known)
    : `Did you mean ${begun}? Which names and options it has, \`assay metrics ${begun}\` tells.`;
}

/**
 * `bleu(tok=intl)`, `RAC1`, `chrF2++(nc=4)`: the metric as typed on a command line, by a name of its own if it has one, with only the
 * settings that differ from what the name stands for.
 */
export function printMetric({ definition, options }: FoundMetric): string {
  const specs = definition.options as OptionSpecs;
  const defaults = resolveOptions(specs, {});
  const all = resolveOptions(specs, options);
  const own = definition.nameOf?.(all);
  const name = own === undefined || own === definition.nameOf?.(defaults) ? definition.id : own;
  const meant = name === definition.id ? defaults : resolveOptions(specs, definition.readName!(name)!);
  const saidByName = new Map(printOptions(specs, meant));
  const changed = printOptions(specs, all)
    .filter(([key, value]) => saidByName.get(key) !== value)
    .map(([key, value]) => `${key}=${value}`);
  if (changed.length === 0) return name;
  return name.endsWith(')') ? `${name.slice(0, -1)},${changed.join(',')})` : `${name}(${changed.join(',')})`;
}
