/** `assay align`: which words of a system a metric matches with which of the reference. */
import { UsageError, type ValueKind, present } from '../../core/index.ts';
import { alignPage, alignRows, alignText, mosesLines, reportAlignments } from '../../report/index.ts';
import { defineCommand } from '../command.ts';
import { analyses, requestedMetrics, withAnalyses } from '../input/metricInput.ts';
import { digits, metric as metricOption, name, openTexts, readingOptions, reference } from '../input/sharedOptions.ts';
import { value } from '../options.ts';

interface SegmentChoice {
  readonly has: (segment: number) => boolean;
  readonly last: number;
  readonly typed: string;
}

/** `7`, `1-5`, `1-5,9`. */
const segmentChoices: ValueKind<SegmentChoice> = {
  accepts: 'numbers from 1 and ranges of them, such as 7 or 1-5,9',
  read(given, flag) {
    const typed = String(given);
    const ranges = typed.split(',').map((range) => {
      const [, from, to = from] = /^\s*(\d{1,9})\s*(?:-\s*(\d{1,9})\s*)?$/.exec(range) ?? [];
      const [low, high] = [Number(from), Number(to)];
      if (from === undefined || low < 1 || high < low) {
        throw new UsageError(`${flag} must be ${this.accepts}, not ${typed}.`);
      }
      return { low, high };
    });
    return {
      has: (segment) => ranges.some(({ low, high }) => segment >= low && segment <= high),
      last: Math.max(...ranges.map(({ high }) => high)),
      typed,
    };
  },
};

const align = defineCommand({
  name: 'align',
  summary: 'Show which words of a system a metric matches with which of the reference.',
  examples: [
    ['assay align -r ref.txt sys.txt --segment 1-5', 'the first five segments, as METEOR 0.6 matches them'],
    ["assay align -r ref.txt sys.txt -m 'meteor(preset=1.5)' --segment 12", 'one segment, by another version'],
    ['assay align -r ref.txt sys.txt -m terp --segment 3', 'with what TERp moves before it matches'],
    ['assay align -r ref.txt sys.txt -f moses -o pairs.txt', 'pairs of positions, 0-0 1-2, a line for each segment'],
    ['assay align -r ref.txt sysA.txt sysB.txt -f html -o words.html', 'a page to look at, two systems'],
  ],

  arguments: [
    { typed: '[files...]', names: 'input', help: 'system outputs, as for assay score; - for standard input' },
  ],
  options: {
    reference,
    metric: metricOption('a metric that aligns words, as for assay score (default: meteor)'),
    segment: value(segmentChoices, {
      value: 'numbers',
      help: 'segments to show, from 1: 7, 1-5 or 1-5,9 (default: all)',
    }),
    name,
    digits: digits(2, 'decimals of scores'),
    analyses,
    ...readingOptions,
  },

  async run(files, given, { progress, formats }) {
    if (files.length === 0) {
      throw new UsageError(
        'No files given. Name the outputs to align, or - for standard input; see assay align --help.',
      );
    }
    const metrics = await requestedMetrics(given.metric ?? ['meteor'], withAnalyses(files, given));
    const [metric] = metrics;
    if (!metric || metrics.length > 1)
      throw new UsageError('assay align shows the alignments of one metric at a time.');
    const open = async () => {
      const task = await openTexts(files, given);
      if (!formats.includes('moses') || task.systems.length === 1) return task;
      for await (const _ of task.batches()) break; // closes the files
      throw new UsageError(
        `The format moses has a line for each segment of one system, and there are ${task.systems.length}: ${task.systems.join(', ')}. Align one at a time, or choose tsv.`,
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
    own: { text: (report, given, style) => alignText(report, given.digits, style), moses: mosesLines },
    rows: alignRows,
    page: (report, given) => alignPage(report, given.digits),
  },
});

export default align;
