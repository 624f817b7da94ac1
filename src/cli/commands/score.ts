/** `assay score`: scores of systems by any metrics, for the whole test set and for its parts. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { UsageError, counted, pick } from '../../core/index.ts';
import { structuredEndings } from '../../formats/index.ts';
import { evaluate } from '../../engine/index.ts';
import { measurements } from '../../measure/index.ts';
import { documentLines, reportScores, scoreRows, scoreTables, segmentLines } from '../../report/index.ts';
import { defineCommand } from '../command.ts';
import { analyses, requestedMetrics, withAnalyses } from '../input/metricInput.ts';
import * as shared from '../input/sharedOptions.ts';
import { outputFile, texts, toggle, values } from '../options.ts';
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
    ['assay score task.xml --by domain --confidence', 'a WMT file, scores by domain, with intervals'],
    ['assay score -r ref.txt sys.txt --segments segments.tsv', 'one row per segment, system and metric'],
    ['zcat sys.gz | assay score -r ref.txt.gz - --format json', 'standard input, for other programs'],
  ],

  arguments: [
    {
      typed: '[files...]',
      names: 'input',
      help: `system outputs: text (one segment a line), or ${structuredEndings}; .gz too; - for standard input`,
    },
  ],
  options: {
    ...shared.textOptions,
    metric: shared.metric(
      'metrics, with options in brackets: chrf(word_order=2); see assay metrics (default: bleu chrf ter)',
    ),
    by: values(texts, {
      value: 'label',
      help: 'scores of each part of the test set with the same label, such as domain; repeat for several',
    }),
    segments: outputFile({ help: 'write scores of single segments to a TSV file' }),
    documents: outputFile({ help: 'write scores of documents to a TSV file' }),
    confidence: toggle({ help: 'bootstrap interval beside each score' }),
    level: shared.level(),
    samples: shared.samples('bootstrap samples'),
    seed: shared.seed('seed of the bootstrap'),
    digits: shared.digits(2),
    analyses,
    ...shared.readingOptions,
  },

  async run(files, given, terminal) {
    if (files.length === 0) {
      throw new UsageError(
        'No files given. Name the outputs to score, or - for standard input; see assay score --help.',
      );
    }
    const twice = given.by?.find((label, i) => given.by!.indexOf(label) !== i);
    if (twice !== undefined) throw new UsageError(`--by ${twice} is given twice.`);
    const metrics = await requestedMetrics(given.metric ?? ['bleu', 'chrf', 'ter'], withAnalyses(files, given));

    const task = await shared.openTexts(files, given);
    const needsRows = given.by || given.confidence || given.segments !== undefined || given.documents !== undefined;
    const evaluation = await evaluate(task, metrics, {
      threads: given.threads,
      keepRows: Boolean(needsRows),
      onProgress: ({ segments, share }) => terminal.progress({ share, text: counted(segments, 'segment') }),
    });
    const report = await reportScores(metrics, evaluation, {
      ...pick(given, ['by']),
      ...(given.confidence && { confidence: { level: given.level / 100, ...pick(given, ['samples', 'seed']) } }),
      input: { sha256: task.checksum ?? '', notes: task.notes },
      onProgress: ({ share, metric }) => terminal.progress({ share, text: `samples of ${metric}` }),
      pause: nextTurn,
    });
    const measured = measurements(metrics, evaluation);
    if (given.segments !== undefined) await writeWhole(given.segments, segmentLines(measured, evaluation.labels));
    if (given.documents !== undefined) await writeWhole(given.documents, documentLines(measured, evaluation.labels));
    return report;
  },

  forms: { tables: (report, given) => scoreTables(report, given.digits), rows: scoreRows },
});

export default score;
