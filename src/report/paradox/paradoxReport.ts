/** Where metrics contradict themselves, on made-up outputs or on given ones; after Chiang, DeNeefe, Chan and Ng (EMNLP 2008), section 3. */
import { type Metric, type OptionSpecs, UsageError, resolveOptions, version } from '../../core/index.ts';
import { type Evaluation, type Measured, groupSegments, measureAll, measurements } from '../../measure/index.ts';
import {
  type DeletionParadox,
  type GenreFinding,
  type Paradox,
  type SignTestFinding,
  deletionParadox,
  genreParadox,
  paradoxRecipes,
  signTestParadox,
} from '../../paradox/index.ts';
import { type TextInput } from '../notes.ts';
import { type ScoredMetric, scoredMetric } from '../score/scoreReport.ts';

export interface Facts {
  readonly version: string;
  readonly systems: readonly string[];
  readonly segments: number;
  readonly metrics: readonly (ScoredMetric & {
    /** Whether the score of a whole is a mean of those of its segments, with weights that no output can change. */
    readonly decomposable: boolean;
  })[];
  /** How the test set was made up, if it was. */
  readonly made?: {
    readonly recipe: string;
    readonly summary: string;
    readonly sizes: Readonly<Record<string, number>>;
    /** The sizes in which BLEU does, to follow these words. */
    readonly bleuContradictsItself: string;
  };
  readonly input?: TextInput;
}

export interface SignTestReport extends Facts {
  readonly paradox: 'sign-test';
  /** By metric. */
  readonly findings: readonly SignTestFinding[];
}

export interface GenreReport extends Facts {
  readonly paradox: 'genres';
  /** What the parts are parts by, such as the domain. */
  readonly label: string;
  /** By metric. */
  readonly findings: readonly GenreFinding[];
}

export interface DeletionReport extends Facts, DeletionParadox {
  readonly paradox: 'deletion';
}

export type FoundParadox = SignTestReport | GenreReport | DeletionReport;

/** Of a made-up test set: `variant` is one of `paradoxRecipes`, the first unless given, and `sizes` are its own. */
export function makeUpParadox(
  name: Paradox,
  metrics: readonly Metric[],
  variant: string = Object.keys(paradoxRecipes[name])[0]!,
  sizes: Readonly<Record<string, unknown>> = {},
): FoundParadox {
  const recipe = paradoxRecipes[name][variant]!;
  const { summary, bleuContradictsItself } = recipe;
  const chosen = resolveOptions(recipe.sizes as OptionSpecs, sizes) as Record<string, number>;
  const { references, systems, labels } = recipe.build(chosen);
  const facts = {
    version,
    systems: [...systems.keys()],
    segments: references.length,
    metrics: describedMetrics(metrics, 1),
    made: { recipe: variant, summary, sizes: chosen, bleuContradictsItself },
  };
  if (name !== 'deletion') {
    return { ...facts, ...compared(name, measureAll(metrics, { references }, systems), labels, 'genre') };
  }
  const [baseline, deleted] = [...systems.values()] as [readonly string[], readonly string[]];
  const measured = measureAll(metrics, { references }, [baseline, baseline.map(() => '')]);
  const emptied = deleted.flatMap((text, segment) => (text === '' ? [segment] : []));
  return {
    ...facts,
    systems: [facts.systems[0]!],
    paradox: name,
    ...deletionParadox(measured, baseline.map(textSize), emptied),
  };
}

/** What was counted of outputs: of two systems, for `deletion` of one and of one that says nothing. */
interface EvaluatedOutputs {
  readonly systems: readonly string[];
  /** With all rows. */
  readonly evaluation: Evaluation;
  /** For `deletion`: by segment, the `textSize` of its output. */
  readonly sizes: readonly number[];
  readonly input: Pick<TextInput, 'sha256' | 'notes'>;
}

/** `by` is the label that says to which part a segment belongs, for genres. */
export function reportParadox(
  name: Paradox,
  { systems, evaluation, sizes, input }: EvaluatedOutputs,
  metrics: readonly Metric[],
  by = 'domain',
): FoundParadox {
  const { references, segments, labels } = evaluation;
  const measured = measurements(metrics, evaluation);
  const facts = {
    version,
    systems,
    segments,
    metrics: describedMetrics(metrics, references),
    input: { references, ...input },
  };
  return name === 'deletion'
    ? { ...facts, paradox: name, ...deletionParadox(measured, sizes) }
    : { ...facts, ...compared(name, measured, labels, by) };
}

function compared(
  name: 'sign-test' | 'genres',
  measured: readonly Measured[],
  labels: Evaluation['labels'],
  label: string,
) {
  if (name === 'sign-test') return { paradox: name, findings: measured.map(signTestParadox) } as const;
  const parts = groupSegments(labels, label);
  if (parts.size < 2) {
    const [only = ''] = parts.keys();
    throw new UsageError(
      `All segments have the same ${label}, ${JSON.stringify(only)}: it takes two parts to compare.`,
    );
  }
  return { paradox: name, label, findings: measured.map((each) => genreParadox(each, parts)) } as const;
}

export const describedMetrics = (metrics: readonly Metric[], references: number | 'var'): Facts['metrics'] =>
  metrics.map((metric) => ({ ...scoredMetric(metric, { references }), decomposable: metric.decomposable }));

/** Characters other than white space. */
export const textSize = (text: string): number => text.replace(/\s+/g, '').length;
