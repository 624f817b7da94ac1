/** `assay rerank`: the best translations of n-best lists, by weights or by a metric that needs no references. */
import { UsageError, integers, readAhead, teach } from '../../core/index.ts';
import { type ReadNbest, readNbest } from '../../data/index.ts';
import { writeNbest } from '../../formats/index.ts';
import { type Chooser, reportRerank, rerankRows, rerankTables, rerankTexts } from '../../report/index.ts';
import { chosenTexts, rerank as rerankCandidates, rerankBy, scoreCandidates } from '../../tune/index.ts';
import { Plain, defineCommand, refuseForm, warnedOfCut } from '../command.ts';
import { nbestFiles, nbestFormat, nbestRequest, requestedWeights, weightOptions } from '../input/decoderInput.ts';
import { requestedMetrics } from '../input/metricInput.ts';
import { digits, emptyReferences, metric, reference, source } from '../input/sharedOptions.ts';
import { type Given, texts, value } from '../options.ts';

const options = {
  reference,
  source,
  nbestFormat,
  emptyReferences,
  ...weightOptions('weights by name, as written by Moses, Joshua or cdec, as JSON, or as a row of numbers'),
  byMetric: value(texts, {
    value: 'metric',
    names: 'metrics',
    help: 'choose by a metric that needs no references, instead of weights: comet-qe(model=…)',
  }),
  metric: metric('with -r: metrics, as for assay score (default: bleu)'),
  nbest: value(integers(1, 1_000_000_000), {
    help: 'print this many translations of each segment, best first, as a Moses n-best list',
  }),
  digits: digits(2),
};

const rerank = defineCommand({
  name: 'rerank',
  summary: 'Choose the best translations of n-best lists, by weights or by a metric.',
  examples: [
    ['assay rerank nbest.txt -w weights.txt', 'the best translations, one per line'],
    ['assay rerank run1.nbest run2.nbest -w moses.ini -o best.txt', 'merge two lists, and write to a file'],
    ['assay rerank nbest.txt -w weights.txt -r ref.txt -m bleu ter', 'scores before and after'],
    [
      "assay rerank nbest.txt -s src.txt --by-metric 'comet-qe(model=wmt20-comet-qe-da)'",
      'the best by a metric without references',
    ],
    ['assay rerank nbest.txt -w weights.txt --nbest 10', 'the ten best of each segment, as a Moses n-best list'],
  ],

  arguments: [nbestFiles],
  options,

  async run(files, given, { warn, format, progress }) {
    if (given.weights === undefined && given.byMetric === undefined) {
      throw new UsageError('No weights given. Name a file of weights with -w, or a metric with --by-metric.');
    }
    checkOptions(given, format);
    const onProgress = (share: number) => progress({ share, text: 'scores' });
    const metrics = await requestedMetrics(given.metric ?? ['bleu']);
    const read = await readNbest(nbestRequest(files, given));
    const { candidates, references } = read;
    const { chooser, notes } = await requestedChooser(read, given, onProgress);
    const reading = 'metric' in chooser ? [chooser.metric] : [];
    if (references) {
      const set = { ...read, references };
      const taught = metrics.map((each) => teach(each, references));
      await readAhead(taught, rerankTexts(set, chooser), onProgress);
      warnedOfCut({ warn }, [...reading, ...taught]);
      return reportRerank(set, chooser, taught, notes);
    }
    for (const note of [...read.notes, ...notes]) warn(note);
    warnedOfCut({ warn }, reading);
    const { order, scores } =
      'weights' in chooser ? rerankCandidates(candidates, chooser.weights) : rerankBy(candidates, chooser.scores);
    if (given.nbest === undefined) {
      const { starts } = candidates;
      const best = Int32Array.from({ length: candidates.segments }, (_, i) => (starts[i] === starts[i + 1] ? -1 : order[starts[i]!]!)); // prettier-ignore
      return Plain.lines(chosenTexts(candidates, best));
    }
    return new Plain([...writeNbest(candidates, { order, totals: scores, most: given.nbest })].join(''));
  },

  forms: { tables: (report, given) => rerankTables(report, given.digits), rows: rerankRows },
});

export default rerank;

/** Weights of the features, or the scores of a metric. */
async function requestedChooser(
  read: ReadNbest,
  given: Given<typeof options>,
  onProgress: (share: number) => void,
): Promise<{ chooser: Chooser; notes: readonly string[] }> {
  if (given.byMetric === undefined) {
    const { weights, notes } = (await requestedWeights(given, read.candidates.featureNames))!;
    return { chooser: { weights }, notes };
  }
  const [by] = await requestedMetrics([given.byMetric]);
  return { chooser: { metric: by!, scores: await scoreCandidates(by!, read, onProgress) }, notes: [] };
}

function checkOptions(given: Given<typeof options>, format: string | undefined): void {
  if (given.weights !== undefined && given.byMetric !== undefined) {
    throw new UsageError('-w and --by-metric both choose the translations. Give one of them.');
  }
  if (given.reference) {
    if (given.nbest !== undefined) {
      throw new UsageError('--nbest prints lists and -r prints scores. Give one of them, or run the command twice.');
    }
    return;
  }
  const unused = given.metric ? '-m' : given.source === undefined || given.byMetric !== undefined ? undefined : '-s';
  if (unused !== undefined) throw new UsageError(`${unused} is for scores, which need references: give them with -r.`);
  refuseForm(format);
}
