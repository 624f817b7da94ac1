/** `assay agree`: how far judges agree with each other and with themselves; Callison-Burch et al. (2009), section 3.4. */
import { UsageError, integers, oneOf, pick } from '../../core/index.ts';
import { agreeDefaults, agreeRows, agreeTables, reportAgreement } from '../../report/index.ts';
import { defineCommand } from '../command.ts';
import * as judged from '../input/judgmentInput.ts';
import { digits, level, samples, seed } from '../input/sharedOptions.ts';
import { toggle, value } from '../options.ts';

const agree = defineCommand({
  name: 'agree',
  summary: 'Measure how far judges agree with each other and with themselves.',
  examples: [
    ['assay agree judgments.tsv', 'κ with intervals, over all tasks and in each'],
    ['assay agree judgments.tsv --curves', 'and what becomes of it without some judgments'],
    ['assay agree judgments.tsv -t de-en --each-judge', 'one task, and how far each judge agrees'],
    ['assay agree judgments.csv --chance empirical --compat wmt16', 'as in WMT13 to WMT16, with their figures'],
  ],

  arguments: [judged.judgmentFiles],
  options: {
    ...judged.judgmentOptions,
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
    identical: judged.identical,
    errorWeights: judged.errorWeights,
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
    samples: samples('bootstrap samples', agreeDefaults.samples),
    seed: seed('seed of the bootstrap', agreeDefaults.seed),
    digits: digits(3),
  },

  async run(files, given) {
    if (given.rerank && !given.curves) throw new UsageError('--rerank is for curves. Add --curves, or leave it out.');
    const { judgments, input, placeOfError } = await judged.requestedJudgments(files, given);
    const weights = judged.checkedWeights(given.errorWeights, judgments.annotations, placeOfError);
    const report = reportAgreement(judgments, input, {
      ...pick(given, ['chance', 'average', 'identical']),
      weights,
      judges: given.eachJudge ?? false,
      curves: given.curves ?? false,
      wmt16: given.compat === 'wmt16',
      rerank: given.rerank ?? false,
      atLeast: given.atLeast,
      level: given.level / 100,
      ...pick(given, ['samples', 'seed']),
    });
    if (report.kinds.length > 0) return report;
    throw judged.nothingLeft(
      'There is nothing to agree on: no rankings, verdicts, ratings or marked errors were read.',
      input,
    );
  },

  forms: { tables: (report, given) => agreeTables(report, given.digits), rows: agreeRows },
});

export default agree;
