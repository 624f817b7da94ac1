/**
 * CoNLL-U: a word a line with ten fields, sentences with an empty line between. universaldependencies.org/format.html
 * As a text every sentence is a segment; lemmas and tags are for those who read analyses.
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
  summary: 'CoNLL-U: a word a line with its lemma and tag, an empty line after each sentence, which is a segment',
  extensions: ['.conllu', '.conll'],
  systems: 'the name of the file',
  recognises: ([line]) => /^(?:#|\d+(?:-\d+)?\t.*\t)/.test(line) && !/^#\s*\w+(?:\|\w+)*\s*$/.test(line),
  async open(source, role) {
    const lines = await (await openLines(source)).all();
    const sentences = [...sentencesOf(source.name, lines)];
    if (sentences.length === 0) throw new UsageError(`${source.name} holds no sentences.`);
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

/** What is read of a word; empty where the file says `_`. */
interface Word {
  readonly form: string;
  readonly lemma: string;
  readonly tag: string;
  readonly line: number;
}

interface Sentence {
  readonly file: string;
  /** Of its first line, from 1 on. */
  readonly line: number;
  /** As the comment `# text =` has it. */
  readonly text: string | undefined;
  /** Syntactic words: those that have a lemma and a tag. */
  readonly words: readonly Word[];
  /** Forms as they are written: `du` where the words are `de` and `le`. */
  readonly written: readonly string[];
}

/** Its text: what the comment says, else the forms as they are written. */
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
  /** The last word that the range at hand covers. */
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
    if (fields.length !== 10) fail(`${fields.length} fields with tabs between, expected 10 (${fieldNames}).`);
    const [id, form, lemma, universal, own] = fields as [string, string, string, string, string];
    if (form.trim() === '') fail('the word has no FORM.');
    if (/^\d+\.\d+$/.test(id)) return; // an empty node: no word of the text
    const range = /^(\d+)-(\d+)$/.exec(id);
    const next = this.#words.length + 1;
    if (range) {
      const [from, to] = [Number(range[1]), Number(range[2])];
      if (from !== next || to <= from || from <= this.#coveredTo) fail(`the range ${id} must begin with word ${next}.`);
      this.#coveredTo = to;
      this.#written.push(form);
      return;
    }
    if (id !== String(next)) fail(`ID ${id} where ${next} is expected.`);
    if (next > this.#coveredTo) this.#written.push(form);
    // A word may be an underscore itself; its lemma then is one, too.
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
      throw new UsageError(`${file}, line ${line}: a sentence without words. One that is empty says so: # text =`);
    }
    if (this.#words.length < this.#coveredTo) {
      throw new UsageError(`${file}, line ${line}: a range ends with word ${this.#coveredTo}, which is missing.`);
    }
    const forms = this.#written.join(' ');
    if (text !== undefined && withoutSpace(text) !== withoutSpace(forms)) {
      throw new UsageError(
        `${file}, line ${this.#textLine}: the text is ${beginningOf(text)}, but the words below are ${beginningOf(forms)}. ` +
          'Their characters must be the same; white space may differ.',
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
