/** Replaces node:path: paths of files in a page have slashes. */

export const sep = '/';

export const basename = (path: string, ending = ''): string => {
  const name = path.replace(/\/+$/, '').split('/').at(-1)!;
  return ending !== '' && name !== ending && name.endsWith(ending) ? name.slice(0, -ending.length) : name;
};

export const extname = (path: string): string => /[^/](\.[^./]*)$/.exec(path)?.[1] ?? '';

export const dirname = (path: string): string => {
  const at = path.replace(/\/+$/, '').lastIndexOf('/');
  return at < 0 ? '.' : at === 0 ? '/' : path.slice(0, at);
};

export const join = (...parts: readonly string[]): string => {
  const kept: string[] = [];
  for (const part of parts.join('/').split('/')) {
    if (part === '..' && kept.length > 0 && kept.at(-1) !== '..') kept.pop();
    else if (part !== '' && part !== '.') kept.push(part);
  }
  return (parts[0]?.startsWith('/') ? '/' : '') + kept.join('/') || '.';
};

/** There is no current folder: all paths are from the same root. */
export const resolve = (...parts: readonly string[]): string =>
  parts.reduce((whole, part) => (part.startsWith('/') ? part : join(whole, part)), '/');

export const relative = (from: string, to: string): string => {
  const [start, end] = [from, to].map((path) =>
    resolve(path)
      .split('/')
      .filter((part) => part !== ''),
  ) as [string[], string[]];
  let shared = 0;
  while (shared < start.length && start[shared] === end[shared]) shared++;
  return [...start.slice(shared).map(() => '..'), ...end.slice(shared)].join('/');
};
