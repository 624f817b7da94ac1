/** A law over all formats: a damaged file gives a clear error, or judgments and a note on what was left out; never a bug. */
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../core/index.ts';
import { readJudgments } from '../../data/readJudgments.ts';
import { judgmentFormats } from './index.ts';
import { damaged, samples } from './testing/samples.ts';

const variants = 100;

async function* once(content: string) {
  yield content;
}

const read = async (text: string, format: string, lenient = false) =>
  readJudgments({ files: ['-'], stdin: once(text), format, lenient, task: 'x-y' });

it('has a sample of every format', () =>
  expect(Object.keys(samples).sort()).toEqual(judgmentFormats.map(({ id }) => id).sort()));

describe.each(Object.entries(samples))('%s', (format, sample) => {
  it('is read whole', async () => {
    const { judgments } = await read(sample, format);
    expect(judgments.dropped).toEqual([]);
    expect(await readJudgments({ files: ['-'], stdin: once(sample) })).toMatchObject({ formats: [format] });
  });

  it(`gives an error or a note for each of ${variants} damaged variants`, async () => {
    const whole = JSON.stringify((await read(sample, format)).judgments).length;
    const outcomes = { refused: 0, counted: 0, values: 0 };
    for (let seed = 0; seed < variants; seed++) {
      const text = damaged(sample, seed);
      for (const lenient of [false, true]) {
        try {
          const { judgments } = await read(text, format, lenient);
          const { dropped, ...kinds } = judgments;
          const kept = Object.values(kinds).reduce((sum, all) => sum + all.length, 0);
          // Nothing is never silent; every omission says how many and where.
          expect(kept + dropped.length).toBeGreaterThan(0);
          for (const { count, first } of dropped) {
            expect(count).toBeGreaterThan(0);
            expect(first).toMatch(/^standard input, line \d+/);
          }
          if (dropped.length > 0) outcomes.counted++;
          else outcomes.values++;
          // Without a note, no row of what is there is lost: only values have changed. A file can end early.
          const share = Math.min(1, text.length / sample.length);
          if (dropped.length === 0) expect(JSON.stringify(kinds).length).toBeGreaterThan(whole * share * 0.6);
        } catch (error) {
          if (!(error instanceof UsageError)) throw error;
          expect(error.message).toMatch(/standard input|Cannot read/);
          expect(error.message.length).toBeLessThan(600);
          outcomes.refused++;
        }
      }
    }
    expect(outcomes.refused).toBeGreaterThan(0);
    expect(outcomes.counted).toBeGreaterThan(0);
  });
});
