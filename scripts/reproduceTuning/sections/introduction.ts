/** What the study is about, its data and its method. */
import { featureNamesOf, mertDefaults } from '../../../src/tune/index.ts';
import { type StudySettings, mert } from '../studySettings.ts';
import type { TuningData } from '../tuningData.ts';
import { commands, grouped, numberWord, page, table } from '../wording.ts';

export const note =
  '<!-- Written by npm run reproduce:tuning from the data; edit scripts/reproduceTuning and run that. -->';

/** The start of the summary. */
export const introduction = (): string =>
  page(
    '# Tuning to different metrics: a study',
    note,
    'To repeat this study, run the following command. It writes this page, [its tables](tuning-study-tables.md) and its figure in about two minutes; `--check` only says whether they are current. The same data give the same bytes.',
    commands('npm run reproduce:tuning -- --data ../shared/data'),
    'A decoder gives each candidate translation features, such as the scores of a language model and a translation model, and chooses the candidate with the highest weighted sum. [Tuning](../how-to/tuning.md) finds the weights that maximise a metric, so the metric shapes the system. Does it matter which one? Song, Cohn and Specia (_BLEU deconstructed_, IJCLA 2013) tuned one decoder to five metrics and compared the results (their Tables 7 and 8). Chiang, DeNeefe, Chan and Ng (_Decomposability of translation metrics_, EMNLP 2008, section 3.2) tuned to single genres and to a mixture. This study asks the same questions of small public n-best lists and lattices. Except for quotations from the papers, every number is computed, and the script chooses sentences that depend on a number by that number.',
    '**Limits.** A hundred segments are few: the papers had thousands. The lists stay as the decoders made them, with their own weights; nobody decodes again with the tuned weights, as real tuning does many times. So these systems can only choose between candidates that a decoder already liked, and differ less than the papers’ systems could.',
  );

/** The end of the summary. */
export function methodText(
  { europarl, hansard, russian, examples }: TuningData,
  { runs, seed, samples }: StudySettings,
): string {
  const featuresOf = ({ set }: TuningData['europarl']): number => featureNamesOf(set).length;
  const segmentsOf = ({ set }: TuningData['europarl']): number => set.references.length;
  return page(
    '## Data and method',
    table(
      ['', 'from', 'segments', 'candidates', 'features'],
      [
        ['Europarl', 'Moses, German–English, speeches in the European Parliament', ...numbers(europarl)],
        ['Hansard', 'Portage, French–English, speeches in the Canadian Parliament', ...numbers(hansard)],
        ['Russian', 'HiFST, Russian–English, lattices', ...numbers(russian)],
        ['examples', '[made up](../../examples/README.md) for this project', ...numbers(examples)],
      ],
      2,
    ),
    `Candidates are counted without repetitions of text and features (${grouped(hansard.repeated)} in Hansard); for lattices, arcs are counted. The lists are lower-cased and tokenized, so references are lower-cased and split at spaces. The data folder has \`nbest-lattices\` and \`paper-tables\`.`,
    `**Held out** means never tuned on. The segments are divided into two halves at random. Weights are tuned on the first half and translate the second, then the reverse. Together this is a translation of all segments by weights that had not seen them: one _run_. There are ${numberWord(runs)} runs, with other halves and other random starts (seeds ${seed} to ${seed + runs - 1}). Tables show the mean over runs and, after ±, the standard deviation between runs: how much of a score is luck.`,
    `**Tests** ask whether a difference would occur in new runs on new texts. They vary both: ${grouped(samples)} resamples of the segments, and the spread between runs (after Clark et al., ACL 2011; see [Significance tests](significance.md)). All systems share the halves of a run, which the test does not know, so it is conservative. Intervals are 95 % intervals for each difference alone.`,
    `**Tuning** is minimum error rate training unless noted, from equal weights and ${numberWord(mert.restarts)} random points, with ${numberWord(mert.randomDirections)} random directions per round in addition to one for each feature. The defaults of \`assay tune\` are ${mertDefaults.restarts} and ${mertDefaults.randomDirections}, which takes several times as long. This command gives the first half of the first run:`,
    commands(
      "assay tune nbest.txt -r reference.txt --each -m 'bleu(case=lc,tok=none)' 'RGBC4(case=lc,tok=none)' 'amber(tok=none)' \\",
      `  --hold-out 0.5 --restarts ${mert.restarts} --directions ${mert.randomDirections} --seed ${seed}`,
    ),
  );

  function numbers(corpus: TuningData['europarl']): string[] {
    return [
      grouped(segmentsOf(corpus)),
      `${grouped(corpus.size)}${'forests' in corpus.set ? ' arcs' : ''}`,
      grouped(featuresOf(corpus)),
    ];
  }
}
