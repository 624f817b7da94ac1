import { describe, expect, it } from 'vitest';
import {
  type Metric,
  type Resources,
  printMetric,
  printSignature,
  readAhead,
  resolveOptions,
  systemScore,
} from '../../core/index.ts';
import { parseMetric } from '../../engine/parseMetric.ts';
import { measureAll } from '../../measure/index.ts';
import external, { type Program, noCommand } from './external.ts';

describe('as typed', () => {
  it.each([
    ['external(cmd="python3 scorer.py")', 'python3 scorer.py'],
    ['external(cmd="python3 scorer.py", name=mine)', 'python3 scorer.py'],
    [`external(cmd='python3 "my scorer.py"')`, 'python3 "my scorer.py"'],
    ['external(cmd="a, b (c) | d=e",shell=yes)', 'a, b (c) | d=e'],
    ['external(cmd="say \\"x, y\\"")', 'say "x, y"'],
    ['external(cmd="C:\\tools\\x.exe")', 'C:\\tools\\x.exe'],
    ['external(cmd=./scorer --fast)', './scorer --fast'],
    ['EXTERNAL( cmd = "a b" )', 'a b'],
  ])('%s', (typed, command) => expect(parseMetric(typed).options['command']).toBe(command));

  it.each([
    ['external(cmd="a', 'is not closed'],
    ['external(cmd="a",cmd="b")', 'given twice'],
    ['external(cmd="a",name="x|y")', 'name must be at most 60 characters'],
    ['external(cmd="a",timeout=0)', 'timeout must be a number'],
    ['external|cmd:a', 'external runs a program, and a signature cannot run one.'],
    ['bleu|of:external(cmd=a)', 'Unknown option of'],
  ])('%s is refused', (typed, message) => expect(() => parseMetric(typed)).toThrow(message));
});

describe('without a program', () => {
  it('describes itself', () => {
    const metric = external();
    expect([metric.name, printMetric(metric), metric.madeWith]).toEqual(['external', 'external', []]);
  });

  it.each<[Record<string, unknown>, string]>([
    [{}, noCommand],
    [{ command: 'python3 x.py' }, 'The program must be started first: call await loadMetric(external, …) from assay/engine.'],
  ])('%j says what to do', async (options, message) => {
    const metric = external(options);
    await expect(readAhead([metric], [])).rejects.toThrow(message);
    expect(() => metric.counter()).toThrow(message);
  }); // prettier-ignore
});

describe('with a program', () => {
  const settings = { command: 'x', shell: false, timeout: 600, cached: true };
  const asked: string[][] = [];
  const program: Program = {
    name: 'lengths',
    signature: 'program:lengths-2.0',
    range: { worst: 100, best: 0 },
    uses: { references: true, source: false },
    scorer: {
      score: (texts) => {
        asked.push(texts.map(({ hypothesis }) => hypothesis));
        return Promise.resolve(texts.map(({ hypothesis }) => hypothesis.length));
      },
    },
  };
  const made = (name = ''): Metric => {
    const options = resolveOptions(external.options, { command: 'x', name });
    const resources: Resources = new Map([[`program:${JSON.stringify(settings)}`, program]]);
    return external(external.settled!(options, resources), resources);
  };

  it('is named by what the program states, without its command', () => {
    const metric = made();
    expect(metric.higherIsBetter).toBe(false);
    expect(printMetric(metric)).toBe('external(name=lengths)');
    const signature = printSignature(metric, { references: 1 });
    expect(signature).toMatch(/^lengths\|nrefs:1\|version:assay-[\d.]+\|name:lengths\|with:program:lengths-2\.0$/);
    expect(() => parseMetric(signature)).toThrow(
      'This signature names the program lengths-2.0, and a signature cannot run one. Type its command',
    );
    expect(printMetric(made('mine'))).toBe('external(name=mine)');
  });

  it('scores are means, and each text is asked for once', async () => {
    const metric = made();
    const texts = [
      { hypotheses: ['a', 'abc'], references: ['r'], source: undefined },
      { hypotheses: ['a', 'ab'], references: ['r'], source: 'ignored' },
      { hypotheses: ['a', 'ab'], references: ['s'], source: undefined },
    ];
    await readAhead([metric], texts);
    expect(asked).toEqual([['a', 'abc', 'ab', 'a', 'ab']]);
    const measured = measureAll([metric], { references: texts.map(({ references }) => references) }, [
      texts.map(({ hypotheses }) => hypotheses[0]!),
      texts.map(({ hypotheses }) => hypotheses[1]!),
    ]);
    expect([systemScore(measured[0]!, 0), systemScore(measured[0]!, 1)]).toEqual([1, 7 / 3]);
  });

  it('a command that does not ask ahead gets a clear error', () => {
    expect(() => measureAll([made()], { references: [['r']] }, [['a']])).toThrow(
      'lengths asks a model or a program for scores, which this command cannot do. Use it in assay score, compare, meta, task, mbr or oracle.',
    );
  });
});
