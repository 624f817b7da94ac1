/**
 * Ratings as mt-metrics-eval keeps them, `PAIR.NAME.seg.rating`: lines of system, errors as JSON or None, and the rater, one line for
 * each segment of a system, in order.
 */
import { UsageError, counted } from '../../core/index.ts';
import type { Annotation, MarkedError } from '../../human/index.ts';
import type { FileFormat } from '../fileFormat.ts';
import { tryJson } from '../json.ts';

export const ratings = {
  id: 'mt-metrics-eval',
  summary:
    'marked errors in a shared task, one line for each segment of a system: system, errors in JSON or None, and the rater',
  extensions: ['.seg.rating'],
} as const satisfies FileFormat;

export interface RatingFile {
  /** As messages name it. */
  readonly path: string;
  readonly task: string;
  /** The judge of lines that name none. */
  readonly rater: string;
  /** How many lines each system must have, where known. */
  readonly segments: number | undefined;
  /** The document of each segment, where known. */
  readonly documents: readonly string[] | undefined;
}

/** The annotations of one file. `orders` counts what each judge did, over all files. */
export function readRatings(
  { path, task, rater, segments, documents }: RatingFile,
  lines: readonly string[],
  orders: Map<string, number>,
): Annotation[] {
  const counts = new Map<string, number>();
  const annotations = lines.flatMap((line, i): Annotation[] => {
    const place = `${path}, line ${i + 1}`;
    const fields = line.trimEnd().split('\t');
    const [system = '', rating = '', judge = rater] = fields;
    if (fields.length < 2 || fields.length > 3 || system === '') {
      throw new UsageError(`${place}: a line holds a system, its errors as JSON or None, and the rater.`);
    }
    const segment = (counts.get(system) ?? 0) + 1;
    counts.set(system, segment);
    if (rating === 'None') return [];
    const order = orders.get(judge) ?? 0;
    orders.set(judge, order + 1);
    const document = documents?.[segment - 1];
    const common = { task, segment: String(segment), judge, order, ...(document !== undefined && { document }) };
    return [{ ...common, system, errors: errorsOf(rating, place) }];
  });
  const odd = [...counts].find(([, count]) => segments !== undefined && count !== segments);
  if (odd)
    throw new UsageError(
      `${path}: system ${odd[0]} has ${counted(odd[1], 'rating')}, ${task} has ${counted(segments!, 'segment')}.`,
    );
  return annotations;
}

function errorsOf(json: string, place: string): MarkedError[] {
  const errors = (tryJson(json) as { errors?: unknown } | null | undefined)?.errors;
  if (!Array.isArray(errors))
    throw new UsageError(`${place}: the errors must be JSON such as {"errors": []}, or None.`);
  return errors.map((error: unknown) => {
    const { category, severity, is_source_error: inSource } = (error ?? {}) as Readonly<Record<string, unknown>>;
    return {
      category: typeof category === 'string' ? category : '',
      severity: typeof severity === 'string' ? severity : '',
      side: inSource === true ? 'source' : 'output',
    };
  });
}
