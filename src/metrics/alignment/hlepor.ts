/** hLEPOR: the weighted harmonic mean of the three factors of LEPOR. Han, Wong, Chao, He, Lu, Xing and Zeng, MT Summit 2013. */
import { type MetricBody, UsageError, defineMetric, number } from '../../core/index.ts';
import { factorNeeds, factorNote } from '../shared/analysisOptions.ts';
import { leporBody, leporNotes, leporOptions } from '../shared/leporBody.ts';

export default defineMetric({
  id: 'hlepor',
  summary: 'The factors of LEPOR, length, order, and precision and recall of words, as a weighted harmonic mean.',
  cite: 'Han, Wong, Chao, He, Lu, Xing and Zeng (2013): Language-independent model for machine translation evaluation with reinforced factors. MT Summit. — Han, Wong, Chao, Lu, He, Wang and Zhou (2013): A description of tunable machine translation evaluation systems in WMT13 metrics task. WMT.',
  notes: [
    'The score is the harmonic mean of three factors, in percent, with the weights `length`, `order` and `words`; [`lepor`](lepor.md) is their product. The defaults are those of the authors’ program; their papers tuned weights for each language pair.',
    ...leporNotes,
    `${factorNote} The papers also combine the score of words with that of parts of speech; \`ulc(of=hlepor+hlepor(factor=tag))\` weights both equally.`,
  ],
  example: 'hlepor(words=3,length=2,order=1)',
  options: {
    ...leporOptions,
    lengthWeight: number({ key: 'length', default: 2, min: 0, help: 'Weight of the length penalty.' }),
    orderWeight: number({ key: 'order', default: 1, min: 0, help: 'Weight of the order penalty.' }),
    wordWeight: number({ key: 'words', default: 7, min: 0, help: 'Weight of the mean of precision and recall.' }),
  },
  needs: factorNeeds,
  create(settings, resources): MetricBody {
    const { lengthWeight: l, orderWeight: o, wordWeight: w } = settings;
    if (l + o + w === 0) throw new UsageError('The weights length, order and words cannot all be 0.');
    return leporBody('hLEPOR', settings, resources, {
      combine: (length, order, mean) => (l + o + w) / (l / length + o / order + w / mean),
      formula: `(${l} + ${o} + ${w}) / (${l} / LP + ${o} / NPP + ${w} / HPR)`,
    });
  },
});
