import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { bleu, chrf } from '../../metrics/index.ts';
import { measureAll } from '../../measure/index.ts';
import { systemScore } from '../../core/index.ts';
import compare from '../commands/compare.ts';
import explain from '../commands/explain.ts';
import meta from '../commands/meta.ts';
import prepare from '../commands/prepare.ts';
import rank from '../commands/rank.ts';
import score from '../commands/score.ts';
import { runTyped } from '../testing/runTyped.ts';
import { answerLines } from './answerLines.ts';
import { openApi, protocolSchema } from './openApi.ts';
import { type Answer, answerRequest, methodNames } from './protocol.ts';

const examples = fileURLToPath(new URL('../../../examples/', import.meta.url));
const linesOf = (file: string): string[] => readFileSync(join(examples, file), 'utf8').trimEnd().split('\n');
const folder = mkdtempSync(join(tmpdir(), 'assay-protocol-'));
afterAll(() => rmSync(folder, { recursive: true }));

const ask = (method: string, params?: unknown, rest: object = {}, files = true): Promise<Answer> =>
  answerRequest(JSON.stringify({ id: 7, method, params, ...rest }), { files });
const fault = async (...asked: Parameters<typeof ask>): Promise<string> => {
  const { id, error } = await ask(...asked);
  expect({ id, kind: error?.kind }).toEqual({ id: 7, kind: 'usage' });
  return error!.message;
};
/** As JSON prints it. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const [reference, good, terse] = ['reference.A.en.txt', 'good.txt', 'terse.txt'].map(linesOf) as [string[], string[], string[]]; // prettier-ignore
const systems = [
  { name: 'good', texts: good },
  { name: 'terse', texts: terse },
];
const paths = ['-r', join(examples, 'reference.A.en.txt'), join(examples, 'good.txt'), join(examples, 'terse.txt')];
/** The names of files are part of what is hashed. */
const withoutHash = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, each: unknown) => (key === 'sha256' ? '' : each)));

describe('methods return what commands do', () => {
  it('score', async () => {
    const { id, result, shown } = await ask(
      'score',
      { files: systems, reference: [{ texts: reference }], metric: ['bleu', 'chrf'], confidence: true, samples: 50 },
      { show: ['text', 'tsv', 'rows'] },
    );
    const typed = await runTyped(score, [...paths, '-m', 'bleu', 'chrf', '--confidence', '--samples', '50']);
    expect(id).toBe(7);
    expect(withoutHash(result)).toEqual(withoutHash(typed.result));
    const asTsv = await runTyped(score, [
      ...paths,
      '-m',
      'bleu',
      'chrf',
      '--confidence',
      '--samples',
      '50',
      '-f',
      'tsv',
    ]);
    expect(shown!['tsv']).toBe(asTsv.shown);
    expect(shown!['text']).toContain('good');
    expect(shown!['rows']).toHaveProperty('tables');
  });

  it('score of files, with segment scores', async () => {
    const path = join(folder, 'segments.tsv');
    await runTyped(score, [...paths, '-m', 'chrf', '--segments', path]);
    const { files } = await ask('score', {
      files: paths.slice(2),
      reference: paths.slice(1, 2),
      metric: ['chrf'],
      segments: true,
    });
    expect(files!['segments']).toBe(readFileSync(path, 'utf8'));
  });

  it('compare', async () => {
    const { result } = await ask('compare', {
      files: systems,
      reference: [{ texts: reference }],
      metric: ['bleu'],
      samples: 200,
    });
    const typed = await runTyped(compare, [...paths, '-m', 'bleu', '--samples', '200']);
    expect(withoutHash(result)).toEqual(withoutHash(typed.result.report));
  });

  it('explain', async () => {
    const { result } = await ask('explain', { files: systems, reference: [{ texts: reference }], segment: 2 });
    const typed = await runTyped(explain, [...paths, '--segment', '2']);
    expect(withoutHash(result)).toEqual(withoutHash(typed.result));
  });

  it('rank', async () => {
    const path = join(examples, 'judgments.tsv');
    const { result } = await ask('rank', { files: [{ name: 'judgments.tsv', content: readFileSync(path, 'utf8') }] });
    expect(withoutHash(result)).toEqual(withoutHash((await runTyped(rank, [path])).result));
  });

  it('meta', async () => {
    const task = join(examples, 'task');
    const { result } = await ask('meta', { folder: task, metric: ['bleu', 'chrf'] });
    expect(plain(result)).toEqual(plain((await runTyped(meta, [task, '-m', 'bleu', 'chrf'])).result));
  });

  it('metrics and about', async () => {
    expect((await ask('metrics')).result).toContainEqual(expect.objectContaining({ id: 'bleu' }));
    expect((await ask('metrics', { name: 'chrf++' })).result).toMatchObject({ id: 'chrf' });
    expect((await ask('about')).result).toMatchObject({ protocol: 1, methods: methodNames });
  });
});

describe('texts', () => {
  const odd = [
    '{"a": 1}',
    'a\tb',
    '',
    ' ',
    'x\ry',
    '<doc>',
    '\u2028',
    '# 1',
    'a|b',
    '\u0000',
    '𝒳 é',
    '<?xml version="1.0"?>',
  ];
  const cases: [name: string, texts: string[]][] = [
    ['that look like formats', odd],
    ['with line breaks', [...odd, 'a\nb', 'b\r\n', '\r']],
    ['that start with a byte order mark', ['\ufeffa b c d', ...odd]],
    ['that end in white space', ['a b c\r', 'd \n', 'e\t']],
  ];
  it.each(cases)('%s are scored as they are', async (_, texts) => {
    const references = texts.map((text, i) => (i % 2 === 0 ? text : `${text} more`)).map((text) => text || 'x');
    const params = {
      files: [{ texts: [...texts].reverse() }, { name: 'a.jsonl', texts }],
      reference: [{ texts: references }],
      metric: ['bleu', 'chrf'],
      emptyReferences: 'keep',
    };
    const { result, error } = await ask('score', params);
    expect(error).toBeUndefined();
    const measured = measureAll([bleu(), chrf()], { references }, [[...texts].reverse(), texts]);
    expect(result).toMatchObject({
      systems: ['system 1', 'a.jsonl'],
      all: { scores: [0, 1].map((s) => measured.map((each) => ({ score: systemScore(each, s) }))) },
    });
  });
});

describe('bad requests', () => {
  const texts = { files: [{ name: 'a', texts: ['x', 'y'] }], reference: [{ texts: ['x', 'y'] }] };
  const faults: [name: string, asked: Parameters<typeof ask>, message: string | RegExp][] = [
    ['unknown method', ['scor'], /^There is no method scor\. .*score/],
    ['unknown parameter', ['score', { ...texts, metrics: ['bleu'] }], /^score has no parameter metrics\. .*metric/],
    ['__proto__ as parameter', ['score', JSON.parse('{"__proto__": 1}')], /^score has no parameter __proto__/],
    ['unknown member', ['score', texts, { form: 1 }], /^A request has no member form/],
    ['parameters that are a list', ['score', []], 'params must be an object, not a list.'],
    ['unknown form', ['score', texts, { show: ['pdf'] }], /^show: "pdf" is not known/],
    ['unknown metric', ['score', { ...texts, metric: ['blue'] }], /blue/],
    ['metric that is not a list', ['score', { ...texts, metric: 'bleu' }], 'metric must be a list, not "bleu".'],
    ['a number out of bounds', ['score', { ...texts, samples: 0 }], /^--samples must be an integer/],
    ['a switch that is a text', ['score', { ...texts, confidence: 'yes' }], 'confidence must be true or false, not "yes".'],
    ['null as text', ['score', { ...texts, files: [{ name: 'a', texts: ['x', null] }] }], 'a, segment 2: expected a text, not null.'],
    ['half a surrogate pair', ['score', { ...texts, files: [{ name: 'a', texts: ['x', 'y\ud800'] }] }], /^a, segment 2: the text has half of a surrogate pair/],
    ['half of one among line breaks', ['score', { ...texts, reference: [{ texts: ['x\n', '\udc00'] }] }], /^reference, segment 2: the text has half/],
    ['unequal lengths', ['score', { ...texts, reference: [{ texts: ['x'] }] }], 'a has 2 lines, reference has 1. All files must have the same segments.'],
    ['no references', ['score', { files: texts.files }], /No references given/],
    ['texts and content', ['score', { ...texts, files: [{ texts: [], content: '' }] }], /either texts, a list, or content/],
    ['an unknown member of a file', ['score', { ...texts, files: [{ text: 'a' }] }], /has text, which is not known/],
    ['two files of one name', ['score', { ...texts, reference: [{ name: 'a', texts: ['x', 'y'] }] }], 'Two files of the request are named a. Rename one.'],
    ['standard input', ['score', { ...texts, files: ['-'] }], /standard input holds the requests/],
    ['a missing file', ['score', { ...texts, files: [join(folder, 'missing')] }], /^cannot read .*missing: no such file/],
    ['an output that is a path', ['score', { ...texts, segments: 'x.tsv' }], /^segments must be true or false/],
    ['a file where none may be read', ['score', { ...texts, files: ['/etc/passwd'] }, {}, false], /^files: this server reads no files/],
    ['a metric of a file', ['score', { ...texts, metric: ['learned(file=/etc/passwd)'] }, {}, false], /is a file, and this server reads no files|reads no files/],
    ['a program', ['score', { ...texts, metric: ['external(command=true)'] }, {}, false], /starts a program/],
    ['patterns of runs', ['compare', { reference: texts.reference, runs: ['*'] }, {}, false], /^runs: this server reads no files/],
    ['a database as name', ['rank', { files: [{ name: 'postgres://x', content: 'a' }] }, {}, false], 'files: postgres://x must be the name of a file, without folders.'],
    ['a campaign as name', ['rank', { files: [{ name: 'x.sqlite', content: 'a' }] }, {}, false], /^Cannot read x\.sqlite as judgments: it starts with "a"/],
    ['analyses that come along', ['score', { ...texts, analyses: [{ content: 'a' }] }], 'analyses must be a path: it cannot come with the request.'],
    ['sacrebleu of unequal lists', ['sacrebleu', { metric: 'bleu', hypotheses: ['a', 'b'], references: [['a']] }], 'reference 1 has 1 segment, hypotheses have 2. All lists must be equally long.'],
    ['sacrebleu without a reference', ['sacrebleu', { metric: 'bleu', hypotheses: ['a'], references: [[null]] }], 'Segment 1 has no reference. Every segment needs at least one.'],
    ['sacrebleu of another metric', ['sacrebleu', { metric: 'meteor' }], 'metric must be bleu | chrf | ter, not "meteor".'],
  ]; // prettier-ignore
  it.each(faults)('%s', async (_, asked, message) => {
    const found = await fault(...asked);
    if (typeof message === 'string') expect(found).toBe(message);
    else expect(found).toMatch(message);
  });

  it('leaves nothing behind: the next request is answered', async () => {
    await fault('score', { ...texts, metric: ['blue'] });
    expect((await ask('score', texts)).error).toBeUndefined();
  });
});

describe('lines', () => {
  const pieces = async function* (...all: string[]): AsyncGenerator<Buffer> {
    for (const each of all) yield Buffer.from(each, 'latin1');
  };
  const answered = async (mostBytes: number, ...all: string[]): Promise<Answer[]> => {
    const answers: Answer[] = [];
    for await (const line of answerLines(pieces(...all), { mostBytes, files: true })) {
      expect(line.endsWith('\n')).toBe(true);
      answers.push(JSON.parse(line) as Answer);
    }
    return answers;
  };

  it('are answered in order, however they come', async () => {
    const answers = await answered(1000, '{"id":1,"me', 'thod":"about"}\r\n\n{"id":"b","method":"x"}\n{"id":3}\nnonsense\n\xff\n[1]\n{"id":6,"method":"about"}'); // prettier-ignore
    expect(answers.map(({ id, error }) => [id, error?.kind])).toEqual([
      [1, undefined],
      ['b', 'usage'],
      [3, 'usage'],
      [null, 'usage'],
      [null, 'usage'],
      [null, 'usage'],
      [6, undefined],
    ]);
  });

  it('that are too long are refused without being kept', async () => {
    const long = `{"id":1,"params":"${'x'.repeat(50)}`;
    const answers = await answered(60, long, long, long, '"}\n{"id":2,"method":"about"}\n');
    expect(answers[0]!.error!.message).toMatch(/^The request is longer than 60 bytes/);
    expect(answers[1]!.result).toBeDefined();
  });

  it('are read only when the answer before was taken', async () => {
    let sent = 0;
    async function* endless(): AsyncGenerator<string> {
      for (;;) yield `{"id":${++sent},"method":"about"}\n`;
    }
    const answers = answerLines(endless(), { mostBytes: 100, files: true });
    for (let i = 0; i < 3; i++) await answers.next();
    await new Promise((resolve) => void setTimeout(resolve, 20));
    expect(sent).toBe(3);
  });
});

describe('attached bytes', () => {
  const texts = 'the cat sat\non the mat\n';
  const request = (sizes: unknown, file: object = { name: 'a', attached: 0 }): string =>
    `${JSON.stringify({ id: 1, method: 'score', params: { files: [file], reference: [{ name: 'r', attached: 1 }], metric: ['chrf'] }, attached: sizes })}\n`; // prettier-ignore
  const about = '{"id":2,"method":"about"}\n';
  const answers = async (mostBytes: number, ...pieces: string[]): Promise<Answer[]> => {
    const found: Answer[] = [];
    for await (const line of answerLines(iterated(pieces), { mostBytes, files: true })) found.push(JSON.parse(line) as Answer); // prettier-ignore
    return found;
  };
  async function* iterated(pieces: readonly string[]): AsyncGenerator<string> {
    yield* pieces;
  }

  it('are texts, however they come', async () => {
    const all = `${request([texts.length, texts.length])}${texts}${texts}${about}`;
    for (const pieces of [[all], [...all], [all.slice(0, -40), all.slice(-40)]]) {
      const [first, second] = await answers(10_000, ...pieces);
      expect(first!.result).toMatchObject({ systems: ['a'], all: { segments: 2, scores: [[{ score: 100 }]] } });
      expect(second!.id).toBe(2);
    }
  });

  it.each([
    ['too many', 300, request([texts.length, 280]) + texts + 'x'.repeat(280), /^The request is longer than 300 bytes/],
    ['of a request that is wrong', 10_000, request([1, 1], { name: 'a', attached: 7 }) + 'ab', /attached must be the place, from 0, of one of the 2/],
    ['that are not lines of UTF-8', 10_000, request([3, 1], { text: 1 }) + '\n\n\n\n', /has text, which is not known/],
  ])('%s are skipped, and the next request is answered', async (_, most, sent, message) => {
    const [first, second] = await answers(most, sent, about);
    expect(first!.error!.message).toMatch(message);
    expect(second!.id).toBe(2);
  }); // prettier-ignore

  it('are refused where the sizes are wrong, none can follow, or the input ends', async () => {
    expect((await answers(1000, request([-1])))[0]!.error!.message).toMatch(/^attached must hold the sizes/);
    expect(await fault('about', {}, { attached: [3] })).toMatch(/^attached: bytes can follow only requests to `assay pipe`/); // prettier-ignore
    expect((await answers(1000, request([9, 1]), 'abc'))[0]!.error!.message).toMatch(/6 bytes of 9 are missing/);
  });
});

describe('count and total', () => {
  const metric = ['bleu', 'ribes', 'chrf'];
  interface Counted {
    readonly metrics: readonly unknown[];
    readonly groups: readonly { readonly segments: number }[];
    readonly scores?: readonly (readonly (readonly number[])[])[];
  }
  const count = async (from: number, to: number, more: object = {}): Promise<Counted> => {
    const cut = systems.map(({ name, texts }) => ({ name, texts: texts.slice(from, to) }));
    const { result, error } = await ask('count', { files: cut, reference: [{ texts: reference.slice(from, to) }], metric, ...more }); // prettier-ignore
    expect(error).toBeUndefined();
    return plain(result) as Counted;
  };
  const whole = async () => plain((await ask('score', { files: systems, reference: [{ texts: reference }], metric })).result) as { all: unknown; metrics: unknown }; // prettier-ignore

  it('give the report of one run from any parts', async () => {
    const parts = [await count(40, 60), await count(0, 7), await count(7, 40)];
    const { result } = await ask('total', {
      systems: ['good', 'terse'],
      metrics: parts[0]!.metrics,
      groups: [parts.flatMap(({ groups }) => groups)],
      statistics: true,
    });
    const [{ statistics }] = (result as { groups: [{ statistics: string }] }).groups;
    const merged = plain((await ask('merge', { files: [{ name: 's.json', content: statistics }] })).result);
    const { all, metrics } = await whole();
    expect(merged).toMatchObject({ all, metrics });
  });

  it('have sums by group and scores by segment', async () => {
    const groups = reference.map((_, i) => i % 3);
    const counted = await count(0, 60, { groups, scores: true });
    expect(counted.groups.map(({ segments }) => segments)).toEqual([20, 20, 20]);
    const { result } = await ask('total', {
      systems: ['good', 'terse'],
      metrics: counted.metrics,
      groups: [counted.groups, ...counted.groups.map((group) => [group])],
    });
    const [all, second] = (result as { groups: { scores: number[][] }[] }).groups.filter((_, g) => g === 0 || g === 2);
    const only = (texts: readonly string[]): string[] => texts.filter((_, i) => i % 3 === 1);
    const made = [bleu(), chrf()];
    const ofWhole = measureAll(made, { references: reference }, [good, terse]);
    const ofGroup = measureAll(made, { references: only(reference) }, [only(good), only(terse)]);
    for (const [m, at] of [[0, 0], [1, 2]] as const) {
      expect([0, 1].map((s) => all!.scores[s]![at])).toEqual([0, 1].map((s) => systemScore(ofWhole[m]!, s)));
      expect([0, 1].map((s) => second!.scores[s]![at])).toEqual([0, 1].map((s) => systemScore(ofGroup[m]!, s)));
      expect(counted.scores![at]![1]![5]).toBe(ofWhole[m]!.segmentScore(60 + 5));
    } // prettier-ignore
  });

  it('reads what was prepared again when it has changed', async () => {
    const prepared = join(folder, 'prepared.json');
    const signatures = [];
    for (const file of ['reference.A.en.txt', 'reference.B.en.txt']) {
      await runTyped(prepare, ['-r', join(examples, file), '-m', 'nist', '-o', prepared]);
      const { result } = await ask('count', { ...texts, metric: ['nist'], prepared });
      signatures.push((result as { metrics: { signature: string }[] }).metrics[0]!.signature);
    }
    expect(signatures[1]).not.toBe(signatures[0]);
  });

  const texts = { files: [{ name: 'a', texts: ['x', 'y'] }], reference: [{ texts: ['x', 'y'] }] };
  it.each<[string, Parameters<typeof ask>, RegExp]>([
    ['a metric that must learn', ['count', { ...texts, metric: ['nist'] }], /^metric: NIST must first learn .* Type `assay prepare -r REFERENCES -m 'nist' -o prepared\.json`/],
    ['a program', ['count', { ...texts, metric: ['external(cmd="true")'] }], /^metric: external runs a program/],
    ['an option of score alone', ['count', { ...texts, confidence: true }], /^count has no parameter confidence/],
    ['groups that are too few', ['count', { ...texts, groups: [0] }], /^groups has 1 numbers, but there are 2 segments/],
    ['groups with gaps', ['count', { ...texts, groups: [0, 9] }], /Number groups from 0, without gaps/],
    ['groups that are texts', ['count', { ...texts, groups: [0, 'a'] }], /^groups, segment 2: expected a number from 0, not "a"/],
    ['a total of something else', ['total', { systems: ['a'], metrics: [{ metric: 'bleu', signature: 'x' }], groups: [[{ segments: 1, sums: [[1, 2]] }]] }], /^total takes systems, metrics and groups/],
    ['a total of another version', ['total', { systems: ['a'], metrics: [{ metric: 'bleu', signature: 'x' }], groups: [] }], /another version of Assay/],
  ])('refuse %s', async (_, asked, message) => {
    expect(await fault(...asked)).toMatch(message);
  }); // prettier-ignore
});

describe('sacrebleu', () => {
  it('has statistics, signatures and intervals', async () => {
    // sacreBLEU 2.6.0: BLEU(max_ngram_order=2, effective_order=True).corpus_score(["a b c"], [["a b d"]])
    const params = { metric: 'bleu', hypotheses: ['a b c'], references: [['a b d']], maxNgramOrder: 2, effectiveOrder: true }; // prettier-ignore
    expect((await ask('sacrebleu', params)).result).toEqual({
      name: 'BLEU',
      score: 57.73502691896257,
      statistics: [3, 3, 2, 1, 3, 2],
      signature: 'nrefs:1|case:mixed|eff:yes|tok:13a|smooth:exp|version:2.6.0',
      shortSignature: '#:1|c:mixed|e:yes|tok:13a|s:exp|v:2.6.0',
    });
    const references = [
      ['a b', 'c d', 'e f g h'],
      ['a c', null, 'e'],
    ];
    const interval = { metric: 'chrf', hypotheses: ['a b', 'c e', 'e f g'], references, confidenceN: 100 };
    expect((await ask('sacrebleu', interval)).result).toMatchObject({
      name: 'chrF2',
      signature: 'nrefs:var|bs:100|seed:12345|case:mixed|eff:yes|nc:6|nw:0|space:no|version:2.6.0',
      confidence: { mean: expect.any(Number), halfWidth: expect.any(Number) },
    });
  });
});

describe('descriptions', () => {
  it('name every method', () => {
    expect(Object.keys(openApi()['paths'] as object)).toEqual(methodNames.map((method) => `/v1/${method}`));
    expect((protocolSchema()['oneOf'] as unknown[]).length).toBe(methodNames.length);
  });
});
