/** A small campaign with the texts in examples/, and judges who know the system of each output. The names of systems are unique enough to search for. */
import { readFileSync } from 'node:fs';
import type { Answer } from '../../src/human/index.ts';
import type { ShownAssignment } from '../../src/server/wire.ts';
import type { Pcg64 } from '../../src/stats/index.ts';
import { assay, example } from './serveCampaign.ts';

/** The best first, in the opinion of these judges. */
const files = ['good', 'verbose', 'terse', 'shuffled'];
export const systems: readonly string[] = files.map((name) => `zz-system-${name}`);

/** Rank of the system of each text; a text of no system was damaged or edited. */
const places = new Map(
  files.flatMap((name, place) => linesOf(`${name}.txt`).map((text): [string, number] => [text, place])),
);

function linesOf(name: string): string[] {
  return readFileSync(example(name), 'utf8').trimEnd().split('\n');
}

/** Returns the output of `assay judge init`. `place` is a folder, or `--database` and an address. */
export function initExampleCampaign(place: readonly string[], ...settings: string[]): string {
  return assay(
    'judge', 'init', ...place, '-r', example('reference.A.en.txt'), '-s', example('source.de.txt'), '-l', example('labels.tsv'),
    ...files.map((name) => example(`${name}.txt`)), ...systems.flatMap((name) => ['-n', name]),
    '--languages', 'de-en', '--tasks', 'rank', 'edit', 'accept', ...settings,
  ); // prettier-ignore
}

/** Like people: the better system usually wins, damaged texts lose, and sometimes judges disagree. */
export function decide({ kind, texts }: Pick<ShownAssignment, 'kind' | 'texts'>, random: Pcg64): Answer {
  const of = ({ text }: { readonly text: string }) => places.get(text) ?? files.length;
  const isOdd = random.below(8) === 0;
  if (kind === 'rank') {
    const worth = texts.map((text) => (isOdd ? random.below(files.length) : of(text)));
    return { kind, ranks: worth.map((one) => 1 + worth.filter((other) => other < one).length) };
  }
  const place = of(texts[0]!);
  if (kind === 'accept') return { kind, acceptable: isOdd !== (place === 0 || texts[0]!.text.endsWith(' indeed')) };
  if (kind !== 'edit') throw new Error(`These judges cannot answer ${kind}.`);
  if (place === 0) return { kind, outcome: 'unchanged' };
  if (place === files.length - 1) return { kind, outcome: 'unable' };
  return { kind, outcome: 'edited', text: `${texts[0]!.text} indeed` };
}
