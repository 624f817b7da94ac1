/**
 * What a metric is. Each segment yields a row of numbers; rows add up; `score` turns a sum of rows into a score.
 * Segment, document, corpus and bootstrap scores are all `score` of a different sum.
 */
import { enlarged } from './collections.ts';
import { UsageError, suggest } from './errors.ts';
import { type OptionSpecs, type OptionsOf, printOptions, resolveOptions } from './options.ts';
import type { Step } from './steps.ts';

/** The tokens of a text as a metric sees them: ids[start … end). They are valid until the next segment is read; copy what you keep. */
export interface Tokens {
  readonly ids: Int32Array;
  readonly start: number;
  readonly end: number;
}

/** One text as read by each view of a metric, in the order of `Metric.reads`. */
export type Text = readonly Tokens[];

export type Role = 'hypothesis' | 'reference' | 'source';

/** A way of reading a text as tokens, such as the words of a tokenizer or characters. */
export interface View {
  /** Views with the same key read every text the same way, so a run reads its texts once for all of them. */
  readonly key: string;
  /** A reader with a vocabulary of its own; one per thread. */
  reader(): Reader;
}

/** A reader that turns texts into numbered tokens, one text at a time. */
export interface Reader {
  /** Appends the ids of the tokens of `text`. Equal tokens have equal ids until `forget`. */
  read(text: string, role: Role, ids: IdList): void;
  /** Starts a new vocabulary; called before each segment. */
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

  /** Makes room for `count` more, so that a loop can write to `values` directly. */
  reserve(count: number): void {
    const needed = this.length + count;
    if (needed > this.values.length) this.values = enlarged(this.values, needed);
  }
}

/** A metric with every setting fixed. It is pure: no I/O, no clock, no randomness, no globals. */
export interface Metric {
  readonly definition: MetricDefinition;
  readonly options: Readonly<Record<string, unknown>>;
  /** The name in heads of tables: `BLEU`, `chrF2++`. */
  readonly name: string;
  readonly range: ScoreRange;
  /** Follows from the range. */
  readonly higherIsBetter: boolean;
  /** A warning to show with the score if it can mislead. */
  readonly caution?: string;
  /** Whether the score of a whole is a mean over its segments, with weights that do not depend on the hypothesis. */
  readonly decomposable: boolean;
  readonly reads: readonly View[];
  /** Metrics with the same key write the same rows, so a run counts them once for all. */
  readonly rowKey?: string;
  /** What the numbers in a row mean. */
  readonly statistics: readonly string[];
  /** Where in a row the lengths in words are, if it has any. */
  readonly lengths?: Lengths;
  /** What it needs besides the hypothesis; by default references and no source. */
  readonly uses?: { readonly references: boolean; readonly source: boolean };
  /** A counter with memory of its own; one per thread, and only one in all if the metric reads ahead. */
  counter(): Counter;
  /** Counts many segments at once, if that is faster; with memory of its own, one per thread. Undefined where it cannot be had. */
  blockCounter?(): BlockCounter | undefined;
  /**
   * Set if a model or a program scores the texts, which takes time: it gets the texts that will be counted next, and only these may be
   * counted after it.
   */
  readAhead?(texts: readonly TextsAhead[], onProgress?: (share: number) => void): Promise<void>;
  /** Texts so far that were too long for the model behind it, if any: it read only their beginning. */
  cutTexts?(): CutTexts | undefined;
  /** Set while the metric must first learn from the whole set of references; see `teach`. */
  readonly learner?: () => Learner;
  /** The same metric with what a learner has learned; `prepared` is its hash, if it comes from a file. */
  taught(learned: unknown, prepared?: string): Metric;
  /** The hash of what it was taught, if that was prepared; its signature has it, too. */
  readonly prepared?: string;
  /** What it was taught, to make the same metric in another thread. */
  readonly learned: unknown;
  /** Signatures of the resources it was made with; see `SignedResource`. */
  readonly madeWith: readonly string[];
  /** The score of a sum of rows. */
  score(sums: ArrayLike<number>): number;
  /** The parts of the score of a sum of rows, by name, if they are worth showing. */
  parts?(sums: ArrayLike<number>): Readonly<Record<string, number>>;
  /** The parts of a score that is a geometric mean of precisions times a brevity penalty, so that a difference can be attributed to them. */
  factors?(sums: ArrayLike<number>): PrecisionFactors;
  /** Set if the score is a recognition rate: what its automaton needs to search a lattice. */
  readonly recognition?: RecognitionSettings;
  /** Set if the score grows with the clipped precision of each order and with the ratio of lengths: what searches and bounds need. */
  readonly precisions?: ClippedPrecisions;
  /** Set if a row can be made from expected n-gram counts, so that one average reference can replace many. */
  readonly expectedForm?: ExpectedForm;
  /** Set if judgments can teach the weights inside the score. */
  readonly weights?: LearnableWeights;
  /** Shows how words were matched, if the metric matches words; has memory of its own. */
  aligner?(): Aligner;
  /** How the score of a sum of rows is computed, step by step, the score last. `segment`: the steps of an explainer, if it is one segment. */
  explain?(sums: ArrayLike<number>, segment?: readonly Step[]): readonly Step[];
  /** Shows the words behind the numbers in a row, if `explain` has more to say about a segment than its row. */
  explainer?(): Explainer;
  /** The views that the spans of its steps refer to, if they are not those it reads. */
  readonly shows?: readonly View[];
  /** The metric that scores a single row: itself, or a variant given by its definition. */
  readonly forSegments: Metric;
}

/**
 * The worst and the best score that a metric can give any text; an unbounded end is infinite. The greater of the two says which
 * direction is better.
 */
export interface ScoreRange {
  readonly worst: number;
  readonly best: number;
  /** What corresponds to 1 where papers have scores from 0 to 1; by default the distance between worst and best. */
  readonly unit?: number;
}

/** The score range from 0 to 100 percent, where 100 is best. */
export const percent: ScoreRange = { worst: 0, best: 100 };

/** The score range of error rates in percent, which can exceed 100. */
export const errorPercent: ScoreRange = { worst: Infinity, best: 0, unit: 100 };

/** What corresponds to 1 in a score; infinite if unknown. */
export const unitOf = ({ worst, best, unit }: ScoreRange): number => unit ?? Math.abs(best - worst);

/** Positions in a row. */
export interface Lengths {
  readonly hypothesis?: number;
  /** That of the reference that counts, or the mean of several. */
  readonly reference: number;
}

export interface PrecisionFactors {
  /** In percent, by order, smoothed as the metric smooths them; 0 for an order that is ignored. */
  readonly precisions: readonly number[];
  readonly brevityPenalty: number;
}

/** Matched 1- to K-grams − α insertions − β deletions, at the best monotone alignment: Chiang et al. (EMNLP 2008), formula (6). */
export interface RecognitionSettings {
  /** K: the longest k-gram that counts. */
  readonly order: number;
  /** α: the cost of a candidate word without a partner; a negative cost is a reward. */
  readonly insertion: number;
  /** β: the cost of a reference word without a partner. */
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
  /** A bound, including rounding, on the score of any texts within these limits. */
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
  /** Writes the row of the metric from the counts through each view. */
  write(views: readonly ExpectedCounts[], row: Float64Array): void;
}

/** The counts of a hypothesis through one view, by order − 1. */
export interface ExpectedCounts {
  /** N-grams of the hypothesis. */
  readonly own: Float64Array;
  /** N-grams of the average reference. */
  readonly expected: Float64Array;
  /** Σ min(count in the hypothesis, expected count). */
  readonly matches: Float64Array;
}

/** For a score that is a mean over `copies`, such as text types, of (Σ share · term) · Π factor ^ power. */
export interface LearnableWeights {
  readonly copies: number;
  /** Names of the terms that the shares weight; shares add up to 1. */
  readonly terms: readonly string[];
  readonly factors: readonly string[];
  /** By factor, the current values. */
  readonly powers: readonly number[];
  /** From a sum of rows: for each copy its terms, then its factors. */
  values(sums: ArrayLike<number>): readonly number[];
  /** The options of the metric with other weights. */
  optionsWith(shares: readonly number[], powers: readonly number[]): Readonly<Record<string, unknown>>;
}

/** A counter of metric statistics, one segment at a time: it takes the references first, then any number of hypotheses. */
export interface Counter {
  /** Starts a segment; `references` has at least one. */
  prepare(references: readonly Text[], source: Text | undefined): void;
  /** Writes the row of one hypothesis of that segment at rows[at …]. */
  collect(hypothesis: Text, rows: Float64Array, at: number): void;
}

/** Texts of consecutive segments as columns of UTF-8, in which each text is followed by LF. Every segment has the same number of references. */
export interface TextBlock {
  /** Number of segments. */
  readonly size: number;
  readonly references: readonly Uint8Array[];
  /** By system. */
  readonly hypotheses: readonly Uint8Array[];
  /** The same texts in lower case. */
  lower(): TextBlock;
}

/** A counter that takes many segments at once. */
export interface BlockCounter {
  /**
   * Writes the row of system s and segment i of the block at rows[(at + s * apart + i) * width …); returns the segments that it leaves to
   * a `Counter`, and whose rows mean nothing.
   */
  count(block: TextBlock, rows: Float64Array, at: number, apart: number): Iterable<number>;
}

/** Texts of one segment that will be counted: each of the hypotheses with all of the references. */
export interface TextsAhead {
  readonly hypotheses: readonly string[];
  readonly references: readonly string[];
  readonly source: string | undefined;
}

/** Distinct texts that were cut, and the most pieces of words that the model reads. */
export interface CutTexts {
  readonly count: number;
  readonly limit: number;
}

/** Which words of a hypothesis were matched with which of a reference. */
export interface Aligner {
  /** Aligns with the reference whose row the counter would use. */
  align(hypothesis: Text, references: readonly Text[]): Alignment;
}

/** The steps from the words of a segment to the numbers in its row. */
export interface Explainer {
  /** `shown` has the tokens as words, by view that the metric shows. */
  explain(
    hypothesis: Text,
    references: readonly Text[],
    source: Text | undefined,
    shown: readonly ShownTexts[],
  ): readonly Step[];
}

/** The tokens of the texts of a segment through one view, as words to show to people; none if the view does not show its words. */
export interface ShownTexts {
  readonly hypothesis: readonly string[];
  readonly references: readonly (readonly string[])[];
}

export interface Alignment {
  /** Which of the references. */
  readonly reference: number;
  /** In the order of the hypothesis; words without a link are unmatched. */
  readonly links: readonly AlignmentLink[];
  /** Shifts made before matching, in order: words from … to of the hypothesis at that point, to before word `before`. */
  readonly moves?: readonly { readonly from: number; readonly to: number; readonly before: number }[];
}

/** Token positions, `to` excluded; phrases can be longer than a word. */
export interface AlignmentLink {
  readonly hypothesis: { readonly from: number; readonly to: number };
  readonly reference: { readonly from: number; readonly to: number };
  /** How they match: `exact`, `stem`, `synonym`, `paraphrase`, `substitution`. */
  readonly kind: string;
  readonly cost?: number;
}

/** Collects what a metric must know about all references before it counts, such as how rare an n-gram is. */
export interface Learner {
  /** The references of one segment. */
  take(references: readonly string[]): void;
  /** Plain data that can be sent to another thread. */
  learned(): unknown;
  /** All that was taken, as plain data for a file: the same for any order of the same segments, and however they were added. */
  gathered(): unknown;
  /** Takes what another learner gathered from other segments. */
  add(gathered: unknown): void;
}

/** The metric ready to count: as it is, or taught from the references of all segments. */
export function teach(metric: Metric, references: Iterable<readonly string[]>): Metric {
  const learner = metric.learner?.();
  if (!learner) return metric;
  for (const each of references) learner.take(each);
  return metric.taught(learner.learned());
}

/** Lets those metrics that read ahead do so, one after the other: each may use all cores. */
export async function readAhead(
  metrics: readonly Pick<Metric, 'readAhead'>[],
  texts: readonly TextsAhead[],
  onProgress?: (share: number) => void,
): Promise<void> {
  const readers = metrics.filter((metric) => metric.readAhead);
  for (const [m, metric] of readers.entries()) {
    await metric.readAhead!(texts, (share) => onProgress?.((m + share) / readers.length));
  }
}

/** What `create` supplies; the rest of a Metric comes from its definition. */
export type MetricBody = Omit<
  Metric,
  | 'definition'
  | 'options'
  | 'higherIsBetter'
  | 'learner'
  | 'taught'
  | 'prepared'
  | 'learned'
  | 'madeWith'
  | 'forSegments'
>;

/** The resources that metrics need, by name, such as tokenizers with a model; they are loaded before a metric is made. */
export type Resources = ReadonlyMap<string, unknown>;

/** A resource that has several versions without an option that selects one; it adds its version to the signature. */
export interface SignedResource {
  /** Such as `wordnet-3.0`; without `|` and `;`. */
  readonly signature: string;
}

/** The signatures of the resources loaded for a metric; a resource that is not loaded yet has none. */
const signaturesOf = (needs: readonly string[], resources: Resources): string[] =>
  needs.flatMap((need) => (resources.get(need) as Partial<SignedResource> | undefined)?.signature ?? []);

/** Variants of a metric that differ in one part, such as those of a table in its paper. */
interface MetricStudy<Options> {
  readonly title: string;
  readonly variants: readonly { readonly name: string; readonly options: Partial<Options> }[];
}

interface MetricDescription<S extends OptionSpecs = OptionSpecs> {
  /** Name on the command line: lower case. */
  readonly id: string;
  /** One sentence: what it measures. */
  readonly summary: string;
  /** Further paragraphs for the reference page: deviations, rulings, advice. */
  readonly notes?: readonly string[];
  readonly cite: string;
  readonly options: S;
  /** The options that a name other than the id stands for, such as `chrF3++`; undefined if the name is not one of this metric. */
  readName?(name: string): Partial<OptionsOf<S>> | undefined;
  /** The name that these options have on their own; `readName` of it agrees with them. */
  nameOf?(options: OptionsOf<S>): string;
  /** An example worth running, as typed after `-m`. */
  readonly example: string;
  /** Studies of what its parts are worth: variants to evaluate against judgments, the first of which is the baseline. */
  readonly studies?: readonly MetricStudy<OptionsOf<S>>[];
  /** Options that differ when single segments are scored (BLEU: effective order). Rows stay the same. */
  readonly forSegments?: Partial<OptionsOf<S>>;
  /** Which resources these options need, such as `tokenizer:spm`. */
  needs?(options: OptionsOf<S>): readonly string[];
  /** The same options with what the resources decide, such as the name that a program states. */
  settled?(options: OptionsOf<S>, resources: Resources): OptionsOf<S>;
  /** What these options must learn from all references, if anything; it is passed to `create` afterwards. */
  learner?(options: OptionsOf<S>, resources: Resources): Learner | undefined;
  /** `learned` is undefined until the metric is taught; until then nothing is counted. */
  create(options: OptionsOf<S>, resources: Resources, learned?: unknown): MetricBody;
}

/** The definition of a metric, which you call with options to make a metric: `bleu({ tokenizer: 'intl' })`. */
// oxlint-disable-next-line typescript/no-explicit-any -- definitions of different options share one list
export interface MetricDefinition<S extends OptionSpecs = any> extends MetricDescription<S> {
  (options?: Partial<OptionsOf<S>>, resources?: Resources): Metric;
}

/** Turns the description of a metric into a definition, which you call with options to make a metric. */
export function defineMetric<S extends OptionSpecs>(description: MetricDescription<S>): MetricDefinition<S> {
  const create = (
    options: OptionsOf<S>,
    resources: Resources,
    learned: unknown,
    prepared: string | undefined,
  ): Omit<Metric, 'forSegments'> => {
    const body = description.create(options, resources, learned);
    const learner = learned === undefined ? description.learner?.(options, resources) : undefined;
    return {
      definition,
      options,
      ...body,
      higherIsBetter: body.range.best > body.range.worst,
      learned,
      madeWith: [
        ...signaturesOf(description.needs?.(options) ?? [], resources),
        ...(prepared === undefined ? [] : [`prepared-${prepared}`]),
      ],
      ...(prepared !== undefined && { prepared }),
      taught: (facts, hash) => complete(options, resources, facts, hash),
      ...(learner && {
        learner: () => description.learner!(options, resources)!,
        counter(): Counter {
          throw new Error(`${body.name} must learn from all references first. Call teach.`);
        },
      }),
    };
  };
  const complete = (options: OptionsOf<S>, resources: Resources, learned: unknown, prepared?: string): Metric => {
    const metric = create(options, resources, learned, prepared);
    const forSegments = description.forSegments
      ? create({ ...options, ...description.forSegments }, resources, learned, prepared)
      : metric;
    // Not enumerable, because a metric that scores segments as it scores all refers to itself.
    Object.defineProperty(forSegments, 'forSegments', { value: forSegments });
    if (metric !== forSegments) Object.defineProperty(metric, 'forSegments', { value: forSegments });
    return metric as Metric;
  };
  const make = (given: Partial<OptionsOf<S>> = {}, resources: Resources = new Map()): Metric => {
    if (typeof given !== 'object' || given === null) {
      throw new UsageError(`Options of ${description.id} must be an object, not ${String(given)}.`);
    }
    return complete(resolveOptions(description.options, given), resources, undefined);
  };
  const definition: MetricDefinition<S> = Object.assign(make, description);
  return definition;
}

/** Whether a metric compares outputs with references. */
export const needsReferences = ({ uses }: Metric): boolean => uses?.references ?? true;

/** Ids of the metrics that, with default options, have a property. */
export const idsWith = (definitions: readonly MetricDefinition[], has: (metric: Metric) => boolean): string[] =>
  definitions.filter((definition) => has(definition())).map(({ id }) => id);

/** A metric that was asked for, and the options asked for. */
export type FoundMetric = Pick<Metric, 'definition' | 'options'>;

/** Whether a metric runs a program; see `OptionSpec.isCommand`. */
export const runsProgram = ({ definition }: FoundMetric): boolean =>
  Object.values(definition.options as OptionSpecs).some(({ isCommand }) => isCommand);

/** Which metric a name means (the id or another such as `chrF3++`), and the options that it stands for. */
export function findMetric(name: string, definitions: readonly MetricDefinition[]): FoundMetric {
  const byId = definitions.find(({ id }) => id === name.toLowerCase());
  if (byId) return { definition: byId, options: {} };
  for (const definition of definitions) {
    const options = definition.readName?.(name);
    if (options) return { definition, options };
  }
  const bySuffix = findBySuffix(name, definitions);
  if (bySuffix) return bySuffix;
  throw new UsageError(`Unknown metric ${name === '' ? '""' : name}. ${metricHint(name, definitions)}`);
}

/** `BLEU-lemma`: see `OptionSpec.isSuffix`. */
function findBySuffix(name: string, definitions: readonly MetricDefinition[]): FoundMetric | undefined {
  const [, start, suffix = ''] = /^(.+)-([^-]+)$/.exec(name) ?? [];
  if (start === undefined) return undefined;
  for (const definition of definitions) {
    const known = Object.entries(definition.options as OptionSpecs).find(
      ([, spec]) => spec.isSuffix && spec.accepts.split(' | ').includes(suffix),
    );
    const options = start.toLowerCase() === definition.id ? {} : definition.readName?.(start);
    if (known && options) return { definition, options: { ...options, [known[0]]: suffix } };
  }
  return undefined;
}

/** Suggests a metric for an unknown name. */
function metricHint(name: string, definitions: readonly MetricDefinition[]): string {
  if (name.includes(',')) return 'Separate metrics by spaces, not commas: -m bleu chrf.';
  const known = definitions.map(({ id }) => id);
  const begun = known.filter((id) => name.toLowerCase().startsWith(id)).sort((a, b) => b.length - a.length)[0];
  return begun === undefined
    ? suggest(name, known)
    : `Did you mean ${begun}? Run \`assay metrics ${begun}\` for names and options.`;
}

/**
 * `bleu(tok=intl)`, `RAC1`, `chrF2++(nc=4)`: the metric as typed on a command line, by its own name if it has one, with only the
 * settings that differ from those of the name.
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
