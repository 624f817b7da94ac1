/** `assay merge`: adds up the statistics of parts of a test set, and reports the scores of the whole. */
import { UsageError, integers } from '../../core/index.ts';
import { mergeStatistics, missingShards, missingText, readStatistics } from '../../data/index.ts';
import { scorePage, scoreRows, scoreTables } from '../../report/index.ts';
import { defineCommand, warned } from '../command.ts';
import { primary } from '../input/metricInput.ts';
import { digits } from '../input/sharedOptions.ts';
import { metricsOf, reportStatistics, statistics, writeStatistics } from '../input/statisticsInput.ts';
import { value } from '../options.ts';

const merge = defineCommand({
  name: 'merge',
  summary: 'Add up the statistics of parts of a test set.',
  examples: [
    ['assay merge part-*.json', 'the scores of the whole test set'],
    ['assay merge part-*.json --expect 16 -o scores.html', 'a page, if all 16 parts are there'],
    ['assay merge part-0*.json --statistics first.json', 'a file of these parts, to be merged with others'],
  ],

  arguments: [{ typed: '[files...]', names: 'input', help: 'files that assay score --statistics wrote' }],
  options: {
    expect: value(integers(1, 999_999), { help: 'how many parts there must be; missing shards are named' }),
    statistics,
    primary,
    digits: digits(2),
  },

  async run(files, given, terminal) {
    if (files.length === 0) {
      throw new UsageError('No files given. Name the files that `assay score … --statistics FILE` wrote.');
    }
    const parts = files.map(readStatistics);
    const merged = mergeStatistics(parts, given.expect);
    const metrics = await metricsOf({ ...merged, file: files[0]! });
    const missing = missingShards(merged.parts);
    if (missing.length > 0) {
      const text = missingText(missing, merged.parts[0]!.shard!.of);
      if (given.statistics === undefined) {
        throw new UsageError(`${text} To merge only these, write them to a file: --statistics FILE.`);
      }
      terminal.warn(`warning: ${text}`);
    }
    const report = await reportStatistics(merged, metrics, given);
    warned(terminal, report.input.warnings ?? []);
    if (given.statistics !== undefined) await writeStatistics(given.statistics, merged, terminal);
    return report;
  },

  forms: {
    tables: (report, given) => scoreTables(report, given.digits),
    rows: scoreRows,
    page: (report, given) => scorePage(report, given.digits),
  },
});

export default merge;
