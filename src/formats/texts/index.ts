/** All text formats, and how to find that of a file. */
import { UsageError, suggest } from '../../core/index.ts';
import { formatByLines, formatByName } from '../fileFormat.ts';
import { conllu } from './conllu.ts';
import { csv } from './csv.ts';
import { factored } from './factored.ts';
import { jsonl } from './jsonl.ts';
import { sgml, tmx, xliff, xml } from './markup.ts';
import { po } from './po.ts';
import { openText, text } from './text.ts';
import type { FileRole, TextFormat } from './textFormat.ts';
import { tsv } from './tsv.ts';
import { xlsx } from './xlsx.ts';

export const textFormats = [text, tsv, csv, xlsx, jsonl, xliff, tmx, po, sgml, xml, conllu, factored] as const;

/** The id of a text format. */
export type FormatId = (typeof textFormats)[number]['id'];
export const formatIds: readonly FormatId[] = textFormats.map(({ id }) => id);

/** File name endings of formats other than plain text, for help. */
export const structuredEndings: string = textFormats
  .filter((format) => format !== text)
  .map(({ extensions }) => extensions[0])
  .join(', ');

/**
 * Returns the text format with the given id, or else the format that a file's name implies. A name that implies no format means plain text,
 * unless the first line says otherwise.
 */
export function formatOf(path: string, asked?: FormatId): TextFormat {
  if (asked === undefined) {
    const named = formatByName<TextFormat>(textFormats, path) ?? text;
    return named === text ? unmarked : named;
  }
  const format = textFormats.find(({ id }) => id === asked);
  if (!format) throw new UsageError(`Unknown format ${asked as string}. ${suggest(asked, formatIds)}`);
  return format;
}

/** Plain text that was not declared as such. */
const unmarked: TextFormat = {
  ...text,
  open: (source, role) => openText(source, role, (firstLine) => refuseStructure(source.name, firstLine, role)),
};

/**
 * Refuses a file that is named as plain text, or not at all, and starts like another format: its scores would be meaningless. Formats of
 * analyses are not tried, since plain text can start with # or contain a |.
 */
export function refuseStructure(file: string, firstLine: string, role: FileRole): void {
  const structured = textFormats.filter((format) => !('readAnalyses' in format));
  const found = formatByLines<TextFormat>(structured, [firstLine]);
  if (!found) return;
  const { id, extensions } = found;
  const asOutput = role === 'output' ? `, or use --input-format ${id}` : '';
  throw new UsageError(
    `${file} looks like ${id.toUpperCase()}, but its name does not say so. Rename it to end in ${extensions[0]}${asOutput}. If it is plain text, use --input-format text.`,
  );
}

/** Whether each line of a file is a segment and nothing else. */
export const isPlainText = (path: string, asked?: FormatId): boolean => formatOf(path, asked).id === 'text';
