/** Where metrics contradict themselves, on made-up or given outputs; after Chiang, DeNeefe, Chan and Ng (EMNLP 2008), section 3. */
import { type Metric, type OptionSpecs, UsageError, counted, resolveOptions, version } from '../../core/index.ts';
import {
  type Evaluation,
  type Measured,
  explainSums,
  groupSegments,
  measureAll,
  measurements,
} from '../../measure/index.ts';
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
import { type Explained } from '../explain/explainReport.ts';
import { type TextInput } from '../notes.ts';
import { type ScoredMetric, scoredMetric } from '../score/scoreReport.ts';

export interface Facts {
  readonly version: string;
  readonly systems: readonly string[];
  readonly segments: number;
  readonly metrics: readonly (ScoredMetric & {
    /** Whether the score of a whole is a mean over its segments, with weights that no output can change. */
    readonly decomposable: boolean;
  })[];
  /** How the test set was made up, if it was. */
  readonly made?: {
    readonly recipe: string;
    readonly summary: string;
    readonly sizes: Readonly<Record<string, number>>;
    /** The sizes in which BLEU contradicts itself, to continue that phrase. */
    readonly bleuContradictsItself: string;
  };
  readonly input?: TextInput;
}

interface Found extends Facts {
  /** How the scores are computed before and after the change that makes the paradox. */
  readonly worked: WorkedExample;
}

/** The steps of each metric for several versions of a test set. */
interface WorkedExample {
  /** Such as `b` and `b with segment 1 of c`. */
  readonly versions: readonly string[];
  /** By metric, then version. */
  readonly explained: readonly (readonly Explained[])[];
}

export interface SignTestReport extends Found {
  readonly paradox: 'sign-test';
  /** By metric. */
  readonly findings: readonly SignTestFinding[];
}

export interface GenreReport extends Found {
  readonly paradox: 'genres';
  /** The label that defines the parts, such as the domain. */
  readonly label: string;
  /** By metric. */
  readonly findings: readonly GenreFinding[];
}

export interface DeletionReport extends Found, DeletionParadox {
  readonly paradox: 'deletion';
}

export type FoundParadox = SignTestReport | GenreReport | DeletionReport;

/**
 * Builds a test set that shows a paradox and tests whether the metrics contradict themselves on it. `variant` is one of `paradoxRecipes`,
 * by default the first, and `sizes` are the sizes of that recipe.
 */
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
    return {
      ...facts,
      ...compared(name, facts.systems, measureAll(metrics, { references }, systems), labels, 'genre'),
    };
  }
  const [baseline, shortened] = [...systems.values()] as [readonly string[], readonly string[]];
  const measured = measureAll(metrics, { references }, [baseline, baseline.map(() => '')]);
  const emptied = shortened.flatMap((text, segment) => (text === '' ? [segment] : []));
  return {
    ...facts,
    systems: [facts.systems[0]!],
    paradox: name,
    ...deleted(facts.systems[0]!, measured, deletionParadox(measured, baseline.map(textSize), emptied)),
  };
}

/** The counts of outputs: of two systems; for `deletion`, of one system and one with empty outputs. */
interface EvaluatedOutputs {
  readonly systems: readonly string[];
  /** With all rows. */
  readonly evaluation: Evaluation;
  /** For `deletion`: by segment, the `textSize` of its output. */
  readonly sizes: readonly number[];
  readonly input: Pick<TextInput, 'sha256' | 'notes'>;
}

/** `by` is the label that assigns segments to parts, for genres. */
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
    ? { ...facts, paradox: name, ...deleted(systems[0]!, measured, deletionParadox(measured, sizes)) }
    : { ...facts, ...compared(name, systems, measured, labels, by) };
}

/** One version of a test set: of each segment, the system whose output is taken; undefined if the segment is not in it. */
interface Version {
  readonly name: string;
  systemOf(segment: number): number | undefined;
}

function workedExample(measured: readonly Measured[], versions: readonly Version[]): WorkedExample {
  return {
    versions: versions.map(({ name }) => name),
    explained: measured.map(({ metric, rows, width, segments }) =>
      versions.map(({ systemOf }) => {
        const sums = new Float64Array(width);
        for (let i = 0; i < segments; i++) {
          const system = systemOf(i);
          if (system === undefined) continue;
          for (let k = 0, at = (system * segments + i) * width; k < width; k++) sums[k]! += rows[at + k]!;
        }
        return { score: metric.score(sums), steps: explainSums(metric, sums) };
      }),
    ),
  };
}

/** The system, and without the segments that were given or that the first metric chose. */
function deleted(system: string, measured: readonly Measured[], found: DeletionParadox) {
  const { segments } = found.deletions.slice(1).find((each) => each.segments.length > 0) ?? found.deletions[0]!;
  const isGone = new Set(segments);
  const emptied = {
    name: `without ${counted(segments.length, 'segment')}`,
    systemOf: (i: number) => (isGone.has(i + 1) ? 1 : 0),
  };
  return { ...found, worked: workedExample(measured, [{ name: system, systemOf: () => 0 }, emptied]) };
}

/** Both systems, and each with one segment of the other. */
const exchanges = (systems: readonly string[]): Version[] =>
  [0, 1].flatMap((own) => [
    { name: systems[own]!, systemOf: () => own },
    { name: `${systems[own]!} with segment 1 of ${systems[1 - own]!}`, systemOf: (i) => (i === 0 ? 1 - own : own) },
  ]);

/** Both systems on each part and on the whole. */
const partsAndWhole = (systems: readonly string[], parts: ReadonlyMap<string, readonly number[]>): Version[] =>
  [...parts, ['all', undefined] as const].flatMap(([part, members]) => {
    const isIn = members && new Set(members);
    return systems.map((system, s) => ({
      name: `${part}: ${system}`,
      systemOf: (i: number) => (!isIn || isIn.has(i) ? s : undefined),
    }));
  });

function compared(
  name: 'sign-test' | 'genres',
  systems: readonly string[],
  measured: readonly Measured[],
  labels: Evaluation['labels'],
  label: string,
) {
  if (name === 'sign-test') {
    const worked = workedExample(measured, exchanges(systems));
    return { paradox: name, findings: measured.map(signTestParadox), worked } as const;
  }
  const parts = groupSegments(labels, label);
  if (parts.size < 2) {
    const [only = ''] = parts.keys();
    throw new UsageError(
      `All segments have the same ${label}, ${JSON.stringify(only)}, so there are no parts to compare. Choose a label with at least two values.`,
    );
  }
  const worked = workedExample(measured, partsAndWhole(systems, parts));
  return { paradox: name, label, findings: measured.map((each) => genreParadox(each, parts)), worked } as const;
}

export const describedMetrics = (metrics: readonly Metric[], references: number | 'var'): Facts['metrics'] =>
  metrics.map((metric) => ({ ...scoredMetric(metric, { references }), decomposable: metric.decomposable }));

/** Characters other than white space. */
export const textSize = (text: string): number => text.replace(/\s+/g, '').length;
