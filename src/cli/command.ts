/** What a command is: it declares its arguments and options, returns data, and defines the formats in which the data is shown. */
import { statSync } from 'node:fs';
import { extname } from 'node:path';
import type { Command } from 'commander';
import { type Metric, UsageError, oneOf, present, suggest } from '../core/index.ts';
import { checkStandardInput, scoreFileOf } from '../data/index.ts';
import { type InputWarning, cutWarnings, warningLines } from '../measure/index.ts';
import { type Page, type Report, type Style, media, pageHtml, plainStyle, reportPage } from '../report/index.ts';
import { filesOfMetrics } from './input/metricInput.ts';
import {
  type Declarations,
  type Given,
  type Suggestion,
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
  /** Examples shown in the help: a command line and what it does. */
  readonly examples: readonly (readonly [typed: string, does: string])[];
  readonly arguments: readonly Argument[];
  readonly options: D;
  /** What was typed after the name, as the parser takes it, if other commands' options are among it. */
  arrange?(typed: readonly string[]): readonly string[];
  run(words: readonly string[], given: Given<D>, surroundings: Surroundings): Promise<Result | Plain | Updates<Result>>;
  /** What exit codes other than 0, 1 and 2 mean. */
  readonly exitCodes?: Readonly<Record<number, string>>;
  /** How the command ends; 0 if there is none. What it says is printed on standard error if the result goes to files only. */
  outcome?(result: Result, given: Given<D>): { readonly exitCode: number; readonly said: string };
  /** Adds `--format` and `--output`. */
  readonly forms?: Forms<Result, Given<D>>;
}

/** How a result is shown. */
interface Forms<Result, Options> {
  /** The content of JSON output; by default the result itself. */
  data?(result: Result): unknown;
  /** For people. */
  tables?(result: Result, given: Options): Report;
  /** For other programs: CSV and TSV. */
  rows?(result: Result, given: Options): Report;
  /** Instead of a page with the tables. */
  page?(result: Result, given: Options): Page;
  /** Further forms of this command, by name. */
  readonly own?: Readonly<Record<string, (result: Result, given: Options, style: Style) => string>>;
}

/** A positional argument. */
export interface Argument {
  /** `<action>`, `[files...]`. */
  readonly typed: string;
  readonly help: string;
  /** All allowed values, and what each does; without one of them, an error lists them. */
  readonly choices?: Readonly<Record<string, string>>;
  /** Files that are read, or a possible folder with everything in it; these must not be overwritten. */
  readonly names?: 'input' | 'folder';
  /** What shells offer, where neither choices, what it names nor its placeholder says it. */
  readonly suggests?: readonly Suggestion[];
}

/** Where a command shows progress and warnings. */
export interface Terminal {
  progress(done: { readonly share: number | undefined; readonly text: string }): void;
  warn(message: string): void;
}

interface Surroundings extends Terminal {
  /** The requested forms of the result, from `--format` or the extensions of outputs. */
  readonly formats: readonly string[];
  /** The value of `--format`, if given: plain text has no forms, whatever the extension of the output. */
  readonly format?: string;
}

/** Text that is printed as it is, such as translations, one per line: whole lines, in pieces if there may be many. */
export class Plain {
  readonly show: (style: Style) => string | AsyncIterable<string>;

  constructor(shown: string | AsyncIterable<string> | ((style: Style) => string)) {
    this.show = typeof shown === 'function' ? shown : () => shown;
  }

  static lines(texts: readonly string[]): Plain {
    return new Plain(texts.map((text) => `${text}\n`).join(''));
  }
}

/** Results that replace each other, as of a command that watches files. */
export class Updates<Result> {
  readonly results: AsyncIterable<Result>;

  constructor(results: AsyncIterable<Result>) {
    this.results = results;
  }
}

/** For commands that print plain text unless references are given to score against. */
export function refuseForm(format: string | undefined): void {
  if (format === undefined || format === 'text') return;
  throw new UsageError(`--format ${format} shows scores, which need references: give them with -r.`);
}

// oxlint-disable-next-line typescript/no-explicit-any -- commands of different options share one list
export type AnyCommand = CliCommand<any, any>;

/** Lets the compiler infer the options of `run` from the declarations. */
export const defineCommand = <const D extends Declarations, Result>(
  command: CliCommand<D, Result>,
): CliCommand<D, Result> => command;

/** All options of a command, those of its forms included. */
export const optionsOf = ({ options, forms }: AnyCommand): Declarations =>
  forms ? { ...(options as Declarations), ...formOptions(forms, 'title' in options) } : options;

/** Declares the arguments and options of a command to the command-line parser. */
export function declare(parser: Command, command: AnyCommand): Command {
  for (const { typed, help, choices } of command.arguments) {
    // An argument with choices is optional here: if it is missing, `perform` lists them.
    parser.argument(choices ? typed.replace(/^<(.*)>$/, '[$1]') : typed, help);
  }
  parser.showHelpAfterError(`See \`assay ${command.name} --help\`.`);
  parser.usage(['[options]', ...command.arguments.map(({ typed }) => typed)].join(' '));
  for (const [name, declared] of Object.entries(optionsOf(command))) parser.addOption(commanderOption(name, declared));
  return parser
    .configureHelp({ minWidthToWrap: 20 })
    .addHelpText('after', () => `\nExamples:\n${exampleLines(command, parser.configureOutput().getOutHelpWidth?.())}`);
}

/** What an example does beside it or, where the terminal is too narrow for that, above it. */
function exampleLines({ examples }: AnyCommand, room = Infinity): string {
  const width = Math.max(...examples.map(([typed]) => typed.length));
  const beside = examples.map(([typed, does]) => `  ${typed.padEnd(width)}  # ${does}`);
  if (beside.every((line) => line.length <= room)) return beside.join('\n');
  return examples
    .flatMap(([typed, does]) => [...folds(`# ${does}`, room, ''), ...folds(typed, room, ' \\')])
    .join('\n');
}

/** Lines that fit, what goes on indented; what stands in quotes is not broken. */
function folds(text: string, room: number, mark: string): string[] {
  const lines: string[] = [];
  for (const word of text.match(/(?:'[^']*'|[^\s'])+/g) ?? []) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length + mark.length <= room)
      lines[lines.length - 1] += ` ${word}`;
    else lines.push(`${last === undefined ? '  ' : '      '}${word}`);
  }
  return lines.map((line, i) => (i < lines.length - 1 ? line + mark : line));
}

export interface Performance {
  readonly terminal: Terminal;
  readonly style: Style;
  print(text: string): Promise<void>;
}

/** Runs a command, prints the result or writes it to files, and returns it and the exit code. */
export async function perform(
  command: AnyCommand,
  typed: readonly string[],
  options: Readonly<Record<string, unknown>>,
  { terminal, style, print }: Performance,
): Promise<{ result: unknown; exitCode: number }> {
  const { words, given, targets } = readTyped(command, typed, options);
  const { forms } = command;
  const formats = targets.map((target) => target.format);
  const format = forms ? (given['format'] as string | undefined) : undefined;
  const emit = async (result: unknown): Promise<void> => {
    for (const { path, format: form } of targets) {
      if (form === 'xlsx' && path !== undefined && !(result instanceof Plain)) {
        await writeWhole(path, [await workbook(forms!, result, given)]);
        continue;
      }
      const look = path === undefined ? style : plainStyle;
      const shown =
        result instanceof Plain ? result.show(look) : showForm(forms!, result, given, form, look, path === undefined);
      const pieces = typeof shown === 'string' ? [shown] : shown;
      if (path !== undefined) await writeWhole(path, pieces);
      else for await (const piece of pieces) await print(piece);
    }
  };
  const result: unknown = await command.run(words, given, { ...terminal, formats, ...present({ format }) });
  if (result instanceof Updates) {
    let last: unknown;
    for await (const each of result.results) {
      // On a terminal the new result takes the place of the last one; elsewhere it follows after an empty line.
      if (last !== undefined && targets.some(({ path }) => path === undefined)) {
        await print(style.width === undefined ? '\n' : '\u001b[H\u001b[2J');
      }
      await emit((last = each));
    }
    return { result: last, exitCode: 0 };
  }
  await emit(result);
  const { exitCode, said } = command.outcome?.(result, given) ?? { exitCode: 0, said: '' };
  if (exitCode !== 0 && targets.every(({ path }) => path !== undefined)) terminal.warn(said);
  return { result, exitCode };
}

/** Checks what was typed, and finds out what is read and where the result goes. */
export function readTyped(
  command: AnyCommand,
  typed: readonly string[],
  options: Readonly<Record<string, unknown>>,
): {
  words: readonly string[];
  given: Readonly<Record<string, unknown>>;
  targets: readonly { readonly path?: string | undefined; readonly format: string }[];
} {
  const declarations = optionsOf(command);
  const { files: words, given } = withoutTakenFiles(declarations, typed, options);
  checkChoice(command, words);
  checkFiles(command, declarations, words, given);
  const { forms } = command;
  const targets = forms ? targetsOf(forms, given) : [{ path: given['output'] as string | undefined, format: 'text' }];
  return { words, given, targets };
}

/** Checks the first argument of a command that takes an action. */
function checkChoice({ name, arguments: [first] }: AnyCommand, [typed]: readonly string[]): void {
  if (!first?.choices || (typed !== undefined && Object.hasOwn(first.choices, typed))) return;
  const what = first.typed.replace(/[<>]/g, '');
  const known = Object.keys(first.choices);
  if (typed !== undefined) throw new UsageError(`Unknown ${what} ${typed}. ${suggest(typed, known)}`);
  const width = Math.max(...known.map((each) => each.length));
  const list = Object.entries(first.choices).map(([choice, does]) => `  ${choice.padEnd(width)}  ${does}`);
  throw new UsageError(`Type one of these after assay ${name}:\n${list.join('\n')}\nSee \`assay ${name} --help\`.`);
}

/** Refuses to overwrite an input, to write a file twice, and to read standard input twice. */
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
  const scores = named(declarations, given, 'scores').map((word) => scoreFileOf(word).path);
  const read = [...inputs, ...named(declarations, given, 'input'), ...scores];
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
    ...(tables ? ['xlsx'] : []),
  ];
  return [...new Set(offered)];
}

/** Every command whose result has forms takes these. */
const formOptions = (forms: AnyForms, hasTitle: boolean): Declarations => ({
  format: value(oneOf(formatsOf(forms)), {
    letter: 'f',
    value: 'format',
    help: 'output format (default: from the extension of the output file, else text)',
  }),
  output: values(texts, {
    letter: 'o',
    value: 'file',
    names: 'output',
    help: 'write to a file, such as result.html; repeat to write several formats',
  }),
  ...(!hasTitle &&
    formatsOf(forms).includes('html') && { title: value(texts, { value: 'text', help: 'title of the page (html)' }) }),
});

const formatsByEnding: ReadonlyMap<string, string> = new Map([
  ['.md', 'markdown'],
  ['.tex', 'latex'],
  ...['html', 'json', 'csv', 'tsv', 'xlsx'].map((format) => [`.${format}`, format] as const),
]);

/** Of forms that only some commands have; elsewhere such a file holds text. */
const ownFormsByEnding: ReadonlyMap<string, string> = new Map([
  ['.svg', 'svg'],
  ['.xml', 'junit'],
]);

/** Where the result goes, in the requested form or the one of the file's extension. Without a path: standard output. */
function targetsOf(
  forms: AnyForms,
  { format, output }: { readonly format?: string; readonly output?: readonly string[] },
): { readonly path?: string; readonly format: string }[] {
  if (!output) {
    if (format === 'xlsx') throw new UsageError('A workbook is written to a file. Name it: -o tables.xlsx.');
    return [{ format: format ?? 'text' }];
  }
  const offered = formatsOf(forms);
  return output.map((path) => {
    const ending = extname(path).toLowerCase();
    const own = ownFormsByEnding.get(ending);
    const found =
      format ?? (own !== undefined && offered.includes(own) ? own : undefined) ?? formatsByEnding.get(ending) ?? 'text';
    if (offered.includes(found)) return { path, format: found };
    throw new UsageError(
      `Cannot write ${path}: this result has no ${found} format. Choose one with -f: ${offered.join(', ')}.`,
    );
  });
}

/** The result in one form. */
export function showForm<Result, Options>(
  { data, tables, rows, page, own }: Forms<Result, Options>,
  result: Result,
  given: Options,
  format: string,
  style: Style,
  isPrinted: boolean,
): string {
  const special = own?.[format];
  if (special) return special(result, given, style);
  if (format === 'json') return `${JSON.stringify(data ? data(result) : result, null, 2)}\n`;
  if (format === 'html') {
    const made = page ? page(result, given) : reportPage(tables!(result, given));
    const { title } = given as { readonly title?: string };
    return pageHtml(title === undefined ? made : { ...made, title });
  }
  const isRows = format === 'csv' || format === 'tsv';
  const report = (isRows ? rows : tables)!(result, given);
  // Printed text has its warnings on standard error, so they are not repeated.
  return media[format as keyof typeof media](
    isPrinted && format === 'text' ? { ...report, warnings: [] } : report,
    style,
  );
}

/** Its tables, and the rows for other programs, which have all digits. */
async function workbook({ tables, rows }: AnyForms, result: unknown, given: unknown): Promise<Uint8Array> {
  const { dataSheet, xlsx } = await import('../report/media/xlsx.ts');
  const report = tables!(result, given);
  const data = rows?.(result, given).tables.map(dataSheet) ?? [];
  return xlsx({ ...report, tables: [...report.tables, ...data] });
}

/** Prints warnings about suspicious input on standard error, and returns them for the report. */
export function warned(terminal: Terminal, warnings: readonly InputWarning[]): { warnings?: readonly InputWarning[] } {
  for (const line of warningLines(warnings)) terminal.warn(`warning: ${line}`);
  return warnings.length > 0 ? { warnings } : {};
}

/** Prints on standard error how many texts the models behind metrics did not read to the end, and returns it for the report. */
export function warnedOfCut(terminal: Pick<Terminal, 'warn'>, metrics: readonly Metric[]): string[] {
  const lines = warningLines(cutWarnings(metrics));
  for (const line of lines) terminal.warn(`warning: ${line}`);
  return lines;
}
