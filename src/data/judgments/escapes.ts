/** Texts in fields of a TSV file that reads back exactly: \t, \n, \r and \\ stand for what they name, \e for a text that is empty. */

const codes = new Map([
  ['\\', '\\\\'],
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\r', '\\r'],
]);
const texts = new Map([...codes].map(([text, code]) => [code, text]));

/** An empty field says that there is no text, so a text that is empty needs a code. */
export const escaped = (text: string): string =>
  text === '' ? '\\e' : text.replace(/[\\\t\n\r]/g, (character) => codes.get(character)!);

/** A backslash that starts no code stands for itself. */
export const unescaped = (field: string): string =>
  field === '\\e' ? '' : field.replace(/\\[\\tnr]/g, (code) => texts.get(code)!);
