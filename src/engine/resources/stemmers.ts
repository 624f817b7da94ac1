/** Porter's stemmer and those of Snowball. */
import type { Stem } from '../../text/index.ts';

/** Its rules of some languages are older than those of Snowball today. */
const signature = 'snowball-stemmers-0.6.0';

export async function loadStemmer(name: string): Promise<Stem> {
  const { default: snowball } = await import('snowball-stemmers');
  const stemmer = snowball.newStemmer(name);
  return Object.assign((word: string) => stemmer.stem(word), { signature });
}
