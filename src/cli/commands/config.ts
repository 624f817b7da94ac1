/** `assay config`: which defaults of the project apply, and where each comes from. */
import { UsageError, suggest } from '../../core/index.ts';
import type { Cell, Report } from '../../report/index.ts';
import { type AnyCommand, defineCommand, optionsOf } from '../command.ts';
import { findConfig, settingsFor } from '../config.ts';
import { flagOf } from '../options.ts';

interface ConfigFacts {
  /** The file that applies; undefined if there is none. */
  readonly file?: string;
  readonly command?: string;
  readonly settings: readonly {
    /** Commands that it applies to. */
    readonly commands: readonly string[];
    readonly option: string;
    readonly value: unknown;
    /** Undefined for a default of Assay. */
    readonly line?: number;
  }[];
}

/** `commands` are all commands, this one included. */
export const config = (commands: () => readonly AnyCommand[]) =>
  defineCommand({
    name: 'config',
    summary: 'Check assay.config.json, and show which defaults apply and where each comes from.',
    examples: [
      ['assay config', 'all settings of the file that applies here'],
      ['assay config gate', 'the defaults of assay gate'],
      ['ASSAY_CONFIG=off assay score …', 'a run without the file'],
    ],
    arguments: [{ typed: '[command]', suggests: ['commands'], help: 'show the defaults of this command' }],
    options: {},

    // oxlint-disable-next-line typescript/require-await -- as all commands
    async run([command, ...more]): Promise<ConfigFacts> {
      if (more.length > 0) throw new UsageError(`Name one command. Leave out ${more.join(', ')}.`);
      const found = findConfig();
      const all = commands().filter(({ forms }) => forms);
      const settings = all.map((each) => ({ each, of: found && settingsFor(found, each.name, optionsOf(each)) }));
      if (command === undefined) {
        const places = new Map<string, ConfigFacts['settings'][0] & { commands: string[] }>();
        for (const { each, of } of settings) {
          for (const [option, { written, line }] of of ?? []) {
            const place = places.get(`${line} ${option}`) ?? { commands: [], option, value: written, line };
            place.commands.push(each.name);
            places.set(`${line} ${option}`, place);
          }
        }
        return { ...(found && { file: found.path }), settings: [...places.values()].sort((a, b) => a.line! - b.line!) };
      }
      const chosen = settings.find(({ each }) => each.name === command);
      if (!chosen) throw new UsageError(`There is no command ${command}. ${suggest(command, all.map(({ name }) => name))}`); // prettier-ignore
      const { each, of } = chosen;
      return {
        ...(found && { file: found.path }),
        command,
        settings: Object.entries(optionsOf(each)).flatMap(([option, { default: usual }]) => {
          const set = of?.get(option);
          if (!set && usual === undefined) return [];
          return [
            { commands: [command], option, ...(set ? { value: set.written, line: set.line } : { value: usual }) },
          ];
        }),
      };
    },

    forms: { tables: configTables },
  });

function configTables({ file, command, settings }: ConfigFacts): Report {
  const set = settings.filter(({ line }) => line !== undefined);
  const from = (line: number | undefined): string => (line === undefined ? 'default' : `line ${line}`);
  return {
    title: 'Configuration',
    answer: [
      {
        name: 'file',
        text: file ?? 'none. Create assay.config.json in this folder or one above it, such as {"all": {"digits": 1}}.', // prettier-ignore
      },
      ...(file !== undefined && set.length === 0
        ? [{ name: 'note', text: `It sets nothing${command === undefined ? '' : ` for assay ${command}`}.` }]
        : []),
    ],
    tables:
      settings.length === 0
        ? []
        : [
            {
              columns: ['option', 'value', 'from', ...(command === undefined ? ['applies to'] : [])].map((title) => ({ title, align: 'left' as const })), // prettier-ignore
              rows: settings.map(({ option, value, line, commands }): Cell[] => [
                flagOf(option),
                typeof value === 'string' ? value : JSON.stringify(value),
                from(line),
                ...(command === undefined ? [commands.join(', ')] : []),
              ]),
            },
          ],
    notes: [{ name: 'note', text: 'Options that you type win. ASSAY_CONFIG=off runs without the file.' }],
  };
}
