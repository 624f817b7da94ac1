/**
 * CoNLL-U: one word per line with ten fields, an empty line between sentences. universaldependencies.org/format.html
 * As text, every sentence is a segment; lemmas and tags are used as analyses.
 */
import { UsageError, beginningOf } from '../../core/index.ts';
import type { Factor } from '../../text/index.ts';
import { type AnalysedText, type AnalysisFormat } from '../analyses/analysedText.ts';
import { TextPool } from '../lineReader.ts';
import { TablePart } from './table.ts';
import { type TextFormat, openLines } from './textFormat.ts';

const fieldNames = 'ID, FORM, LEMMA, UPOS, XPOS, FEATS, HEAD, DEPREL, DEPS, MISC';

export const conllu = {
  id: 'conllu',
  name: 'CoNLL-U',
  summary:
    'CoNLL-U: one word per line with its lemma and tag, an empty line after each sentence; a sentence is a segment',
  extensions: ['.conllu', '.conll'],
  systems: 'the file name',
  recognises: ([line]) => /^(?:#|\d+(?:-\d+)?\t.*\t)/.test(line) && !/^#\s*\w+(?:\|\w+)*\s*$/.test(line),
  async open(source, role) {
    const lines = await (await openLines(source)).all();
    const sentences = [...sentencesOf(source.name, lines)];
    if (sentences.length === 0) throw new UsageError(`${source.name} has no sentences.`);
    const texts = sentences.map(textOf);
    return new TablePart({
      file: source.name,
      size: sentences.length,
      systems: new Map(role === 'output' ? [[undefined, texts]] : []),
      references: new Map(role === 'reference' ? [['', texts]] : []),
      sources: role === 'source' ? texts : undefined,
      labels: new Map(),
      nameOf: (segment) => `line ${sentences[segment]!.line}`,
      keys: undefined,
      partialReferences: false,
      notes: [],
    });
  },
  *readAnalyses(file, lines) {
    const values = new TextPool();
    for (const sentence of sentencesOf(file, lines)) yield analysedText(sentence, values);
  },
} as const satisfies TextFormat & AnalysisFormat;

/** The fields of a word; empty if the file has `_`. */
interface Word {
  readonly form: string;
  readonly lemma: string;
  readonly tag: string;
  readonly line: number;
}

interface Sentence {
  readonly file: string;
  /** Line number of its first line. */
  readonly line: number;
  /** From the comment `# text =`. */
  readonly text: string | undefined;
  /** Syntactic words, which have a lemma and a tag. */
  readonly words: readonly Word[];
  /** Forms as they are written: `du` where the words are `de` and `le`. */
  readonly written: readonly string[];
}

/** Its text: from the comment, or else the forms as written. */
const textOf = ({ text, written }: Sentence): string => text ?? written.join(' ');

/** The sentences of a file in order. */
function* sentencesOf(file: string, lines: readonly string[]): Generator<Sentence> {
  let open: SentenceReader | undefined;
  for (const [i, line] of lines.entries()) {
    if (line.trim() === '') {
      if (open) yield open.sentence();
      open = undefined;
    } else {
      open ??= new SentenceReader(file, i + 1);
      open.take(line, i + 1);
    }
  }
  if (open) yield open.sentence();
}

const withoutSpace = (text: string): string => text.replace(/\s+/gu, '');

class SentenceReader {
  readonly #file: string;
  readonly #line: number;
  #text: string | undefined;
  #textLine = 0;
  readonly #words: Word[] = [];
  readonly #written: string[] = [];
  /** The last word of the current range. */
  #coveredTo = 0;

  constructor(file: string, line: number) {
    this.#file = file;
    this.#line = line;
  }

  take(line: string, number: number): void {
    const fail = (what: string): never => {
      throw new UsageError(`${this.#file}, line ${number}: ${what}`);
    };
    if (line.startsWith('#')) {
      if (this.#words.length > 0) fail('a comment inside a sentence. Is the empty line between two sentences missing?');
      const text = /^#\s*text\s*=\s?(.*)$/.exec(line)?.[1]?.trim();
      if (text !== undefined && this.#text === undefined) [this.#text, this.#textLine] = [text, number];
      return;
    }
    const fields = line.split('\t');
    if (fields.length !== 10) fail(`${fields.length} tab-separated fields, expected 10 (${fieldNames}).`);
    const [id, form, lemma, universal, own] = fields as [string, string, string, string, string];
    if (form.trim() === '') fail('the word has no FORM.');
    if (/^\d+\.\d+$/.test(id)) return; // an empty node, which is not a word of the text
    const range = /^(\d+)-(\d+)$/.exec(id);
    const next = this.#words.length + 1;
    if (range) {
      const [from, to] = [Number(range[1]), Number(range[2])];
      if (from !== next || to <= from || from <= this.#coveredTo) fail(`the range ${id} must start with word ${next}.`);
      this.#coveredTo = to;
      this.#written.push(form);
      return;
    }
    if (id !== String(next)) fail(`ID ${id}, expected ${next}.`);
    if (next > this.#coveredTo) this.#written.push(form);
    // A word can be an underscore; then its lemma is one too.
    const given = (field: string) => (field === '_' || field.trim() === '' ? '' : field);
    this.#words.push({
      form,
      lemma: form === '_' ? lemma : given(lemma),
      tag: given(own) || given(universal),
      line: number,
    });
  }

  sentence(): Sentence {
    const [file, line, text] = [this.#file, this.#line, this.#text];
    if (this.#words.length === 0 && text !== '') {
      throw new UsageError(`${file}, line ${line}: a sentence without words. Mark an empty sentence with: # text =`);
    }
    if (this.#words.length < this.#coveredTo) {
      throw new UsageError(`${file}, line ${line}: a range ends with word ${this.#coveredTo}, which is missing.`);
    }
    const forms = this.#written.join(' ');
    if (text !== undefined && withoutSpace(text) !== withoutSpace(forms)) {
      throw new UsageError(
        `${file}, line ${this.#textLine}: the text is ${beginningOf(text)}, but the words below are ${beginningOf(forms)}. ` +
          'Their characters must be the same; white space can differ.',
      );
    }
    return { file, line, text, words: this.#words, written: this.#written };
  }
}

function analysedText(sentence: Sentence, values: TextPool): AnalysedText {
  const { file, line, words, written } = sentence;
  const forms = words.map(({ form }) => values.kept(form));
  const factors = new Map<Factor, readonly string[]>([['word', forms]]);
  const holes = new Map<Factor, string>();
  for (const [factor, column] of [
    ['lemma', 'LEMMA'],
    ['tag', 'XPOS or UPOS'],
  ] as const) {
    const hole = words.find((word) => word[factor] === '');
    if (hole) holes.set(factor, `${file}, line ${hole.line}: "${hole.form}" has no ${factor}. Fill in ${column}.`);
    else
      factors.set(
        factor,
        words.map((word) => values.kept(word[factor])),
      );
  }
  const texts = [...new Set([textOf(sentence), written.join(' '), forms.join(' ')])];
  return { texts, factors, holes, place: `${file}, line ${line}` };
}
