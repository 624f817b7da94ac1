/** Error spans as stored by Appraise and pearmut, in JSON: the first and last character of the output, both included. */
import type { MarkedError } from '../../human/index.ts';
import { isObject } from '../json.ts';

/** Omissions have no position in the output. */
const omission = 'Omission';

/** The errors of a list of spans, or an error message. */
export function markedErrors(spans: unknown, output: string | undefined): MarkedError[] | string {
  if (!Array.isArray(spans)) return 'error spans must be a list.';
  const errors: MarkedError[] = [];
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
    });
  }
  return errors;
}

/** Whether there is only one way to count the characters of the text: markup, line breaks and surrogates are counted differently by different tools. */
const isPlain = (output: string | undefined): output is string =>
  output !== undefined && /^[^<\n\r\ud800-\udfff]*$/.test(output);
