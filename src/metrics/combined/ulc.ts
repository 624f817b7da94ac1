/** ULC: the plain mean of other metrics. Giménez and Màrquez, 2008; the sets of WMT 2009 as far as there are the metrics. */
import {
  type Counter,
  type Metric,
  type MetricBody,
  type Resources,
  UsageError,
  choice,
  defineMetric,
  metricList,
  printMetric,
  splitMetricList,
} from '../../core/index.ts';
import { composite, compositeLearner, rangeOfMean, taughtParts } from '../shared/composite.ts';

/** What was averaged for WMT 2009, by target language, without the parts that need a parser. */
const withoutAnalyses = (meteor: string) => `GTM-2+ROUGE-W-1.2+${meteor}+ter`;
const sets = {
  'wmt09-other': withoutAnalyses('meteor(modules=exact)'),
  'wmt09-cs': withoutAnalyses('meteor(lang=cs,modules=exact)'),
  'wmt09-de': withoutAnalyses('meteor(lang=de,modules=exact)'),
  'wmt09-fr': withoutAnalyses('meteor(lang=fr,modules=exact)'),
  'wmt09-en': 'ROUGE-W-1.2+meteor(modules=exact+stem+synonym)',
  'wmt09-es': 'ROUGE-W-1.2+meteor(lang=es,modules=exact+stem)',
};

const listed = metricList({
  key: 'of',
  default: 'wmt09-other',
  sets,
  help: 'The metrics, with + between, each as it would be typed by itself; or a set by its name, alone or among others.',
});

const options = {
  of: {
    ...listed,
    parse(value: unknown): string {
      const list = listed.parse(value);
      const unknown = splitMetricList(list).find((part) => /^wmt\d/i.test(part));
      if (unknown !== undefined) {
        throw new UsageError(`There is no set ${unknown}. The sets are ${Object.keys(sets).join(', ')}.`);
      }
      if (splitMetricList(list).some((part) => /^ulc\b/i.test(part))) {
        throw new UsageError('ulc cannot be a part of ulc. Name the metrics that it is the mean of.');
      }
      return list;
    },
  },
  level: choice(['corpus', 'segment'], {
    key: 'level',
    default: 'corpus',
    help: 'Whether each metric scores as it does whole texts, or as it does single segments, smoothed where it then is.',
  }),
};

export default defineMetric({
  id: 'ulc',
  summary: 'The mean of other metrics, those that count errors taken with a minus.',
  cite: 'Giménez and Màrquez (2008): A smorgasbord of features for automatic MT evaluation. WMT. — Giménez and Màrquez (2009): On the robustness of syntactic and semantic features for automatic MT evaluation. WMT.',
  notes: [
    'What is averaged are scores as this program prints them: nearly all are in percent, so that they weigh alike, but NIST is not, nor is one that exceeds 100. TER and other metrics that count errors are taken with a minus, as in Asiya, so that a perfect translation scores less than 100: with three metrics and TER, 75. The score of a whole is the mean of the metrics’ scores of the whole.',
    'Sets have the name of what was averaged for WMT 2009, by target language, as Asiya lists it. Those of Czech, German, French and other languages are whole: GTM-2, ROUGE-W, METEOR with equal words and −TER; they differ in METEOR’s parameters, which for other languages are those of English.',
    'Parts that need a parser are not there, so that the other two sets do not give the scores of 2009. `wmt09-en` has ROUGE-W and METEOR with synonyms; it lacks CP-STM-4, DP-HWCM_c-4, DP-HWCM_r-4, DP-Or(*), SR-Or(*)_b, SR-Mr(*)_b, SR-Or_b, DR-Or(*)_b and DR-Orp(*)_b. `wmt09-es` has ROUGE-W and METEOR with stems; it lacks SP-Oc(*), CP-STM-4 and, unless you bring tags, SP-Op(*): `ulc(of=wmt09-es+sp-op(analyses=FILE))`.',
    'ROUGE-W is that of its paper, while Asiya ran ROUGE-1.5.5: `rouge(variant=W,compat=rouge155)`.',
    'Dividing each metric by the best score that a system has needs all systems, and so is no metric of a text: `assay meta --ulc-normalized` does it, also with scores from files.',
  ],
  example: 'ulc(of=bleu+chrf+ter(norm=yes))',
  options,
  needs: ({ of }) => [needFor(of)],
  forSegments: { level: 'segment' },
  learner(settings, resources) {
    const parts = partsOf(settings.of, resources);
    return parts && compositeLearner(parts);
  },
  create({ of, level }, resources, learned): MetricBody {
    const shape = { name: 'ULC', range: { worst: -Infinity, best: Infinity }, decomposable: false };
    const untaught = partsOf(of, resources);
    if (!untaught) return { ...shape, reads: [], statistics: [], counter: () => notLoaded(of), score: () => 0 };
    const parts = taughtParts(untaught, learned);
    const { scoresOf, ...rows } = composite(parts);
    const names = namesOf(parts);
    const signed = (sums: ArrayLike<number>): number[] =>
      scoresOf(sums, level === 'segment').map((score, p) => (parts[p]!.higherIsBetter ? score : 0 - score));
    return {
      ...shape,
      ...rows,
      range: rangeOfMean(parts.map((part) => (level === 'segment' ? part.forSegments : part).range)),
      score: (sums) => signed(sums).reduce((sum, score) => sum + score, 0) / parts.length,
      parts: (sums) => Object.fromEntries(signed(sums).map((score, p) => [names[p]!, score])),
    };
  },
});

const needFor = (list: string): string => `metrics:${list}`;

const partsOf = (list: string, resources: Resources): readonly Metric[] | undefined =>
  resources.get(needFor(list)) as readonly Metric[] | undefined;

function notLoaded(list: string): Counter {
  throw new UsageError(
    `The metrics ${list} must be made first: await loadMetric(ulc, …) from assay/engine does it, ` +
      `or hand in a list of metrics as the resource ${needFor(list)}.`,
  );
}

/** As tables head them, those that count errors with a minus; as typed where two have the same name. */
const namesOf = (parts: readonly Metric[]): string[] =>
  parts.map((metric) => {
    const isOnly = parts.filter(({ name }) => name === metric.name).length === 1;
    return `${metric.higherIsBetter ? '' : '−'}${isOnly ? metric.name : printMetric(metric)}`;
  });
