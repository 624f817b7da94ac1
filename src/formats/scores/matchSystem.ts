/** Which system is meant: files and programs write `runs/big.txt` or `big.comet.json` for `big`. */
import { textFormats } from '../texts/index.ts';

const endings = ['.gz', '.zst', '.json', '.score', '.scores', ...textFormats.flatMap(({ extensions }) => extensions)];

/** Without an ending of a file that says nothing about a system; a name that has no other part stays. */
function withoutFileEnding(name: string): string {
  const end = endings.find((each) => name.toLowerCase().endsWith(each)) ?? '';
  const rest = name.slice(0, name.length - end.length);
  return /(?:^|[/\\])$/.test(rest) ? name : rest;
}

/** Without its last ending, whatever it is, as of a metric; a number is the version of a system. */
const withoutEnding = (name: string): string => name.replace(/(?<=[^/\\])\.[a-z][^./\\]*$/i, '');

/** The system that a file is named after, if nothing else is known. */
export function systemOfFile(path: string): string {
  const name = path.replace(/^.*[/\\]/, '');
  const rest = withoutFileEnding(name);
  return rest === name ? name : systemOfFile(rest);
}

/**
 * The system that a name or path means: the very name; else without endings of files, one after the other; else also without folders.
 * A file that is named after its system may have any ending. Undefined if there is none.
 */
export function matchSystem(named: string, systems: readonly string[], isFile = false): string | undefined {
  const shorten = isFile ? withoutEnding : withoutFileEnding;
  for (let name = named, before = ''; name !== before; [name, before] = [shorten(name), name]) {
    for (let rest: string | undefined = name; rest !== undefined; rest = withoutFolder(rest)) {
      if (systems.includes(rest)) return rest;
    }
  }
  return undefined;
}

const withoutFolder = (path: string): string | undefined => /^[^/\\]*[/\\](.+)$/s.exec(path)?.[1];
