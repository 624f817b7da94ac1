/** Options that a preset sets unless they are given. Then they are not in the signature, because the preset's name implies them. */
import type { OptionSpec } from '../../core/index.ts';

export const presetUnless = <T>(spec: OptionSpec<T>): OptionSpec<T | 'preset'> => ({
  ...spec,
  default: 'preset',
  parse: (value) => (value === 'preset' ? value : spec.parse(value)),
  print: (value) => (value === 'preset' ? undefined : spec.print(value)),
});

/** The value set, or the preset's. */
export const setOr = <T, P>(value: T | 'preset', preset: P): T | P => (value === 'preset' ? preset : value);

/** Makes a value when it is first needed, such as the contents of a file. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
