/** Text and data made safe for HTML. */

const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** A text without characters that HTML and XML have no place for; where one was, the mark of a missing one is. */
export const printable = (text: string): string =>
  text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]|\p{Surrogate}/gu, '\ufffd');

/** Any text, for between tags and in quoted attributes. */
export const escaped = (text: string): string => printable(text).replace(/[&<>"']/g, (mark) => marks[mark]!);

/** The address of a file that is in the page itself; safe in a quoted attribute. Only what must be is encoded, since charts are long. */
export const dataAddress = (type: string, text: string): string =>
  `data:${type};charset=utf-8,${text.toWellFormed().replace(/[\0-\x20"#%&<>\x7f-\x9f]/g, encodeURIComponent)}`;
