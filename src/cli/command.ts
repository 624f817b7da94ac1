/** What a command is: it declares what can be typed, returns data, and says in which forms the data is shown. */
import { statSync } from 'node:fs';
import { extname } from 'node:path';
import type { Command } from 'commander';
import { UsageError, oneOf, present } from '../core/index.ts';
import { checkStandardInput } from '../data/index.ts';
import { type Report, type Style, media, plainStyle } from '../report/index.ts';
import { filesOfMetrics } from './input/metricInput.ts';
import {
  type Declarations,
  type Given,
  commanderOption,
  named,
  texts,
  value,
  values,
  withoutTakenFiles,
} from './options.ts';
import { checkOutputs, writeWhole } from './output.ts';

export interface CliCommand<D extends Declarations, Result> {
  readonly name: string;
  readonly summary: string;
  /** Lines worth typing, shown in the help: command line and what it does. */
  readonly examples: readonly (readonly [typed: string, does: string])[];
  readonly arguments: readonly Argument[];
  readonly options: D;
  run(words: readonly string[], given: Given<D>, surroundings: Surroundings): Promise<Result | Plain>;
  /** With them come `--format` and `--output`. */
  readonly forms?: Forms<Result, Given<D>>;
}

/** How a result is shown. */
interface Forms<Result, Options> {
  /** What JSON holds; the result itself unless said otherwise. */
  data?(result: Result): unknown;
  /** For people. */
  tables?(result: Result, given: Options): Report;
  /** For other programs: CSV and TSV. */
  rows?(result: Result, given: Options): Report;
  /** HTML, in place of a page with the tables. */
  page?(result: Result, given: Options): string;
  /** Forms of its own, by name. */
  readonly own?: Readonly<Record<string, (result: Result, given: Options, style: Style) => string>>;
}

/** What is typed without a flag. */
export interface Argument {
  /** `<action>`, `[files...]`. */
  readonly typed: string;
  readonly help: string;
  /** Files that are read, or what may be a folder, with all that is in it; nothing may be written over them. */
  readonly names?: 'input' | 'folder';
}

/** Where a command shows progress and warnings. */
export interface Terminal {
  progress(done: { readonly share: number | undefined; readonly text: string }): void;
  warn(message: string): void;
}

interface Surroundings extends Terminal {
  /** The forms that the result is asked for in, by `--format` or by the endings of outputs. */
  readonly formats: readonly string[];
  /** What `--format` says, if it was typed: what is printed as it is has no forms, whatever the ending of the output. */
  readonly format?: string;
}

/** What is printed as it is, such as translations one a line: whole lines, in pieces where there may be many. */
export class Plain {
  readonly show: (style: Style) => string | AsyncIterable<string>;

  constructor(shown: string | AsyncIterable<string> | ((style: Style) => string)) {
    this.show = typeof shown === 'function' ? shown : () => shown;
  }

  static lines(texts: readonly string[]): Plain {
    return new Plain(texts.map((text) => `${text}\n`).join(''));
  }
}

/** For commands that print plain text unless they are given references to score against. */
export function refuseForm(format: string | undefined): void {
  if (format === undefined || format === 'text') return;
  throw new UsageError(`Scores can be shown as ${format}, and they need references: give them with -r.`);
}

// oxlint-disable-next-line typescript/no-explicit-any -- commands of different options share one list
export type AnyCommand = CliCommand<any, any>;

/** Lets the compiler find out what `run` receives from what is declared. */
export const defineCommand = <const D extends Declarations, Result>(
  command: CliCommand<D, Result>,
): CliCommand<D, Result> => command;

/** All options of a command, those of its forms included. */
export const optionsOf = ({ options, forms }: AnyCommand): Declarations =>
  forms ? { ...(options as Declarations), ...formOptions(forms) } : options;

/** Tells the parser of the command line what can be typed. */
export function declare(parser: Command, command: AnyCommand): Command {
  for (const { typed, help } of command.arguments) parser.argument(typed, help);
  for (const [name, declared] of Object.entries(optionsOf(command))) parser.addOption(commanderOption(name, declared));
  const width = Math.max(...command.examples.map(([typed]) => typed.length));
  const lines = command.examples.map(([typed, does]) => `  ${typed.padEnd(width)}  # ${does}`);
  return parser.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
}

export interface Performance {
  readonly terminal: Terminal;
  readonly style: Style;
  print(text: string): Promise<void>;
}

/** Runs a command with what was typed, prints the result or writes it to files, and returns it. */
export async function perform(
  command: AnyCommand,
  typed: readonly string[],
  options: Readonly<Record<string, unknown>>,
  { terminal, style, print }: Performance,
): Promise<unknown> {
  const declarations = optionsOf(command);
  const { files: words, given } = withoutTakenFiles(declarations, typed, options);
  checkFiles(command, declarations, words, given);
  const { forms } = command;
  const targets = forms ? targetsOf(forms, given) : [{ path: given['output'] as string | undefined, format: 'text' }];
  const formats = targets.map((target) => target.format);
  const format = forms ? (given['format'] as string | undefined) : undefined;
  const result: unknown = await command.run(words, given, { ...terminal, formats, ...present({ format }) });
  for (const { path, format: form } of targets) {
    const look = path === undefined ? style : plainStyle;
    const shown = result instanceof Plain ? result.show(look) : showForm(forms!, result, given, form, look);
    const pieces = typeof shown === 'string' ? [shown] : shown;
    if (path !== undefined) await writeWhole(path, pieces);
    else for await (const piece of pieces) await print(piece);
  }
  return result;
}

/** Nothing that the command reads may be written over, nothing written twice, and standard input read but once. */
function checkFiles(
  command: AnyCommand,
  declarations: Declarations,
  words: readonly string[],
  given: Readonly<Record<string, unknown>>,
): void {
  const places = command.arguments.map(({ names }) => names);
  const isFolder = (word: string, w: number): boolean =>
    places[w] === 'folder' && (statSync(word, { throwIfNoEntry: false })?.isDirectory() ?? false);
  const folder = words.find(isFolder);
  const inputs = words.filter((word, w) => !isFolder(word, w) && places[Math.min(w, places.length - 1)] !== undefined);
  const read = [...inputs, ...named(declarations, given, 'input')];
  checkStandardInput(read);
  const ofMetrics = filesOfMetrics(named(declarations, given, 'metrics'));
  checkOutputs(named(declarations, given, 'output'), [...read, ...ofMetrics], folder);
}

// oxlint-disable-next-line typescript/no-explicit-any -- forms of different results share one list
type AnyForms = Forms<any, any>;

const ofTables = ['text', 'markdown', 'latex', 'html'] as const;
const ofRows = ['csv', 'tsv'] as const;

function formatsOf({ tables, rows, page, own = {} }: AnyForms): string[] {
  const offered = [
    ...(tables ? ofTables : []),
    ...Object.keys(own),
    ...(page ? ['html'] : []),
    'json',
    ...(rows ? ofRows : []),
  ];
  return [...new Set(offered)];
}

/** Every command whose result has forms takes these. */
const formOptions = (forms: AnyForms): Declarations => ({
  format: value(oneOf(formatsOf(forms)), {
    letter: 'f',
    value: 'format',
    help: 'form of the result (default: by the ending of the output, else text)',
  }),
  output: values(texts, {
    letter: 'o',
    value: 'file',
    names: 'output',
    help: 'write to a file, such as result.html; repeat for several forms',
  }),
});

const formatsByEnding: ReadonlyMap<string, string> = new Map([
  ['.md', 'markdown'],
  ['.tex', 'latex'],
  ...['html', 'json', 'csv', 'tsv'].map((format) => [`.${format}`, format] as const),
]);

/** Where the result goes: the form is the one asked for, else the one that the file's ending stands for. No path is standard output. */
function targetsOf(
  forms: AnyForms,
  { format, output }: { readonly format?: string; readonly output?: readonly string[] },
): { readonly path?: string; readonly format: string }[] {
  if (!output) return [{ format: format ?? 'text' }];
  const offered = formatsOf(forms);
  return output.map((path) => {
    const found = format ?? formatsByEnding.get(extname(path).toLowerCase()) ?? 'text';
    if (offered.includes(found)) return { path, format: found };
    throw new UsageError(`${path}: there is no ${found} of this result. Name a form with -f: ${offered.join(', ')}.`);
  });
}

/** The result in one form. */
function showForm<Result, Options>(
  { data, tables, rows, page, own }: Forms<Result, Options>,
  result: Result,
  given: Options,
  format: string,
  style: Style,
): string {
  const special = own?.[format];
  if (special) return special(result, given, style);
  if (format === 'json') return `${JSON.stringify(data ? data(result) : result, null, 2)}\n`;
  if (format === 'html' && page) return page(result, given);
  const isRows = format === 'csv' || format === 'tsv';
  return media[format as keyof typeof media]((isRows ? rows : tables)!(result, given), style);
}
