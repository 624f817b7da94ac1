import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../core/index.ts';
import type { Candidates } from '../tune/index.ts';
import { type Contents, withFiles } from './testing/files.ts';
import { type NbestRequest, holdLists, readNbest } from './readNbest.ts';
import { writeNbest } from '../formats/nbest/writeNbest.ts';

type Options = Omit<NbestRequest, 'files'>;

const read = (contents: Contents, options: Options = {}) =>
  withFiles(contents, async (directory) => {
    const files = Object.keys(contents).map((name) => `${directory}/${name}`);
    const { candidates, notes } = await readNbest({ files, ...options });
    return { candidates, notes: notes.map((note) => note.replaceAll(`${directory}/`, '')) };
  });

const readOne = async (text: string | Uint8Array, options?: Options): Promise<Candidates> =>
  (await read({ 'n.txt': text }, options)).candidates;

const faultOf = async (contents: Contents, options?: Options): Promise<string> =>
  withFiles(contents, async (directory) => {
    const files = Object.keys(contents).map((name) => `${directory}/${name}`);
    const error = await readNbest({ files, ...options }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UsageError);
    return (error as Error).message.replaceAll(`${directory}/`, '');
  });

/** Features of a candidate by name; zeros are not there. */
function rowOf({ features, featureNames }: Candidates, c: number): Record<string, number> {
  const row: [string, number][] = [];
  for (let at = features.starts[c]!; at < features.starts[c + 1]!; at++) {
    row.push([featureNames[features.indices[at]!]!, features.values[at]!]);
  }
  return Object.fromEntries(row);
}

describe('features', () => {
  it.each<[name: string, features: string, names: string[], row: Record<string, number>]>([
    [
      'older Moses (moses-100x100)',
      'd: 0 -7.5 lm: -41 -40 w: -9',
      ['d_1', 'd_2', 'lm_1', 'lm_2', 'w'],
      { d_2: -7.5, lm_1: -41, lm_2: -40, w: -9 },
    ],
    ['newer Moses', 'LM0= -146.25 TM0= -7 -2.5', ['LM0', 'TM0_1', 'TM0_2'], { LM0: -146.25, TM0_1: -7, TM0_2: -2.5 }],
    ['sparse features of Moses', 'LM0= -1 WT_a~b= 1 x:y== 2', ['LM0', 'WT_a~b', 'x:y='], { LM0: -1, 'WT_a~b': 1, 'x:y=': 2 }],
    ['a label that goes on', 'lm= 1 d= 2 lm= 3', ['lm_1', 'lm_2', 'd'], { lm_1: 1, lm_2: 3, d: 2 }],
    ['Joshua', 'tm_pt_0=-9.5 lm_0=-19 OOVPenalty=0.000', ['tm_pt_0', 'lm_0', 'OOVPenalty'], { tm_pt_0: -9.5, lm_0: -19 }],
    ['Joshua with spaces', 'tm_pt_0 -9.5 lm_0 -19', ['tm_pt_0', 'lm_0'], { tm_pt_0: -9.5, lm_0: -19 }],
    ['names with signs', 'a=b=1 ;=2 __proto__=3', ['a=b', ';', '__proto__'], { 'a=b': 1, ';': 2, ['__proto__']: 3 }],
    ['cdec', 'Glue=2 LanguageModel=-1e2', ['Glue', 'LanguageModel'], { Glue: 2, LanguageModel: -100 }],
    ['cdec with semicolons', 'Glue=2;LanguageModel=-.5;', ['Glue', 'LanguageModel'], { Glue: 2, LanguageModel: -0.5 }],
    ['Portage', '-8 -34 +1.5 0', ['f1', 'f2', 'f3', 'f4'], { f1: -8, f2: -34, f3: 1.5 }],
    ['one number', '7', ['f1'], { f1: 7 }],
    ['none', '', [], {}],
  ])('%s', async (_, features, names, row) => {
    const candidates = await readOne(`0 ||| a b ||| ${features} ||| -1.5\n0 ||| c ||| ${features}\n`);
    expect(candidates.featureNames).toEqual(names);
    expect(new Map(Object.entries(rowOf(candidates, 0)))).toEqual(new Map(Object.entries(row)));
    expect(rowOf(candidates, 1)).toEqual(rowOf(candidates, 0));
    expect(candidates.texts).toEqual(['a b', 'c']);
    expect([...candidates.totals]).toEqual([-1.5, NaN]);
  }); // prettier-ignore

  it('may be sparse: a line without them has zeros', async () => {
    const candidates = await readOne('0 ||| a ||| ||| 1\n0 ||| b ||| X=1 ||| 2\n0 ||| c ||| Y=2;X=1 ||| 3\n');
    expect([0, 1, 2].map((c) => rowOf(candidates, c))).toEqual([{}, { X: 1 }, { X: 1, Y: 2 }]);
    expect([...candidates.features.indices]).toEqual([0, 0, 1]);
  });

  it('are read in the format that is asked for', async () => {
    expect((await readOne('0 ||| a ||| x=1;y=2 ||| 1\n', { format: 'joshua' })).featureNames).toEqual(['x', 'y']);
    expect(await faultOf({ 'n.txt': '0 ||| a ||| x=1 ||| 1\n' }, { format: 'plain' })).toBe(
      'n.txt, line 1: the feature f1 is "x=1", which is not a number.',
    );
    expect(await faultOf({ 'n.txt': '0 ||| a ||| 1 2 ||| 1\n' }, { format: 'moses' })).toBe(
      'n.txt, line 1: there is no label before "1". Moses writes `lm= -40.4 tm= -3.1 -2.5` or `lm: -40.4 tm: -3.1 -2.5`.',
    );
  });

  it('keep their numbers through all files of a run', async () => {
    const { candidates } = await read({ a: '0 ||| a ||| x= 1 y= 2\n', b: '0 ||| b ||| y=3 z=4 x=5\n' });
    expect(candidates.featureNames).toEqual(['x', 'y', 'z']);
    expect(rowOf(candidates, 1)).toEqual({ x: 5, y: 3, z: 4 });
    expect([...candidates.features.indices]).toEqual([0, 1, 0, 1, 2]);
  });
});

describe('lines', () => {
  const lines = '0 ||| a ||| 1 ||| 1\n0 ||| b ||| 2 ||| 1\n1 ||| ü ||| 3 ||| 1\n';
  it.each<[string, string | Uint8Array]>([
    ['LF', lines],
    ['no end of the last line', lines.trimEnd()],
    ['CRLF', lines.replaceAll('\n', '\r\n')],
    ['a byte order mark', `\ufeff${lines}`],
    ['gzip', gzipSync(lines)],
    ['no space before the bars, as in the original lists of Moses', lines.replaceAll(' |||', '|||')],
    ['an alignment after the total', lines.replaceAll('||| 1\n', '||| 1 ||| 0-0 1=1 ||| more\n')],
  ])('may have %s', async (_, text) => {
    const { texts, starts, features } = await readOne(text);
    expect(texts).toEqual(['a', 'b', 'ü']);
    expect([...starts]).toEqual([0, 2, 3]);
    expect([...features.values]).toEqual([1, 2, 3]);
  });

  it('may be a megabyte long', async () => {
    const text = 'wort '.repeat(250_000).trim();
    expect((await readOne(`0 ||| ${text} ||| 1\n`)).texts).toEqual([text]);
  });

  it('may have an empty translation', async () => {
    expect((await readOne('0 |||  ||| 1 ||| 2\n')).texts).toEqual(['']);
  });
});

describe('segments', () => {
  it('without candidates are kept and noted', async () => {
    const { candidates, notes } = await read({ n: '1 ||| a ||| 1\n3 ||| b ||| 1\n' }, { segments: 6 });
    expect([...candidates.starts]).toEqual([0, 0, 1, 1, 2, 2, 2]);
    expect(notes).toEqual(['4 of 6 segments without candidates, numbered from 0: 0, 2, 4, 5.']);
  });

  it('are those of all files, and what is equal stands once', async () => {
    const { candidates, notes } = await read({
      a: '0 ||| x ||| 1 ||| 9\n0 ||| y ||| 1 ||| 8\n0 ||| x ||| 1 ||| 7\n',
      b: '0 ||| x ||| 2 ||| 9\n0 ||| y ||| 1 ||| 6\n1 ||| x ||| 1 ||| 5\n',
    });
    expect(candidates.texts).toEqual(['x', 'y', 'x', 'x']);
    expect([...candidates.starts]).toEqual([0, 3, 4]);
    expect([...candidates.totals]).toEqual([9, 8, 9, 5]);
    expect(notes).toEqual([
      'a: 2 candidates, and 1 repeated ones left out.',
      'b: 2 candidates, and 1 repeated ones left out.',
    ]);
  });
});

describe('features that are missing on some lines', () => {
  const many = (from: number): string => Array.from({ length: 101 }, (_, k) => `s${from + k}= 1`).join(' ');
  it.each<[what: string, contents: Contents, notes: string[]]>([
    ['none', { n: '0 ||| a ||| x=1 y=0\n0 ||| b ||| x=0 y=1\n' }, []],
    ['sparse ones of Moses', { n: '0 ||| a ||| lm= 1 wt_a= 1\n0 ||| b ||| lm= 1\n0 ||| c ||| lm= 1 wt_b= 1\n' }, ['n: missing features, which count as 0: wt_a on 2 of 3 lines, first on line 2; wt_b on 2 of 3 lines, first on line 1.']],
    ['sparse ones by other names, since most lines lack them', { n: '0 ||| a ||| x= 1\n0 ||| b ||| y= 1\n0 ||| c ||| z= 1\n' }, ['n: missing features, which count as 0: x on 2 of 3 lines, first on line 2; y on 2 of 3 lines, first on line 1; z on 2 of 3 lines, first on line 1.']],
    ['of pairs, those that are there most often first', { n: '0 ||| a ||| x=1 y=1\n0 ||| b ||| y=1\n0 ||| c ||| x=1 z=1 y=1\n0 ||| d ||| x=1\n' }, ['n: missing features, which count as 0: x on 1 of 4 lines, first on line 2; y on 1 of 4 lines, first on line 4; z on 3 of 4 lines, first on line 1.']],
    ['of very many labels, which need not all be dense', { n: `0 ||| a ||| ${many(0)}\n0 ||| b ||| ${many(2)}\n` }, ['n: missing features, which count as 0: s0 on 1 of 2 lines, first on line 2; s1 on 1 of 2 lines, first on line 2; s101 on 1 of 2 lines, first on line 1; s102 on 1 of 2 lines, first on line 1.']],
    ['more than are named', { n: `0 ||| a ||| a=1 b=1 c=1 d=1 e=1 f=1\n0 ||| b ||| a=1\n` }, ['n: missing features, which count as 0: b on 1 of 2 lines, first on line 2; c on 1 of 2 lines, first on line 2; d on 1 of 2 lines, first on line 2; e on 1 of 2 lines, first on line 2; and 1 other feature.']],
    ['of another file', { m: '0 ||| a ||| x= 1\n', n: '0 ||| a ||| x= 1 y= 1\n' }, ['m: 1 candidate.', 'n: 1 candidate.', 'm: missing features, which count as 0: y on 1 of 1 line, first on line 1.']],
  ])('%s', async (_, contents, notes) => {
    expect((await read(contents)).notes).toEqual(notes);
  }); // prettier-ignore
});

describe('faults', () => {
  it.each<[text: string | Uint8Array, message: string, options?: Options]>([
    ['', 'n has no candidates.'],
    ['0 ||| a\n', 'n, line 1: expected `segment ||| translation ||| features ||| total`.'],
    ['0 ||| a ||| 1\n\n', 'n, line 2: expected `segment ||| translation ||| features ||| total`.'],
    ['x ||| a ||| 1\n', 'n, line 1: "x" is not a segment number. Segments are numbered from 0 to at most 9999999.'],
    ['-1 ||| a ||| 1\n', 'n, line 1: "-1" is not a segment number. Segments are numbered from 0 to at most 9999999.'],
    ['10000000 ||| a ||| 1\n', 'n, line 1: "10000000" is not a segment number. Segments are numbered from 0 to at most 9999999.'],
    ['1 ||| a ||| 1\n0 ||| a ||| 1\n', 'n, line 2: segment 0 comes after segment 1. Segments must be in ascending order, with all candidates of a segment together.'],
    ['0 ||| a ||| 1\n1 ||| a ||| 1\n0 ||| b ||| 1\n', 'n, line 3: segment 0 comes after segment 1. Segments must be in ascending order, with all candidates of a segment together.'],
    ['2 ||| a ||| 1\n', 'n, line 1: there is no segment 2: there are references for 2, and segments are numbered from 0.', { segments: 2 }],
    ['0 ||| a ||| 1 2\n0 ||| b ||| 1\n', 'n, line 2: 1 feature, but 2 on earlier lines. All lines must have the same number.'],
    ['0 ||| a ||| 1 2\n0 ||| b |||\n', 'n, line 2: 0 features, but 2 on earlier lines. All lines must have the same number.'],
    ['0 ||| a ||| lm= 1 d= 1 2\n0 ||| b ||| lm= 1 d= 1 2 3\n', 'n, line 2: 3 numbers of the label d, but 2 on earlier lines. All lines must have the same number.'],
    ['0 ||| a ||| lm: 1 d: 1 2\n0 ||| b ||| lm: 1\n', 'n, line 2: the label d is missing, but has 2 numbers on earlier lines.'],
    ['0 ||| a ||| lm= 1 tm= -1 -3\n0 ||| b ||| tm= -1 -3\n', 'n, line 2: the label lm is missing, but 1 of 2 lines have it. If its value is 0, write 0.'],
    ['0 ||| a ||| lm= 1 d= 2\n0 ||| b ||| lm= 1 d= 2\n1 ||| c ||| lm= 1 e= 2\n', 'n, line 3: the label d is missing, but 2 of 3 lines have it. If its value is 0, write 0.'],
    ['0 ||| a ||| lm= 1\n0 ||| b |||\n', 'n, line 2: the label lm is missing, but 1 of 2 lines have it. If its value is 0, write 0.'],
    ['0 ||| a ||| lm: 1\n0 ||| b ||| lm: 1 d: 1 2\n', 'n, line 2: the label d has 2 numbers, but earlier lines do not have it.'],
    ['0 ||| a ||| lm= d= 1\n', 'n, line 1: the label lm has no numbers.'],
    ['0 ||| a ||| lm= 1 2 lm_1= 1\n', 'n, line 1: the feature lm_1 stands twice.'],
    ['0 ||| a ||| lm= 1\n0 ||| a ||| lm= x\n', 'n, line 2: the feature lm is "x", which is not a number.'],
    ['0 ||| a ||| lm= 1\n0 ||| a ||| lm= NaN\n', 'n, line 2: the feature lm is NaN. It must be a finite number.'],
    ['0 ||| a ||| lm= 1 -nan\n', 'n, line 1: the feature lm_2 is -nan. It must be a finite number.'],
    ['0 ||| a ||| 1 -inf\n', 'n, line 1: the feature f2 is -inf. It must be a finite number.'],
    ['0 ||| a ||| x=1e999\n', 'n, line 1: the feature x is 1e999. It must be a finite number.'],
    ['0 ||| a ||| x=Infinity\n', 'n, line 1: the feature x is Infinity. It must be a finite number.'],
    ['0 ||| a ||| x=1 x=2\n', 'n, line 1: the feature x stands twice.'],
    ['0 ||| a ||| y=1\n0 ||| a ||| x=2 y=1 x=0\n', 'n, line 2: the feature x stands twice.'],
    ['0 ||| a ||| x=1\n0 ||| a ||| x\n', 'n, line 2: "x" is not a name with a value. Joshua writes `lm_0=-40.4 tm_pt_0=-3.1` or `lm_0 -40.4 tm_pt_0 -3.1`.'],
    ['0 ||| a ||| some words\n', 'n, line 1: unknown format of features. Moses writes `lm= -40.4 tm= -3.1 -2.5` or `lm: -40.4 tm: -3.1 -2.5`. Joshua writes `lm_0=-40.4 tm_pt_0=-3.1` or `lm_0 -40.4 tm_pt_0 -3.1`. cdec writes `LanguageModel=-40.4 PhraseModel_0=-3.1`, or separated by semicolons. Plain features are numbers only: `-40.4 -3.1`.'],
    ['0 ||| a ||| 1 ||| x\n', 'n, line 1: the total is "x". It must be a finite number.'],
    ['0 ||| a ||| 1 ||| nan\n', 'n, line 1: the total is "nan". It must be a finite number.'],
    [Buffer.from('0 ||| \xe9 ||| 1\n', 'latin1'), 'n, line 1, byte 7: not valid UTF-8 (0xE9, byte 7 of the file). Convert the file to UTF-8, for example with iconv.'],
  ])('%j', async (text, message, options) => {
    expect(await faultOf({ n: text }, options)).toBe(message);
  }); // prettier-ignore

  it('of a label between files', async () => {
    expect(await faultOf({ a: '0 ||| a ||| d= 1 2\n', b: '0 ||| a ||| d= 1\n' })).toBe(
      'b, line 1: 1 number of the label d, but 2 on earlier lines. All lines must have the same number.',
    );
  });

  it('of the request', async () => {
    await expect(readNbest({ files: [] })).rejects.toThrow(
      new UsageError('No n-best lists given. Name one or more files, or - for standard input.'),
    );
    await expect(readNbest({ files: ['-', '-'] })).rejects.toThrow('Standard input (-) is given twice');
    await expect(readNbest({ files: ['x'], format: 'mosses' as never })).rejects.toThrow(
      new UsageError('Unknown format mosses. Did you mean moses?'),
    );
  });
});

describe('writing in the style of Moses', () => {
  it('names all features on the first line, and then those that are not 0 if there are many', async () => {
    const many = Array.from({ length: 101 }, (_, k) => `s${k}`);
    const first = many.map((name) => `${name}= 0`).join(' ');
    const candidates = await readOne(`0 ||| a ||| d= 0 0 ${first}\n0 ||| b ||| d= 0 1 s7= 2 ||| 3\n`);
    expect([...writeNbest(candidates)]).toEqual([
      `0 ||| a ||| d= 0 0 ${first}\n`,
      '0 ||| b ||| d= 0 1 s7= 2 ||| 3\n',
    ]);
  });

  it('reads back what it left out, however few labels hold the many features', async () => {
    const pairs = Array.from({ length: 50 }, (_, k) => `p${k}= 1 2`).join(' ');
    const text = `0 ||| a ||| lm= 1 ${pairs}\n0 ||| b ||| lm= 0 ${pairs}\n0 ||| c ||| lm= 1 ${pairs}\n`;
    const candidates = await readOne(text);
    const written = [...writeNbest(candidates)].join('');
    expect(written).toContain('||| b ||| p0= 1 2');
    expect(await readOne(written)).toEqual(candidates);
  });

  it('follows an order, with other totals and as far as is asked for', async () => {
    const candidates = await readOne('0 ||| a ||| lm_0=1 lm_1=2\n0 ||| b ||| lm_0=3\n0 ||| c ||| lm_0=4\n2 ||| d ||| lm_1=5\n');
    const lines = writeNbest(candidates, { order: Int32Array.of(2, 0, 1, 3), totals: Float64Array.of(1, 2, 3, 4), most: 2 });
    expect([...lines].join('')).toBe(
      '0 ||| c ||| lm_0= 4 lm_1= 0 ||| 3\n0 ||| a ||| lm_0= 1 lm_1= 2 ||| 1\n2 ||| d ||| lm_0= 0 lm_1= 5 ||| 4\n',
    );
  });

  it.each<[Partial<Candidates>, string]>([
    [{ texts: ['a ||| b'] }, 'A candidate of segment 0 contains ||| or a line break, which n-best lists cannot hold: a ||| b'],
    [{ featureNames: ['a b'] }, 'N-best lists cannot hold a feature named "a b".'],
  ])('refuses %j', async (other, message) => {
    const candidates = await readOne('0 ||| a ||| x=1\n');
    expect(() => [...writeNbest({ ...candidates, ...other })]).toThrow(new UsageError(message));
  });

  it('reads back to the last digit', async () => {
    const number = fc.double({ noNaN: true, noDefaultInfinity: true });
    const name = fc.constantFrom('lm', 'lm_0', 'lm_1', 'lm_2', 'd_1', 'd_2', 'd_3', 'd_5', 'x=y', 'a:', '__proto__', '7', 'e_1');
    const row = fc.uniqueArray(fc.tuple(name, number), { selector: ([key]) => key, minLength: 1, maxLength: 8 });
    const word = fc.stringMatching(/^[^\s|]{1,5}$/);
    const lists = fc.array(fc.array(fc.tuple(fc.array(word), row, number), { maxLength: 3 }), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(lists, async (drawn) => {
        const lines = drawn.flatMap((list, i) =>
          list.map(([words, features, total]) => `${i} ||| ${words.join(' ')} ||| ${features.map((pair) => pair.join('=')).join(' ')} ||| ${total}\n`),
        );
        fc.pre(lines.length > 0);
        const candidates = await readOne(lines.join(''), { segments: drawn.length, format: 'joshua' });
        expect(await readOne([...writeNbest(candidates)].join(''), { segments: drawn.length })).toEqual(candidates);
      }),
      { numRuns: 60 },
    );
  });
}); // prettier-ignore

describe('with texts', () => {
  const list = '0 ||| a ||| x=1\n';
  const contents = { 'n.txt': list, 'ref.txt': 'r\nr2\n', 'src.txt': 's\ns2\n', 'l.tsv': 'domain\nnews\nweb\n' };

  it('there are as many segments as references', () =>
    withFiles(contents, async (directory) => {
      const at = (name: string) => `${directory}/${name}`;
      const set = await readNbest({ files: [at('n.txt')], references: [at('ref.txt')], sources: at('src.txt'), labels: at('l.tsv') });
      expect(set).toMatchObject({ references: [['r'], ['r2']], sources: ['s', 's2'], notes: ['1 of 2 segments without candidates, numbered from 0: 1.'] });
      expect(set.labels).toEqual(new Map([['domain', ['news', 'web']]]));
      expect(set.candidates.segments).toBe(2);
      const alone = await readNbest({ files: [at('n.txt')] });
      expect(alone).not.toHaveProperty('references');
      expect(alone.candidates.segments).toBe(1);
      expect(alone.sha256).not.toBe(set.sha256);
      await expect(readNbest({ files: [at('n.txt')], sources: at('src.txt') })).rejects.toThrow('src.txt has 2 lines for 1 segment.');
    }));

  it('lists are known by their first lines', () =>
    withFiles(contents, async (directory) => {
      const at = (name: string) => `${directory}/${name}`;
      expect(await holdLists([at('n.txt'), '-'])).toBe(true);
      expect(await holdLists([at('ref.txt')])).toBe(false);
      expect(await holdLists(['-'])).toBe(true);
      await expect(holdLists([at('n.txt'), at('ref.txt')])).rejects.toThrow('ref.txt is not. Give files of one kind.');
    }));
}); // prettier-ignore
