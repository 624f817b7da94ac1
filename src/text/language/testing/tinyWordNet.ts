/** A WordNet of a few words, in the format of the real files, for tests. */
import type { WordNetFiles } from '../wordNetFiles.ts';

/** Words with the numbers of their senses, by part of speech. */
type Entries = Readonly<Record<string, readonly number[]>>;

export interface TinyWordNet {
  readonly version?: string;
  readonly noun?: Entries;
  readonly verb?: Entries;
  readonly adj?: Entries;
  readonly adv?: Entries;
  /** Pairs of senses, such as `a1` and `a2`: the letter of the part of speech and the number. */
  readonly opposites?: readonly (readonly [string, string])[];
  /** Lines of the lists of irregular forms; without any there are no such files. */
  readonly irregular?: Partial<Record<'noun' | 'verb' | 'adj' | 'adv', string>>;
}

const letters = { noun: 'n', verb: 'v', adj: 'a', adv: 'r' } as const;

const offset = (sense: number): string => String(sense).padStart(8, '0');

export function tinyWordNet(tiny: TinyWordNet): WordNetFiles {
  const head = `  1 A licence of several lines  \n  2 WordNet ${tiny.version ?? '3.0'} Copyright 2006 by Princeton University.  \n`;
  const files: Record<string, Uint8Array> = {};
  const write = (name: string, text: string) => (files[name] = new TextEncoder().encode(text));
  for (const pos of ['noun', 'verb', 'adj', 'adv'] as const) {
    const letter = letters[pos];
    // Every file has words; one of several tokens is never found.
    const lines = Object.entries({ ...tiny[pos], no_word: [0] }).map(
      ([word, senses]) =>
        `${word} ${letter} ${senses.length} 2 @ ~ ${senses.length} 0 ${senses.map(offset).join(' ')}  \n`,
    );
    write(`index.${pos}`, head + lines.join(''));
    const opposites = (tiny.opposites ?? []).flatMap(([a, b]) => [
      [a, b],
      [b, a],
    ]);
    const data = opposites
      .filter(([a]) => a!.startsWith(letter))
      .map(([a, b]) => {
        const to = `! ${offset(Number(b!.slice(1)))} ${b![0]} 0101`;
        return `${offset(Number(a!.slice(1)))} 00 ${letter} 01 x 0 002 ${to} = 00000009 n 0000 | no ! 00000077 n 0101 here  \n`;
      });
    write(`data.${pos}`, head + data.join(''));
    const irregular = tiny.irregular?.[pos];
    if (irregular !== undefined) write(`${pos}.exc`, irregular);
  }
  return files;
}
