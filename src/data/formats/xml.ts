import type { TextFormat } from './textFormat.ts';

export const xml = {
  id: 'xml',
  summary: "WMT's XML, from 2021 on: documents with a source, references and outputs; NIST's format as XML, too",
  extensions: ['.xml'],
  systems: 'the attribute `system` of `hyp`',
  // Its parser takes longer to load than most files take to read, so it is loaded when a file asks for it.
  open: async (input) => (await import('./readXml.ts')).openXml(input),
} as const satisfies TextFormat;
