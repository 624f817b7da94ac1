/** What someone looks for, as a regular expression that ignores case; each line of a text is one by itself. */

export interface SearchPattern {
  /** Undefined if nothing is looked for, or it is no regular expression. */
  readonly pattern: RegExp | undefined;
  /** Why it is none. */
  readonly problem?: string;
}

export function searchPattern(search: string, regex: boolean): SearchPattern {
  if (search === '') return { pattern: undefined };
  try {
    return { pattern: new RegExp(regex ? search : search.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'gimu') };
  } catch (error) {
    const reason = (error as Error).message.replace(/^.*: /s, '');
    return {
      pattern: undefined,
      problem: `Not a regular expression (${reason}). Until it is one, nothing is left out.`,
    };
  }
}
