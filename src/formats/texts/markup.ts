/** Formats of tags. Their parsers take longer to load than most files take to read, so they are loaded when a file asks for them. */
import type { TextFormat } from './textFormat.ts';

export const sgml = {
  id: 'sgml',
  summary: "NIST's mteval format: a srcset, refsets and tstsets of documents of segments",
  extensions: ['.sgm', '.sgml'],
  systems: 'the `sysid` of a document or `tstset`',
  open: async (source, role) => (await import('./readSgml.ts')).openSgml(source, role),
} as const satisfies TextFormat;

export const xml = {
  id: 'xml',
  summary: "WMT's XML, from 2021 on: documents with a source, references and outputs; NIST's format as XML, too",
  extensions: ['.xml'],
  systems: 'the attribute `system` of `hyp`',
  open: async (source, role) => (await import('./readXml.ts')).openXml(source, role),
} as const satisfies TextFormat;
