import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { UsageError, integers, numbersWithin, oneOf } from '../core/index.ts';
import { optionsOf } from './command.ts';
import { commands } from './commands/index.ts';
import { commanderOption, refuseOthers, texts, toggle, value, values, withoutTakenFiles, words } from './options.ts';

const all = commands.flatMap((command) =>
  Object.entries(optionsOf(command)).map(([name, declared]) => ({ command: command.name, name, declared })),
);

describe('options of all commands', () => {
  it('are looked at', () => expect(all.length).toBeGreaterThan(200));

  it('a letter means one thing', () => {
    const meanings = new Map<string, Set<string>>();
    for (const { name, declared } of all) {
      if (declared.letter === undefined) continue;
      meanings.set(declared.letter, (meanings.get(declared.letter) ?? new Set()).add(name));
    }
    expect([...meanings].filter(([, names]) => names.size > 1)).toEqual([]);
  });

  it('one that has a letter in a command has it in all', () => {
    const letters = new Map(all.flatMap(({ name, declared: { letter } }) => (letter ? [[name, letter]] : [])));
    const without = all.filter(({ name, declared }) => letters.has(name) && declared.letter === undefined);
    // A baseline of systems is another thing than one of metrics, and a campaign is made of one task.
    expect(without.map(({ command, name }) => `${command} --${name}`)).toEqual([
      'compare --baseline',
      'gate --baseline',
      'judge --task',
    ]);
  });

  it('one name is a switch, a number, a file or a word in all commands', () => {
    const kinds = new Map<string, Set<string>>();
    for (const { name, declared } of all) {
      kinds.set(name, (kinds.get(name) ?? new Set()).add(declared.kind ? declared.value! : 'a switch'));
    }
    const several = [...kinds].filter(([, values_]) => values_.size > 1).map(([name]) => name);
    // A baseline is a system where systems are compared, a metric where metrics are.
    expect(several).toEqual(['baseline']);
  });
});

describe('what is typed', () => {
  const options = {
    level: value(numbersWithin(0, 1), { default: 0.5, help: 'A share.' }),
    count: value(integers(1, 9), { letter: 'c', help: 'A count.' }),
    file: values(texts, { value: 'file', help: 'Files.' }),
    tasks: words(oneOf(['rank', 'edit']), { value: 'task', default: ['rank'], help: 'Tasks.' }),
    quiet: toggle({ help: 'A switch.', only: ['serve'] }),
  };
  const parsed = (...typed: string[]): unknown => {
    const command = new Command().exitOverride().configureOutput({ writeErr() {} });
    for (const [name, declared] of Object.entries(options)) command.addOption(commanderOption(name, declared));
    return command.parse(typed, { from: 'user' }).opts();
  };

  it.each<[string[], object]>([
    [[], { level: 0.5, tasks: ['rank'] }],
    [['--level', '0.25', '-c', '3'], { level: 0.25, count: 3, tasks: ['rank'] }],
    [['--file', 'a', '--file', 'b'], { level: 0.5, file: ['a', 'b'], tasks: ['rank'] }],
    [['--tasks', 'edit', 'rank', '--quiet'], { level: 0.5, tasks: ['edit', 'rank'], quiet: true }],
  ])('%j', (typed, expected) => expect(parsed(...typed)).toEqual(expected));

  it.each([
    [['--level', '1'], '--level must be a number above 0 and below 1, not "1".'],
    [['--level', ''], '--level must be a number above 0 and below 1, not "".'],
    [['-c', '2.5'], '--count must be an integer from 1 to 9, not "2.5".'],
    [['-c', '10'], '--count must be an integer from 1 to 9, not "10".'],
    [['--tasks', 'ranks'], '--tasks must be one of rank, edit, not "ranks". Did you mean rank?'],
  ])('%j is refused', (typed, message) => expect(() => parsed(...typed)).toThrow(new UsageError(message)));

  it('what belongs to another action is refused, unless it is the default', () => {
    expect(() => refuseOthers(options, { quiet: true }, ['export'])).toThrow('--quiet is for serve, not for export.');
    expect(() => refuseOthers(options, { quiet: true }, ['serve'])).not.toThrow();
    expect(() => refuseOthers(options, { level: 0.5 }, ['export'])).not.toThrow();
  });
});

describe('files that follow a flag of several words', () => {
  const declarations = { metric: words(texts, { letter: 'm', value: 'metric', takes: (word) => word === 'bleu', help: 'Metrics.' }) }; // prettier-ignore
  const here = import.meta.filename;

  it.each<[files: string[], typed: string[], all: string[], left: string[]]>([
    [['a'], ['bleu', here], ['a', here], ['bleu']],
    [[], ['bleu', '-', here], ['-', here], ['bleu']],
    [[], ['no-file'], [], ['no-file']],
  ])('%j %j', (files, typed, found, left) => {
    expect(withoutTakenFiles(declarations, files, { metric: typed })).toEqual({
      files: found,
      given: { metric: left },
    });
  });

  it('leave something for the flag itself', () => {
    expect(() => withoutTakenFiles(declarations, [], { metric: [here] })).toThrow(
      'No metric given. Name at least one after --metric.',
    );
  });

  it('must not come between names and files', () => {
    const given = { name: ['x'], metric: ['bleu', here] };
    expect(() => withoutTakenFiles(declarations, ['a'], given)).toThrow(/With -n, give all files before --metric/);
    expect(withoutTakenFiles(declarations, [], given).files).toEqual([here]);
  });
});
