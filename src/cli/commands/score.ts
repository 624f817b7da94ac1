/** `assay score`: scores of systems by any metrics, for the whole test set and for its parts. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Command, Option } from 'commander';
import { UsageError, counted } from '../../core/index.ts';
import { structuredEndings } from '../../data/index.ts';
import { evaluate } from '../../engine/index.ts';
import { measurements } from '../../measure/index.ts';
import {
  type ScoreReport,
  documentLines,
  reportScores,
  scoreRows,
  scoreTables,
  segmentLines,
} from '../../report/index.ts';
import { type AnalysesOptions, declareAnalyses, withAnalyses } from '../analysesInput.ts';
import { collect, integerBetween, numberBetween, requestedMetrics, separateFiles } from '../arguments.ts';
import type { CliCommand } from '../command.ts';
import { type TextOptions, declareReading, openTexts } from '../textInput.ts';
import { type ReportFormat, reportFormats, showReport } from '../reportForm.ts';
import { filesOfMetrics } from '../metricFiles.ts';
import { checkOutputs, writeWhole } from '../output.ts';

interface ScoreOptions extends TextOptions, AnalysesOptions {
  metric?: string[];
  by?: string[];
  segments?: string;
  documents?: string;
  confidence?: boolean;
  level: number;
  samples: number;
  seed: number;
  format: ReportFormat;
  digits: number;
  output?: string;
}

const score: CliCommand<ScoreOptions, ScoreReport> = {
  name: 'score',
  summary: 'Score the outputs of one or more systems.',
  examples: [
    ['assay score -r ref.txt sysA.txt sysB.txt', 'BLEU, chrF2 and TER of two systems'],
    [
      "assay score -r refA.txt -r refB.txt sys.txt -m 'bleu(tok=intl)' 'chrf(word_order=2)'",
      'other metrics, two references',
    ],
    ['assay score task.xml --by domain --confidence', 'a WMT file, scores by domain, with intervals'],
    ['assay score -r ref.txt sys.txt --segments segments.tsv', 'one row per segment, system and metric'],
    ['zcat sys.gz | assay score -r ref.txt.gz - --format json', 'standard input, for other programs'],
  ],

  declare(command: Command) {
    command
      .argument(
        '[files...]',
        `system outputs: text (one segment a line), or ${structuredEndings}; .gz too; - for standard input`,
      )
      .option('-r, --reference <file>', 'reference translation; repeat for several', collect)
      .option('-s, --source <file>', 'source text, for metrics that read it')
      .option(
        '-m, --metric <metric...>',
        'metrics, with options in brackets: chrf(word_order=2); see assay metrics (default: bleu chrf ter)',
      )
      .option('-l, --labels <file>', 'TSV with a header and a row for each segment: document, domain, …')
      .option('-n, --name <name>', 'name of a system, in the order of the files; repeat for several', collect)
      .option(
        '--by <label>',
        'scores of each part of the test set with the same label, such as domain; repeat for several',
        collect,
      )
      .option('--segments <file>', 'write scores of single segments to a TSV file')
      .option('--documents <file>', 'write scores of documents to a TSV file')
      .option('--confidence', 'bootstrap interval beside each score')
      .option('--level <percent>', 'confidence level of the intervals', numberBetween(50, 99.99), 95)
      .option('--samples <number>', 'bootstrap samples', integerBetween(1, 1_000_000), 1000)
      .option('--seed <number>', 'seed of the bootstrap', integerBetween(0, Number.MAX_SAFE_INTEGER), 12345)
      .addOption(new Option('-f, --format <format>', 'form of the report').choices(reportFormats).default('text'))
      .option('-w, --digits <number>', 'decimals shown', integerBetween(0, 15), 2)
      .option('-o, --output <file>', 'write the report to a file');
    declareAnalyses(command);
    declareReading(command);
  },

  async run(positional, given, terminal) {
    const { files, requests } = separateFiles(positional, given.metric ?? [], given.name !== undefined);
    if (files.length === 0) {
      throw new UsageError(
        'No files given. Name the outputs to score, or - for standard input; see assay score --help.',
      );
    }
    const twice = given.by?.find((label, i) => given.by!.indexOf(label) !== i);
    if (twice !== undefined) throw new UsageError(`--by ${twice} is given twice.`);
    checkOutputs(
      [given.segments, given.documents, given.output],
      [
        ...files,
        ...(given.reference ?? []),
        given.source,
        given.labels,
        ...(given.analyses ?? []),
        ...filesOfMetrics(requests),
      ],
    );
    const metrics = await requestedMetrics(
      requests.length === 0 ? ['bleu', 'chrf', 'ter'] : requests,
      withAnalyses(files, given),
    );

    const task = await openTexts(files, given);
    const needsRows = given.by || given.confidence || given.segments !== undefined || given.documents !== undefined;
    const evaluation = await evaluate(task, metrics, {
      threads: given.threads,
      keepRows: Boolean(needsRows),
      onProgress: ({ segments, share }) => terminal.progress({ share, text: counted(segments, 'segment') }),
    });
    const { level, samples, seed } = given;
    const report = await reportScores(metrics, evaluation, {
      ...(given.by && { by: given.by }),
      ...(given.confidence && { confidence: { level: level / 100, samples, seed } }),
      input: { sha256: task.checksum ?? '', notes: task.notes },
      onProgress: ({ share, metric }) => terminal.progress({ share, text: `samples of ${metric}` }),
      pause: () => nextTurn(),
    });
    const measured = measurements(metrics, evaluation);
    if (given.segments !== undefined) await writeWhole(given.segments, segmentLines(measured, evaluation.labels));
    if (given.documents !== undefined) await writeWhole(given.documents, documentLines(measured, evaluation.labels));
    return report;
  },

  show(report, { format, digits }, style) {
    const forms = { tables: () => scoreTables(report, digits), rows: () => scoreRows(report) };
    return showReport(report, format, forms, style);
  },
};

export default score;
