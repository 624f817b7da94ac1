/** The flags of sacreBLEU 2.6.0: their names, defaults and what they take are its own. */
import { type Flag, type Values, parseArguments } from './argparse.ts';
import { readFloat, readInteger } from './numbers.ts';

const on = (names: string, help: string, more: Partial<Flag<boolean>> = {}): Flag<boolean> => ({
  names: names.split(' '),
  takes: 'nothing',
  default: false,
  help,
  shows: '',
  read: () => true,
  ...more,
});

const one = <T>(
  names: string,
  shows: string,
  fallback: T,
  help: string,
  read: (typed: string) => T | undefined,
): Flag<T> => ({
  names: names.split(' '),
  takes: 'one',
  default: fallback,
  help,
  shows,
  read([typed = '']) {
    const value = read(typed);
    if (value === undefined) throw new RangeError(`"${typed}" is not a valid ${shows}.`);
    return value;
  },
});

const text = (names: string, shows: string, help: string): Flag<string | undefined> =>
  one<string | undefined>(names, shows, undefined, help, (typed) => typed);

const integer = (names: string, fallback: number, help: string): Flag<number> =>
  one(names, 'integer', fallback, `${help} (default: ${fallback})`, readInteger);

const choice = <const C extends readonly string[], D extends C[number] | undefined>(
  names: string,
  choices: C,
  fallback: D,
  help: string,
): Flag<C[number] | D> => ({
  ...one<C[number] | D>(names, choices.join('|'), fallback, help, () => undefined),
  read: ([typed = '']) => among(choices, typed),
});

function among<C extends readonly string[]>(choices: C, typed: string): C[number] {
  if (!choices.includes(typed)) throw new RangeError(`must be one of ${choices.join(', ')}, not "${typed}".`);
  return typed;
}

const some = <T>(
  names: string,
  takes: 'some' | 'any',
  shows: string,
  fallback: T,
  help: string,
  read: (typed: readonly string[]) => T,
): Flag<T> => ({ names: names.split(' '), takes, default: fallback, help, shows, read });

export const metricNames = ['bleu', 'chrf', 'ter'] as const;
export type MetricName = (typeof metricNames)[number];

/** As sacreBLEU names them; the last four are SentencePiece models. */
const tokenizers = [
  'none', 'zh', '13a', 'intl', 'char', 'ja-mecab', 'ko-mecab', 'spm', 'flores101', 'flores200', 'spBLEU-1K',
] as const; // prettier-ignore

const formats = ['json', 'text', 'latex'] as const;

export const flags = {
  help: on('-h --help', 'Show this page.', { ends: true }),
  citation: on('--citation --cite', 'Print the BibTeX of test sets (-t).'),
  list: on('--list', 'List test sets, or the fields of one (-t).'),
  testSet: text('--test-set -t', 'set[,set]', 'Score against test sets that are on this machine; see assay testset.'),
  languagePair: text('--language-pair -l', 'pair', 'Source and target language, such as en-de.'),
  originalLanguage: text('--origlang -ol', 'language', 'Only segments originally written in this language; non-xx for all others.'),
  subset: text('--subset', 'regex', 'Only segments of documents whose domain matches.'),
  download: text('--download', 'set', 'Fetch a test set; with -l only one language pair of it.'),
  echo: some<readonly string[] | undefined>('--echo', 'some', 'field', undefined, 'Print fields of a test set, such as src and ref, or all.', (typed) => typed),
  input: some<readonly string[] | undefined>('--input -i', 'any', 'file', undefined, 'Translations, one file for each system; without it they are read from standard input.', (typed) => typed),
  numRefs: integer('--num-refs -nr', 1, 'Number of references in the columns of one reference file.'),
  encoding: one('--encoding -e', 'encoding', 'utf-8', 'Encoding of all texts: utf-8, utf-8-sig, latin-1 or ascii. (default: utf-8)', (typed) => typed),
  metrics: some<readonly MetricName[]>('--metrics -m', 'some', 'bleu|chrf|ter', ['bleu'], 'Metrics to compute. (default: bleu)', (typed) => typed.map((name) => among(metricNames, name))),
  sentenceLevel: on('--sentence-level -sl', 'Score each segment by itself.'),
  version: on('--version -V', 'Show the version.', { ends: true }),

  smoothMethod: choice('--smooth-method -s', ['none', 'floor', 'add-k', 'exp'], 'exp', 'BLEU: smoothing of orders without matches. (default: exp)'),
  smoothValue: one<number | undefined>('--smooth-value -sv', 'number', undefined, 'BLEU: value of floor (default: 0.1) and add-k (default: 1).', readFloat),
  tokenize: choice('--tokenize -tok', tokenizers, undefined, 'BLEU: tokenizer. (default: by the target language zh, ja-mecab or ko-mecab, else 13a)'),
  lowercase: on('--lowercase -lc', 'BLEU: compare lower-cased texts.'),
  force: on('--force', 'BLEU: do not warn about texts that look tokenized.'),

  chrfCharOrder: integer('--chrf-char-order -cc', 6, 'chrF: longest character n-gram.'),
  chrfWordOrder: integer('--chrf-word-order -cw', 0, 'chrF: longest word n-gram; 2 for chrF++.'),
  chrfBeta: integer('--chrf-beta', 2, 'chrF: weight of recall.'),
  chrfWhitespace: on('--chrf-whitespace', 'chrF: count white space as characters.'),
  chrfLowercase: on('--chrf-lowercase', 'chrF: compare lower-cased texts.'),
  chrfEpsSmoothing: on('--chrf-eps-smoothing', 'chrF: average over all orders, as chrF++.py does.'),

  terCaseSensitive: on('--ter-case-sensitive', 'TER: do not lower-case.'),
  terAsianSupport: on('--ter-asian-support', 'TER: split Asian characters (with --ter-normalized).'),
  terNoPunct: on('--ter-no-punct', 'TER: remove punctuation.'),
  terNormalized: on('--ter-normalized', 'TER: decode entities and split off punctuation.'),

  confidence: on('--confidence -ci', 'Show the 95 % interval of bootstrap resamples.'),
  confidenceN: integer('--confidence-n -cin', 1000, 'Number of resamples.'),
  pairedAr: on('--paired-ar -par', 'Test every system against the first by approximate randomization. For calibrated tests, use assay compare.', { excludes: 'pairedBs' }),
  pairedBs: on('--paired-bs -pbs', 'Test every system against the first by bootstrap resampling. For calibrated tests, use assay compare.', { excludes: 'pairedAr' }),
  pairedArN: integer('--paired-ar-n -parn', 10000, 'Trials of --paired-ar.'),
  pairedBsN: integer('--paired-bs-n -pbsn', 1000, 'Resamples of --paired-bs.'),
  pairedJobs: integer('--paired-jobs -j', 1, 'Accepted for compatibility; has no effect.'),

  quiet: on('--quiet -q', 'Only warnings and errors on standard error.'),
  short: on('--short -sh', 'Short signatures.'),
  scoreOnly: on('--score-only -b', 'Scores only.'),
  width: integer('--width -w', 1, 'Decimals of a score.'),
  detail: on('--detail -d', 'Not supported here.'),
  noColor: on('--no-color -nc', 'No colours on a terminal.'),
  format: choice('--format -f', formats, 'json', 'Output format: json, text, or latex for a table of several systems. The environment variable SACREBLEU_FORMAT overrides it. (default: json)'),
}; // prettier-ignore

export type Settings = Values<typeof flags> & { readonly references: readonly string[] };
export type Environment = Readonly<Record<string, string | undefined>>;

/** What was typed, with what the environment says; or the flag that asks for a page instead of a score. */
export function readSettings(argv: readonly string[], env: Environment): Settings | 'help' | 'version' {
  const { values, rest, ended } = parseArguments(flags, argv);
  if (ended === 'help' || ended === 'version') return ended;
  const wanted = formats.find((format) => format === env['SACREBLEU_FORMAT']?.toLowerCase());
  return { ...values, format: wanted ?? values.format, references: rest };
}

export const usage =
  'usage: assay sacrebleu [flags] [reference file …] [-i system file …]\n' +
  '       assay sacrebleu [flags] -t test-set -l language-pair [-i system file …]\n';

/** The page of --help. */
export function helpPage(): string {
  const lines = Object.values(flags).map(({ names, shows, takes, help }) => {
    const value = takes === 'nothing' ? '' : ` ${shows}${takes === 'one' ? '' : ' …'}`;
    return `  ${names.join(', ')}${value}\n        ${help}\n`;
  });
  return `${usage}\nTake the flags of sacreBLEU 2.6.0 and print its output, byte for byte.\n\n${lines.join('')}`;
}
