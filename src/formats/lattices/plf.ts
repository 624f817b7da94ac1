/**
 * PLF, the lattice format of Moses and cdec: a line is a tuple of states, a state a tuple of the arcs that leave it, an arc
 * `('word',number,…,step)`, where the step is the number of states to advance. Python can read it, hence the name.
 */
import { LatticeBuilder } from '../../lattice/index.ts';
import { detached } from '../lineReader.ts';
import { type NumberedArc, numberedLattice, numbersToWrite } from './arcNumbers.ts';
import { arcsOf } from './arcs.ts';
import { quoted } from '../numbers.ts';
import { type LatticeFormat, checkWord, parseNumber } from './format.ts';

/** The word of an arc without words, in Moses and cdec. */
export const noWord = '*EPS*';

export const plf: LatticeFormat = {
  id: 'plf',
  summary: 'PLF of Moses and cdec, one lattice per line',
  extensions: ['.plf'],
  several: true,
  recognises: ([first]) => /^\s*\(\s*[()]/.test(first),

  async *read({ name, features, lines }, { numbers }) {
    let line = 0;
    for await (const some of lines()) {
      for (const text of some) {
        line++;
        const builder = new LatticeBuilder(features, name);
        const { states, arcs } = new PlfParser(text, (message) => builder.fault(line, message)).parse();
        const placed = arcs.map((arc) => ({ ...arc, line }));
        yield { id: String(line), line, hypergraph: numberedLattice(builder, features, placed, states, line, numbers) };
      }
    }
  },

  *write(hypergraph, { place, numbers }) {
    const { states, arcs } = arcsOf(hypergraph, { weightedFinals: false, place, format: 'plf' });
    const edges = arcs.map(({ edge }) => edge);
    const numbersOf = edges.length > 0 ? numbersToWrite(hypergraph, edges, numbers, place) : () => [];
    yield '(';
    let at = 0;
    for (let state = 0; state < states - 1; state++) {
      let column = '(';
      for (let arc = arcs[at]; arc?.from === state; arc = arcs[++at]) {
        const word =
          arc.word === undefined ? noWord : checkWord(arc.word, place, 'plf', (other) => other === noWord, /[\r\n]/);
        const quotedWord = word.replace(/['\\]/g, '\\$&');
        column += `('${quotedWord}',${numbersOf(arc.edge).map(String).join(',')},${arc.to - state}),`;
      }
      yield `${column}),`;
    }
    yield ')\n';
  },
};

/** Reads one line; messages name the character where an error is. */
class PlfParser {
  readonly #text: string;
  readonly #fault: (message: string) => Error;
  #at = 0;

  constructor(text: string, fault: (message: string) => Error) {
    this.#text = text;
    this.#fault = fault;
  }

  parse(): { states: number; arcs: Omit<NumberedArc, 'line'>[] } {
    const arcs: Omit<NumberedArc, 'line'>[] = [];
    const columns: number[] = [];
    let states = 0;
    this.#tuple('a tuple of states', () => {
      const before = arcs.length;
      this.#tuple('a state, which is a tuple of arcs', () => {
        columns.push(this.#at);
        arcs.push(this.#arc(states, arcs[0]?.numbers.length));
      });
      if (arcs.length === before) {
        throw this.#wrong('a state without arcs. Every state needs one, except the last, which is not written.');
      }
      states++;
    });
    this.#skipSpace();
    if (this.#at < this.#text.length)
      throw this.#wrong(`text after the lattice: ${this.#rest()}. Write one lattice per line.`);
    arcs.forEach(({ to, from }, i) => {
      if (to <= states) return;
      this.#at = columns[i]!;
      throw this.#wrong(`the step ${to - from} leads beyond the end: there are ${states - from} more states.`);
    });
    return { states, arcs };
  }

  /** Items in parentheses, separated by commas; a comma after the last is optional. */
  #tuple(what: string, item: () => void): void {
    this.#expect('(', what);
    while (!this.#take(')')) {
      item();
      if (this.#take(',')) continue;
      this.#expect(')', 'a comma or the end of the tuple');
      return;
    }
  }

  #arc(from: number, numberCount: number | undefined): Omit<NumberedArc, 'line'> {
    this.#expect('(', "an arc like ('word',0.5,1)");
    const word = this.#word();
    const numbers: number[] = [];
    while (this.#take(',')) {
      if (this.#peek() === ')') break;
      numbers.push(this.#number());
    }
    this.#expect(')', 'a comma or the end of the arc');
    const step = numbers.pop();
    if (step === undefined || numbers.length === 0) {
      throw this.#wrong(`the arc ${quoted(word)} needs at least two numbers, like ('word',0.5,1).`);
    }
    if (!Number.isInteger(step) || step < 1) {
      throw this.#wrong(`the step ${step} of ${quoted(word)} must be a whole number, 1 or more.`);
    }
    if (numberCount !== undefined && numbers.length !== numberCount) {
      throw this.#wrong(
        `the arc ${quoted(word)} has ${numbers.length} numbers before its step, but others have ${numberCount}. All arcs must have the same number.`,
      );
    }
    return { from, to: from + step, word: word === noWord ? undefined : word, numbers };
  }

  /** In single quotes, or in double quotes if the word has single quotes, as in Python. */
  #word(): string {
    const quote = this.#peek();
    if (quote !== "'" && quote !== '"') throw this.#wrong(`expected a word in quotes, found ${this.#rest()}.`);
    const start = ++this.#at;
    let word = '';
    let from = start;
    for (; this.#at < this.#text.length; this.#at++) {
      const character = this.#text[this.#at]!;
      if (character === quote) {
        word += this.#text.slice(from, this.#at++);
        if (word === '') throw this.#wrong(`an empty word. Write '${noWord}' for an arc without a word.`);
        return detached(word);
      }
      if (character !== '\\') continue;
      const escaped = this.#text[this.#at + 1];
      if (escaped !== "'" && escaped !== '"' && escaped !== '\\') {
        throw this.#wrong(
          `a backslash before ${escaped === undefined ? 'the end' : quoted(escaped)}. Use \\' \\" or \\\\.`,
        );
      }
      word += this.#text.slice(from, this.#at);
      from = ++this.#at;
    }
    this.#at = start - 1;
    throw this.#wrong('the quotes of this word are not closed.');
  }

  #number(): number {
    this.#skipSpace();
    const start = this.#at;
    while (this.#at < this.#text.length && !/[\s,()]/.test(this.#text[this.#at]!)) this.#at++;
    const text = this.#text.slice(start, this.#at);
    const value = parseNumber(text);
    if (!Number.isNaN(value)) return value;
    this.#at = start;
    throw this.#wrong(`expected a number, found ${text === '' ? this.#rest() : quoted(text)}.`);
  }

  #peek(): string | undefined {
    this.#skipSpace();
    return this.#text[this.#at];
  }

  #take(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#at++;
    return true;
  }

  #expect(character: string, what: string): void {
    if (!this.#take(character)) throw this.#wrong(`${this.#rest()} where "${character}" must stand: ${what}.`);
  }

  #rest(): string {
    return this.#at < this.#text.length ? quoted(this.#text.slice(this.#at, this.#at + 20)) : 'the line ends';
  }

  #skipSpace(): void {
    while (this.#text[this.#at] === ' ' || this.#text[this.#at] === '\t') this.#at++;
  }

  #wrong(message: string): Error {
    return this.#fault(`character ${this.#at + 1}: ${message}`);
  }
}
