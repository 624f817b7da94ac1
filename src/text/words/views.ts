/** Views: what a metric sees of a text. A view reads a text into ids; equal keys mean equal readings. */
import { IdList, type Reader, type Role, type View } from '../../core/index.ts';
import { CharClass, isHighSurrogate, isLowSurrogate, spaceTable, splitWords } from '../unicode/characters.ts';
import { type Tokenizer, Units, hashUnits } from './cut.ts';
import { SegmentCharacters, SegmentWords } from './segmentWords.ts';
import { type KnownWords, Vocabulary } from './vocabulary.ts';

interface WordSettings {
  readonly lowercase: boolean;
  /** Rewrites references twice, as sacreBLEU's TER does by mistake. Only for compatibility. */
  readonly referencesTwice?: boolean;
}

/** A view of words exposes its tokenizer, so that a report can show texts tokenized the same way. */
export interface WordView extends View {
  readonly tokenizer: Tokenizer;
  readonly lowercase: boolean;
}

export const isWordView = (view: View): view is WordView => 'tokenizer' in view;

/** Makes a view that reads texts as the words of a tokenizer. */
export function words(tokenizer: Tokenizer, { lowercase, referencesTwice = false }: WordSettings): WordView {
  return {
    tokenizer,
    lowercase,
    key: `words:${tokenizer.name}${lowercase ? ':lc' : ''}${referencesTwice ? ':references-twice' : ''}`,
    reader(): Reader {
      const segment = new SegmentWords();
      const spans = new IdList();
      return {
        forget: () => segment.forget(),
        read(text: string, role: Role, ids: IdList) {
          let line = tokenizer.rewrite(lowercase ? text.toLowerCase() : text);
          // The output of a tokenizer is its words separated by single spaces.
          if (referencesTwice && role === 'reference') line = tokenizer.rewrite(splitWords(line).join(' '));
          segment.units.append(line);
          spans.length = 0;
          tokenizer.cut(segment.units, spans);
          segment.internAll(spans, ids);
        },
      };
    },
  };
}

/** Words by their ids in a given vocabulary, in any segment; −1 for a word that it does not have. */
export function knownWords(tokenizer: Tokenizer, lowercase: boolean, known: KnownWords): View {
  return {
    key: `known-words:${tokenizer.name}${lowercase ? ':lc' : ''}:${known.starts.length}:${hashUnits(known.pool, 0, known.pool.length)}`,
    reader(): Reader {
      const vocabulary = Vocabulary.of(known);
      const units = new Units();
      const spans = new IdList();
      return {
        forget() {},
        read(text: string, _role: Role, ids: IdList) {
          units.load(tokenizer.rewrite(lowercase ? text.toLowerCase() : text));
          spans.length = 0;
          tokenizer.cut(units, spans);
          const bounds = spans.values;
          for (let i = 0; i < spans.length; i += 3) {
            ids.push(vocabulary.find(units.values, bounds[i]!, bounds[i + 1]!, bounds[i + 2]!));
          }
        },
      };
    },
  };
}

/** Makes a view that reads texts as characters (code points). White space is left out unless `whitespace` is set. */
export function characters({ lowercase, whitespace }: { lowercase: boolean; whitespace: boolean }): TellingView {
  return {
    wordsOf(text) {
      const all = Array.from(lowercase ? text.toLowerCase() : text);
      return whitespace ? all : all.filter((each) => spaceTable.units[each.charCodeAt(0)] !== CharClass.space);
    },
    key: `characters${whitespace ? ':space' : ''}${lowercase ? ':lc' : ''}`,
    reader(): Reader {
      const classes = spaceTable.units;
      const segment = new SegmentCharacters();
      return {
        forget: () => segment.forget(),
        read(text: string, _role: Role, ids: IdList) {
          const line = lowercase ? text.toLowerCase() : text;
          const length = line.length;
          ids.reserve(length);
          const out = ids.values;
          let at = ids.length;
          for (let i = 0; i < length; i++) {
            const unit = line.charCodeAt(i);
            if (!whitespace && classes[unit] === CharClass.space) continue;
            if (isHighSurrogate(unit) && i + 1 < length && isLowSurrogate(line.charCodeAt(i + 1))) {
              out[at++] = segment.internPair(unit, line.charCodeAt(++i));
            } else out[at++] = segment.intern(unit);
          }
          ids.length = at;
        },
      };
    },
  };
}

/** Splits texts into words as strings, for what cannot work on numbers: taggers, stemmers, dictionaries. It reuses its memory. */
export function cutWords(tokenizer: Tokenizer): (text: string) => string[] {
  const units = new Units();
  const spans = new IdList();
  return (text) => {
    const line = tokenizer.rewrite(text);
    units.load(line);
    spans.length = 0;
    tokenizer.cut(units, spans);
    const words: string[] = [];
    for (let i = 0; i < spans.length; i += 3) words.push(line.slice(spans.values[i], spans.values[i + 1]));
    return words;
  };
}

/** A view that exposes its words, one token each. */
export interface TellingView extends View {
  wordsOf(text: string): readonly string[];
}

const isTelling = (view: View): view is TellingView => 'wordsOf' in view;

/** The words of a text as a view sees them, to show to people; undefined for a view of something other than words. */
export function wordsOfView(view: View): ((text: string) => readonly string[]) | undefined {
  if (isTelling(view)) return (text) => view.wordsOf(text);
  if (!isWordView(view)) return undefined;
  const cut = cutWords(view.tokenizer);
  return (text) => cut(view.lowercase ? text.toLowerCase() : text);
}
