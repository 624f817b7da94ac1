/** `assay agree`: how well judges agree with each other and with themselves; Callison-Burch et al. (2009), section 3.4. */
import { UsageError, integers, oneOf, pick } from '../../core/index.ts';
import { agreeDefaults, agreePage, agreeRows, agreeTables, reportAgreement } from '../../report/index.ts';
import { defineCommand } from '../command.ts';
import * as judged from '../input/judgmentInput.ts';
import { digits, level, samples, seed } from '../input/sharedOptions.ts';
import { toggle, value } from '../options.ts';

const agree = defineCommand({
  name: 'agree',
  summary: 'Measure how well judges agree with each other and with themselves.',
  examples: [
    ['assay agree judgments.tsv', 'κ with confidence intervals, for all tasks together and for each'],
    ['assay agree judgments.tsv --curves', 'and how it changes when judgments are left out'],
    ['assay agree judgments.tsv -t de-en --each-judge', 'one task, with the agreement of each judge'],
    [
      'assay agree judgments.csv --chance empirical --compat wmt16',
      'as in WMT13 to WMT16, with the figures of their script',
    ],
  ],

  arguments: [judged.judgmentFiles],
  options: {
    ...judged.judgmentOptions,
    curves: toggle({
      help: 'show κ without the first judgments of each judge, and without the judges who agree least',
    }),
    eachJudge: toggle({ help: 'show the agreement of each judge' }),
    chance: value(oneOf(['uniform', 'empirical']), {
      value: 'how',
      default: agreeDefaults.chance,
      help: 'chance agreement: all labels equally likely, or as frequent as observed',
    }),
    average: value(oneOf(['pairs', 'keys']), {
      value: 'of',
      default: agreeDefaults.average,
      help: 'what is weighted equally: pairs of labels, or labelled items',
    }),
    identical: judged.identical,
    errorWeights: judged.errorWeights,
    compat: value(oneOf(['wmt16']), {
      value: 'script',
      help: 'also show the figures of the WMT13 to WMT16 script',
    }),
    rerank: toggle({
      help: 'for --curves: order the judges again after each one left out, instead of once at the start',
    }),
    atLeast: value(integers(1, Number.MAX_SAFE_INTEGER), {
      value: 'pairs',
      default: agreeDefaults.atLeast,
      help: 'for --curves: never leave out judges with fewer pairs with other judges',
    }),
    level: level(agreeDefaults.level),
    samples: samples('bootstrap samples', agreeDefaults.samples),
    seed: seed('seed of the bootstrap', agreeDefaults.seed),
    digits: digits(3),
  },

  async run(files, given) {
    if (given.rerank && !given.curves)
      throw new UsageError('--rerank needs --curves. Add --curves, or leave out --rerank.');
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
      'Cannot measure agreement: there are no rankings, verdicts, ratings or marked errors.',
      input,
    );
  },

  forms: {
    tables: (report, given) => agreeTables(report, given.digits),
    rows: agreeRows,
    page: (report, given) => agreePage(report, given.digits),
  },
});

export default agree;
