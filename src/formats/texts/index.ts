/** All formats of texts, and which one a file is of. */
import { UsageError, suggest } from '../../core/index.ts';
import { formatByName } from '../fileFormat.ts';
import { conllu } from './conllu.ts';
import { factored } from './factored.ts';
import { jsonl } from './jsonl.ts';
import { sgml, xml } from './markup.ts';
import { text } from './text.ts';
import type { TextFormat } from './textFormat.ts';
import { tsv } from './tsv.ts';

export const textFormats = [text, tsv, jsonl, sgml, xml, conllu, factored] as const;

/** Names of the formats of texts. */
export type FormatId = (typeof textFormats)[number]['id'];
export const formatIds: readonly FormatId[] = textFormats.map(({ id }) => id);

/** How names of files end that are more than plain text, as help lists them. */
export const structuredEndings: string = textFormats
  .filter((format) => format !== text)
  .map(({ extensions }) => extensions[0])
  .join(', ');

/** The format that is asked for, or else that of a file by its name; anything unknown is plain text. */
export function formatOf(path: string, asked?: FormatId): TextFormat {
  if (asked === undefined) return formatByName<TextFormat>(textFormats, path) ?? text;
  const format = textFormats.find(({ id }) => id === asked);
  if (!format) throw new UsageError(`Unknown format ${asked as string}. ${suggest(asked, formatIds)}`);
  return format;
}

/** Whether each line of a file is a segment and nothing else. */
export const isPlainText = (path: string, asked?: FormatId): boolean => formatOf(path, asked) === text;
