/** Options that are left to a preset unless they are given, and then are not in the signature: the preset's name says them. */
import type { OptionSpec } from '../../core/index.ts';

export const presetUnless = <T>(spec: OptionSpec<T>): OptionSpec<T | 'preset'> => ({
  ...spec,
  default: 'preset',
  parse: (value) => (value === 'preset' ? value : spec.parse(value)),
  print: (value) => (value === 'preset' ? undefined : spec.print(value)),
});

/** What is set, or what the preset has. */
export const setOr = <T, P>(value: T | 'preset', preset: P): T | P => (value === 'preset' ? preset : value);

/** What is made when it is first asked for, such as what a file holds. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
