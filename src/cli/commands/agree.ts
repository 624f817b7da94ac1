/** `assay agree`: how far judges agree with each other and with themselves; Callison-Burch et al. (2009), section 3.4. */
import { UsageError, integers, oneOf } from '../../core/index.ts';
import { withOwnWeights } from '../../human/index.ts';
import { agreeDefaults, agreeRows, agreeTables, reportAgreement } from '../../report/index.ts';
import { defineCommand } from '../command.ts';
import { checkErrorWeights, errorWeights } from '../errorWeights.ts';
import { identical, judgmentFiles, judgmentOptions, nothingLeft, requestedJudgments } from '../judgmentInput.ts';
import { toggle, value } from '../options.ts';
import { digits, level, samples, seed } from '../sharedOptions.ts';

const agree = defineCommand({
  name: 'agree',
  summary: 'Measure how far judges agree with each other and with themselves.',
  examples: [
    ['assay agree judgments.tsv', 'κ with intervals, over all tasks and in each'],
    ['assay agree judgments.tsv --curves', 'and what becomes of it without some judgments'],
    ['assay agree judgments.tsv -t de-en --each-judge', 'one task, and how far each judge agrees'],
    ['assay agree judgments.csv --chance empirical --compat wmt16', 'as in WMT13 to WMT16, with their figures'],
  ],

  arguments: [judgmentFiles],
  options: {
    ...judgmentOptions,
    curves: toggle({ help: 'κ without the first judgments of all, and without the judges who agree least' }),
    eachJudge: toggle({ help: 'agreement of each judge' }),
    chance: value(oneOf(['uniform', 'empirical']), {
      value: 'how',
      default: agreeDefaults.chance,
      help: 'agreement by chance: all labels equally likely, or as likely as they were given',
    }),
    average: value(oneOf(['pairs', 'keys']), {
      value: 'of',
      default: agreeDefaults.average,
      help: 'what counts alike: all pairs of labels, or all that was labelled',
    }),
    identical,
    errorWeights,
    compat: value(oneOf(['wmt16']), {
      value: 'script',
      help: 'also the figures as counted by the script of WMT13 to WMT16',
    }),
    rerank: toggle({ help: 'for curves: look anew who agrees least after each judge left out' }),
    atLeast: value(integers(1, Number.MAX_SAFE_INTEGER), {
      value: 'pairs',
      default: agreeDefaults.atLeast,
      help: 'for curves: judges with fewer pairs with others are not left out',
    }),
    level: level(agreeDefaults.level),
    samples: samples(agreeDefaults.samples, 'bootstrap samples'),
    seed: seed('seed of the bootstrap'),
    digits: digits(3),
  },

  async run(files, given) {
    if (given.rerank && !given.curves) throw new UsageError('--rerank is for curves. Add --curves, or leave it out.');
    const { judgments, input, placeOfError } = await requestedJudgments(files, given);
    checkErrorWeights(given.errorWeights, judgments.annotations, placeOfError);
    const { chance, average, atLeast } = given;
    const report = reportAgreement(judgments, input, {
      chance,
      average,
      identical: given.identical,
      weights: withOwnWeights(given.errorWeights ?? []),
      judges: given.eachJudge ?? false,
      curves: given.curves ?? false,
      wmt16: given.compat === 'wmt16',
      rerank: given.rerank ?? false,
      atLeast,
      level: given.level / 100,
      samples: given.samples,
      seed: given.seed,
    });
    if (report.kinds.length > 0) return report;
    throw nothingLeft(
      'There is nothing to agree on: no rankings, verdicts, ratings or marked errors were read.',
      input,
    );
  },

  forms: { tables: (report, given) => agreeTables(report, given.digits), rows: agreeRows },
});

export default agree;
