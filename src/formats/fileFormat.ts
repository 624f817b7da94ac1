/** What every file format declares. Choices, help, system names and the reference page are made from it. */
import { UsageError, suggest } from '../core/index.ts';

export interface FileFormat {
  /** As typed on the command line. */
  readonly id: string;
  /** What it is, as a phrase without a capital and a full stop. */
  readonly summary: string;
  /** File name endings, before `.gz` or `.zst`; help shows the first one. */
  readonly extensions?: readonly string[];
  /** Whether a file that starts with these lines has this format. */
  recognises?(firstLines: FirstLines): boolean;
}

export type FirstLines = readonly [string, ...string[]];

/** A file name without its compression ending. */
export const uncompressed = (path: string): string => path.replace(/\.(?:gz|zst)$/i, '');

/** How help lists them: `CoNLL-U, factored text or TSV`. */
export function namesOf(formats: readonly { readonly name: string }[]): string {
  const names = formats.map(({ name }) => name);
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

/** The format with this id; `what` names the kind of file in messages. */
export function formatById<Format extends FileFormat>(formats: readonly Format[], asked: string, what: string): Format {
  const format = formats.find(({ id }) => id === asked);
  if (format) return format;
  const ids = formats.map(({ id }) => id);
  throw new UsageError(`Unknown format ${asked} for ${what}. ${suggest(asked, ids)}`);
}

/** The format that a file name implies, if any. */
export function formatByName<Format extends FileFormat>(formats: readonly Format[], path: string): Format | undefined {
  const name = uncompressed(path).toLowerCase();
  return formats.find(({ extensions = [] }) => extensions.some((end) => name.endsWith(end)));
}

/** The first format that recognises the first lines of a file, if any. */
export const formatByLines = <Format extends FileFormat>(
  formats: readonly Format[],
  lines: FirstLines,
): Format | undefined => formats.find((format) => format.recognises?.(lines));

/** The error for a file that no format recognises; `advice` says how to name one. */
export function unknownFormat(
  file: string,
  what: string,
  [line]: FirstLines,
  advice: string,
  formats: readonly FileFormat[],
): UsageError {
  const most = 60;
  const start = JSON.stringify(line.length > most ? `${line.slice(0, most)}…` : line);
  return new UsageError(
    `Cannot read ${file} as ${what}: it starts with ${start}. ${advice}: ${formats.map(({ id }) => id).join(', ')}.`,
  );
}
