/** Where metrics contradict themselves, on made-up outputs or on given ones; after Chiang, DeNeefe, Chan and Ng (EMNLP 2008), section 3. */
import { type Metric, type OptionSpecs, UsageError, counted, present, resolveOptions, version } from '../core/index.ts';
import { type Task, withBatches } from '../data/index.ts';
import type { Batch } from '../formats/index.ts';
import { type Measured, groupSegments, measureAll, measurements } from '../measure/index.ts';
import { type Paradox, deletionParadox, genreParadox, paradoxRecipes, signTestParadox } from '../paradox/index.ts';
import { type ParadoxReport, scoredMetric } from '../report/index.ts';
import { evaluate } from './evaluate.ts';

/** Of a made-up test set: `variant` is one of `paradoxRecipes`, the first unless given, and `sizes` are its own. */
export function makeUpParadox(
  name: Paradox,
  metrics: readonly Metric[],
  variant: string = Object.keys(paradoxRecipes[name])[0]!,
  sizes: Readonly<Record<string, unknown>> = {},
): ParadoxReport {
  const recipe = paradoxRecipes[name][variant]!;
  const { summary, bleuContradictsItself } = recipe;
  const chosen = resolveOptions(recipe.sizes as OptionSpecs, sizes) as Record<string, number>;
  const { references, systems, labels } = recipe.build(chosen);
  const facts = {
    version,
    systems: [...systems.keys()],
    segments: references.length,
    metrics: described(metrics, 1),
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
    ...deletionParadox(measured, baseline.map(sizeOf), emptied),
  };
}

export interface FindParadoxOptions {
  /** Which label says to which part a segment belongs, for genres: `domain` unless given. */
  readonly by?: string;
  readonly threads?: number | 'auto';
  readonly onProgress?: (done: { readonly share: number | undefined; readonly text: string }) => void;
}

/** Of outputs: two systems, for `deletion` one. */
export async function findParadox(
  name: Paradox,
  task: Task,
  metrics: readonly Metric[],
  { by = 'domain', threads, onProgress }: FindParadoxOptions = {},
): Promise<ParadoxReport> {
  const sizes: number[] = [];
  const evaluation = await evaluate(name === 'deletion' ? withEmptySystem(task, sizes) : task, metrics, {
    ...present({ threads }),
    keepRows: true,
    onProgress: ({ segments, share }) => onProgress?.({ share, text: counted(segments, 'segment') }),
  });
  const measured = measurements(metrics, evaluation);
  const { references, segments } = evaluation;
  const facts = {
    version,
    systems: task.systems,
    segments,
    metrics: described(metrics, references),
    input: { references, sha256: task.checksum ?? '', notes: task.notes },
  };
  return name === 'deletion'
    ? { ...facts, paradox: name, ...deletionParadox(measured, sizes) }
    : { ...facts, ...compared(name, measured, evaluation.labels, by) };
}

function compared(name: 'sign-test' | 'genres', measured: readonly Measured[], labels: Batch['labels'], label: string) {
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

const described = (metrics: readonly Metric[], references: number | 'var') =>
  metrics.map((metric) => ({ ...scoredMetric(metric, { references }), decomposable: metric.decomposable }));

/** The same task with one more system, which translates nothing; `sizes` takes up the size of each output of the first. */
function withEmptySystem(task: Task, sizes: number[]): Task {
  const addEmpty = (batch: Batch): Batch => {
    const [outputs = []] = batch.hypotheses;
    for (const text of outputs) sizes.push(sizeOf(text));
    return { ...batch, hypotheses: [...batch.hypotheses, outputs.map(() => '')] };
  };
  return withBatches(task, addEmpty, [...task.systems, '(empty)']);
}

/** Characters other than white space. */
const sizeOf = (text: string): number => text.replace(/\s+/g, '').length;
