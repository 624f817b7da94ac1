/** Error spans as stored by Appraise and pearmut, in JSON: the first and last character of the output, both included. */
import type { MarkedError } from '../../human/index.ts';
import { isObject } from '../json.ts';

/** Omissions have no position in the output. */
const omission = 'Omission';

/** Appraise shows this severity just before it deletes a span; judges who leave the page too soon keep such spans. */
const deleted = 'undecided';
/** How such spans are called where they are counted. */
export const deletedSpans = 'error spans of severity undecided, which count as deleted';

interface MarkedErrors {
  readonly errors: MarkedError[];
  /** Spans that the judge deleted. */
  readonly deleted: number;
  /** Spans that a program marked beforehand and the judge did not change. */
  readonly prefilled: number;
}

/** The errors of a list of spans, or an error message. */
export function markedErrors(spans: unknown, output: string | undefined): MarkedErrors | string {
  if (!Array.isArray(spans)) return 'error spans must be a list.';
  const errors: MarkedError[] = [];
  let deletions = 0;
  let prefilled = 0;
  for (const span of spans as unknown[]) {
    if (!isObject(span)) return 'an error span must be an object.';
    const { start_i: start, end_i: end } = span;
    const category = span.category ?? span.error_type ?? '';
    const severity = span.severity ?? '';
    // Appraise stores a category and its subcategory as a list of two.
    const path = Array.isArray(category) ? (category as unknown[]).filter((part) => part !== '') : [category];
    if (!path.every((part) => typeof part === 'string') || typeof severity !== 'string') {
      return 'the category and the severity of an error span must be strings.';
    }
    if (severity === deleted) {
      deletions++;
      continue;
    }
    // Appraise adds a type, which can be null, to what judges mark.
    if (!('error_type' in span) && !('category' in span)) prefilled++;
    const missing = start === 'missing' || (typeof start === 'number' && isPlain(output) && start >= output.length);
    const text =
      !missing && typeof start === 'number' && typeof end === 'number' && isPlain(output)
        ? output.slice(start, end + 1)
        : undefined;
    errors.push({
      category: path.join('/') || (missing ? omission : ''),
      severity,
      side: missing ? 'source' : 'output',
      ...(text !== undefined && { text }),
      ...(!missing && typeof start === 'number' && typeof end === 'number' && { start, end: end + 1 }),
    });
  }
  return { errors, deleted: deletions, prefilled };
}

/** Whether there is only one way to count the characters of the text: markup, line breaks and surrogates are counted differently by different tools. */
const isPlain = (output: string | undefined): output is string =>
  output !== undefined && /^[^<\n\r\ud800-\udfff]*$/.test(output);
