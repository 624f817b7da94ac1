import type { TextFormat } from './textFormat.ts';

export const sgml = {
  id: 'sgml',
  summary: "NIST's mteval format: a srcset, refsets and tstsets of documents of segments",
  extensions: ['.sgm', '.sgml'],
  systems: 'the `sysid` of a document or `tstset`',
  // Its parser takes longer to load than most files take to read, so it is loaded when a file asks for it.
  open: async (input) => (await import('./readSgml.ts')).openSgml(input),
} as const satisfies TextFormat;
