import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { isUsageError } from '../../../core/index.ts';
import external, { type Program } from '../../../metrics/neural/external.ts';
import type { ScoredTexts } from '../../../metrics/shared/scoredBody.ts';
import { createMetrics, loadMetric } from '../../createMetrics.ts';
import { parseMetric } from '../../parseMetric.ts';
import { loadProgram } from './loadProgram.ts';
import { stopPrograms } from './runningPrograms.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-program-'));
  vi.stubEnv('ASSAY_CACHE', 'off');
});

afterEach(async () => {
  await stopPrograms();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 }); // a program that ends may still write
});

const hello = { name: 'lengths', version: '1', direction: 'higher', range: [0, 100], reads: ['source', 'references'] };

/** What programs start with: `say` writes a line, and `each` gets every request. */
const start = `
const say = (value) => process.stdout.write((typeof value === 'string' ? value : JSON.stringify(value)) + '\\n');
const hello = ${JSON.stringify(hello)};
const each = (take, pause = () => {}) => {
  const lines = require('node:readline').createInterface({ input: process.stdin });
  lines.on('line', (line) => (line === '' ? pause() : take(JSON.parse(line))));
};
const { appendFileSync, existsSync, writeFileSync } = require('node:fs');
`;

let written = 0;

/** A command that runs this code. */
function program(code: string, mark = `mark${written}`): string {
  const path = join(folder, `program ${written++}.cjs`);
  writeFileSync(
    path,
    start.replace('const hello', `const mark = ${JSON.stringify(join(folder, mark))};\nconst hello`) + code,
  );
  return `"${process.execPath}" "${path}"`;
}

const open = (command: string, given: { timeout?: number; shell?: boolean; cached?: boolean } = {}): Promise<Program> =>
  loadProgram(JSON.stringify({ command, shell: false, timeout: 20, cached: false, ...given }), true);

const texts = (count: number): ScoredTexts[] =>
  Array.from({ length: count }, (_, i) => ({
    hypothesis: 'x'.repeat(i % 90),
    references: [`reference ${i}`],
    source: i % 2 ? `source ${i}` : undefined,
  }));

const good = 'say(hello); each(({ id, hypothesis }) => say({ id, score: hypothesis.length }));';
const lengths = (count: number): number[] => texts(count).map(({ hypothesis }) => hypothesis.length);
const scoresOf = async ({ scorer }: Program, count: number): Promise<number[]> => [...Array.from(await scorer.score(texts(count)))]; // prettier-ignore

/** The message of the UsageError that it ends in. */
async function refusal(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(() => undefined, (reason: unknown) => reason); // prettier-ignore
  expect(isUsageError(error), String((error as Error | undefined)?.stack)).toBe(true);
  return (error as Error).message;
}

describe('a program', () => {
  const cases: [what: string, code: string][] = [
    ['answers one by one', good],
    ['gets requests as they are', `say(hello); each((r) => {
      const ok = r.references[0] === 'reference ' + r.id && r.source === (r.id % 2 ? 'source ' + r.id : null);
      say({ id: r.id, score: ok ? r.hypothesis.length : 99 });
    });`],
    ['answers in another order', `say(hello); let kept = []; each(({ id, hypothesis }) => {
      kept.push({ id, score: hypothesis.length });
      if (kept.length === 4) kept.reverse().forEach(say), (kept = []);
    });`],
    ['takes groups', `say({ ...hello, batch: 64 }); let group = [];
      each((r) => group.push(r), () => {
        if (group.length > 64) say('too many');
        for (const { id, hypothesis } of group) say({ id, score: hypothesis.length });
        group = [];
      });`],
    ['writes empty lines, line ends of Windows and more fields', `say(hello); each(({ id, hypothesis }) =>
      say('\\r\\n' + JSON.stringify({ id, score: hypothesis.length, text: 'ü', error: null }) + '\\r'));`],
    ['ends too early, twice', `say(hello); appendFileSync(mark, 'x'); let left = 100;
      const isLast = require('node:fs').readFileSync(mark).length > 2;
      each(({ id, hypothesis }) => { if (left-- > 0 || isLast) say({ id, score: hypothesis.length }); else process.exit(3); });`],
    ['writes much to standard error', `say(hello); each(({ id, hypothesis }) => {
      process.stderr.write('note '.repeat(500) + '\\n'); say({ id, score: hypothesis.length }); });`],
  ]; // prettier-ignore
  it.each(cases)('%s', async (_, code) => {
    expect(await scoresOf(await open(program(code)), 400)).toEqual(lengths(400));
  });

  it('is asked again and again, also at once', async () => {
    const opened = await open(program(good));
    expect(await scoresOf(opened, 3)).toEqual(lengths(3));
    expect(await scoresOf(opened, 0)).toEqual([]);
    const both = await Promise.all([scoresOf(opened, 700), scoresOf(opened, 9)]);
    expect(both).toEqual([lengths(700), lengths(9)]);
  });

  it('says what it is', async () => {
    const { name, signature, range, uses } = await open(
      program(`say({ ...hello, direction: 'lower', range: [null, 5], reads: [] }); each(() => {});`),
    );
    expect({ name, signature, range, uses }).toEqual({
      name: 'lengths',
      signature: 'program:lengths-1',
      range: { worst: 5, best: -Infinity },
      uses: { source: false, references: false },
    });
  });

  it('is run by a shell only if asked for', async () => {
    const command = `${program(good)} | cat`;
    expect(await scoresOf(await open(command, { shell: true }), 5)).toEqual(lengths(5));
    vi.stubEnv('NOT_SHOWN', 'shown');
    const words = `say({ ...hello, name: process.argv.slice(2).join(' ') || 'none' }); each(() => {});`;
    const shown = await open(`${program(words)} $NOT_SHOWN '*'`);
    expect(shown.name).toBe('$NOT_SHOWN *');
  });
});

describe('what goes wrong is said', () => {
  const atStart: [what: string, command: () => string, message: RegExp][] = [
    ['no such program', () => 'no-such-program-here --x', /^The program no-such-program-here --x did not start: there is no such program\. Check cmd=/],
    ['not executable', () => { const path = join(folder, 'x.py'); writeFileSync(path, ''); return path; }, /did not start: the file is not executable\. Run chmod/],
    ['ends at once', () => program(`console.error('first\\nPlease install comet'); process.exit(4)`), /ended with exit code 4 before it wrote its first line\.\nThe last lines of its standard error:\n {2}first\n {2}Please install comet$/],
    ['killed', () => program(`process.kill(process.pid, 'SIGKILL'); each(() => {})`), /ended by SIGKILL before it wrote its first line/],
    ['says nothing', () => program('each(() => {})'), /wrote no first line within 1 s\. It must introduce itself first, such as \{"name": .* timeout=10\.$/],
    ['not JSON', () => program(`say('Loading model …')`), /cannot be used: its first line is not a JSON object: "Loading model …"\. Expected a line such as \{"name"/],
    ['a list', () => program(`say('[1]')`), /not a JSON object/],
    ['no name', () => program('say({ ...hello, name: undefined })'), /its first line needs a "name"/],
    ['a name for signatures', () => program(`say({ ...hello, name: 'a|b' })`), /needs a "name"/],
    ['no version', () => program('say({ ...hello, version: null })'), /needs a "version"/],
    ['no direction', () => program(`say({ ...hello, direction: 'up' })`), /needs a "direction": "higher" if/],
    ['a wrong range', () => program('say({ ...hello, range: [1, 0] })'), /has a "range" that is not two numbers/],
    ['no range as text', () => program(`say({ ...hello, range: '0-1' })`), /has a "range" that is not two numbers/],
    ['unknown texts', () => program(`say({ ...hello, reads: ['target'] })`), /needs "reads"/],
    ['a wrong batch', () => program('say({ ...hello, batch: 0 })'), /has a "batch"/],
    ['a line without end', () => program(`process.stdout.write('x'.repeat(2e6)); each(() => {})`), /first line of more than a million characters/],
    ['quotes', () => `python3 "x`, /A quote " in the command python3 "x is not closed/],
  ]; // prettier-ignore
  it.each(atStart)('at the start: %s', async (what, command, message) => {
    const said = await refusal(open(command(), { timeout: what === 'says nothing' ? 1 : 20 }));
    expect(said).toMatch(message);
  });

  const later: [what: string, code: string, message: RegExp][] = [
    ['an error', `each(({ id }) => say({ id, error: 'too long' }))`, /could not score ".*": too long/],
    ['NaN', `each(({ id }) => say('{"id": ' + id + ', "score": NaN}'))`, /answered "\{\\"id\\": 0, \\"score\\": NaN\}"\. A score must be a number\. If there is none, answer/],
    ['null', `each(({ id }) => say({ id, score: null }))`, /gave no score for ""/],
    ['text', `each(({ id }) => say({ id, score: '5' }))`, /gave no score for ""/],
    ['out of range', `each(({ id }) => say({ id, score: 101 }))`, /scored "" 101, which is outside the range that it stated: 0 to 100/],
    ['infinite', `each(({ id }) => say('{"id": ' + id + ', "score": 1e999}'))`, /scored "" Infinity/],
    ['not JSON', `each(({ id }) => say('scoring ' + id))`, /wrote a line that is not a JSON object: "scoring 0"\. Standard output is for answers only/],
    ['twice', `each(({ id }) => { say({ id, score: 1 }); say({ id, score: 1 }); })`, /answered the request with id 0 twice/],
    ['unknown id', `each(({ id }) => say({ id: id + 1000, score: 1 }))`, /answered an id that was not asked: .* Return the "id"/],
    ['id as text', `each(({ id }) => say({ id: String(id), score: 1 }))`, /answered an id that was not asked/],
    ['no id', `each(({ id }) => say({ score: 1 }))`, /answered an id that was not asked/],
    ['one is missing', `each(({ id }) => id !== 2 && say({ id, score: 1 }))`, /gave no answer for 1 s; 1 request waits, the first for "xx"\. If it is slow, give it more time: timeout=10/],
    ['hangs', `each(() => {})`, /gave no answer for 1 s; 5 requests wait/],
    ['always ends', `each(({ id }) => { console.error('out of memory'); process.exit(1); })`, /ended with exit code 1 before it answered 5 requests, also after 2 restarts\.[^]*out of memory/],
    ['ends well but early', `each(({ id }) => id < 3 ? say({ id, score: 1 }) : process.exit(0))`, /ended with exit code 0 before it answered/],
    ['a line without end', `each(() => process.stdout.write('x'.repeat(2e6)))`, /a line of more than a million characters/],
    ['another after a restart', `if (existsSync(mark)) process.exit(5); writeFileSync(mark, ''); each(() => process.exit(1))`, /ended with exit code 5 before it wrote its first line|ended with exit code 5 before it answered/],
  ]; // prettier-ignore
  it.each(later)('later: %s', async (what, code, message) => {
    const opened = await open(program(`say(hello); ${code}`), { timeout: /missing|hangs/.test(what) ? 1 : 20 });
    expect(await refusal(scoresOf(opened, 5))).toMatch(message);
  });

  it('another program after a restart', async () => {
    const code = `say({ ...hello, version: existsSync(mark) ? '2' : '1' }); writeFileSync(mark, ''); each(() => process.exit(1))`;
    expect(await refusal(scoresOf(await open(program(code)), 5))).toContain(
      'introduced itself as lengths 2 after a restart',
    );
  });

  it('lines that nobody asked for', async () => {
    const opened = await open(program(`say(hello); say({ id: 0, score: 1 }); each(() => {});`));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await refusal(scoresOf(opened, 5))).toMatch(/wrote a line that nobody asked for|answered/);
  });

  it('after an error the program can be started again', async () => {
    const command = program(`if (!existsSync(mark)) { writeFileSync(mark, ''); process.exit(1); } ${good}`);
    expect(await refusal(open(command))).toContain('ended with exit code 1');
    expect(await scoresOf(await open(command), 4)).toEqual(lengths(4));
  });
});

describe('scores are kept', () => {
  const counting = `say(hello); each(({ id, hypothesis }) => { appendFileSync(mark, 'x'); say({ id, score: hypothesis.length }); });`;
  const asked = (): number => readFileSync(join(folder, 'asked')).length;

  it('by program and texts', async () => {
    vi.stubEnv('ASSAY_CACHE', join(folder, 'cache'));
    const command = program(counting, 'asked');
    const opened = await open(command, { cached: true });
    expect(await scoresOf(opened, 50)).toEqual(lengths(50));
    expect(await scoresOf(opened, 60)).toEqual(lengths(60));
    expect(asked()).toBe(60);
    const again = await open(command, { cached: true, timeout: 21 }); // another process of the same program
    expect(await scoresOf(again, 60)).toEqual(lengths(60));
    expect(asked()).toBe(60);
    const edited = await open(program(`${counting} // edited`, 'asked'), { cached: true });
    expect(await scoresOf(edited, 10)).toEqual(lengths(10));
    expect(asked()).toBe(70);
  });

  it('also those before an error', async () => {
    vi.stubEnv('ASSAY_CACHE', join(folder, 'cache'));
    const failing = `say(hello); each(({ id, hypothesis }) => { appendFileSync(mark, 'x');
      say(hypothesis.length === 7 && !existsSync(mark + 'ok') ? { id, error: 'no' } : { id, score: hypothesis.length }); });`;
    const command = program(failing, 'asked');
    expect(await refusal(scoresOf(await open(command, { cached: true }), 10))).toContain(
      'could not score "xxxxxxx": no',
    );
    writeFileSync(join(folder, 'askedok'), '');
    const before = asked();
    expect(await scoresOf(await open(command, { cached: true, timeout: 22 }), 10)).toEqual(lengths(10));
    expect(asked() - before).toBeLessThanOrEqual(5); // the last three, two of them perhaps twice
  });
});

describe('no program is left behind', () => {
  const isAlive = (pid: number): boolean => {
    try {
      process.kill(pid, 0);
      return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
    } catch {
      return false;
    }
  };
  const isGone = async (pid: number): Promise<void> => {
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 30_000, interval: 50 });
  };
  const pidOf = async (mark = 'pid'): Promise<number> =>
    vi.waitFor(
      () => {
        const pid = Number(readFileSync(join(folder, mark), 'utf8'));
        expect(pid).toBeGreaterThan(0);
        return pid;
      },
      { timeout: 30_000, interval: 20 },
    );
  /** It does not end by itself, on no signal, and has a child of its own. */
  const stubborn = `
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
    setInterval(() => {}, 1000);
    const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    writeFileSync(mark + '-child', String(child.pid));
    writeFileSync(mark, String(process.pid));
    say(hello);`;

  /** In one file, for processes of their own. */
  const bundle = join(mkdtempSync(join(tmpdir(), 'assay-bundle-')), 'loadProgram.mjs');
  beforeAll(() => {
    const entryPoints = [fileURLToPath(new URL('./loadProgram.ts', import.meta.url))];
    buildSync({ entryPoints, bundle: true, platform: 'node', format: 'esm', outfile: bundle, packages: 'external' });
  });
  afterAll(() => rmSync(dirname(bundle), { recursive: true }));

  /** A process that opens the program and then does something. */
  const run = (then: string, code = stubborn, mark = 'pid') => {
    const script = join(folder, `${mark}.mjs`);
    const order = JSON.stringify({ command: program(code, mark), shell: false, timeout: 20, cached: false });
    const contents = `
      import { loadProgram } from ${JSON.stringify(pathToFileURL(bundle).href)};
      const { scorer } = await loadProgram(${JSON.stringify(order)}, true);
      ${then}`;
    writeFileSync(script, contents);
    return spawn(process.execPath, [script], { stdio: ['ignore', 'inherit', 'ignore'] });
  };

  const ask = `await scorer.score([{ hypothesis: 'a', references: [], source: undefined }]);`;
  const endings: [when: string, then: string, signal?: NodeJS.Signals][] = [
    ['at the end', ''],
    ['after an error', `throw new Error('x');`],
    ['after process.exit', 'process.exit(3);'],
    ['interrupted while it waits', ask, 'SIGINT'],
    ['ended while it waits', ask, 'SIGTERM'],
    ['killed while it waits', ask, 'SIGKILL'],
    ['interrupted while it computes', 'for (;;);', 'SIGINT'],
  ];
  // All beside each other, because a program that does not end by itself is given some time before it is ended.
  it(endings.map(([when]) => when).join(', '), async () => {
    const left: number[] = [];
    const ends: Promise<unknown>[] = [];
    for (const [i, [when, then, signal]] of endings.entries()) {
      const mark = `pid${i}`;
      const child = run(then, stubborn, mark);
      const ended = new Promise((resolve) => child.on('exit', resolve));
      ends.push(ended);
      left.push(await pidOf(mark), Number(readFileSync(join(folder, `${mark}-child`), 'utf8')));
      if (signal) {
        await new Promise((resolve) => setTimeout(resolve, 300));
        const sent = performance.now();
        child.kill(signal);
        await ended;
        expect(performance.now() - sent, when).toBeLessThan(10_000); // else it would take a minute
      }
    }
    await Promise.all(ends);
    for (const pid of left) await isGone(pid);
  });

  it('at the end, a program that listens ends first', async () => {
    const child = run(ask, `writeFileSync(mark, String(process.pid)); ${good}`);
    const code = await new Promise((resolve) => child.on('exit', resolve));
    expect(code).toBe(0);
    expect(isAlive(await pidOf())).toBe(false);
  });

  it('after an answer that is wrong', async () => {
    const opened = await open(program(`${stubborn} each(() => say('what?'));`, 'pid'));
    await refusal(scoresOf(opened, 1));
    await isGone(await pidOf());
  });
});

describe('commands run only if the caller typed them', () => {
  const trap = (): string => program(`writeFileSync(mark, ''); ${good}`, 'ran');
  const hasRun = (): boolean => {
    try {
      return readFileSync(join(folder, 'ran')).length >= 0;
    } catch {
      return false;
    }
  };
  const typed = (): string => `external(cmd="${trap().replaceAll('"', '\\"')}")`;

  it('a metric as typed', async () => {
    const [metric] = await createMetrics([parseMetric(typed())], { programs: true });
    expect(metric!.name).toBe('lengths');
    expect(hasRun()).toBe(true);
  });

  it('loadMetric, whose caller writes the command', async () => {
    const metric = await loadMetric(external, { command: trap(), name: 'mine' });
    expect([metric.name, metric.higherIsBetter, metric.madeWith]).toEqual(['mine', true, ['program:lengths-1']]);
  });

  const model = (metric: string): string => {
    const path = join(folder, 'model.json');
    const feature = { metric, weight: 1, mean: 0, scale: 1 };
    writeFileSync(
      path,
      JSON.stringify({
        format: 'assay learned metric',
        version: 1,
        kind: 'pairwise',
        intercept: 0,
        features: [feature],
      }),
    );
    return path;
  };

  it.each<[string, () => Promise<unknown>, RegExp]>([
    ['createMetrics by default', () => createMetrics([parseMetric(typed())]), /^external runs a program\. Type it after -m; commands in files, signatures and pages are never run\./],
    ['the file of a learned metric', () => createMetrics([parseMetric(`learned:${model(typed())}`)], { programs: true }), /a file cannot run a program|model\.json/],
    ['a list of metrics', () => createMetrics([parseMetric(`ulc(of=bleu+${typed()})`)], { programs: true }), /cannot be a part of another metric/],
    ['a signature', async () => createMetrics([parseMetric(`external|cmd:${trap()}`)], { programs: true }), /^external runs a program, and a signature cannot run one\. Type its command/],
    ['a signature that was printed', async () => createMetrics([parseMetric('BLEU|nrefs:1|version:assay-0.2.0|name:BLEU|with:program:BLEU-1')], { programs: true }), /^This signature names the program BLEU-1, and a signature cannot run one/],
  ])('%s', async (_, make, message) => {
    expect(await refusal(Promise.resolve().then(make))).toMatch(message);
    expect(hasRun()).toBe(false);
  }); // prettier-ignore
});
