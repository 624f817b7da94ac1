/** PO and POT files of GNU gettext: a msgid and its translation, or one translation per plural form. */
import { UsageError, counted } from '../../core/index.ts';
import { decodeUtf8 } from '../utf8.ts';
import { readEncodedText } from '../wholeFile.ts';
import type { FileRole, Part, TextFormat } from './textFormat.ts';
import { type Unit, unitsPart } from './unitsPart.ts';

export const openPo: TextFormat['open'] = async (source, role) => {
  const { name } = source;
  const text = await readEncodedText(source, (bytes) => checkCharset(name, bytes));
  return readPo(name, text, role);
};

/** Refuses other encodings before bytes that are not UTF-8 do, since the header names them. */
function checkCharset(file: string, bytes: Uint8Array): void {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 1 << 13));
  const charset = /^"Content-Type:[^"]*charset=([\w.:-]+)/im.exec(start)?.[1];
  // CHARSET is the placeholder of templates.
  if (charset === undefined || /^(?:utf-?8|us-ascii|ascii|charset)$/i.test(charset)) return;
  throw new UsageError(
    `${file} is in ${charset}, not UTF-8. Convert it, for example with msgconv --to-code=UTF-8 ${file}.`,
  );
}

interface Entry {
  readonly line: number;
  isFuzzy: boolean;
  context?: string;
  id?: string;
  plural?: string;
  /** By plural form; one that has no plural has form 0. */
  readonly translations: Map<number, string>;
}

const keyword = /^(msgctxt|msgid_plural|msgid|msgstr(?:\[(\d{1,3})\])?)\s*("(?:[^"\\]|\\.)*")$/;
const quoted = /^"(?:[^"\\]|\\.)*"$/;

function readPo(file: string, text: string, role: FileRole): Part {
  const entries = [...readEntries(file, text)];
  const notes: string[] = [];
  const whole = entries.filter(({ id, translations }) => id !== undefined && translations.size > 0);
  const broken = entries.length - whole.length;
  if (broken > 0) {
    const are = broken === 1 ? 'entry without msgid or msgstr is' : 'entries without msgid or msgstr are';
    notes.push(`${file}: ${broken} ${are} left out.`);
  }
  // The entry with an empty msgid and no context is the header.
  const messages = whole.filter(({ id, context }) => id !== '' || context !== undefined);
  if (messages.length === 0) throw new UsageError(`${file} has no messages. Expected msgid and msgstr.`);
  const fuzzy = messages.filter(({ isFuzzy }) => isFuzzy).length;
  if (fuzzy > 0) {
    notes.push(
      `${file}: ${fuzzy} of ${counted(messages.length, 'message')} ${fuzzy === 1 ? 'is' : 'are'} fuzzy. ` +
        'Fuzzy translations are read like others; the label fuzzy marks them.',
    );
  }
  const units: Unit[] = [];
  const texts: string[] = [];
  for (const { line, context, id, plural, isFuzzy, translations } of messages) {
    for (const [form, translation] of translations) {
      const ofForm = plural === undefined ? '' : `, msgstr[${form}]`;
      units.push({
        name: `msgid on line ${line}${ofForm}`,
        key: JSON.stringify([context ?? null, id, form]),
        // The first form is nearest to the singular, whatever the language.
        source: form === 0 ? id! : (plural ?? id!),
        ...(fuzzy > 0 ? { labels: { fuzzy: isFuzzy ? 'yes' : 'no' } } : {}),
      });
      texts.push(translation);
    }
  }
  const translations = { what: 'msgstr', texts };
  return unitsPart(
    {
      file,
      format: 'po',
      units,
      systems: new Map([[undefined, translations]]),
      references: role === 'reference' ? new Map([['msgstr', translations]]) : new Map(),
      notes,
    },
    role,
  );
}

function* readEntries(file: string, text: string): Generator<Entry> {
  let entry: Entry | undefined;
  /** Flags come before the entry they belong to. */
  let isFuzzy = false;
  /** Where a string that continues on the next line goes. */
  let extend: ((piece: string) => void) | undefined;
  let number = 0;
  for (const typed of text.split('\n')) {
    number++;
    const line = typed.trim();
    if (line === '') continue;
    if (line.startsWith('#')) {
      // A comment ends an entry that has a translation. Obsolete entries (#~) and previous ones (#|) are comments, too.
      if (entry && entry.translations.size > 0) {
        yield entry;
        entry = extend = undefined;
      }
      if (/^#,(?:.*,)?\s*fuzzy\s*(?:,|$)/.test(line)) isFuzzy = true;
      else if (line.startsWith('#~')) isFuzzy = false;
      continue;
    }
    if (quoted.test(line) && extend) {
      extend(unescaped(line.slice(1, -1)));
      continue;
    }
    const [, name, form, value] = keyword.exec(line) ?? [];
    if (name === undefined || value === undefined) {
      throw new UsageError(
        `${file}, line ${number}: not PO: expected msgctxt, msgid, msgid_plural or msgstr with a text in double quotes, or a comment (#).`,
      );
    }
    const isStart =
      name === 'msgctxt' || (name === 'msgid' && (entry?.context === undefined || entry.id !== undefined));
    if (isStart || !entry) {
      if (entry) yield entry;
      entry = { line: number, isFuzzy, translations: new Map() };
      isFuzzy = false;
    }
    const into = entry;
    const put = (piece: string): void => {
      if (name === 'msgctxt') into.context = (into.context ?? '') + piece;
      else if (name === 'msgid') into.id = (into.id ?? '') + piece;
      else if (name === 'msgid_plural') into.plural = (into.plural ?? '') + piece;
      else into.translations.set(Number(form ?? 0), (into.translations.get(Number(form ?? 0)) ?? '') + piece);
    };
    const isRepeated =
      name.startsWith('msgstr') ? into.translations.has(Number(form ?? 0)) : name === 'msgid_plural' && into.plural !== undefined; // prettier-ignore
    if (isRepeated) throw new UsageError(`${file}, line ${number}: this entry has ${name} twice.`);
    put(unescaped(value.slice(1, -1)));
    extend = put;
  }
  if (entry) yield entry;
}

const escapes = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['a', '\x07'],
  ['b', '\b'],
  ['f', '\f'],
  ['v', '\v'],
]);

/** As in C; numbers are bytes, so several of them can be one character. */
function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(
    /((?:\\(?:[0-7]{1,3}|x[0-9A-Fa-f]{1,2}))+)|\\(.)/g,
    (all, codes: string | undefined, one: string) => {
      if (codes === undefined) return escapes.get(one) ?? one;
      const bytes = codes
        .split('\\')
        .slice(1)
        .map((code) => (code.startsWith('x') ? Number.parseInt(code.slice(1), 16) : Number.parseInt(code, 8)));
      return decodeUtf8(Uint8Array.from(bytes)) ?? all;
    },
  );
}
