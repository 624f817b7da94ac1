import { describe, expect, it } from 'vitest';
import { faultOf, readFiles } from '../../data/testing/files.ts';

const read = (...lines: string[]) => readFiles({ 't.jsonl': lines.join('\n') }, { files: ['t.jsonl'] });

describe('JSONL, wide', () => {
  it('holds everything', async () => {
    const task = await read(
      '{"src":"s1","refs":["r1","q1"],"hyp":"h1","systems":{"__proto__":"p1","../x":"x1"},"doc":"d","n":1,"__proto__":"l1","z":[1]}',
      '{"src":"s2","refs":[null,"q2"],"hyp":"h2","systems":{"../x":"x2","__proto__":"p2"},"doc":null,"n":2.5,"new":true}',
      '{"src":"s3","refs":"r3","hyp":"","systems":{"../x":"x\\n3","__proto__":"p3"},"domain":"news"}',
    );
    expect(task).toMatchObject({
      systems: ['t', '__proto__', '../x'],
      hypotheses: [
        ['h1', 'h2', ''],
        ['p1', 'p2', 'p3'],
        ['x1', 'x2', 'x\n3'],
      ],
      references: [['r1', 'q1'], ['q2'], ['r3']],
      sources: ['s1', 's2', 's3'],
    });
    expect([...task.labels]).toEqual([
      ['document', ['d', '', '']],
      ['n', ['1', '2.5', '']],
      ['__proto__', ['l1', '', '']],
    ]);
    expect(task.notes.map((note) => note.replace(/^.*t\.jsonl/, ''))).toEqual([
      ': z is not used as a label, since it is not a string, a number, true or false.',
      ': new is not used as a label, since line 1 lacks it.',
      ': domain is not used as a label, since line 1 lacks it.',
    ]);
  });

  const good = '{"ref":"r","hyp":"h"}';
  const faults: [name: string, lines: string[], message: string][] = [
    ['no object', [good, '["a"]'], 't.jsonl, line 2: a list; every line must hold one JSON object.'],
    ['an empty line', [good, '', good], 't.jsonl, line 2: an empty line; every line must hold one JSON object.'],
    ['a number as output', [good, '{"ref":"r","hyp":1}'], 't.jsonl, line 2: "hyp" must be a string, not a number.'],
    [
      'an object as reference',
      ['{"ref":{},"hyp":"h"}'],
      't.jsonl, line 1: "ref" must be a string or a list of strings, not an object.',
    ],
    ['a number in references', ['{"ref":["a",1],"hyp":"h"}'], 't.jsonl, line 1: "ref" must be a string, not a number.'],
    [
      'a list of systems',
      ['{"ref":"r","systems":["h"]}'],
      't.jsonl, line 1: "systems" must be an object of names and strings, not a list.',
    ],
    ['a bad system', ['{"ref":"r","outputs":{"A":true}}'], 't.jsonl, line 1: "outputs.A" must be a string, not true.'],
    ['no output', [good, '{"ref":"r"}'], 't.jsonl, line 2: hyp is missing, but line 1 has it.'],
    [
      'a system lost',
      ['{"ref":"r","systems":{"A":"a","B":"b"}}', '{"ref":"r","systems":{"A":"a","B":null}}'],
      't.jsonl, line 2: system "B" is missing, but line 1 has it.',
    ],
    [
      'a system won',
      ['{"ref":"r","systems":{"A":"a"}}', '{"ref":"r","systems":{"A":"a","B":"b"}}'],
      't.jsonl, line 2: system "B" is new: line 1 does not have it.',
    ],
    [
      'no reference',
      [good, '{"ref":null,"hyp":"h"}'],
      'Segment 2 has no reference (t.jsonl, line 2). Every segment needs at least one.',
    ],
    [
      'no references at all',
      ['{"hyp":"h"}'],
      'No references given. Pass them with -r, or pass a file that has references.',
    ],
    ['no source', ['{"src":"s","ref":"r","hyp":"h"}', good], 't.jsonl, line 2: no source, unlike line 1.'],
    [
      'no known key',
      ['{"a":"s","b":"r"}'],
      't.jsonl, line 1: none of its keys (a, b) is known. Known: source, ref (also ref:A, ref1, …), ' +
        'hyp (also hyp:NAME), document, domain, references (a list), systems (an object of names and texts). ' +
        'Choose columns, for example --columns hypothesis=a,reference=b.',
    ],
  ];
  it.each(faults)('refused: %s', async (_, lines, message) => {
    expect(await faultOf({ 't.jsonl': lines.join('\n') }, { files: ['t.jsonl'] })).toBe(message);
  });

  it('tells what is wrong with the JSON, in short', async () => {
    for (const bad of ['{"ref":"r",}', `{"hyp":"${'x'.repeat(5000)}" "ref":1}`, 'ref', '{"ref":"r"']) {
      const message = await faultOf({ 't.jsonl': `${good}\n${bad}\n` }, { files: ['t.jsonl'] });
      expect(message).toMatch(/^t\.jsonl, line 2: not valid JSON: \S.{5,110}\.$/);
    }
  });
});

describe('JSONL, long', () => {
  it('is grouped by system', async () => {
    const task = await read(
      '{"system":"A","id":1,"ref":"r1","hyp":"a1","doc":"d"}',
      '{"system":"B","id":2,"ref":"r2","hyp":"b2","doc":"d"}',
      '{"system":"A","id":2,"ref":"r2","hyp":"a2","doc":"d"}',
      '{"system":"B","id":1,"ref":"r1","hyp":"b1","doc":"d"}',
    );
    expect(task).toMatchObject({
      systems: ['A', 'B'],
      hypotheses: [
        ['a1', 'a2'],
        ['b1', 'b2'],
      ],
      references: [['r1'], ['r2']],
    });
    expect([...task.labels]).toEqual([
      ['id', ['1', '2']],
      ['document', ['d', 'd']],
    ]);
  });

  it('refuses a line without system', async () => {
    const text = '{"system":"A","hyp":"a"}\n{"hyp":"b"}\n';
    expect(await faultOf({ 't.jsonl': text }, { files: ['t.jsonl'] })).toBe(
      't.jsonl, line 2: system is missing, but line 1 has it.',
    );
  });
});
