/** The forms that a result can be shown in, and which of them is asked for. */
import { extname } from 'node:path';
import { UsageError, oneOf } from '../core/index.ts';
import { type Report, type Style, media } from '../report/index.ts';
import { type Declared, texts, value, values } from './options.ts';

/** How a result is shown. */
export interface Forms<Result, Options> {
  /** What JSON holds; the result itself unless said otherwise. */
  data?(result: Result): unknown;
  /** For people. */
  tables?(result: Result, given: Options): Report;
  /** For other programs: CSV and TSV. */
  rows?(result: Result, given: Options): Report;
  /** HTML, in place of a page with the tables. */
  page?(result: Result, given: Options): string;
  /** Forms of its own, by name. */
  readonly own?: Readonly<Record<string, (result: Result, given: Options, style: Style) => string>>;
}

// oxlint-disable-next-line typescript/no-explicit-any -- forms of different results share one list
type AnyForms = Forms<any, any>;

const ofTables = ['text', 'markdown', 'latex', 'html'] as const;
const ofRows = ['csv', 'tsv'] as const;

function formatsOf({ tables, rows, page, own = {} }: AnyForms): string[] {
  const offered = [
    ...(tables ? ofTables : []),
    ...Object.keys(own),
    ...(page ? ['html'] : []),
    'json',
    ...(rows ? ofRows : []),
  ];
  return [...new Set(offered)];
}

/** Every command whose result has forms takes these. */
export interface FormOptions {
  readonly format: Declared<string, false>;
  readonly output: Declared<readonly string[], false>;
}

export const formOptions = (forms: AnyForms): FormOptions => ({
  format: value(oneOf(formatsOf(forms)), {
    letter: 'f',
    value: 'format',
    help: 'form of the result (default: by the ending of the output, else text)',
  }),
  output: values(texts, {
    letter: 'o',
    value: 'file',
    names: 'output',
    help: 'write to a file, such as result.html; repeat for several forms',
  }),
});

const formatsByEnding: ReadonlyMap<string, string> = new Map([
  ['.md', 'markdown'],
  ['.tex', 'latex'],
  ['.html', 'html'],
  ['.json', 'json'],
  ['.csv', 'csv'],
  ['.tsv', 'tsv'],
]);

/** One place that the result goes to, and its form there. */
export interface Target {
  /** Absent for standard output. */
  readonly path?: string;
  readonly format: string;
}

/** Where the result goes: the form is the one asked for, else the one that the file's ending stands for. */
export function targetsOf(
  forms: AnyForms,
  { format, output }: { readonly format?: string; readonly output?: readonly string[] },
): Target[] {
  if (!output) return [{ format: format ?? 'text' }];
  const offered = formatsOf(forms);
  return output.map((path) => {
    const found = format ?? formatsByEnding.get(extname(path).toLowerCase()) ?? 'text';
    if (offered.includes(found)) return { path, format: found };
    throw new UsageError(`${path}: there is no ${found} of this result. Name a form with -f: ${offered.join(', ')}.`);
  });
}

/** The result in one form. */
export function showForm<Result, Options>(
  { data, tables, rows, page, own }: Forms<Result, Options>,
  result: Result,
  given: Options,
  format: string,
  style: Style,
): string {
  const special = own?.[format];
  if (special) return special(result, given, style);
  if (format === 'json') return `${JSON.stringify(data ? data(result) : result, null, 2)}\n`;
  if (format === 'html' && page) return page(result, given);
  const isRows = format === 'csv' || format === 'tsv';
  return media[format as keyof typeof media]((isRows ? rows : tables)!(result, given), style);
}
