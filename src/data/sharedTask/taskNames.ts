/** Names of tasks, which judgments, folders and files spell in different ways. */

/** The same for all spellings of a task: `cz_EN` and `cs-en`. As long as the name itself. */
export const taskKey = (name: string): string =>
  name
    .toLowerCase()
    .split(/[-_]/)
    .map((piece) => (piece === 'cz' ? 'cs' : piece))
    .join('-');

/** From and into which language, as names of texts give them; undefined if the name is not that of a pair. */
export function languagesOf(task: string): { source: string; target: string } | undefined {
  const pieces = task.includes('-') ? task.split('-') : task.split('_');
  if (pieces.length !== 2) return undefined;
  const [source = '', target = ''] = pieces.map(languageKey);
  return { source, target };
}

/** `cz`, `CS` and `cs` are one language. */
export const languageKey = (code: string): string => code.toLowerCase().replace(/^cz$/, 'cs');

/**
 * The task that the name of a file starts with, by its key, and what follows: `de-en.refA` is `refA` of `de-en`.
 * A name that ends at a dot goes before a longer one that does not, so that `en-de_AT` is no variant of `en-de` where both exist.
 */
export function taskOfName(name: string, keys: Iterable<string>): { key: string; rest: string } | undefined {
  const all = new Set(keys);
  for (let dot = name.indexOf('.'); ; dot = name.indexOf('.', dot + 1)) {
    const start = dot < 0 ? name : name.slice(0, dot);
    if (all.has(taskKey(start))) return { key: taskKey(start), rest: name.slice(start.length + 1) };
    if (dot < 0) break;
  }
  const whole = taskKey(name);
  const longest = [...all].filter((key) => whole.startsWith(`${key}-`)).sort((a, b) => b.length - a.length)[0];
  return longest === undefined ? undefined : { key: longest, rest: name.slice(longest.length + 1) };
}
