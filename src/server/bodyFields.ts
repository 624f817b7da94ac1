/** What came in a request, looked at field by field: every fault is a `UsageError` that names the field and what would be right. */
import { UsageError } from '../core/index.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** An object with no other fields than these; `where` is how messages name it. */
export function fieldsOf(value: unknown, known: readonly string[], where = 'the request'): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UsageError(`${upper(where)} must be an object with ${listed(known)}.`);
  for (const key of Object.keys(value)) {
    if (!known.includes(key))
      throw new UsageError(`${upper(where)} has a field ${JSON.stringify(key.slice(0, 40))}; known: ${listed(known)}.`);
  }
  return value as Fields;
}

/** A text that can be stored anywhere: whole characters, no NUL (which PostgreSQL does not take). */
export function textField(fields: Fields, name: string, longest: number): string {
  const value = fields[name];
  if (typeof value !== 'string') throw new UsageError(`"${name}" must be a text.`);
  if (value.length > longest)
    throw new UsageError(`"${name}" has ${value.length} characters; at most ${longest} are taken.`);
  if (!value.isWellFormed() || value.includes('\0'))
    throw new UsageError(`"${name}" holds half a character or a NUL; send whole characters.`);
  return value;
}

/** A text that is more than blanks. */
export function filledField(fields: Fields, name: string, longest: number): string {
  const value = textField(fields, name, longest);
  if (value.trim() === '') throw new UsageError(`"${name}" is empty.`);
  return value;
}

/** A finite number, both bounds allowed. */
export function numberField(fields: Fields, name: string, least: number, most: number): number {
  const value = fields[name];
  if (typeof value !== 'number' || !(value >= least && value <= most))
    throw new UsageError(`"${name}" must be a number from ${least} to ${most}.`);
  return value;
}

export function integerField(fields: Fields, name: string, least: number, most: number): number {
  const value = numberField(fields, name, least, most);
  if (!Number.isInteger(value)) throw new UsageError(`"${name}" must be a whole number.`);
  return value;
}

export function listField(fields: Fields, name: string, longest: number): readonly unknown[] {
  const value = fields[name];
  if (!Array.isArray(value) || value.length > longest)
    throw new UsageError(`"${name}" must be a list of at most ${longest}.`);
  return value;
}

export function choiceField<T extends string>(fields: Fields, name: string, choices: readonly T[]): T {
  const value = fields[name];
  const found = choices.find((choice) => choice === value);
  if (found === undefined) throw new UsageError(`"${name}" must be one of ${choices.join(', ')}.`);
  return found;
}

const listed = (names: readonly string[]): string => (names.length === 0 ? 'no fields' : names.join(', '));
const upper = (text: string): string => text[0]!.toUpperCase() + text.slice(1);
