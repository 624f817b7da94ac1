import { describe, expect, it } from 'vitest';
import { UsageError } from '../../core/index.ts';
import { bleu, bleuSbp } from '../../metrics/index.ts';
import { makeUpParadox } from './paradoxReport.ts';

const metrics = [bleu({ tokenizer: 'none', smoothing: 'none' }), bleuSbp({ tokenizer: 'none' })];

describe('makeUpParadox', () => {
  // In its default sizes BLEU contradicts itself; BLEU-SBP is decomposable and cannot.
  it('makes up genres in which BLEU prefers one system on each part, and the other on the whole', () => {
    const report = makeUpParadox('genres', metrics);
    if (report.paradox !== 'genres') return expect.unreachable();
    expect(report.made).toMatchObject({ recipe: 'genres' });
    expect(report.findings.map(({ contradicts }) => contradicts)).toEqual([true, false]);
  });

  it('takes other sizes', () => {
    expect(makeUpParadox('sign-test', metrics, 'scattered', { segments: '50' }).segments).toBe(50);
    expect(() => makeUpParadox('deletion', metrics, 'deletion', { segments: 'x' })).toThrow(UsageError);
  });
});
