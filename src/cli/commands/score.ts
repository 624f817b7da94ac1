/** `assay score`: scores of systems by any metrics, for the whole test set and for its parts. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { UsageError, counted, pick, present } from '../../core/index.ts';
import { digestOf, prepareMetrics, readPrepared, withBatches } from '../../data/index.ts';
import { structuredEndings } from '../../formats/index.ts';
import { evaluate } from '../../engine/index.ts';
import { TextSample, checkNames, checkTexts, measurements } from '../../measure/index.ts';
import {
  documentLines,
  importedMeasurement,
  reportScores,
  scorePage,
  scoreRows,
  scoreTables,
  segmentLines,
} from '../../report/index.ts';
import { defineCommand, warned } from '../command.ts';
import { analyses, primary, primaryPlace } from '../input/metricInput.ts';
import { testSetOptions, withTestSet } from '../input/testSetInput.ts';
import { importedOptions, openScored, openScores } from '../input/scoreInput.ts';
import * as shared from '../input/sharedOptions.ts';
import {
  checkParts,
  reportStatistics,
  sampleOfWhole,
  shard,
  statistics,
  statisticsBefore,
  statisticsOf,
  writeStatistics,
} from '../input/statisticsInput.ts';
import { rowsFile } from '../rows/rowsFile.ts';
import { inputFile, outputFile, texts, toggle, values } from '../options.ts';
import { writeWhole } from '../output.ts';

const score = defineCommand({
  name: 'score',
  summary: 'Score the outputs of one or more systems.',
  examples: [
    ['assay score -r ref.txt sysA.txt sysB.txt', 'BLEU, chrF2 and TER of two systems'],
    [
      "assay score -r refA.txt -r refB.txt sys.txt -m 'bleu(tok=intl)' 'chrf(word_order=2)'",
      'other metrics, two references',
    ],
    ['assay score --testset wmt22 --pair en-de sys.txt', 'references of a test set by name; see assay testset'],
    ['assay score task.xml --by domain --confidence', 'a WMT file, scores by domain, with intervals'],
    ['assay score -r ref.txt sys.txt --segments segments.tsv', 'one row per segment, system and metric'],
    ['assay score -r ref.txt sysA.txt sysB.txt --scores comet.json', 'with scores of another program'],
    ['assay score -r ref.txt sys.txt --shard 3/16 --statistics 3.json', 'one part of 16; assay merge adds them up'],
    ['zcat sys.gz | assay score -r ref.txt.gz - --format json', 'standard input, for other programs'],
  ],

  arguments: [
    {
      typed: '[files...]',
      names: 'input',
      help: `system outputs: text (one segment per line), or ${structuredEndings}; .gz and .zst too; - for standard input`,
    },
  ],
  options: {
    ...shared.textOptions,
    ...testSetOptions,
    metric: shared.scoringMetric(
      'metrics, with options in brackets: chrf(word_order=2); see assay metrics; none to compute none (default: bleu chrf ter)',
    ),
    ...importedOptions,
    by: values(texts, {
      value: 'label',
      help: 'also score each part of the test set with the same label, such as domain; repeat for several',
    }),
    primary,
    segments: outputFile({ help: 'write segment scores to a TSV file' }),
    documents: outputFile({ help: 'write document scores to a TSV file' }),
    confidence: toggle({ help: 'show a bootstrap confidence interval with each score' }),
    level: shared.level(),
    samples: shared.samples('bootstrap samples'),
    seed: shared.seed('seed of the bootstrap'),
    digits: shared.digits(2),
    analyses,
    ...shared.readingOptions,
    prepared: inputFile({ help: 'what metrics such as nist learned from all references: a file of assay prepare' }),
    shard,
    statistics,
    rows: outputFile({
      help: 'write the row of every segment to a Parquet file, for assay compare, DuckDB, pandas, …',
    }),
  },

  async run(files, typed, terminal) {
    if (files.length === 0 && !typed.scores) {
      throw new UsageError(
        'No files given. Name the outputs to score, or - for standard input; see `assay score --help`.',
      );
    }
    const given = await withTestSet(typed, files.length > 0);
    const twice = given.by?.find((label, i) => given.by!.indexOf(label) !== i);
    if (twice !== undefined) throw new UsageError(`--by ${twice} is given twice.`);
    const opened = files.length > 0 ? await openScored(files, given) : await openScores(given);
    const { task, imported, notes, sha256, keys } = { keys: undefined, ...opened };
    let { metrics } = opened;
    try {
      if (given.prepared !== undefined) metrics = prepareMetrics(metrics, readPrepared(given.prepared));
      checkParts(metrics, given);
    } catch (error) {
      for await (const _ of task.batches()) break; // closes the files
      throw error;
    }
    const sample = given.shard ? await sampleOfWhole(files, given) : new TextSample(task.systems);
    const sampled = withBatches(task, (batch) => {
      if (!given.shard) sample.take(batch);
      return batch;
    });
    const needsRows =
      given.rows !== undefined ||
      given.by ||
      given.confidence ||
      given.segments !== undefined ||
      given.documents !== undefined;
    if (given.statistics !== undefined && !needsRows) {
      const before = await statisticsBefore(given.statistics, files, given, task, metrics, terminal);
      if (before) {
        for await (const _ of task.batches()) break; // closes the files
        const report = await reportStatistics(before, metrics, given);
        warned(terminal, report.input.warnings ?? []);
        return report;
      }
    }
    const evaluation = await evaluate(sampled, metrics, {
      threads: given.threads,
      keepRows: Boolean(needsRows),
      onProgress: ({ segments, share }) => terminal.progress({ share, text: counted(segments, 'segment') }),
    });
    const warnings = [
      ...checkNames(files, given.reference ?? [], given.name !== undefined),
      ...(keys ? [] : checkTexts(sample, metrics)),
    ];
    const input = { notes: [...task.notes, ...notes], ...warned(terminal, warnings) };
    const report = await reportScores(metrics, evaluation, {
      ...pick(given, ['by']),
      ...present({ primary: primaryPlace(given.primary, [...metrics, ...imported]), keys }),
      imported,
      ...(given.confidence && { confidence: { level: given.level / 100, ...pick(given, ['samples', 'seed']) } }),
      input: {
        sha256: keys || sha256 === undefined ? (task.checksum ?? '') : digestOf([task.checksum, sha256]),
        ...input,
      },
      onProgress: ({ share, metric }) => terminal.progress({ share, text: `samples of ${metric}` }),
      pause: nextTurn,
    });
    const { systems, segments, labels } = evaluation;
    const measured = [
      ...measurements(metrics, evaluation),
      ...imported
        .filter((scores) => scores.segments.length > 0)
        .map((scores) => importedMeasurement(scores, { systems, segments, labels, keys })),
    ];
    const found = () => statisticsOf(task, metrics, evaluation, given, input);
    if (given.rows !== undefined) {
      await writeWhole(given.rows, [await rowsFile(metrics, evaluation, found(), task.segmentsBefore)]);
    }
    if (given.statistics !== undefined) await writeStatistics(given.statistics, found(), terminal);
    if (given.segments !== undefined) await writeWhole(given.segments, segmentLines(measured, labels));
    if (given.documents !== undefined) await writeWhole(given.documents, documentLines(measured, labels));
    return report;
  },

  forms: {
    tables: (report, given) => scoreTables(report, given.digits),
    rows: scoreRows,
    page: (report, given) => scorePage(report, given.digits),
  },
});

export default score;
