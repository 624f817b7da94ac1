import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UsageError } from '../../core/index.ts';
import { createJournal, openJournal } from '../../server/index.ts';
import { placeOf } from './campaignPlace.ts';

describe('an address other than PostgreSQL', () => {
  const before = process.cwd();
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-place-'));
    process.chdir(folder); // a path would be created here
  });
  afterAll(() => {
    process.chdir(before);
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['postgre://me:s3cret@db/judging', 'postgre://'],
    ['Postgress://me:s3cret@db/judging', 'Postgress://'],
    ['postgres:/me:s3cret@db/judging', 'postgres:/'],
    ['mysql://me:s3cret@db/judging', 'mysql://'],
    ['postgresql+psycopg2://me:s3cret@db/judging', 'postgresql+psycopg2://'],
    ['file:///home/me/s3cret', 'file:///'],
  ])('%s', async (address, beginning) => {
    const uses: (() => unknown)[] = [
      () => placeOf([], { database: address }, 'serve'),
      () => placeOf([address], {}, 'serve'),
      () => openJournal(address),
      () => createJournal(address),
    ];
    for (const use of uses) {
      const error = await Promise.resolve().then(use).catch((reason: unknown) => reason); // prettier-ignore
      expect(error).toBeInstanceOf(UsageError);
      const { message } = error as UsageError;
      expect(message).toContain('begins with postgres:// or postgresql://, not with ' + beginning);
      expect(message).not.toContain('s3cret');
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is neither a path nor an address of PostgreSQL', async () => {
    for (const right of ['postgres://me@db/judging', 'postgresql://db', 'PostgreSQL://db', 'C:/judging', 'a/b', './x:y/z', 'x:y'])
      for (const [files, options] of [[[right], {}], [[], { database: right }]] as const)
        expect(placeOf(files, options, 'serve')).toBe(right);
    const journal = await createJournal('x:y');
    await journal.close();
    expect(existsSync('x:y/judgments.sqlite')).toBe(true);
    rmSync('x:y', { recursive: true });
  }); // prettier-ignore
});
