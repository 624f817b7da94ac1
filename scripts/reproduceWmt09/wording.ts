/** Numbers, lists and tables as the guide writes them. */
export { listed } from '../../src/report/wording.ts';

/** `.549`, as the paper prints shares; 1 and more keep their digit, minus is a true one. */
export const share = (value: number, digits = 3): string =>
  Number.isNaN(value)
    ? '–'
    : value
        .toFixed(digits)
        .replace(/^(-?)0\./, '$1.')
        .replace(/^-(?=.*[1-9])/, '−')
        .replace(/^-/, '');

/** `+.012`, `−.004`, `.000`. */
export const signed = (value: number, digits = 3): string => {
  const text = share(value, digits);
  return value > 0 && /[1-9]/.test(text) ? `+${text}` : text;
};

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** `[.51, .56]` */
export const within = ({ low, high }: Interval, digits = 3): string =>
  `[${share(low, digits)}, ${share(high, digits)}]`;

/** `12 %` */
export const percent = (part: number): string => `${(100 * part).toFixed(0)} %`;

/** `1,388` */
export const grouped = (count: number): string => String(count).replace(/(?<=\d)(?=(\d{3})+$)/g, ',');

const words = [
  'none',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];

/** `two`, `137`. */
export const numberWord = (count: number): string => words[count] ?? grouped(count);

/** `none of nine`, `all nine`, `both`, `two of nine`. */
export function partOf(part: number, all: number): string {
  if (part === all) return all === 2 ? 'both' : `all ${numberWord(all)}`;
  return `${numberWord(part)} of ${numberWord(all)}`;
}

export const capitalised = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1);

/** As the paper writes a language pair. */
export const paperPair = (task: string): string => task.replace('cs', 'cz');

/** A table in Markdown; columns but the first `left` ones are aligned to the right. */
export function table(columns: readonly string[], rows: readonly (readonly string[])[], left = 1): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(columns), line(columns.map((_, c) => (c < left ? '---' : '---:'))), ...rows.map(line)].join('\n');
}

/** Commands to type. */
export const commands = (...lines: readonly string[]): string => ['```sh', ...lines, '```'].join('\n');

/** Parts of a page, an empty line between them; those that are undefined have nothing to say. */
export const page = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== '').join('\n\n');
