/** Checks the body of a request field by field. Every error is a `UsageError` that names the field and what is expected. */
import { UsageError } from '../core/index.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** An object with only these fields; messages call it `where`. */
export function fieldsOf(value: unknown, known: readonly string[], where = 'the request'): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UsageError(`${upper(where)} must be an object with ${listed(known)}.`);
  for (const key of Object.keys(value)) {
    if (!known.includes(key))
      throw new UsageError(
        `${upper(where)} has an unknown field ${JSON.stringify(key.slice(0, 40))}. Known fields: ${listed(known)}.`,
      );
  }
  return value as Fields;
}

/** A string that every store accepts: no lone surrogates, no NUL (which PostgreSQL rejects). */
export function textField(fields: Fields, name: string, longest: number): string {
  const value = fields[name];
  if (typeof value !== 'string') throw new UsageError(`"${name}" must be a string.`);
  if (value.length > longest)
    throw new UsageError(`"${name}" has ${value.length} characters; the limit is ${longest}.`);
  if (!value.isWellFormed() || value.includes('\0'))
    throw new UsageError(`"${name}" contains a lone surrogate or a NUL character. Remove it.`);
  return value;
}

/** A string that is not blank. */
export function filledField(fields: Fields, name: string, longest: number): string {
  const value = textField(fields, name, longest);
  if (value.trim() === '') throw new UsageError(`"${name}" is empty.`);
  return value;
}

/** A finite number from `least` to `most`, inclusive. */
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
    throw new UsageError(`"${name}" must be a list of at most ${longest} items.`);
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
