/** Scores of random segments against those of the packages that people compute them with: jiwer, NLTK, pycocoevalcap, hLepor and sacreBLEU, in Python. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { pythonOf } from '../scripts/check-sacrebleu/reference.js';
import { type MetricDefinition, systemScore } from '../src/core/index.ts';
import { createMetrics, parseMetric } from '../src/engine/index.ts';
import { measure } from '../src/measure/index.ts';
import { cer, ciderD, gleu, hlepor, lepor, mer, wer, wil, wip } from '../src/metrics/index.ts';

const reference = fileURLToPath(new URL('metricsReference.py', import.meta.url));

interface Scores {
  readonly corpus: Readonly<Record<string, number>>;
  readonly segments: readonly Readonly<Record<string, number>>[];
}

const few = ['a', 'b', 'the', 'cat', 'cats', 'sat'];
const many = [
  ...few,
  ...'on mat mats Mat, that was it . ! ? été стол 文 😀 e\u0301 I İ ß one two 2.5 dog dogs ran'.split(' '),
];

/** Some texts repeat few words, so that many shortest edits exist; others are edits of their reference or have nothing to do with it. */
const segments = fc.constantFrom(few, many).chain((vocabulary) => {
  const word = fc.constantFrom(...vocabulary);
  const words = (minLength: number) => fc.array(word, { minLength, maxLength: 24, size: 'max' });
  const edited = words(1).chain((list) =>
    fc
      .tuple(fc.constant(list), fc.array(fc.tuple(fc.nat(list.length - 1), word), { maxLength: 5 }))
      .map(([old, changes]) => {
        const changed = [...old];
        for (const [at, other] of changes) changed.splice(at, at % 2, other);
        return [changed, old];
      }),
  );
  const pair = fc.oneof(fc.tuple(words(0), words(1)), edited);
  return fc.tuple(pair, fc.array(words(1), { maxLength: 3 })).map(([[own, theirs], others]) => ({
    hypothesis: own.join(' '),
    references: [theirs, ...others].map((list) => list.join(' ')),
  }));
});

type Row = readonly [
  name: string,
  definition: MetricDefinition,
  options: Readonly<Record<string, unknown>>,
  scale: number,
];

const none = { tokenizer: 'none' };

describe.each<readonly [name: string, version: string, isOneReference: boolean, rows: readonly Row[]]>([
  [
    'jiwer',
    '4.0.0',
    true,
    [
      ['cer', cer, {}, 100],
      ['wer', wer, none, 100],
      ['mer', mer, { ...none, compat: 'jiwer' }, 100],
      ['wil', wil, { ...none, compat: 'jiwer' }, 100],
      ['wip', wip, { ...none, compat: 'jiwer' }, 100],
    ],
  ],
  ['nltk', '3.10.4', false, [['gleu', gleu, none, 100]]],
  ['pycocoevalcap', '1.2', false, [['cider-d', ciderD, none, 1]]],
  [
    'hLepor',
    '0.0.4',
    false,
    [
      // The package has no LEPOR, but its factors.
      ['lepor', lepor, { ...none, lowercase: false, compat: 'hlepor' }, 100],
      ['hlepor', hlepor, { ...none, lowercase: false, compat: 'hlepor' }, 100],
    ],
  ],
])('%s %s', (name, version, isOneReference, rows) => {
  // hLepor does not name what it needs.
  const python = pythonOf(name, version, name === 'hLepor' ? ['numpy'] : []);
  const texts = fc.sample(segments, { seed: 27, numRuns: 400 });
  const hypotheses = texts.map(({ hypothesis }) => hypothesis);
  const wordsIn = (text: string): number => text.split(' ').length;
  // Of references with the same score NLTK takes the first, Assay the one with fewer n-grams.
  const references = texts.map((each) =>
    isOneReference ? each.references.slice(0, 1) : each.references.toSorted((a, b) => wordsIn(a) - wordsIn(b)),
  );
  let expected: Scores | undefined;
  const title = python === undefined ? ' (skipped: pip cannot install the package)' : '';

  it.skipIf(python === undefined).each(rows)(`scores %s alike${title}`, (metric, definition, options, scale) => {
    const input = JSON.stringify({ package: name, hypotheses, references });
    expected ??= JSON.parse(execFileSync(python!, [reference], { input, encoding: 'utf8', maxBuffer: 2 ** 28, env: { ...process.env, PYTHONUTF8: '1' } })) as Scores; // prettier-ignore
    const measured = measure(definition(options), { references }, [hypotheses]);
    const found = hypotheses.map((_, i) => measured.segmentScore(i));
    expected.segments.forEach((scores, i) =>
      expect(found[i], `${hypotheses[i]!} | ${references[i]!.join(' | ')}`).toBeCloseTo(scale * scores[metric]!, 9),
    );
    expect(expected.segments).toHaveLength(400);
    expect(systemScore(measured, 0)).toBeCloseTo(scale * expected.corpus[metric]!, 9);
  });
});

describe('spBLEU', () => {
  const python = pythonOf('sentencepiece', '0.2.1', ['sacrebleu==2.6.0']);
  const title = python === undefined ? ' (skipped: pip cannot install the packages)' : '';

  it.skipIf(python === undefined)(`scores like sacreBLEU with a model in its cache${title}`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-spbleu-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const texts = fc.sample(segments, { seed: 28, numRuns: 200 });
    const hypotheses = texts.map(({ hypothesis }) => hypothesis);
    const references = texts.map((each) => [each.references[0]!]);
    const input = JSON.stringify({ package: 'sentencepiece', hypotheses, references });
    const env = { ...process.env, PYTHONUTF8: '1', SACREBLEU: folder };
    const expected = JSON.parse(execFileSync(python!, [reference], { input, encoding: 'utf8', env })) as Scores;
    vi.stubEnv('SACREBLEU', folder);
    vi.stubEnv('ASSAY_DATA', join(folder, 'none'));
    onTestFinished(() => void vi.unstubAllEnvs());
    for (const name of ['spbleu', 'spbleu-200']) {
      const [metric] = await createMetrics([parseMetric(name)]);
      const measured = measure(metric!, { references }, [hypotheses]);
      expect(systemScore(measured, 0)).toBeCloseTo(expected.corpus[name]!, 9);
      expected.segments.forEach((scores, i) =>
        expect(measured.segmentScore(i), hypotheses[i]).toBeCloseTo(scores[name]!, 9),
      );
    }
    // The models are of different kinds: otherwise this could pass with one model for both.
    expect(expected.corpus['spbleu']).not.toBe(expected.corpus['spbleu-200']);
  });
});
