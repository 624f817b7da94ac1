/**
 * Factored text: one segment per line, words separated by spaces, factors separated by bars: `houses|house|NNS`.
 * As text, it is its words; their other factors are used as analyses.
 */
import { UsageError, counted } from '../../core/index.ts';
import type { Factor } from '../../text/index.ts';
import { type AnalysedText, type AnalysisFormat, checkAlign, readFactorNames } from '../analyses/analysedText.ts';
import { TextPool } from '../lineReader.ts';
import { linesAs } from './text.ts';
import { type TextFormat, linePart, openLines } from './textFormat.ts';

export const factored = {
  id: 'factored',
  name: 'factored text',
  summary: 'factored text: one segment per line, each word with its lemma and tag, as in `houses|house|NNS`',
  expected: 'factored text as in houses|house|NNS',
  extensions: ['.factored'],
  systems: 'the file name',
  recognises: ([line]) => header.test(line) || /\S\|\S/.test(line),
  async open(source, role) {
    const lines = await openLines(source);
    const reader = new FactoredReader(source.name, lines.peek());
    lines.take(reader.headerLines);
    if ((await lines.offer(1, 1)) === 0) throw new UsageError(`${source.name} has a header and no text.`);
    const textsOf = (some: readonly string[], before: number) =>
      some.map((line, i) => reader.textOf(line, before + i + 1));
    return linePart(source.name, lines, linesAs(role, textsOf));
  },
  *readAnalyses(file, lines) {
    const values = new TextPool();
    const reader = new FactoredReader(file, lines[0] ?? '');
    for (let i = reader.headerLines; i < lines.length; i++) yield reader.analysedText(lines[i]!, i + 1, values);
  },
} as const satisfies TextFormat & AnalysisFormat;

/** A first line that names the factors: `# word|tag`. */
const header = /^#\s*(\w+(?:\|\w+)+)\s*$/;

/** A bar inside a value, as in Moses. */
const escapedBar = /&#124;/g;

/** A reader for the lines of a file. */
class FactoredReader {
  readonly #file: string;
  readonly #names: readonly Factor[];
  readonly #word: number;
  /** Lines before the first segment. */
  readonly headerLines: 0 | 1;

  constructor(file: string, firstLine: string) {
    this.#file = file;
    const named = header.exec(firstLine)?.[1];
    this.headerLines = named === undefined ? 0 : 1;
    this.#names = named === undefined ? ['word', 'lemma', 'tag'] : readFactorNames(named.split('|'), `${file}, line 1`);
    this.#word = this.#names.indexOf('word');
    if (this.#word < 0)
      throw new UsageError(`${file}, line 1: word must be among the factors, as in # word|lemma|tag.`);
  }

  /** The values of each word of a line. */
  rows(line: string, number: number): string[][] {
    return line
      .split(/\s+/)
      .filter((token) => token !== '')
      .map((token, i) => this.#values(token, `${this.#file}, line ${number}, word ${i + 1}`));
  }

  #values(token: string, place: string): string[] {
    const names = this.#names;
    const fields = token.split('|');
    if (fields.length !== names.length) {
      throw new UsageError(
        `${place}: "${token}" has ${counted(fields.length, 'field')}, expected ${names.length} (${names.join('|')}). ` +
          'Write a bar in a word as &#124;. To name other factors, start the file with a line such as # word|tag.',
      );
    }
    const empty = fields.indexOf('');
    if (empty >= 0) throw new UsageError(`${place}: the ${names[empty]} of "${token}" is empty. Fill it in.`);
    const values = fields.map((field) => (field.includes('&') ? field.replace(escapedBar, '|') : field));
    const align = names.indexOf('align');
    if (align >= 0) checkAlign(values[align]!, place);
    return values;
  }

  textOf(line: string, number: number): string {
    return this.rows(line, number)
      .map((row) => row[this.#word]!)
      .join(' ');
  }

  analysedText(line: string, number: number, values: TextPool): AnalysedText {
    const rows = this.rows(line, number);
    const factors = new Map(this.#names.map((name, f) => [name, rows.map((row) => values.kept(row[f]!))] as const));
    const text = factors.get('word')!.join(' ');
    return { texts: [text], factors, holes: new Map(), place: `${this.#file}, line ${number}` };
  }
}
