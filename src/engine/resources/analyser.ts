/** Tags and lemmas of words by a tagger of the language. There is one for English. */
import { UsageError } from '../../core/index.ts';
import { type Analyser, type Tagger, analysedLanguages, taggerAnalyser } from '../../text/index.ts';
import { packageDirectory, packageTitle, requireFrom } from './packages.ts';

export async function loadAnalyser(language: string): Promise<Analyser> {
  if (!(analysedLanguages as readonly string[]).includes(language)) {
    throw new UsageError(`Assay has no tagger for ${language}: give analyses=FILE (CoNLL-U, factored text or TSV).`);
  }
  const installed = packageDirectory('wink-pos-tagger');
  if (installed === undefined) {
    throw new UsageError('Tags and lemmas of English words need a package: npm install wink-pos-tagger');
  }
  return taggerAnalyser(packageTitle(installed), taggerOf(requireFrom(installed), installed));
}

/** Another package may have the name. */
function taggerOf(exported: unknown, directory: string): Tagger {
  const tagger: unknown = typeof exported === 'function' ? (exported as () => unknown)() : undefined;
  if (typeof (tagger as Partial<Tagger> | undefined)?.tagRawTokens === 'function') return tagger as Tagger;
  throw new UsageError(`${directory} is not the English tagger: npm install wink-pos-tagger`);
}
