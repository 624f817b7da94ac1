/** ULC: the unweighted mean of other metrics. Giménez and Màrquez, 2008; the sets of WMT 2009 as far as their metrics are available. */
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

/** The sets of WMT 2009, by target language, without the metrics that need a parser. */
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
  help: 'Metrics joined by +, each as typed after -m; or the name of a set, alone or among metrics.',
});

const options = {
  of: {
    ...listed,
    parse(value: unknown): string {
      const list = listed.parse(value);
      const unknown = splitMetricList(list).find((part) => /^wmt\d/i.test(part));
      if (unknown !== undefined) {
        throw new UsageError(`Unknown set ${unknown}. The sets are ${Object.keys(sets).join(', ')}.`);
      }
      if (splitMetricList(list).some((part) => /^ulc\b/i.test(part))) {
        throw new UsageError('ulc cannot be a part of ulc. Name the metrics to average.');
      }
      return list;
    },
  },
  level: choice(['corpus', 'segment'], {
    key: 'level',
    default: 'corpus',
    help: 'Whether each metric scores as it scores whole texts, or as it scores single segments (smoothed if it smooths them).',
  }),
};

export default defineMetric({
  id: 'ulc',
  summary: 'The mean of other metrics; error metrics are negated.',
  cite: 'Giménez and Màrquez (2008): A smorgasbord of features for automatic MT evaluation. WMT. — Giménez and Màrquez (2009): On the robustness of syntactic and semantic features for automatic MT evaluation. WMT.',
  notes: [
    'It averages scores as Assay prints them. Nearly all are in percent and so have equal weight; the exceptions are NIST and metrics that can exceed 100. TER and other error metrics are negated, as in Asiya, so a perfect translation scores less than 100: with three metrics and TER, 75. The score of a whole text is the mean of the metrics’ scores of the whole text.',
    'The sets are the averages of WMT 2009, by target language, as Asiya lists them. Those for Czech, German, French and other languages are complete: GTM-2, ROUGE-W, METEOR with exact matches, and −TER. They differ in METEOR’s parameters; other languages use those of English.',
    'Metrics that need a parser are not available, so the other two sets do not give the scores of 2009. `wmt09-en` has ROUGE-W and METEOR with synonyms; it lacks CP-STM-4, DP-HWCM_c-4, DP-HWCM_r-4, DP-Or(*), SR-Or(*)_b, SR-Mr(*)_b, SR-Or_b, DR-Or(*)_b and DR-Orp(*)_b. `wmt09-es` has ROUGE-W and METEOR with stems; it lacks SP-Oc(*), CP-STM-4 and, unless you supply tags, SP-Op(*): `ulc(of=wmt09-es+sp-op(analyses=FILE))`.',
    'ROUGE-W follows the paper, while Asiya ran ROUGE-1.5.5: `rouge(variant=W,compat=rouge155)`.',
    'Dividing each metric by the best score of any system needs all systems, so it cannot be a metric of one text: `assay meta --ulc-normalized` does it, also with scores from files.',
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
    const { scoresOf, explainParts, ...rows } = composite(parts);
    const names = namesOf(parts);
    const signed = (sums: ArrayLike<number>): number[] =>
      scoresOf(sums, level === 'segment').map((score, p) => (parts[p]!.higherIsBetter ? score : 0 - score));
    return {
      ...shape,
      ...rows,
      range: rangeOfMean(parts.map((part) => (level === 'segment' ? part.forSegments : part).range)),
      score: (sums) => signed(sums).reduce((sum, score) => sum + score, 0) / parts.length,
      parts: (sums) => Object.fromEntries(signed(sums).map((score, p) => [names[p]!, score])),
      explain(sums, segment) {
        const { steps, scores } = explainParts(sums, segment, level === 'segment');
        const sum = scores.map((id, p) => (parts[p]!.higherIsBetter ? `${p > 0 ? ' + ' : ''}${id}` : `${p > 0 ? '' : '0'} - ${id}`)).join(''); // prettier-ignore
        const negated = parts.some(({ higherIsBetter }) => !higherIsBetter);
        steps.computed('score', 'score', `(${sum}) / ${parts.length}`, { note: `mean of the metrics${negated ? '; error metrics are negated' : ''}` }); // prettier-ignore
        return steps.list;
      },
    };
  },
});

const needFor = (list: string): string => `metrics:${list}`;

const partsOf = (list: string, resources: Resources): readonly Metric[] | undefined =>
  resources.get(needFor(list)) as readonly Metric[] | undefined;

function notLoaded(list: string): Counter {
  throw new UsageError(
    `The metrics ${list} must be loaded first: call await loadMetric(ulc, …) from assay/engine, ` +
      `or pass a list of metrics as the resource ${needFor(list)}.`,
  );
}

/** As in the heads of tables, error metrics with a minus; as typed if two have the same name. */
const namesOf = (parts: readonly Metric[]): string[] =>
  parts.map((metric) => {
    const isOnly = parts.filter(({ name }) => name === metric.name).length === 1;
    return `${metric.higherIsBetter ? '' : '−'}${isOnly ? metric.name : printMetric(metric)}`;
  });
