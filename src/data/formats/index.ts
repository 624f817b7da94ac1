/** All formats, and which one a file name asks for. */
import { conllu } from './conllu.ts';
import { factored } from './factored.ts';
import type { Format, FormatId } from './format.ts';
import { jsonl } from './jsonl.ts';
import { text } from './text.ts';
import { tsv } from './tsv.ts';

// The parsers of these two take longer to load than most files take to read, so they are loaded when a file asks for them.
const sgml: Format = {
  id: 'sgml',
  extensions: ['.sgm', '.sgml'],
  open: async (input) => (await import('./sgml.ts')).openSgml(input),
};
const xml: Format = {
  id: 'xml',
  extensions: ['.xml'],
  open: async (input) => (await import('./xml.ts')).openXml(input),
};

const formats: readonly Format[] = [text, tsv, jsonl, sgml, xml, conllu, factored];

export const formatById = (id: FormatId): Format => formats.find((format) => format.id === id)!;

/** The format of a file by its name; anything unknown is plain text. */
export function formatOf(path: string): Format {
  const name = path.toLowerCase().replace(/\.gz$/, '');
  return formats.find(({ extensions }) => extensions.some((end) => name.endsWith(end))) ?? text;
}

export { type Format, type FormatId, formatIds } from './format.ts';
