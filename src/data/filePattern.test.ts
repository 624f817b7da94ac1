import { describe, expect, it } from 'vitest';
import { UsageError } from '../core/index.ts';
import { withFiles } from '../data/testing/files.ts';
import { filesLike, nameOfPattern } from './filePattern.ts';

describe('filesLike', () => {
  const files = {
    'base.1.txt': '',
    'base.2.txt': '',
    'base.10.txt': '',
    'base+1.txt': '',
    '.base.3.txt': '',
    'sub/base.4.txt': '',
  };

  it.each<[string, string[]]>([
    ['base.*.txt', ['base.1.txt', 'base.2.txt', 'base.10.txt']],
    ['base.?.txt', ['base.1.txt', 'base.2.txt']],
    ['base+*', ['base+1.txt']],
    ['sub/*', ['sub/base.4.txt']],
    ['no such file', ['no such file']],
  ])('%s', async (pattern, expected) => {
    await withFiles(files, async (directory) => {
      expect(filesLike(`${directory}/${pattern}`).map((path) => path.replace(`${directory}/`, ''))).toEqual(expected);
    });
  });

  it.each([
    ['x.*', /no such file\.$/],
    ['no/*.txt', /there is no folder .*no\.$/],
    ['*/base', /work in the file name only/],
  ])('%s', async (pattern, message) => {
    await withFiles(files, async (directory) => {
      expect(() => filesLike(`${directory}/${pattern}`)).toThrow(message);
      expect(() => filesLike(`${directory}/${pattern}`)).toThrow(UsageError);
    });
  });
});

it.each([
  ['runs/base.*.txt', 'base'],
  ['base*.txt.gz', 'base'],
  ['*_new-?.out', 'new'],
  ['seed*/x.txt', 'x'],
  ['a.*.b.txt', 'a.b'],
  ['*', '*'],
])('the name of %s is %s', (pattern, name) => expect(nameOfPattern(pattern)).toBe(name));
