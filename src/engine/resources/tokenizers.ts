/** Tokenizers with a dictionary or a model: `ja-mecab`, `ko-mecab`, `spm:<model>`. */
import type { Tokenizer } from '../../text/index.ts';
import { loadMecab } from './mecab.ts';
import { loadSentencePiece } from './sentencePiece.ts';

export async function loadTokenizer(named: string): Promise<Tokenizer> {
  const [, name, model = ''] = /^([^:]+)(?::(.*))?$/s.exec(named) ?? [];
  if (name === 'ja-mecab' || name === 'ko-mecab') return loadMecab(name);
  if (name === 'spm') return loadSentencePiece(model);
  throw new Error(`No such tokenizer to load: ${named}`);
}
