import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runTyped } from '../testing/runTyped.ts';
import doctor from './doctor.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-doctor-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('assay doctor', () => {
  it('answers first, and ends with 0 whatever is missing', async () => {
    const { shown, exitCode } = await runTyped(doctor, []);
    expect(exitCode).toBe(0);
    expect(shown).toMatch(/^answer {2}Everything (?:works\.|needed for scoring works; )/);
    expect(shown).toContain('ja-mecab');
  });

  it('ends with 3 if a part that was asked for does not work, and says why', async () => {
    const before = process.env['ASSAY_WORDNET'];
    process.env['ASSAY_WORDNET'] = folder;
    try {
      const { shown, exitCode } = await runTyped(doctor, ['node', 'wordnet']);
      expect(exitCode).toBe(3);
      expect(shown).toContain('wordnet is broken.');
      expect(shown).toContain('has no index.noun');
      const { parts } = JSON.parse((await runTyped(doctor, ['node', '-f', 'json'])).shown) as { parts: object[] };
      expect(parts).toMatchObject([{ name: 'node', state: 'works', isNeeded: true }]);
    } finally {
      if (before === undefined) delete process.env['ASSAY_WORDNET'];
      else process.env['ASSAY_WORDNET'] = before;
    }
  });

  it('refuses names that it does not know', async () => {
    await expect(runTyped(doctor, ['wordnett'])).rejects.toThrow('There is no part wordnett. Did you mean wordnet?');
  });
});
