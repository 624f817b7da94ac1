/** Runs commands of the command line on the files of the page: the same options, the same code, the same results. */
import { type AnyCommand, showForm } from '../../../src/cli/command.ts';
import { type Declarations, flagOf } from '../../../src/cli/options.ts';
import { type Page, plainStyle, reportPage } from '../../../src/report/index.ts';

/** Those that Studio shows; each is loaded when it is first run. */
const commands: Readonly<Record<string, () => Promise<{ readonly default: AnyCommand }>>> = {
  agree: () => import('../../../src/cli/commands/agree.ts'),
  explain: () => import('../../../src/cli/commands/explain.ts'),
  meta: () => import('../../../src/cli/commands/meta.ts'),
  paradox: () => import('../../../src/cli/commands/paradox.ts'),
  rank: () => import('../../../src/cli/commands/rank.ts'),
};

/** What a command returned, to be shown in any of its forms. */
export class RanCommand {
  readonly #command: AnyCommand;
  readonly #given: Readonly<Record<string, unknown>>;
  readonly #result: unknown;

  constructor(command: AnyCommand, given: Readonly<Record<string, unknown>>, result: unknown) {
    this.#command = command;
    this.#given = given;
    this.#result = result;
  }

  page(): Page {
    const { page, tables } = this.#command.forms!;
    return page?.(this.#result, this.#given) ?? reportPage(tables!(this.#result, this.#given));
  }

  /** As `--format` writes it. */
  form(format: string): string {
    return showForm(this.#command.forms!, this.#result, this.#given, format, plainStyle, false);
  }
}

/**
 * `words` are its files and other arguments; options that are not given have their defaults. One that is not a list may be given as it is
 * typed: its value may be something that cannot be sent to a worker. One that cannot be typed is passed on as it is.
 */
export async function runCommand(
  name: string,
  words: readonly string[],
  options: Readonly<Record<string, unknown>>,
  progress: (text: string, share?: number) => void,
): Promise<RanCommand> {
  const { default: command } = await commands[name]!();
  const declarations = command.options as Declarations;
  const usual = Object.entries(declarations).flatMap(([option, declared]) =>
    declared.default === undefined ? [] : [[option, declared.default] as const],
  );
  const read = Object.entries(options).map(([option, value]) => {
    const kind = declarations[option]?.kind;
    return [option, kind && typeof value === 'string' ? kind.read(value, flagOf(option)) : value] as const;
  });
  const given = { ...Object.fromEntries(usual), ...Object.fromEntries(read) };
  const result: unknown = await command.run(words, given, {
    progress: ({ share, text }) => progress(text, share),
    warn: () => {},
    formats: ['html'],
  });
  return new RanCommand(command, given, result);
}
