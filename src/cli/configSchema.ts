/** What `assay.config.json` may hold, made from the declarations of the commands: the names of options, and a JSON Schema. */
import { type AnyCommand, optionsOf } from './command.ts';
import { isOfAll } from './config.ts';
import { type Declared, settable } from './options.ts';

/** Options that a file may set: none that names a file to write, unless it says so. */
function optionsFor(command: AnyCommand): [option: string, declared: Declared][] {
  // Servers and judging have no forms: they open ports and folders, so everything about them is typed.
  if (!command.forms) return [];
  const declarations = settable(optionsOf(command));
  return Object.entries(declarations).filter(
    ([option, { names, inConfig }]) => option !== 'format' && (names !== 'output' || inConfig === true),
  );
}

/** By section: the options that it may have. */
function settableBySection(commands: readonly AnyCommand[]): Map<string, Map<string, Declared>> {
  const sections = new Map(commands.flatMap((command) => {
    const options = optionsFor(command);
    return options.length > 0 ? [[command.name, new Map(options)] as const] : [];
  })); // prettier-ignore
  const all = new Map<string, Declared>();
  for (const options of sections.values()) {
    for (const [option, declared] of options) if (isAlike(option, declared)) all.set(option, declared);
  }
  return new Map([['all', all], ...sections]);

  /** Whether several commands have it, and it takes as many values of the same kind in each. */
  function isAlike(option: string, declared: Declared): boolean {
    const found = [...sections.values()].flatMap((options) => options.get(option) ?? []).filter(isOfAll);
    const { kind, many, names } = declared;
    return (
      isOfAll(declared) &&
      found.length > 1 &&
      found.every((other) => !other.kind === !kind && other.many === many && other.names === names)
    );
  }
}

/** Options by section, separated by spaces. */
export const configKeyLists = (commands: readonly AnyCommand[]): Record<string, string> =>
  Object.fromEntries([...settableBySection(commands)].map(([section, options]) => [section, [...options.keys()].sort().join(' ')])); // prettier-ignore

type Schema = Readonly<Record<string, unknown>>;

function optionSchema({ kind, many, help, default: usual }: Declared): Schema {
  const described = { description: help, ...(['string', 'number'].includes(typeof usual) && { default: usual }) };
  if (!kind) return { ...described, type: 'boolean' };
  const one: Schema = kind.choices ? { enum: kind.choices } : { type: typeof usual === 'number' ? 'number' : ['string', 'number'] }; // prettier-ignore
  return { ...described, ...(many ? { type: 'array', items: one } : one) };
}

export const configSchema = (commands: readonly AnyCommand[]): Schema => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'assay.config.json',
  description: 'Defaults of a project for assay. Options that are typed win. Paths are relative to the file.',
  type: 'object',
  properties: {
    $schema: { type: 'string' },
    ...Object.fromEntries(
      [...settableBySection(commands)].map(([section, options]) => [
        section,
        {
          description: section === 'all' ? 'Options of all commands that have them.' : `Options of assay ${section}.`,
          type: 'object',
          properties: Object.fromEntries([...options].map(([option, declared]) => [option, optionSchema(declared)])),
          additionalProperties: false,
        },
      ]),
    ),
  },
  additionalProperties: false,
});
