import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Metric } from '../core/index.ts';
import { bleu, chrf, nist, ter } from '../metrics/index.ts';
import { type CheckedTexts, TextSample, checkNames, checkTexts, warningLines } from './checkTexts.ts';

const examples = new URL('../../examples/', import.meta.url);
const lines = (url: URL): string[] => readFileSync(url, 'utf8').trimEnd().split('\n');
const example = (name: string): string[] => lines(new URL(name, examples));
const sources = example('source.de.txt');
const references = example('reference.A.en.txt');
const good = example('good.txt');
const usual = [bleu(), chrf(), ter()];

interface Given {
  readonly output?: readonly string[];
  readonly references?: readonly string[];
  readonly sources?: readonly string[];
  readonly metrics?: readonly Metric[];
}

/** The warnings about one output, as a line each. */
function said({ output = good, references: own = references, sources: from = sources, metrics = usual }: Given) {
  const texts: CheckedTexts = { systems: ['sys'], hypotheses: [output], references: own.map((text) => [text]), sources: from }; // prettier-ignore
  return warningLines(checkTexts(texts, metrics));
}

const tokenized = (texts: readonly string[]): string[] => texts.map((text) => text.replace(/([.,!?])/g, ' $1'));
const every = (n: number, texts: readonly string[], change: (text: string, i: number) => string): string[] =>
  texts.map((text, i) => (i % n === 0 ? change(text, i) : text));

describe('nothing is said of', () => {
  it.each(['good.txt', 'terse.txt', 'verbose.txt', 'shuffled.txt'])('examples/%s', (name) => {
    expect(said({ output: example(name) })).toEqual([]);
  });

  it.each<[string, Given]>([
    ['tokenized texts with tok=none', { output: tokenized(good), references: tokenized(references), metrics: [bleu({ tokenizer: 'none' })] }],
    ['a few full stops apart', { output: every(20, good, (text) => text.replace(/\.$/, ' .')) }],
    ['a few empty segments', { output: every(30, good, () => '') }],
    ['names that stay as they are', { output: every(20, good, (_, i) => sources[i]!) }],
    ['source and reference that are equal', { output: sources, references: sources.map((text, i) => (i % 2 === 0 ? text : references[i]!)), sources: sources.map((text, i) => (i % 2 === 0 ? text : '')) , metrics: [] }],
    ['four segments', { output: references.slice(0, 4), references: references.slice(0, 4), sources: sources.slice(0, 4) }],
    ['some numbers', { output: every(2, good, () => '12.5') }],
    ['tabs here and there', { output: every(2, good, (text) => `${text}\t`) }],
  ])('%s', (_, given) => {
    expect(said(given)).toEqual([]);
  }); // prettier-ignore

  const data = new URL('../../../shared/data/wmt09-ranking/', import.meta.url);
  const isThere = existsSync(data);
  describe.runIf(isThere)(`WMT09${isThere ? '' : ' (skipped: ../shared/data is not there)'}`, () => {
    const text = (language: string) => lines(new URL(`text/newstest2009.${language}.txt`, data));
    it.each(['de-en', 'en-es', 'en-fr'])('%s', (pair) => {
      const [source, target] = pair.split('-') as [string, string];
      const folder = new URL(`outputs/${pair}/`, data);
      const systems = readdirSync(folder);
      const texts = {
        systems,
        hypotheses: systems.map((name) => lines(new URL(name, folder))),
        references: text(target).map((reference) => [reference]),
        sources: text(source),
      };
      expect(checkTexts(texts, usual)).toEqual([]);
    });
  });
});

describe('texts', () => {
  it.each<[string, Given, RegExp[]]>([
    [
      'a tokenized output',
      { output: tokenized(good) },
      [/^sys: \d\d of 60 segments end in a space and a full stop: this looks tokenized\. Detokenize the output, since/],
    ],
    [
      'all of them tokenized',
      { output: tokenized(good), references: tokenized(references) },
      [/this looks tokenized\. So do the references\. Detokenize both, or use tok=none/],
    ],
    ['a copy of the reference', { output: references }, [/^sys: 60 of 60 segments equal a reference\. Check that this/]],
    ['empty segments', { output: every(4, good, () => ' ') }, [/^sys: 15 of 60 segments are empty\. Check that the output/]],
    [
      'segments that were not translated',
      { output: every(5, good, (_, i) => sources[i]!) },
      [/^sys: 12 of 60 segments equal the source\. Check that the output is translated\./],
    ],
    [
      'another language',
      { output: every(3, good, (_, i) => `${sources[i]!} `) },
      [/^sys: 10 of 30 segments that were compared are more like the source than like the reference\. .* in the target language\.$/],
    ],
    [
      'source and references swapped',
      { references: sources, sources: references },
      [/^sys: 28 of 28 segments that were compared are more like the source .* source \(-s\) and references \(-r\) are not swapped\.$/],
    ],
    ['scores', { output: good.map((_, i) => ` ${i / 7}`) }, [/^sys: 60 of 60 segments of the output are numbers\. Name a file/]],
    ['scores as references', { references: good.map((_, i) => `-${i}e-3`) }, [/^60 of 60 segments of the references are numbers/]],
    [
      'a table without a header',
      { output: good.map((text, i) => `${i}\t${text}\tx`) },
      [/^sys: 60 of 60 segments of the output have 3 columns with tabs between\. Give it a first line/],
    ],
    ['NUL', { output: every(60, good, (text) => `${text}\0`) }, [/^sys: 1 of 60 segments of the output have NUL characters/]],
  ])('%s', (_, given, expected) => {
    const found = said(given);
    expect(found).toHaveLength(expected.length);
    found.forEach((line, i) => expect(line).toMatch(expected[i]!));
  }); // prettier-ignore

  it('are looked at from the start, and no more than 1000 segments of them', () => {
    const many = (texts: readonly string[]): string[] =>
      Array.from({ length: 5000 }, (_, i) => texts[i % texts.length]!);
    const output = many(good).map((text, i) => (i < 1000 ? text : ''));
    expect(said({ output, references: many(references), sources: many(sources) })).toEqual([]);
    const empty = many(good).map((text, i) => (i % 10 === 0 ? '' : text));
    expect(said({ output: empty, references: many(references), sources: many(sources) })).toEqual([
      expect.stringMatching(/^sys: 100 of the first 1000 segments are empty\. /),
    ]);
  });

  it('come in batches, too', () => {
    const sample = new TextSample(['a', 'b']);
    for (let i = 0; i < 3000; i += 400) {
      const batch = Array.from({ length: 400 }, (_, k) => String(i + k));
      sample.take({ hypotheses: [batch, batch], references: batch.map((text) => [text]), sources: batch });
    }
    expect([...sample.hypotheses, sample.sources!].map(({ length }) => length)).toEqual([1000, 1000, 1000]);
    expect(sample.references.at(-1)).toEqual(['999']);
  });

  it('of several systems are said once', () => {
    const texts = {
      systems: ['a', 'b', 'c'],
      hypotheses: [references, good, references],
      references: references.map((text) => [text]),
    };
    expect(checkTexts(texts)).toMatchObject([
      { kind: 'copy', system: 'a', count: 60, of: 60 },
      { kind: 'copy', system: 'c', count: 60, of: 60 },
    ]);
    expect(warningLines(checkTexts(texts))).toEqual([
      'a: 60 of 60 segments equal a reference. Check that this is the output of a system, and not a reference. Also: c (60 of 60).',
    ]);
  });
});

describe('languages without spaces', () => {
  const chinese = ['我希望大家能花点时间考虑一个非常简单的事实。', '到目前为止，我们对宇宙的大部分了解都来自于光。'];
  const japanese = [
    '彼は昨日、東京の大学で日本語を教えていました。',
    'この本はとても面白いので、もう一度読みたいです。',
  ];
  const thai = [
    'ฉันอยากให้คุณใช้เวลาสักครู่เพื่อพิจารณาข้อเท็จจริง',
    'จนถึงตอนนี้สิ่งที่เรารู้เกี่ยวกับจักรวาลมาจากแสง',
  ];
  const six = (texts: readonly string[]): string[] => [...texts, ...texts, ...texts];
  const cut = (texts: readonly string[], metrics: readonly Metric[]) =>
    said({
      output: six(texts).map((text) => text.slice(1)),
      references: six(texts),
      sources: six(texts).map(() => 'a'),
      metrics,
    });

  it.each<[string, string[], RegExp]>([
    ['Chinese', chinese, /^The references are Chinese, .* but bleu and ter cut words at spaces.* Use -m 'bleu\(tok=zh\)' 'ter\(norm=yes,asian=yes\)', or a metric of characters, such as chrf\.$/],
    ['Japanese', japanese, /^The references are Japanese, .* Use -m 'bleu\(tok=ja-mecab\)'/],
    ['Thai', thai, /^The references are Thai, .* Use -m 'bleu\(tok=char\)', or a metric/],
  ])('%s is not cut by 13a', (_, texts, expected) => {
    expect(cut(texts, usual)).toEqual([expect.stringMatching(expected)]);
    expect(cut(texts, [nist({ tokenizer: 'intl' })])).toEqual([expect.stringContaining('but nist(tok=intl) cut')]);
  }); // prettier-ignore

  it.each<[string, string[], Metric[]]>([
    ['Chinese by zh', chinese, [bleu({ tokenizer: 'zh' }), ter({ normalized: true, asianSupport: true }), chrf()]],
    ['Japanese and Thai by char', [...japanese, ...thai], [bleu({ tokenizer: 'char' })]],
    ['chrF++', chinese, [chrf({ wordOrder: 2 })]],
    ['words with spaces between', ['我 希望 大家 能 花 点 时间 考虑', '到 目前 为止 ， 我们 对 宇宙'], usual],
    [
      'Korean',
      ['그는 어제 도쿄의 대학에서 일본어를 가르쳤습니다', '이 책은 아주 재미있어서 다시 읽고 싶습니다'],
      usual,
    ],
    ['a Chinese name in English', ['His name is 习近平, he said in a long sentence about it.', 'It is so.'], usual],
  ])('nothing is said of %s', (_, texts, metrics) => {
    expect(cut(texts, metrics)).toEqual([]);
  });
});

describe('names of files', () => {
  const kinds = (outputs: string[], given: string[], named = false) =>
    checkNames(outputs, given, named).map(({ kind }) => kind);

  it.each<[string[], string[]]>([
    [['ref.txt'], ['sys.txt']],
    [['data/reference.A.en.txt'], ['data/good.txt']],
    [['newstest-ref.de.gz'], ['big.hyp.txt', 'base.txt']],
    [['a.txt', 'b.txt'], ['out/hyp.txt']],
  ])('%j scored against %j seem to be swapped', (outputs, given) => {
    expect(kinds(outputs, given)).toEqual(['swapped']);
  });

  it.each<[string[], string[]]>([
    [['sys.txt'], ['ref.txt']],
    [['ref/a.txt'], ['x.txt']],
    [['refined.txt', 'prefix.txt'], ['x.txt']],
    [['refB.txt', 'ref-C.txt', 'sys.txt'], ['x.txt']],
    [['ref-B.txt'], ['ref-A.txt']],
    [['a.hyp'], ['b.hyp']],
    [['wmt.xml'], []],
    [['ref.tsv'], []],
  ])('%j scored against %j do not', (outputs, given) => {
    expect(kinds(outputs, given)).toEqual([]);
  });

  it('of process substitution ask for -n', () => {
    const [warning] = checkNames(['/dev/fd/63', '/dev/fd/62'], ['/dev/fd/64']);
    expect(warningLines([warning!])).toEqual([
      'Systems are named after file descriptors: 63, 62. Name them in their order, such as -n a -n b.',
    ]);
    expect(kinds(['/dev/fd/63'], ['ref.txt'], true)).toEqual([]);
  });
});

describe('without references', () => {
  const none = (output: readonly string[], from: readonly string[] | undefined = sources) =>
    warningLines(
      checkTexts({ systems: ['sys'], hypotheses: [output], references: output.map(() => []), sources: from }),
    );

  it('says nothing about an output that is in order', () => {
    expect(none(good)).toEqual([]);
    expect(none(good, undefined)).toEqual([]);
  });

  it('finds what shows without them', () => {
    expect(none(every(10, good, () => ''))[0]).toMatch(/^sys: 6 of 60 segments are empty\./);
    expect(none(sources)[0]).toMatch(/^sys: 60 of 60 segments equal the source\./);
    expect(none(tokenized(good))[0]).toMatch(/looks tokenized\. Detokenize the output\.$/);
  });
});
