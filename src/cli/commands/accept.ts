/** `assay accept`: how often judges accepted edited outputs; Callison-Burch et al. (2009), sections 3.2, 3.3 and 4.2. */
import { acceptDefaults, acceptRows, acceptTables, reportAcceptability } from '../../report/index.ts';
import { defineCommand } from '../command.ts';
import { judgmentFiles, judgmentOptions, nothingLeft, requestedJudgments } from '../input/judgmentInput.ts';
import { digits, level } from '../input/sharedOptions.ts';

const accept = defineCommand({
  name: 'accept',
  summary: 'Show how often judges accepted edited outputs of each system.',
  examples: [
    ['assay accept judgments.tsv', 'shares of yes votes by task and system, with error bars'],
    ['assay accept judgments.tsv -t de-en --format json', 'one task, with Wilson intervals, for other programs'],
  ],

  arguments: [judgmentFiles],
  options: {
    ...judgmentOptions,
    level: level(acceptDefaults.level, 'confidence level of the intervals in JSON, CSV, TSV'),
    digits: digits(1, 'decimals of percentages'),
  },

  async run(files, given) {
    const { judgments, input } = await requestedJudgments(files, given);
    if (judgments.verdicts.length === 0) {
      throw nothingLeft('The judgments hold no yes/no verdicts on edited outputs.', input);
    }
    return reportAcceptability(judgments, input, { level: given.level / 100 });
  },

  forms: { tables: (report, given) => acceptTables(report, given.digits), rows: acceptRows },
});

export default accept;
