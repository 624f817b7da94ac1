/** The options of metrics that read words, and the view that they define. */
import { type Metric, type Resources, UsageError, type View, choice, file, lowercaseFlag } from '../../core/index.ts';
import {
  type Tokenizer,
  type TokenizerName,
  takesModel,
  tokenizerNamed,
  tokenizerNames,
  tokenizerNeeds,
  words,
} from '../../text/index.ts';

export const wordOptions = {
  lowercase: lowercaseFlag(false),
  tokenizer: choice(tokenizerNames, {
    key: 'tok',
    default: '13a',
    sacrebleu: true,
    help: 'How texts are tokenized.',
    // sacreBLEU prints the version of MeCab and its dictionary with the name.
    alias: (typed) => typed.replace(/^(ja-mecab|ko-mecab)-.*$/, '$1'),
  }),
  model: file({
    key: 'model',
    accepts: 'a SentencePiece model file',
    help: 'The model for tok=spm; tok=flores101, flores200 and spBLEU-1K find theirs where sacreBLEU keeps them.',
  }),
};

export interface WordSettings {
  readonly lowercase: boolean;
  readonly tokenizer: TokenizerName;
  readonly model: string;
}

/** What the options of a metric say about tokenization, if anything. A metric with a tokenizer of its own may name it in the same option. */
export function cuttingOptions({ options }: Metric): {
  readonly tokenizer?: TokenizerName;
  readonly lowercase: boolean;
} {
  const { tokenizer, lowercase } = options as Partial<WordSettings>;
  return { ...(tokenizer !== undefined && { tokenizer }), lowercase: lowercase === true };
}

export const wordNeeds = ({ tokenizer, model }: WordSettings): string[] => tokenizerNeeds(tokenizer, model);

/** A model is of no use to other tokenizers. */
export function checkModel(tokenizer: string, model: string): void {
  if (model !== '' && !takesModel(tokenizer)) {
    throw new UsageError('model works only with tok=spm, flores101, flores200 or spBLEU-1K.');
  }
}

export function wordTokenizer({ tokenizer, model }: WordSettings, resources: Resources): Tokenizer {
  checkModel(tokenizer, model);
  return tokenizerNamed(tokenizer, model, resources);
}

export const wordView = (settings: WordSettings, resources: Resources): View =>
  words(wordTokenizer(settings, resources), { lowercase: settings.lowercase });
