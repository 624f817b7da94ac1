/** What every format of files says of itself. Choices, help, names of systems and the reference page are made of it. */
import { UsageError, suggest } from '../core/index.ts';

export interface FileFormat {
  /** As typed on the command line. */
  readonly id: string;
  /** What it is, as a phrase: without a capital and a full stop. */
  readonly summary: string;
  /** What names of its files end in, before `.gz`; help shows the first one. */
  readonly extensions?: readonly string[];
  /** Whether a file that starts with these lines is of the format. */
  recognises?(firstLines: FirstLines): boolean;
}

export type FirstLines = readonly [string, ...string[]];

/** A name without what says that the file is compressed. */
export const uncompressed = (path: string): string => path.replace(/\.gz$/i, '');

/** How help lists them: `CoNLL-U, factored text or TSV`. */
export function namesOf(formats: readonly { readonly name: string }[]): string {
  const names = formats.map(({ name }) => name);
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

/** The format that someone asked for; `what` it is a format of. */
export function formatById<Format extends FileFormat>(formats: readonly Format[], asked: string, what: string): Format {
  const format = formats.find(({ id }) => id === asked);
  if (format) return format;
  const ids = formats.map(({ id }) => id);
  throw new UsageError(`There is no format ${asked} of ${what}. ${suggest(asked, ids)}`);
}

/** The format that the name of a file tells, if it does. */
export function formatByName<Format extends FileFormat>(formats: readonly Format[], path: string): Format | undefined {
  const name = uncompressed(path).toLowerCase();
  return formats.find(({ extensions = [] }) => extensions.some((end) => name.endsWith(end)));
}

/** The format that the first lines of a file tell, if they do. Formats are asked in their order. */
export const formatByLines = <Format extends FileFormat>(
  formats: readonly Format[],
  lines: FirstLines,
): Format | undefined => formats.find((format) => format.recognises?.(lines));

/** For a file that is of none of the formats; `advice` says how to name one. */
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
    `${file} is of no known format of ${what}: it starts with ${start}. ${advice}: ${formats.map(({ id }) => id).join(', ')}.`,
  );
}
