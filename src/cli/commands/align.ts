/** `assay align`: which words of a system a metric matches with which of the reference. */
import { type Command, Option } from 'commander';
import { UsageError, present } from '../../core/index.ts';
import { alignOutputs } from '../../engine/index.ts';
import { type AlignReport, alignPage, alignRows, alignText, media, mosesLines } from '../../report/index.ts';
import { type AnalysesOptions, declareAnalyses, withAnalyses } from '../analysesInput.ts';
import { collect, integerBetween, requestedMetrics, separateFiles } from '../arguments.ts';
import type { CliCommand } from '../command.ts';
import { filesOfMetrics } from '../metricFiles.ts';
import { checkOutputs } from '../output.ts';
import { type TextOptions, declareReading, openTexts } from '../textInput.ts';

const formats = ['text', 'tsv', 'moses', 'json', 'html'] as const;

interface AlignOptions extends TextOptions, AnalysesOptions {
  metric?: string[];
  segments?: SegmentChoice;
  format: (typeof formats)[number];
  digits: number;
  output?: string;
}

const align: CliCommand<AlignOptions, AlignReport> = {
  name: 'align',
  summary: 'Show which words of a system a metric matches with which of the reference.',
  examples: [
    ['assay align -r ref.txt sys.txt --segments 1-5', 'the first five segments, as METEOR 0.6 matches them'],
    ["assay align -r ref.txt sys.txt -m 'meteor(preset=1.5)' --segments 12", 'one segment, by another version'],
    ['assay align -r ref.txt sys.txt -m terp --segments 3', 'with what TERp moves before it matches'],
    ['assay align -r ref.txt sys.txt -f moses -o pairs.txt', 'pairs of positions, 0-0 1-2, a line for each segment'],
    ['assay align -r ref.txt sysA.txt sysB.txt -f html -o words.html', 'a page to look at, two systems'],
  ],

  declare(command: Command) {
    command
      .argument('[files...]', 'system outputs, as for assay score; - for standard input')
      .option('-r, --reference <file>', 'reference translation; repeat for several', collect)
      .option('-m, --metric <metric...>', 'a metric that aligns words, as for assay score (default: meteor)')
      .option('--segments <numbers>', 'segments to show, from 1: 7, 1-5 or 1-5,9 (default: all)', segmentChoice)
      .option('-n, --name <name>', 'name of a system, in the order of the files; repeat for several', collect)
      .addOption(
        new Option('-f, --format <format>', 'a picture in letters, rows, pairs of positions, data, or a page')
          .choices(formats)
          .default('text'),
      )
      .option('-w, --digits <number>', 'decimals of scores', integerBetween(0, 15), 2)
      .option('-o, --output <file>', 'write to a file');
    declareAnalyses(command);
    declareReading(command);
  },

  async run(positional, given, terminal) {
    const { files, requests } = separateFiles(positional, given.metric ?? [], given.name !== undefined);
    if (files.length === 0) {
      throw new UsageError(
        'No files given. Name the outputs to align, or - for standard input; see assay align --help.',
      );
    }
    checkOutputs(
      [given.output],
      [...files, ...(given.reference ?? []), ...(given.analyses ?? []), ...filesOfMetrics(requests)],
    );
    const metrics = await requestedMetrics(requests.length === 0 ? ['meteor'] : requests, withAnalyses(files, given));
    const [metric] = metrics;
    if (!metric || metrics.length > 1)
      throw new UsageError('assay align shows the alignments of one metric at a time.');
    const open = async () => {
      const task = await openTexts(files, given);
      if (given.format !== 'moses' || task.systems.length === 1) return task;
      for await (const _ of task.batches()) break; // closes the files
      throw new UsageError(
        `The format moses has a line for each segment of one system, and there are ${task.systems.length}: ${task.systems.join(', ')}. Align one at a time, or choose tsv.`,
      );
    };
    const chosen = given.segments;
    const { report, segments } = await alignOutputs(open, metric, {
      ...present({ isChosen: chosen?.has }),
      onProgress: (done) => terminal.progress(done),
    });
    if (chosen && chosen.last > segments) {
      throw new UsageError(`--segments ${chosen.typed} asks for segment ${chosen.last}, but there are ${segments}.`);
    }
    return report;
  },

  show(report, { format, digits }, style) {
    switch (format) {
      case 'json':
        return `${JSON.stringify(report, null, 2)}\n`;
      case 'tsv':
        return media.tsv(alignRows(report));
      case 'moses':
        return mosesLines(report);
      case 'html':
        return alignPage(report, digits);
      case 'text':
        return alignText(report, digits, style);
    }
  },
};

export default align;

interface SegmentChoice {
  readonly has: (segment: number) => boolean;
  readonly last: number;
  readonly typed: string;
}

/** `7`, `1-5`, `1-5,9`. */
function segmentChoice(typed: string): SegmentChoice {
  const ranges = typed.split(',').map((range) => {
    const [, from, to = from] = /^\s*(\d{1,9})\s*(?:-\s*(\d{1,9})\s*)?$/.exec(range) ?? [];
    const [low, high] = [Number(from), Number(to)];
    if (from === undefined || low < 1 || high < low) {
      throw new UsageError(`--segments must be numbers from 1 and ranges of them, such as 7 or 1-5,9, not ${typed}.`);
    }
    return { low, high };
  });
  return {
    has: (segment) => ranges.some(({ low, high }) => segment >= low && segment <= high),
    last: Math.max(...ranges.map(({ high }) => high)),
    typed,
  };
}
