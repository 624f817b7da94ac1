/** `assay corpus`: what texts of any size hold, and which sentences of test sets are in them. */
import { basename } from 'node:path';
import { UsageError, integers, numbers, oneOf, present } from '../../core/index.ts';
import { type CorpusReading, filesLike, readCorpus, readSought } from '../../data/index.ts';
import {
  type CorpusReport,
  corpusPage,
  corpusRows,
  corpusTables,
  corpusWarnings,
  reportCorpora,
} from '../../report/index.ts';
import { type SoughtLines, type Tokenizer, europarlLanguages, tokenizerEuroparl, tokenizerNames } from '../../text/index.ts'; // prettier-ignore
import { type Terminal, defineCommand } from '../command.ts';
import { testSetOptions } from '../input/testSetInput.ts';
import { type Given, inputFiles, toggle, value } from '../options.ts';

const plainTokenizers = tokenizerNames.filter((name) => name !== 'spm');
const europarlNames = europarlLanguages.map((language) => `europarl-${language}` as const);

const options = {
  find: inputFiles({ help: 'test set whose sentences are searched for in the files; repeat for several' }),
  testset: { ...testSetOptions.testset, help: 'the same, by name: source and references of a test set, such as wmt22' },
  pair: testSetOptions.pair,
  ngram: value(integers(2, 100), { default: 8, help: 'words in a run that sentences must share' }),
  share: value(numbers(1, 100), {
    value: 'percent',
    default: 50,
    help: 'words of a sentence, in such runs, that make it nearly the same',
  }),
  tok: value(oneOf([...plainTokenizers, ...europarlNames]), {
    value: 'tokenizer',
    default: 'none',
    help: 'how words are counted; none: separated by white space',
  }),
  lowercase: toggle({ help: 'count words that differ only in case as the same' }),
  overlong: value(integers(1, 1_000_000), { default: 100, help: 'words that a sentence may have' }),
};

type CorpusOptions = Given<typeof options>;

const corpus = defineCommand({
  name: 'corpus',
  summary: 'Count what texts hold, and find sentences of test sets in training data.',
  examples: [
    ['assay corpus train.en train.de', 'sentences, words, lengths, duplicates, scripts'],
    ['assay corpus train.en.gz --find test.en', 'sentences of the test set that are in the training data'],
    ['assay corpus train.de --testset wmt22 --pair en-de', 'the same for a test set by name'],
    ['assay corpus train.en train.de -o corpus.html', 'a page, with a chart of lengths'],
    ['assay corpus newstest2009.en --tok europarl-en --lowercase', 'as WMT09 counted'],
  ],
  arguments: [{ typed: '<files...>', names: 'input', help: 'texts with a sentence per line, or patterns in quotes' }],
  options,

  async run(typed, given, terminal): Promise<CorpusReport> {
    const files = [...new Set(typed.flatMap(filesLike))];
    if (files.length === 0) throw new UsageError('No file given. Name a text with a sentence per line.');
    const tests = await testsOf(given);
    const tokenizer = await tokenizerOf(given.tok);
    const sought = new Map<string, SoughtLines>();
    for (const { path } of tests) sought.set(path, await readSought(path, given.ngram));
    const settings = { lowercase: given.lowercase ?? false, overlong: given.overlong, ...present({ tokenizer }) };
    const readings: CorpusReading[] = [];
    for (const [f, file] of files.entries()) {
      readings.push(await readCorpus(file, settings, tests.filter(({ path }) => path !== file).map(({ path }) => sought.get(path)!), progress(terminal, file, f, files.length))); // prettier-ignore
    }
    const report = reportCorpora(
      files.map((file, f) => ({ file, ...readings[f]!.statistics, sha256: readings[f]!.sha256 })),
      tests.map(({ name }) => name),
      readings.map(({ overlaps }, f) => {
        const rest = [...overlaps];
        return tests.map(({ path }) => (path === files[f] ? undefined : rest.shift()));
      }),
      {
        tokenizer: given.tok,
        lowercase: settings.lowercase,
        overlong: given.overlong,
        ngram: given.ngram,
        share: given.share / 100,
      },
    );
    for (const warning of corpusWarnings(report)) terminal.warn(`warning: ${warning}`);
    return report;
  },

  forms: { tables: corpusTables, rows: corpusRows, page: corpusPage },
});

export default corpus;

const progress =
  (terminal: Terminal, file: string, f: number, files: number) =>
  (share: number | undefined, lines: number): void =>
    terminal.progress({
      share: share === undefined ? undefined : (f + share) / files,
      text: `${basename(file)}: ${lines} lines read`,
    });

async function tokenizerOf(name: CorpusOptions['tok']): Promise<Tokenizer | undefined> {
  if (name === 'none') return undefined; // white space is found in the bytes
  const europarl = europarlLanguages.find((language) => name === `europarl-${language}`);
  if (europarl) return tokenizerEuroparl(europarl);
  const { openTokenizer } = await import('../../engine/resources/index.ts');
  return openTokenizer(plainTokenizers.find((each) => each === name)!);
}

/** Texts to search for: files, and the source and references of a set by name. */
async function testsOf({ find = [], testset, pair }: CorpusOptions): Promise<{ name: string; path: string }[]> {
  const files = [...new Set(find)].map((path) => ({ name: path, path }));
  if (testset === undefined) {
    if (pair !== undefined) throw new UsageError('--pair is for --testset. Add --testset, or leave it out.');
    return files;
  }
  if (pair === undefined) throw new UsageError('Add the language pair of --testset, such as --pair en-de.');
  const { openSet } = await import('../../data/testSets/openSet.ts');
  const opened = await openSet(testset, pair);
  const fields = ['src', ...opened.references].filter((field) => opened.fields.has(field));
  return [...files, ...fields.map((field) => ({ name: `${testset} ${opened.pair} ${field}`, path: opened.fields.get(field)! }))]; // prettier-ignore
}
