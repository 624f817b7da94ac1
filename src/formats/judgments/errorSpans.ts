/** Error spans as Appraise and pearmut keep them, in JSON: from and to which character of the output, both included. */
import type { MarkedError } from '../../human/index.ts';
import { isObject } from '../json.ts';

/** What was left out stands for itself: it has no place in the output. */
const omission = 'Omission';

/** The errors of a list of spans, or what is wrong with it. */
export function markedErrors(spans: unknown, output: string | undefined): MarkedError[] | string {
  if (!Array.isArray(spans)) return 'error spans must be a list.';
  const errors: MarkedError[] = [];
  for (const span of spans as unknown[]) {
    if (!isObject(span)) return 'an error span must be an object.';
    const { start_i: start, end_i: end } = span;
    const category = span.category ?? span.error_type ?? '';
    const severity = span.severity ?? '';
    // Appraise keeps a category and its kind as a list of two.
    const path = Array.isArray(category) ? (category as unknown[]).filter((part) => part !== '') : [category];
    if (!path.every((part) => typeof part === 'string') || typeof severity !== 'string') {
      return 'the category and the severity of an error span must be texts.';
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

/** Whether characters of the text are counted in one way only: markup, line breaks and surrogates are shown in ways of their own. */
const isPlain = (output: string | undefined): output is string =>
  output !== undefined && /^[^<\n\r\ud800-\udfff]*$/.test(output);
