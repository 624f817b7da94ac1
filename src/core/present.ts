/** Optional settings handed on in one object: an option that was not given leaves no key behind, so that a default applies. */

export type Present<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** The entries that are not undefined, in their order. */
export const present = <T extends object>(all: T): Present<T> =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Present<T>;

/** Those of the named entries that are not undefined. */
export const pick = <T extends object, const K extends keyof T>(all: T, names: readonly K[]): Present<Pick<T, K>> =>
  Object.fromEntries(names.filter((name) => all[name] !== undefined).map((name) => [name, all[name]])) as Present<
    Pick<T, K>
  >;
