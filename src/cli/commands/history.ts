/** `assay history`: the results that `assay gate --history` kept, and the first change that made them significantly worse. */
import { UsageError } from '../../core/index.ts';
import { readHistory } from '../../data/index.ts';
import { historyPage, historyRows, historySvg, historyTables, reportHistory } from '../../report/index.ts';
import { defineCommand } from '../command.ts';
import * as shared from '../input/sharedOptions.ts';

const history = defineCommand({
  name: 'history',
  summary: 'Show the results of assay gate over time, and the first change that made them significantly worse.',
  examples: [
    ['assay history gate.jsonl', 'a table of all results'],
    ['assay history gate.jsonl -o history.html -o history.svg', 'a page, and its chart'],
  ],
  arguments: [{ typed: '<file>', names: 'input', help: 'the file of assay gate --history' }],
  options: {
    alpha: shared.alpha('significance level'),
    digits: shared.digits(2),
  },

  // oxlint-disable-next-line typescript/require-await -- as all commands
  async run([file, ...more], { alpha }, terminal) {
    if (file === undefined) throw new UsageError('No file given. Name the file of assay gate --history.');
    if (more.length > 0) throw new UsageError(`Give one history. Leave out ${more.join(', ')}.`);
    const { entries, skipped } = readHistory(file);
    for (const { line, reason } of skipped) terminal.warn(`warning: ${file}, line ${line} was left out: ${reason}`);
    return reportHistory(entries, { alpha, skipped });
  },

  forms: {
    tables: (report, given) => historyTables(report, given.digits),
    rows: historyRows,
    page: (report, given) => historyPage(report, given.digits),
    own: { svg: (report, given) => historySvg(report, given.digits) },
  },
});

export default history;
