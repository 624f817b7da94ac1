/** All tokenizers by name. Those that need a model or dictionary are loaded by the engine and passed as resources. */
import { type Resources, UsageError } from '../../core/index.ts';
import { tokenizerIntl } from './mteval.ts';
import { tokenizer13a, tokenizerZh } from './mteval.ts';
import { tokenizerChar, tokenizerNone } from './simple.ts';
import type { Tokenizer } from '../words/cut.ts';

const builtIn = [tokenizerNone, tokenizer13a, tokenizerIntl, tokenizerChar, tokenizerZh] as const;

/** Tokenizers of SentencePiece: `spm` with a model of the user's, the others with a model that sacreBLEU has, too. */
const ofPieces = ['spm', 'flores101', 'flores200', 'spBLEU-1K'] as const;

/** Tokenizers that need a resource: which one, named `tokenizer:<name>`. */
const loaded = ['ja-mecab', 'ko-mecab', ...ofPieces] as const;

/** The names of all tokenizers, as metrics take them in their option `tok`. */
export const tokenizerNames = ['none', '13a', 'intl', 'char', 'zh', ...loaded] as const;
/** The name of a tokenizer. */
export type TokenizerName = (typeof tokenizerNames)[number];

/** SentencePiece models by the names that sacreBLEU has for them: the file it keeps in `~/.sacrebleu/models`, and the name it signs with. */
export const sentencePieceModels: Readonly<Record<string, readonly [file: string, name: string]>> = {
  spm: ['sacrebleu_tokenizer_spm.model', 'flores101'],
  flores101: ['sacrebleu_tokenizer_spm.model', 'flores101'],
  flores200: ['flores200sacrebleuspm', 'flores200'],
  'spBLEU-1K': ['spbleu-1k_tokenizer_spm.model', 'spBLEU-1K'],
};

/** Whether a tokenizer takes a model of the user's. */
export const takesModel = (name: string): boolean => (ofPieces as readonly string[]).includes(name);

/** The resource a tokenizer needs, if any. `model` names a file; without it, models with a name are looked for where sacreBLEU keeps them. */
export function tokenizerNeeds(name: TokenizerName, model: string): string[] {
  if (takesModel(name) && (name === 'spm' || model !== '')) return [`tokenizer:spm:${model}`];
  return (loaded as readonly string[]).includes(name) ? [`tokenizer:${name}`] : [];
}

/** Returns the tokenizer with the given name. A tokenizer that needs a model or dictionary is looked up in `resources`. */
export function tokenizerNamed(name: TokenizerName, model: string, resources: Resources): Tokenizer {
  const known = builtIn.find((each) => each.name === name);
  if (known) return known;
  const [need = ''] = tokenizerNeeds(name, model);
  const resource = resources.get(need);
  if (!resource) {
    throw new UsageError(
      `The tokenizer ${name} needs ${takesModel(name) ? 'a model' : 'a dictionary'} to be loaded first: ` +
        `call await loadMetric(…) from assay/engine.`,
    );
  }
  return resource as Tokenizer;
}
