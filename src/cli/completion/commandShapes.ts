/** What can be typed after `assay`, as data: the completion scripts of shells and the man pages are made from it. */
import type { AnyCommand, Argument } from '../command.ts';
import { optionsOf } from '../command.ts';
import { type Declared, type Suggestion, flagOf } from '../options.ts';
import { flags as sacrebleuFlags } from '../sacrebleu/flags.ts';

/** Words that may be typed in one place, and lists of words by their name: `@metrics`. */
export type Offer = readonly string[];

export interface FlagShape {
  /** `-f`, `--format`. */
  readonly flags: readonly string[];
  /** How many values follow; `several` end at the next flag. */
  readonly takes: 'nothing' | 'one' | 'several';
  /** The placeholder of the value. */
  readonly value: string;
  readonly mayRepeat: boolean;
  readonly help: string;
  readonly default?: string;
  readonly offer: Offer;
}

export interface ArgumentShape {
  /** `<action>`, `[files...]`. */
  readonly typed: string;
  readonly help: string;
  readonly mayRepeat: boolean;
  readonly choices?: Readonly<Record<string, string>>;
  readonly offer: Offer;
}

export interface CommandShape {
  readonly name: string;
  readonly summary: string;
  readonly examples: AnyCommand['examples'];
  readonly exitCodes: Readonly<Record<number, string>>;
  readonly arguments: readonly ArgumentShape[];
  readonly flags: readonly FlagShape[];
}

/** Words by the name of their list. */
export type Lists = Readonly<Record<Exclude<Suggestion, 'files' | 'folders'>, readonly string[]>>;

/** What the placeholder of a value says about it. */
const byPlaceholder: Readonly<Record<string, Suggestion>> = {
  file: 'files',
  files: 'files',
  pattern: 'files',
  folder: 'folders',
  metric: 'metrics',
};

/** All commands in the order of the help, `assay sacrebleu` and `assay help` included. */
export const commandShapes = (commands: readonly AnyCommand[]): readonly CommandShape[] => [
  ...commands.map(shapeOf),
  sacrebleuShape(),
  {
    name: 'help',
    summary: 'Show the help of a command.',
    examples: [['assay help score', 'as assay score --help']],
    exitCodes: {},
    arguments: [argumentShape({ typed: '[command]', help: 'the command', suggests: ['commands'] })],
    flags: [],
  },
];

const shapeOf = (command: AnyCommand): CommandShape => ({
  name: command.name,
  summary: command.summary,
  examples: command.examples,
  exitCodes: command.exitCodes ?? {},
  arguments: command.arguments.map(argumentShape),
  flags: [...Object.entries(optionsOf(command)).map(([name, declared]) => flagShape(name, declared)), helpFlag],
});

const helpFlag: FlagShape = {
  flags: ['-h', '--help'],
  takes: 'nothing',
  value: '',
  mayRepeat: false,
  help: 'show the help of the command',
  offer: [],
};

function argumentShape({ typed, help, choices, names, suggests }: Argument): ArgumentShape {
  const placeholder = typed.replace(/[^a-z]/g, '');
  return {
    typed,
    help,
    mayRepeat: typed.includes('...'),
    ...(choices && { choices }),
    offer: choices ? Object.keys(choices) : listNames(suggests ?? (names ? ['files'] : [byPlaceholder[placeholder]])),
  };
}

function flagShape(name: string, declared: Declared): FlagShape {
  const { letter, kind, many, help, only, default: usual, value = '', suggests, names, takes } = declared;
  const isFile = names !== undefined && names !== 'metrics';
  const listed = suggests ?? [names === 'metrics' ? 'metrics' : isFile ? 'files' : byPlaceholder[value]];
  return {
    flags: [...(letter === undefined ? [] : [`-${letter}`]), flagOf(name)],
    takes: !kind ? 'nothing' : many === 'words' ? 'several' : 'one',
    value,
    mayRepeat: many !== undefined,
    help: only ? `${only.join(', ')}: ${help}` : help,
    ...(usual !== undefined && { default: [usual].flat().map(String).join(' ') }),
    // Files may follow the values of a flag that tells them apart.
    offer: !kind ? [] : (kind.choices ?? listNames(takes ? [...listed, 'files'] : listed)),
  };
}

const listNames = (lists: readonly (Suggestion | undefined)[]): Offer =>
  lists.flatMap((list) => (list === undefined ? [] : [`@${list}`]));

function sacrebleuShape(): CommandShape {
  return {
    name: 'sacrebleu',
    summary: "Take sacreBLEU's flags and print its output, byte for byte.",
    examples: [['assay sacrebleu ref.txt -i sys.txt -m bleu chrf', 'as sacrebleu ref.txt -i sys.txt -m bleu chrf']],
    exitCodes: {},
    arguments: [argumentShape({ typed: '[references...]', help: 'reference files', suggests: ['files'] })],
    flags: Object.values(sacrebleuFlags).map(({ names, takes, shows, help }) => ({
      flags: [...names].sort((a, b) => a.length - b.length),
      takes: takes === 'nothing' || takes === 'one' ? takes : 'several',
      value: shows,
      mayRepeat: false,
      help,
      offer: shows.includes('|') ? shows.split('|') : listNames([shows === 'set' ? 'testsets' : byPlaceholder[shows]]),
    })),
  };
}
