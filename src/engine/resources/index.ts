/** Loads what metrics need before they can count, by the names that they give it. Whatever is not asked for is not even imported. */
import { type Tokenizer, takesModel } from '../../text/index.ts';
import type { MetricMaker } from './metrics.ts';

export { pinModel } from './neural/models.ts';
export { pinFile } from './pinned.ts';

/** By what a name begins with; what follows the colon says which. */
const loaders: Readonly<
  Record<string, (which: string, createMetrics: MetricMaker, mayRun: boolean) => Promise<unknown>>
> = {
  tokenizer: loadTokenizer,
  stemmer: async (which) => (await import('./stemmers.ts')).loadStemmer(which),
  wordnet: async (which) => (await import('./wordNet.ts')).loadWordNet(which),
  analyser: async (which) => (await import('./analyser.ts')).loadAnalyser(which),
  analyses: async (which) => (await import('./files.ts')).loadAnalyses(which),
  text: async (which) => (await import('./files.ts')).loadTextFile(which),
  metrics: async (which, create) => (await import('./metrics.ts')).loadMetricList(which, create),
  encoder: async (which) => (await import('./neural/loadEncoder.ts')).loadEncoder(which),
  pieces: async (which) => (await import('./neural/loadEncoder.ts')).loadPieceCutter(which),
  program: async (which, _, mayRun) => (await import('./program/loadProgram.ts')).loadProgram(which, mayRun),
  model: async (which, create) => (await import('./metrics.ts')).loadLearnedModel(which, create),
};

/**
 * Each only once: `tokenizer:ja-mecab`, `tokenizer:spm:<model>`, `stemmer:porter`, `wordnet:3.0`, `analyser:en`,
 * `analyses:<file>;<file>`, `text:<file>`, `encoder:<model>`, `pieces:<model>`. A program is started only if `mayRun` says that the user
 * typed it.
 */
export async function loadResources(
  needs: readonly string[],
  createMetrics: MetricMaker,
  mayRun = false,
): Promise<Map<string, unknown>> {
  const names = [...new Set(needs)];
  const resources = await Promise.all(names.map((name) => load(name, createMetrics, mayRun)));
  return new Map(names.map((name, i) => [name, resources[i]]));
}

async function load(need: string, createMetrics: MetricMaker, mayRun: boolean): Promise<unknown> {
  const colon = need.indexOf(':');
  const loader = loaders[need.slice(0, colon)];
  if (!loader) throw new Error(`No such resource: ${need}`);
  return loader(need.slice(colon + 1), createMetrics, mayRun);
}

/** Those with a dictionary or a model: `ja-mecab`, `ko-mecab`, `spm:<model>`, `flores200`. */
async function loadTokenizer(named: string): Promise<Tokenizer> {
  const [, name, model = ''] = /^([^:]+)(?::(.*))?$/s.exec(named) ?? [];
  if (name === 'ja-mecab' || name === 'ko-mecab') return (await import('./mecab.ts')).loadMecab(name);
  if (name === 'spm') return (await import('./sentencePiece.ts')).loadSentencePiece(model);
  if (name !== undefined && takesModel(name)) return (await import('./sentencePiece.ts')).loadNamedSentencePiece(name);
  throw new Error(`No such tokenizer to load: ${named}`);
}
