/** Weights as text, in several formats; `parseWeights` recognises them and reads written weights back exactly. */
import { UsageError } from '../../core/index.ts';
import type { Weights } from '../../tune/index.ts';
import { entryOf } from '../entryOf.ts';
import type { FileFormat } from '../fileFormat.ts';
import { parseJson } from '../json.ts';
import { type ByteSource, LineReader } from '../lineReader.ts';
import { isNumber, parseNumber, printNumber, wordsOf } from '../numbers.ts';
import { featureName, groupFeatures } from './featureLabels.ts';

/** Missing for formats that are only read. */
interface WeightFormat extends FileFormat {
  /** Whether a name would be read back differently. */
  isOdd?(name: string): boolean;
  write?(names: readonly string[], weights: ArrayLike<number>): string;
}

const moses = {
  id: 'moses',
  summary: '`name= w`, one weight per line; features numbered under one name repeat that name',
  isOdd: (name) => name === '' || /^[#[{]|\s/.test(name),
  write: (names, weights) =>
    groupFeatures(names)
      .flatMap(({ label, features }) => features.map((feature) => `${label}= ${printNumber(weights[feature]!)}\n`))
      .join(''),
} as const satisfies WeightFormat;

const names = {
  id: 'names',
  summary: '`name w`, as read by cdec and Joshua; `name = w` and `name=w` are also read',
  isOdd: (name) => moses.isOdd(name) || isNumber(name) || name.endsWith('='),
  write: (all, weights) => all.map((name, f) => `${name} ${printNumber(weights[f]!)}\n`).join(''),
} as const satisfies WeightFormat;

const json = {
  id: 'json',
  summary: 'a JSON object of weights by name; a list of weights is also read',
  write: (all, weights) =>
    `{\n${all.map((name, f) => `  ${JSON.stringify(name)}: ${printNumber(weights[f]!)}`).join(',\n')}\n}\n`,
} as const satisfies WeightFormat;

const ini = { id: 'ini', summary: 'a `moses.ini`; only its weights are read' } as const satisfies WeightFormat;

const plain = {
  id: 'plain',
  summary: 'numbers only, in the order of the features',
} as const satisfies WeightFormat;

export const weightFormats = [moses, names, json, ini, plain] as const;

const styles = weightFormats.filter((format) => 'write' in format);
export type WeightStyle = (typeof styles)[number]['id'];
export const weightStyles: readonly WeightStyle[] = styles.map(({ id }) => id);

/** Formats feature weights as the text of a file that decoders read. */
export function writeWeights(
  featureNames: readonly string[],
  weights: ArrayLike<number>,
  style: WeightStyle = 'moses',
): string {
  featureNames.forEach((name, f) => {
    if (!Number.isFinite(weights[f]))
      throw new UsageError(`The weight of ${name} is ${weights[f]}, which is not a finite number.`);
  });
  const format: WeightFormat = styles.find(({ id }) => id === style)!;
  const bad = featureNames.find((name) => format.isOdd?.(name));
  if (bad !== undefined) {
    throw new UsageError(`Only weights in JSON can hold a feature named ${JSON.stringify(bad)}.`);
  }
  return format.write!(featureNames, weights);
}

/** Parses a file of feature weights in any style that decoders write. */
export async function parseWeights(source: ByteSource): Promise<Weights> {
  const file = source.name;
  const lines = await new LineReader(source).all();
  const start = lines.find((line) => line.trim() !== '' && !line.startsWith('#'))?.trim() ?? '';
  if (start === '') throw new UsageError(`${file} has no weights.`);
  if (start.startsWith('{') || /^\[(?:\s*[-+.\d].*)?$/.test(start)) return readJson(file, lines.join('\n'));
  const weights = new WeightLines(file);
  if (lines.some((line) => line.trim().startsWith('[weight'))) weights.takeIni(lines);
  else lines.forEach((line, l) => weights.take(line, l + 1));
  return weights.finish();
}

/** Weight sections of an older moses.ini, and the labels in its n-best lists. */
const oldSections = new Map([
  ['weight-d', 'd'],
  ['weight-l', 'lm'],
  ['weight-t', 'tm'],
  ['weight-w', 'w'],
  ['weight-i', 'I'],
  ['weight-generation', 'g'],
]);

class WeightLines {
  readonly #file: string;
  readonly #unnamed: number[] = [];
  /** Names that can be repeated, each time with a weight. */
  readonly #labels = new Map<string, number[]>();
  readonly #named = new Map<string, number>();

  constructor(file: string) {
    this.#file = file;
  }

  /** Only the weights of a moses.ini are read. */
  takeIni(lines: readonly string[]): void {
    let section = '';
    lines.forEach((text, l) => {
      const heading = /^\[(.*)\]$/.exec(text.trim());
      if (heading) section = heading[1]!;
      else if (section === 'weight') this.take(text, l + 1);
      else if (oldSections.has(section) && !isComment(text)) {
        this.#repeat(oldSections.get(section)!, wordsOf(text), l + 1);
      }
    });
  }

  take(text: string, line: number): void {
    if (isComment(text)) return;
    const words = wordsOf(text);
    const [first = '', second = '', third = ''] = words;
    const equals = first.lastIndexOf('=');
    if (words.every(isNumber)) {
      for (const word of words) this.#unnamed.push(this.#value(word, `number ${this.#unnamed.length + 1}`, line));
    } else if (words.length > 1 && first.length > 1 && first.endsWith('=')) {
      this.#repeat(first.slice(0, -1), words.slice(1), line);
    } else if (words.length === 3 && second === '=') this.#set(first, third, line);
    else if (words.length === 2) this.#set(first, second, line);
    else if (words.length === 1 && equals > 0) this.#set(first.slice(0, equals), first.slice(equals + 1), line);
    else {
      throw this.#fault(
        line,
        `${JSON.stringify(text.slice(0, 60))} is not a weight. Expected a name and a number: \`lm= 0.5\`, \`lm 0.5\` or \`lm = 0.5\`.`,
      );
    }
  }

  finish(): Weights {
    const byName = new Map(this.#named);
    for (const [label, values] of this.#labels) {
      values.forEach((value, k) => {
        const name = featureName(label, k + 1, values.length);
        if (byName.has(name)) throw new UsageError(`${this.#file}: the weight of ${name} is given twice.`);
        byName.set(name, value);
      });
    }
    if (byName.size === 0 && this.#unnamed.length === 0) throw new UsageError(`${this.#file} has no weights.`);
    if (this.#unnamed.length === 0) return { kind: 'named', byName };
    if (byName.size === 0) return { kind: 'listed', values: this.#unnamed };
    throw new UsageError(`${this.#file} has weights with and without names. Name all of them, or none.`);
  }

  #repeat(label: string, words: readonly string[], line: number): void {
    const values = entryOf(this.#labels, label, () => []);
    for (const word of words) values.push(this.#value(word, label, line));
  }

  #set(name: string, word: string, line: number): void {
    if (this.#named.has(name)) throw this.#fault(line, `the weight of ${name} is given twice.`);
    this.#named.set(name, this.#value(word, name, line));
  }

  #value(word: string, name: string, line: number): number {
    const value = parseNumber(word);
    if (value !== undefined && Number.isFinite(value)) return value;
    throw this.#fault(line, `the weight of ${name} is ${JSON.stringify(word)}. It must be a finite number.`);
  }

  #fault(line: number, message: string): UsageError {
    return new UsageError(`${this.#file}, line ${line}: ${message}`);
  }
}

const isComment = (text: string): boolean => text.trim() === '' || text.startsWith('#');

function readJson(file: string, text: string): Weights {
  const found = parseJson(text, file);
  const check = (value: unknown, name: string): number => {
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    throw new UsageError(`${file}: the weight of ${name} is ${JSON.stringify(value)}. It must be a number.`);
  };
  if (Array.isArray(found)) {
    const values = found.map((value, k) => check(value, `number ${k + 1}`));
    if (values.length > 0) return { kind: 'listed', values };
  } else {
    const entries = Object.entries(found as Record<string, unknown>);
    const byName = new Map(entries.map(([name, value]) => [name, check(value, name)] as const));
    if (byName.size > 0) return { kind: 'named', byName };
  }
  throw new UsageError(`${file} has no weights.`);
}
