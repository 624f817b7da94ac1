/** Values without much order, made alike in any language: (i · step) mod `mod`, plus `add`, for i from 1 to n. */
export const pattern = (n: number, step: number, mod: number, add = 0): Float64Array =>
  Float64Array.from({ length: n }, (_, i) => (((i + 1) * step) % mod) + add);
