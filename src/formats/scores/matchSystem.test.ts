import { describe, expect, it } from 'vitest';
import { matchSystem, systemOfFile } from './matchSystem.ts';

describe('systems', () => {
  it.each<[named: string, systems: string[], expected: string | undefined]>([
    ['big', ['big', 'big.txt'], 'big'],
    ['big.txt', ['big', 'big.txt'], 'big.txt'],
    ['big.txt', ['small', 'big'], 'big'],
    ['runs/big.hyp.txt', ['big'], 'big'],
    ['C:\\runs\\big.txt', ['big'], 'big'],
    ['a/out.txt', ['a/out', 'b/out'], 'a/out'],
    ['runs/a/out.txt', ['a/out', 'b/out'], 'a/out'],
    ['v1.2.txt', ['v1.2', 'v1'], 'v1.2'],
    // Other systems, not other names.
    ['big.v2', ['big'], undefined],
    ['bigger', ['big'], undefined],
    ['.txt', ['txt'], undefined],
    ['', ['big'], undefined],
  ])('%s among %j: %s', (named, systems, expected) => expect(matchSystem(named, systems)).toBe(expected));

  it.each<[file: string, systems: string[], expected: string | undefined]>([
    ['big.comet.json.gz', ['big'], 'big'],
    ['big.de', ['big'], 'big'],
    ['v1.2.comet.txt', ['v1', 'v1.2'], 'v1.2'],
    ['v1.2.comet.txt', ['v1'], undefined],
    ['comet.json', ['big'], undefined],
    ['.txt', ['txt'], undefined],
  ])('of the file %s among %j: %s', (file, systems, expected) =>
    expect(matchSystem(file, systems, true)).toBe(expected),
  );

  it.each([
    ['Yandex.jsonl.gz', 'Yandex'],
    ['runs/big.comet.txt', 'big.comet'],
    ['v1.2.json', 'v1.2'],
    ['.txt', '.txt'],
  ])('of the file %s without others to choose from: %s', (name, expected) => expect(systemOfFile(name)).toBe(expected));
});
