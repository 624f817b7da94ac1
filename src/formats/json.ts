/** JSON from files. */
import { UsageError } from '../core/index.ts';
import { quoted } from './numbers.ts';

/** The JSON value of a text; undefined if the text is not valid JSON. */
export function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Parses JSON with errors that name the line, and refuses an object with a repeated key: JSON.parse would silently keep the last one.
 * `firstLine` is the line of the file that the text starts at.
 */
export function parseJson(text: string, file: string, firstLine = 1): unknown {
  const place = (position: number): string => {
    let line = firstLine;
    for (let at = text.indexOf('\n'); at >= 0 && at < position; at = text.indexOf('\n', at + 1)) line++;
    return `${file}, line ${line}`;
  };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const position = findFault(text);
    const what =
      position < text.length ? `${quoted(text.slice(position, position + 20))} is out of place` : 'it ends too early';
    throw new UsageError(`${place(position)}: not valid JSON: ${what}.`, { cause: error });
  }
  const again = findRepeatedKey(text);
  if (again) {
    throw new UsageError(
      `${place(again.position)}: the key ${quoted(again.key)} appears twice in an object. Remove one of them.`,
    );
  }
  return value;
}

/** Brackets and separators, strings, and other values, with the space before them. */
const token =
  /[ \t\r\n]*(?:([{}[\],:])|("(?:[^"\\\u0000-\u001f]+|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y;

/** Where a text stops being valid JSON, which engines do not always report. */
function findFault(text: string): number {
  const open: string[] = [];
  let expected = 'value';
  for (let at = 0; ; at = token.lastIndex) {
    token.lastIndex = at;
    const found = token.exec(text);
    const fault = at + /^[ \t\r\n]*/.exec(text.slice(at))![0].length;
    if (!found) return fault;
    const [, mark, string] = found;
    if (mark === undefined) {
      const isKey = string !== undefined && expected.startsWith('key');
      if (!isKey && !expected.startsWith('value')) return fault;
      expected = isKey ? ':' : open.length > 0 ? 'more' : 'end';
    } else if (mark === '{' || mark === '[') {
      if (!expected.startsWith('value')) return fault;
      open.push(mark);
      expected = mark === '{' ? 'key or }' : 'value or ]';
    } else if (mark === '}' || mark === ']') {
      if (open.pop() !== (mark === '}' ? '{' : '[') || (expected !== 'more' && !expected.endsWith(` ${mark}`)))
        return fault;
      expected = open.length > 0 ? 'more' : 'end';
    } else if (mark === ':') {
      if (expected !== ':') return fault;
      expected = 'value';
    } else {
      if (expected !== 'more') return fault;
      expected = open.at(-1) === '{' ? 'key' : 'value';
    }
  }
}

/** The first repeated key of an object, in valid JSON. */
function findRepeatedKey(text: string): { key: string; position: number } | undefined {
  /** Keys of the objects around, undefined for arrays. */
  const open: (Set<string> | undefined)[] = [];
  let keyNext = false;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x7b: // {
        open.push(new Set());
        keyNext = true;
        break;
      case 0x5b: // [
        open.push(undefined);
        keyNext = false;
        break;
      case 0x7d: // }
      case 0x5d: // ]
        open.pop();
        keyNext = false;
        break;
      case 0x2c: // ,
        keyNext = open.at(-1) !== undefined;
        break;
      case 0x22: {
        const position = at;
        at = closingQuote(text, at);
        if (!keyNext) break;
        const written = text.slice(position, at + 1);
        const key = written.includes('\\') ? (JSON.parse(written) as string) : written.slice(1, -1);
        const keys = open.at(-1)!;
        if (keys.has(key)) return { key, position };
        keys.add(key);
        keyNext = false;
      }
    }
  }
  return undefined;
}

function closingQuote(text: string, opening: number): number {
  for (let at = opening + 1; ; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x5c) at++;
    else if (code === 0x22) return at;
  }
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
