/** Markup formats. Their parsers take longer to load than most files take to read, so they are loaded only when needed. */
import type { TextFormat } from './textFormat.ts';

export const sgml = {
  id: 'sgml',
  summary: "NIST's mteval format: a srcset, refsets and tstsets with documents and segments",
  extensions: ['.sgm', '.sgml'],
  recognises: ([line]) => /^\s*<(?:!doctype mteval|mteval|srcset|refset|tstset)\b/i.test(line),
  systems: 'the `sysid` of a document or `tstset`',
  open: async (source, role) => (await import('./readSgml.ts')).openSgml(source, role),
} as const satisfies TextFormat;

export const xml = {
  id: 'xml',
  summary: "WMT's XML since 2021: documents with a source, references and outputs; also NIST's format as XML",
  extensions: ['.xml'],
  recognises: ([line]) => /^\s*<(?:\?xml|dataset)\b/.test(line),
  systems: 'the attribute `system` of `hyp`',
  open: async (source, role) => (await import('./readXml.ts')).openXml(source, role),
} as const satisfies TextFormat;

export const xliff = {
  id: 'xliff',
  summary: 'XLIFF 1.2 and 2: the source and the target of each unit or segment; the target is the output or reference',
  extensions: ['.xlf', '.xliff', '.sdlxliff', '.mqxliff', '.mxliff'],
  recognises: ([line]) => /^\s*(?:<\?xml[^>]*\?>\s*)?<(?:\w+:)?xliff\b/.test(line),
  systems: 'the file name',
  readsLabels: true,
  open: async (source, role) => (await import('./readXliff.ts')).openXliff(source, role),
} as const satisfies TextFormat;

export const tmx = {
  id: 'tmx',
  summary: 'TMX: the source language and another, which is the output or reference; `--columns` chooses among several',
  extensions: ['.tmx'],
  recognises: ([line]) => /^\s*(?:<\?xml[^>]*\?>\s*)?<tmx\b/.test(line),
  systems: 'the file name; the language if there are several outputs',
  open: async (source, role, columns) => (await import('./readTmx.ts')).openTmx(source, role, columns),
} as const satisfies TextFormat;
