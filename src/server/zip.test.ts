import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { crc32, zip } from './zip.ts';

// The check value of CRC-32/ISO-HDLC; gzip of nothing.
it.each([
  ['123456789', 0xcbf43926],
  ['', 0],
])('crc32 of %j', (text, expected) => expect(crc32(Buffer.from(text))).toBe(expected));

const hasPython = (() => {
  try {
    execFileSync('python3', ['-c', 'import zipfile'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

describe.skipIf(!hasPython)(`an archive${hasPython ? '' : ' (skipped: there is no Python to read it)'}`, () => {
  it('is read by another program', () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-zip-'));
    try {
      const files = new Map([
        ['a.tsv', 'x\ty\n'],
        ['folder/größe.txt', 'ü'.repeat(10_000)],
        ['empty', ''],
      ]);
      writeFileSync(join(folder, 'a.zip'), zip(files));
      const code =
        'import zipfile,json,sys; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; json.dump([[n, z.read(n).decode()] for n in z.namelist()], open(sys.argv[2], "w"))';
      execFileSync('python3', ['-c', code, join(folder, 'a.zip'), join(folder, 'a.json')]);
      expect(JSON.parse(readFileSync(join(folder, 'a.json'), 'utf8'))).toEqual([...files]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
