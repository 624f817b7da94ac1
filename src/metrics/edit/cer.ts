/** CER: insertions, deletions and substitutions of characters per reference character; WER on characters. */
import { type MetricBody, type Text, type View, defineMetric, flag, lowercaseFlag } from '../../core/index.ts';
import { EditDistance, characters, strip } from '../../text/index.ts';
import { editItems } from '../shared/editItems.ts';
import { type ErrorWords, divisorOption, emptyTexts, errorRate, inReference, severalReferences } from '../shared/errorRate.ts'; // prettier-ignore

const options = {
  lowercase: lowercaseFlag(false),
  spaces: flag({ key: 'space', default: true, help: 'Count white space between words as characters.' }),
  divisor: divisorOption,
};

export default defineMetric({
  id: 'cer',
  summary: 'Characters to insert, delete or substitute, per reference character; without shifts. Not CharacTER.',
  cite: 'Morris, Maier and Green (2004): From WER and RIL to MER and WIL: improved evaluation measures for connected speech recognition. Interspeech.',
  notes: [
    'It is WER on characters (code points), as in speech recognition and as in jiwer. CharacTER, [`character`](character.md), is another metric: it first shifts phrases, divides by the length of the hypothesis, and averages over segments.',
    'White space at both ends is ignored; between words every character of it counts, unless `space=no`.',
    severalReferences,
    emptyTexts.replaceAll('word', 'character'),
  ],
  example: 'cer(case=lc)',
  options,
  create({ lowercase, spaces, divisor }): MetricBody {
    const errors = () => {
      const distance = new EditDistance();
      return { between: ([hypothesis]: Text, [reference]: Text) => distance.between(hypothesis!, reference!) };
    };
    const edits: ErrorWords = ([hypothesis], [reference], r) => inReference(editItems(hypothesis!, reference!), r);
    // Its lengths are not those in words.
    const { lengths: _, ...body } = errorRate('CER', [lineCharacters(lowercase, spaces)], divisor, errors, {
      unit: 'characters',
      words: () => edits,
    });
    return body;
  },
});

/** Characters without white space at the ends. */
function lineCharacters(lowercase: boolean, whitespace: boolean): View {
  const view = characters({ lowercase, whitespace });
  return {
    ...view,
    key: `line-${view.key}`,
    wordsOf: (text: string) => view.wordsOf(strip(text)),
    reader() {
      const reader = view.reader();
      return { forget: () => reader.forget(), read: (text, role, ids) => reader.read(strip(text), role, ids) };
    },
  } as View;
}
