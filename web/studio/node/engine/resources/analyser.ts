/** Replaces src/engine/resources/analyser.ts: the tagger of English is part of the page, and loaded when needed. */
// @ts-expect-error -- it declares no types
import tagger from 'wink-pos-tagger';
import about from 'wink-pos-tagger/package.json' with { type: 'json' };
import { UsageError } from '../../../../../src/core/index.ts';
import { type Analyser, type Tagger, taggerAnalyser } from '../../../../../src/text/index.ts';

// oxlint-disable-next-line typescript/require-await -- as the original
export async function loadAnalyser(language: string): Promise<Analyser> {
  if (language !== 'en') {
    throw new UsageError(`Assay has no tagger for ${language}: give analyses=FILE (CoNLL-U, factored text or TSV).`);
  }
  return taggerAnalyser(`wink-pos-tagger ${about.version}`, (tagger as unknown as () => Tagger)());
}
