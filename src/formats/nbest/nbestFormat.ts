/**
 * How decoders write the features of a candidate: Moses as labels followed by numbers, Joshua and cdec as names and values,
 * Portage as numbers only.
 */
import { counted } from '../../core/index.ts';
import { entryOf } from '../entryOf.ts';
import { type FileFormat, type FirstLines, formatByLines } from '../fileFormat.ts';
import { type FeatureLabels, featureName } from './featureLabels.ts';
import { isNumber, parseNumber, quoted, wordsOf } from '../numbers.ts';

/** With more features than this, features with a single number can be left out of lines where they are 0. */
export const mostOnEveryLine = 100;

/** Where a feature reader puts features and reports errors. */
export interface FeatureTarget {
  readonly labels: FeatureLabels;
  /** Sets a feature of the current candidate; false if it is already set. */
  set(feature: number, value: number): boolean;
  /** Records that a feature seems to be on every line. */
  expect(feature: number): void;
  fault(message: string): Error;
}

/** Reads the features of one line of a file. */
export type FeatureReader = (text: string, target: FeatureTarget) => void;

/** How the features of a candidate are written. A file is recognised by the features of the first line that has any. */
interface FeatureFormat extends FileFormat {
  /** Its name in help. */
  readonly name: string;
  /** What messages that expect it say; by default that the decoder of this name writes the summary. */
  readonly expected?: string;
  recognises(firstLines: FirstLines): boolean;
  /** A reader for the lines of one file. */
  reader(): FeatureReader;
}

const moses = {
  id: 'moses',
  name: 'Moses',
  summary: '`lm= -40.4 tm= -3.1 -2.5` or `lm: -40.4 tm: -3.1 -2.5`',
  recognises: ([text]) => /^\s*\S+[:=](?:\s|$)/.test(text),
  reader: mosesReader,
} as const satisfies FeatureFormat;

const joshua = {
  id: 'joshua',
  name: 'Joshua',
  summary: '`lm_0=-40.4 tm_pt_0=-3.1` or `lm_0 -40.4 tm_pt_0 -3.1`',
  recognises: ([text]) => !hasSemicolons(text) && (wordsOf(text).every(isPair) || alternate(wordsOf(text))),
  reader: () => readJoshua,
} as const satisfies FeatureFormat;

const cdec = {
  id: 'cdec',
  name: 'cdec',
  summary: '`LanguageModel=-40.4 PhraseModel_0=-3.1`, or separated by semicolons',
  recognises: ([text]) => hasSemicolons(text),
  reader: () => (text, target) => setPairs(piecesOf(text), target, cdec),
} as const satisfies FeatureFormat;

const plain = {
  id: 'plain',
  name: 'plain numbers',
  summary: 'numbers only, as written by Portage: `-40.4 -3.1`',
  expected: 'Plain features are numbers only: `-40.4 -3.1`.',
  recognises: ([text]) => wordsOf(text).every(isNumber),
  reader: () => (text, target) => setAll('', wordsOf(text), target),
} as const satisfies FeatureFormat;

export const featureFormats = [moses, joshua, cdec, plain] as const;

export type NbestFormat = (typeof featureFormats)[number]['id'];
export const nbestFormats: readonly NbestFormat[] = featureFormats.map(({ id }) => id);

/** The format that the features of a line look like. */
const expected = (format: FeatureFormat): string => format.expected ?? `${format.name} writes ${format.summary}.`;

/** A reader for the lines of one file in the given format, or in the format of these features. */
export function featureReader(
  asked: NbestFormat | undefined,
  features: string,
  fault: FeatureTarget['fault'],
): FeatureReader {
  const format = asked
    ? featureFormats.find(({ id }) => id === asked)
    : formatByLines<FeatureFormat>(featureFormats, [features]);
  if (!format) throw fault(`unknown format of features. ${featureFormats.map(expected).join(' ')}`);
  return format.reader();
}

const isLabel = (word: string, end: string): boolean => word.length > 1 && word.endsWith(end);

/** Labels end in `:` or, in newer versions, in `=`; a repeated label continues, as in weight files. */
function mosesReader(): FeatureReader {
  /** Labels with several numbers, which every line has: the decoder leaves out sparse features only, and these have one. */
  let dense: ReadonlyMap<string, number> | undefined;
  return (text, target) => {
    const words = wordsOf(text);
    const end = words[0]?.at(-1) === ':' ? ':' : '=';
    const byLabel = new Map<string, string[]>();
    let label: string | undefined;
    let numbers: string[] = [];
    for (const word of words) {
      if (isLabel(word, end)) {
        label = word.slice(0, -1);
        numbers = entryOf(byLabel, label, () => []);
        continue;
      }
      if (label === undefined) throw target.fault(`there is no label before ${quoted(word)}. ${expected(moses)}`);
      numbers.push(word);
    }
    for (const [each, itsNumbers] of byLabel) {
      if (itsNumbers.length === 0) throw target.fault(`the label ${each} has no numbers.`);
      setAll(each, itsNumbers, target);
    }
    if (!dense) {
      dense = new Map([...byLabel].flatMap(([each, { length }]) => (length > 1 ? [[each, length] as const] : [])));
      // The name of a sparse feature is the name of its function and its own, joined by `_`; if there are very many features, all count as sparse.
      if (words.length - byLabel.size <= mostOnEveryLine) {
        for (const [each, { length }] of byLabel) {
          if (length === 1 && !each.includes('_')) target.expect(target.labels.features(each, 1)[0]!);
        }
      }
      return;
    }
    for (const [each, { length }] of byLabel) {
      if (length > 1 && !dense.has(each)) {
        throw target.fault(`the label ${each} has ${length} numbers, but earlier lines do not have it.`);
      }
    }
    for (const [each, count] of dense) {
      if (!byLabel.has(each)) {
        throw target.fault(`the label ${each} is missing, but has ${count} numbers on earlier lines.`);
      }
    }
  };
}

function setAll(label: string, numbers: readonly string[], target: FeatureTarget): void {
  const { labels, fault } = target;
  const count = numbers.length;
  const values = numbers.map((word, k) => readValue(word, featureName(label, k + 1, count), target));
  const before = labels.count(label);
  if (before !== undefined && before !== count) {
    const what = label === '' ? counted(count, 'feature') : `${counted(count, 'number')} of the label ${label}`;
    throw fault(`${what}, but ${before} on earlier lines. All lines must have the same number.`);
  }
  const features = labels.features(label, count);
  values.forEach((value, k) => {
    if (!target.set(features[k]!, value)) throw fault(`the feature ${featureName(label, k + 1, count)} stands twice.`);
  });
}

/** `name=value`; the name can contain an equals sign. */
const isPair = (word: string): boolean => {
  const at = word.lastIndexOf('=');
  return at > 0 && isNumber(word.slice(at + 1));
};

const alternate = (words: readonly string[]): boolean =>
  words.length % 2 === 0 && words.every((word, w) => isNumber(word) === (w % 2 === 1));

const piecesOf = (text: string): string[] => text.split(/[;\s]+/).filter((piece) => piece !== '');

const hasSemicolons = (text: string): boolean => text.includes(';') && piecesOf(text).every(isPair);

/** Joshua separates features by spaces, and its names can contain a semicolon; semicolons as separators, as in cdec, are also read. */
function readJoshua(text: string, target: FeatureTarget): void {
  const words = wordsOf(text);
  if (words.every(isPair) || !alternate(words)) setPairs(hasSemicolons(text) ? piecesOf(text) : words, target, joshua);
  else for (let w = 0; w < words.length; w += 2) setNamed(words[w]!, words[w + 1]!, target);
}

function setPairs(pieces: readonly string[], target: FeatureTarget, format: FeatureFormat): void {
  for (const piece of pieces) {
    const at = piece.lastIndexOf('=');
    if (at <= 0) throw target.fault(`${quoted(piece)} is not a name with a value. ${expected(format)}`);
    setNamed(piece.slice(0, at), piece.slice(at + 1), target);
  }
}

function setNamed(name: string, word: string, target: FeatureTarget): void {
  const value = readValue(word, name, target);
  if (!target.set(target.labels.names.number(name), value)) throw target.fault(`the feature ${name} stands twice.`);
}

/** `name` is for messages. */
function readValue(word: string, name: string, { fault }: FeatureTarget): number {
  const value = parseNumber(word);
  if (value === undefined) throw fault(`the feature ${name} is ${quoted(word)}, which is not a number.`);
  if (!Number.isFinite(value)) throw fault(`the feature ${name} is ${word}. It must be a finite number.`);
  return value;
}
