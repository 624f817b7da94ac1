/** Compares thousands of tokens, scores and tests with sacreBLEU itself, in Python: scripts/check-sacrebleu. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const python = process.env['PYTHON'] ?? 'python3';
const hasPip = spawnSync(python, ['-m', 'pip', '--version']).status === 0;

describe.skipIf(!hasPip)(`sacreBLEU${hasPip ? '' : ' (skipped: there is no Python with pip)'}`, () => {
  it('cuts, scores and tests alike', () => {
    const words = ['scripts/check-sacrebleu/run.js', '--quick'];
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' });
    expect(status, stdout.slice(-2000) + stderr.slice(-2000)).toBe(0);
  });
});
