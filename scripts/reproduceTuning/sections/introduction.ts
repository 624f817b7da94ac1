/** What the study is about, what it was made from, and how. */
import { featureNamesOf, mertDefaults } from '../../../src/tune/index.ts';
import { type StudySettings, mert } from '../studySettings.ts';
import type { TuningData } from '../tuningData.ts';
import { commands, grouped, numberWord, page, table } from '../wording.ts';

export function introduction(
  { europarl, hansard, russian, examples }: TuningData,
  { runs, seed, samples }: StudySettings,
): string {
  const featuresOf = ({ set }: TuningData['europarl']): number => featureNamesOf(set).length;
  const segmentsOf = ({ set }: TuningData['europarl']): number => set.references.length;
  return page(
    '# Tuning to different metrics: a study',
    '<!-- Written by npm run reproduce:tuning from the data; edit scripts/reproduceTuning and run that. -->',
    'A decoder gives each candidate translation some features, such as the scores of a language model and a translation model, and chooses the candidate with the highest weighted sum. [Tuning](tuning.md) looks for the weights whose choices a metric likes best. So the metric shapes the system: does it matter which one? Song, Cohn and Specia (_BLEU deconstructed_, IJCLA 2013) tuned one decoder to five metrics and looked at what came of it (their Tables 7 and 8). Chiang, DeNeefe, Chan and Ng (_Decomposability of translation metrics_, EMNLP 2008, section 3.2) tuned to single genres and to a mixture. This page asks the same of small n-best lists and lattices that are public. What is quoted from the papers apart, every number is computed, and sentences that depend on a number are chosen by it.',
    '## Data, method, command',
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
    `Candidates are those left when what says the same with the same features stands once (of Hansard ${grouped(hansard.repeated)} are left out), for lattices it is arcs. The lists are in lower case and cut into words, and so references are read in lower case and cut at spaces.`,
    `**What is called held out was never tuned on.** The segments are dealt into two halves by chance. Weights are tuned on the first half and translate the second, then the other way round. Put together, that is a translation of all segments by weights that had not seen them: one _run_. There are ${numberWord(runs)}, with other halves and other random starts (seeds ${seed} to ${seed + runs - 1}). Tables give the mean over runs, and after ± the standard deviation between runs: how much of a score is luck.`,
    `**Tests** ask whether a difference would be there in new runs on new texts. They let both vary: ${grouped(samples)} resamples of the segments, and the spread between runs (after Clark et al., ACL 2011; see [Comparing systems](comparing.md)). All systems share the halves of a run, which the test does not know, so that it errs on the safe side. Intervals hold 95 % for each difference alone.`,
    `**Tuning** is minimum error rate training unless something else is said, from equal weights and ${numberWord(mert.restarts)} random points, with ${numberWord(mert.randomDirections)} random directions a round besides one for each feature. The default of \`assay tune\` is ${mertDefaults.restarts} and ${mertDefaults.randomDirections}, which takes several times as long.`,
    commands('npm run reproduce:tuning -- --data ../shared/data'),
    'writes this page and its figure in about two minutes; `--check` only says whether they are as they would be written. The same data give the same bytes. The folder holds `nbest-lattices` and `paper-tables`. A single command gives the first half of the first run:',
    commands(
      "assay tune nbest.txt -r reference.txt --each -m 'bleu(case=lc,tok=none)' 'RGBC4(case=lc,tok=none)' 'amber(tok=none)' \\",
      `  --hold-out 0.5 --restarts ${mert.restarts} --directions ${mert.randomDirections} --seed ${seed}`,
    ),
    '**What this is not.** A hundred segments are few: the papers had thousands. And the lists stay as the decoders made them, under weights of their own; nobody decodes anew with the tuned weights, as a real tuning does many times over. So these systems can only choose between candidates that a decoder liked already, and differ less than the papers’ systems could.',
  );

  function numbers(corpus: TuningData['europarl']): string[] {
    return [
      grouped(segmentsOf(corpus)),
      `${grouped(corpus.size)}${'forests' in corpus.set ? ' arcs' : ''}`,
      grouped(featuresOf(corpus)),
    ];
  }
}
