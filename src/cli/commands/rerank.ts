/** `assay rerank`: the best translations of n-best lists under given weights. */
import { UsageError, integers } from '../../core/index.ts';
import { readNbest } from '../../data/index.ts';
import { writeNbest } from '../../formats/index.ts';
import { reportRerank, rerankRows, rerankTables } from '../../report/index.ts';
import { bestCandidates, chosenTexts, rerank as rerankCandidates } from '../../tune/index.ts';
import { Plain, defineCommand, refuseForm } from '../command.ts';
import { nbestFiles, nbestFormat, nbestRequest, requestedWeights, weightOptions } from '../input/decoderInput.ts';
import { requestedMetrics } from '../input/metricInput.ts';
import { digits, emptyReferences, metric, reference, source } from '../input/sharedOptions.ts';
import { type Given, value } from '../options.ts';

const options = {
  reference,
  source,
  nbestFormat,
  emptyReferences,
  ...weightOptions('weights by name, as Moses, Joshua or cdec write them, as JSON, or as a row'),
  metric: metric('with -r: metrics, as for assay score (default: bleu)'),
  nbest: value(integers(1, 1_000_000_000), {
    help: 'print so many of each segment, best first, as a list of Moses',
  }),
  digits: digits(2),
};

const rerank = defineCommand({
  name: 'rerank',
  summary: 'Choose the best translations of n-best lists under given weights.',
  examples: [
    ['assay rerank nbest.txt -w weights.txt', 'the best translations, one a line'],
    ['assay rerank run1.nbest run2.nbest -w moses.ini -o best.txt', 'of two lists, merged, to a file'],
    ['assay rerank nbest.txt -w weights.txt -r ref.txt -m bleu ter', 'scores before and after'],
    ['assay rerank nbest.txt -w weights.txt --nbest 10', 'the ten best of each segment, as a list of Moses'],
  ],

  arguments: [nbestFiles],
  options,

  async run(files, given, { warn, format }) {
    if (given.weights === undefined) throw new UsageError('No weights given. Name a file of weights with -w.');
    checkOptions(given, format);
    const metrics = await requestedMetrics(given.metric ?? ['bleu']);
    const read = await readNbest(nbestRequest(files, given));
    const { candidates, references } = read;
    const { weights, notes } = (await requestedWeights(given, candidates.featureNames))!;
    if (references) return reportRerank({ ...read, references }, weights, metrics, notes);
    for (const note of [...read.notes, ...notes]) warn(note);
    if (given.nbest === undefined) {
      return Plain.lines(chosenTexts(candidates, bestCandidates(candidates, weights)));
    }
    const { order, scores } = rerankCandidates(candidates, weights);
    return new Plain([...writeNbest(candidates, { order, totals: scores, most: given.nbest })].join(''));
  },

  forms: { tables: (report, given) => rerankTables(report, given.digits), rows: rerankRows },
});

export default rerank;

function checkOptions(given: Given<typeof options>, format: string | undefined): void {
  if (given.reference) {
    if (given.nbest !== undefined) {
      throw new UsageError('--nbest prints lists, -r scores: give one of them, or run the command twice.');
    }
    return;
  }
  const unused = given.metric ? '-m' : given.source === undefined ? undefined : '-s';
  if (unused !== undefined) throw new UsageError(`${unused} is for scores, which need references: give them with -r.`);
  refuseForm(format);
}
