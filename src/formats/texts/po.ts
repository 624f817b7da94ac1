/** PO files of GNU gettext. The parser is loaded only when needed. */
import type { TextFormat } from './textFormat.ts';

export const po = {
  id: 'po',
  summary: 'GNU gettext: `msgid` is the source, `msgstr` the output or reference; each plural form is a segment',
  extensions: ['.po', '.pot'],
  recognises: ([line]) => /^\s*(?:msgid|msgctxt) "/.test(line),
  systems: 'the file name',
  readsLabels: true,
  open: async (source, role) => (await import('./readPo.ts')).openPo(source, role),
} as const satisfies TextFormat;
