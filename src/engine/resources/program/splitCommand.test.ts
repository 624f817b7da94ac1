import { expect, it } from 'vitest';
import { splitCommand } from './splitCommand.ts';

it.each([
  ['python3 scorer.py', ['python3', 'scorer.py']],
  ['  a   b\tc ', ['a', 'b', 'c']],
  [`'my scorer' "x y"`, ['my scorer', 'x y']],
  [`--name="a b"c`, ['--name=a bc']],
  [`a "" ''`, ['a', '', '']],
  [`"it's" 'say "x"'`, [`it's`, `say "x"`]],
  [`a\\"b "c\\"d"`, ['a"b', 'c"d']],
  [`'a\\'`, ['a\\']],
  ['C:\\scorers\\x.exe', ['C:\\scorers\\x.exe']],
  ['a | b > $HOME *', ['a', '|', 'b', '>', '$HOME', '*']],
  ['', []],
])('%s', (command, words) => expect(splitCommand(command)).toEqual(words));

it.each([`"a`, `a 'b`])('%s is refused', (command) => expect(() => splitCommand(command)).toThrow('is not closed'));
