/** `assay align`: how a metric aligns the words of an output with those of the reference. */
import { UsageError, present } from '../../core/index.ts';
import { alignPage, alignRows, alignText, mosesLines, reportAlignments } from '../../report/index.ts';
import { defineCommand } from '../command.ts';
import { analyses, requestedMetrics, withAnalyses } from '../input/metricInput.ts';
import {
  digits,
  metric as metricOption,
  name,
  openTexts,
  readingOptions,
  reference,
  segment,
} from '../input/sharedOptions.ts';

const align = defineCommand({
  name: 'align',
  summary: 'Show how a metric aligns the words of an output with those of the reference.',
  examples: [
    ['assay align -r ref.txt sys.txt --segment 1-5', 'the first five segments, as METEOR 0.6 aligns them'],
    [
      "assay align -r ref.txt sys.txt -m 'meteor(preset=1.5)' --segment 12",
      'one segment, with another version of METEOR',
    ],
    ['assay align -r ref.txt sys.txt -m ter --segment 3', 'with the blocks that TER shifts'],
    [
      'assay align -r ref.txt sys.txt -f moses -o pairs.txt',
      'pairs of positions such as 0-0 1-2, one line per segment',
    ],
    ['assay align -r ref.txt sysA.txt sysB.txt -f html -o words.html', 'a web page with two systems'],
  ],

  arguments: [
    { typed: '[files...]', names: 'input', help: 'system outputs, as for assay score; - for standard input' },
  ],
  options: {
    reference,
    metric: metricOption('a metric that aligns words, as for assay score (default: meteor)'),
    segment: segment('segments to show, from 1: 7, 1-5 or 1-5,9 (default: all)'),
    name,
    digits: digits(2, 'decimals of scores'),
    analyses,
    ...readingOptions,
  },

  async run(files, given, { progress, formats }) {
    if (files.length === 0) {
      throw new UsageError(
        'No files given. Name the outputs to align, or - for standard input; see `assay align --help`.',
      );
    }
    const metrics = await requestedMetrics(given.metric ?? ['meteor'], withAnalyses(files, given));
    const [metric] = metrics;
    if (!metric || metrics.length > 1)
      throw new UsageError('assay align shows the alignments of one metric at a time. Name one metric with -m.');
    const open = async () => {
      const task = await openTexts(files, given);
      if (!formats.includes('moses') || task.systems.length === 1) return task;
      for await (const _ of task.batches()) break; // closes the files
      throw new UsageError(
        `The format moses holds one system, but there are ${task.systems.length}: ${task.systems.join(', ')}. Align one at a time, or use -f tsv.`,
      );
    };
    const chosen = given.segment;
    const { report, segments } = await reportAlignments(open, metric, {
      ...present({ isChosen: chosen?.has }),
      onProgress: progress,
    });
    if (chosen && chosen.last > segments) {
      throw new UsageError(`--segment ${chosen.typed} asks for segment ${chosen.last}, but there are ${segments}.`);
    }
    return report;
  },

  forms: {
    own: {
      text: (report, given, style) => alignText(report, given.digits, style),
      html: (report, given) => alignPage(report, given.digits),
      moses: mosesLines,
    },
    rows: alignRows,
  },
});

export default align;
