/** Leakage search over ten million lines: memory stays flat, and what is found is what a plain search finds on a sample. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CorpusReport } from '../src/report/index.ts';

const command = fileURLToPath(new URL('../dist/command/assay.cjs', import.meta.url));
const lines = 10_000_000;
const tests = 2000;
/** One line in this many is a sentence of the test set within other words. */
const every = 99_991;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-corpus-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Words by a linear congruential generator, so that any line can be made again. */
function sentence(seed: number, words: number): string {
  let state = seed >>> 0;
  const made: string[] = [];
  for (let w = 0; w < words; w++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    made.push(`w${(state >>> 12) % 50_000}`);
  }
  return made.join(' ');
}

const testSentence = (t: number): string => sentence(t * 7919 + 1, 12);
const trainingLine = (i: number): string =>
  i % every === 0 ? `And ${testSentence((i / every) % tests).toUpperCase()}, he said` : sentence(i + 1_000_000_007, 10);

/** Peak memory of a run, in megabytes, and its report. */
async function search(count: number): Promise<{ peak: number; report: CorpusReport }> {
  const child = spawn(process.execPath, [command, 'corpus', '-', '--find', join(folder, 'test.txt'), '-f', 'json'], { stdio: ['pipe', 'pipe', 'inherit'] }); // prettier-ignore
  let shown = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (shown += piece));
  let peak = 0;
  const watch = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
    } catch {
      // it has ended
    }
  }, 100);
  const ended = once(child, 'close');
  for (let i = 0; i < count;) {
    let block = '';
    for (const end = Math.min(i + 20_000, count); i < end; i++) block += `${trainingLine(i)}\n`;
    if (!child.stdin.write(block)) await once(child.stdin, 'drain');
  }
  child.stdin.end();
  const [code] = (await ended) as [number];
  clearInterval(watch);
  expect(code).toBe(0);
  return { peak, report: JSON.parse(shown) as CorpusReport };
}

/** Words of a test sentence that a line has, in runs of eight, by plain comparison. */
function sharedWords(t: number, line: string): number {
  const words = testSentence(t).split(' ');
  const text = ` ${line.toLowerCase().replace(',', '')} `;
  const covered = words.slice(7).flatMap((_, at) => (text.includes(` ${words.slice(at, at + 8).join(' ')} `) ? Array.from({ length: 8 }, (__, w) => at + w) : [])); // prettier-ignore
  return new Set(covered).size;
}

describe.skipIf(process.platform !== 'linux')('leakage search', () => {
  it('needs no more memory for ten million lines than for half of them', { timeout: 1_200_000 }, async () => {
    writeFileSync(join(folder, 'test.txt'), Array.from({ length: tests }, (_, t) => `${testSentence(t)}\n`).join(''));
    const half = await search(lines / 2);
    const { peak, report } = await search(lines);
    console.log(`peak memory: ${Math.round(half.peak)} MB for ${lines / 2} lines, ${Math.round(peak)} MB for ${lines}`);
    expect(peak).toBeLessThan(half.peak + 60);
    expect(report.corpora[0]).toMatchObject({ lines, estimated: ['duplicates'] });
    const found = new Map(report.overlaps[0]!.found.map((each) => [each.line, each]));
    // All that is found is true: sentences that were put there, and chance meetings of the generator.
    for (const { line, foundLine, shared } of found.values()) {
      expect(sharedWords(line - 1, trainingLine(foundLine - 1))).toBe(shared);
    }
    // All that a plain search finds is found: in the lines that hold a sentence, and in a sample of the others.
    const planted = Array.from({ length: Math.ceil(lines / every) }, (_, p) => p * every);
    for (const [p, i] of planted.entries()) expect(found.get(p + 1)).toMatchObject({ foundLine: i + 1, shared: 12 });
    for (let i = 1; i < lines; i += 99_773) {
      const line = trainingLine(i);
      for (let t = 0; t < tests; t++) {
        if (sharedWords(t, line) > 0) expect(found.get(t + 1)!.shared).toBeGreaterThanOrEqual(sharedWords(t, line));
      }
    }
  });
});
