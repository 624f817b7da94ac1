/** `assay score`: scores of systems by any metrics, for the whole test set and for its parts. */
import { existsSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Metric, UsageError, printMetric, printSignature, suggest, version } from '../../core/index.ts';
import { type EmptyReferences, openTask } from '../../data/index.ts';
import { type Evaluation, createMetrics, evaluate, parseMetric } from '../../engine/index.ts';
import { type Measured, measuredRows } from '../../measure/index.ts';
import {
  type Score,
  type ScoreBlock,
  type ScoreReport,
  type ScoredMetric,
  counted,
  media,
  scoreRows,
  scoreTables,
  tsvText,
} from '../../report/index.ts';
import { Pcg64, bootstrapAll, percentileInterval } from '../../stats/index.ts';
import type { CliCommand, Terminal } from '../command.ts';
import { checkOutputs, writeWhole } from '../output.ts';

const formats = ['text', 'markdown', 'latex', 'html', 'json', 'csv', 'tsv'] as const;
const inputFormats = ['text', 'tsv', 'jsonl', 'sgml', 'xml'] as const;

interface ScoreOptions {
  reference?: string[];
  source?: string;
  labels?: string;
  metric?: string[];
  name?: string[];
  inputFormat?: (typeof inputFormats)[number];
  emptyReferences: EmptyReferences;
  by?: string[];
  segments?: string;
  documents?: string;
  confidence?: boolean;
  level: number;
  samples: number;
  seed: number;
  format: (typeof formats)[number];
  digits: number;
  output?: string;
  threads: number | 'auto';
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
        'system outputs: text (one segment a line), or .tsv, .jsonl, .sgm, .xml; .gz too; - for standard input',
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
      .addOption(new Option('-f, --format <format>', 'form of the report').choices(formats).default('text'))
      .option('-w, --digits <number>', 'decimals shown', integerBetween(0, 15), 2)
      .option('-o, --output <file>', 'write the report to a file')
      .addOption(
        new Option('--input-format <format>', 'format of the files, where the name does not tell').choices(
          inputFormats,
        ),
      )
      .addOption(
        new Option(
          '--empty-references <what>',
          'what an empty reference means: a mistake, a missing one, or an empty text',
        )
          .choices(['error', 'missing', 'keep'])
          .default('error'),
      )
      .option(
        '-j, --threads <number>',
        'threads to count with; the result is the same for any number',
        threadCount,
        'auto',
      );
  },

  async run(positional, given, terminal) {
    const { files, requests } = separateFiles(positional, given.metric ?? []);
    if (files.length === 0) {
      throw new UsageError(
        'No files given. Name the outputs to score, or - for standard input; see assay score --help.',
      );
    }
    checkOutputs(
      [given.segments, given.documents, given.output],
      [...files, ...(given.reference ?? []), given.source, given.labels],
    );
    const metrics = await createMetrics(requests.map(parseMetric));
    const twice = metrics.find(
      (metric, m) => metrics.findIndex((other) => printMetric(other) === printMetric(metric)) !== m,
    );
    if (twice) throw new UsageError(`The metric ${printMetric(twice)} is given twice.`);

    const task = await openTask({
      files,
      emptyReferences: given.emptyReferences,
      ...(given.reference && { references: given.reference }),
      ...(given.source !== undefined && { sources: given.source }),
      ...(given.labels !== undefined && { labels: given.labels }),
      ...(given.name && { names: given.name }),
      ...(given.inputFormat && { format: given.inputFormat }),
    });
    const wholeOnly = !given.by && !given.confidence && given.segments === undefined && given.documents === undefined;
    const evaluation = await evaluate(task, metrics, {
      threads: given.threads,
      keepRows: !wholeOnly,
      onProgress: ({ segments, share }) => terminal.progress({ share, text: counted(segments, 'segment') }),
    });
    const measured = evaluation.rows?.map((rows, m) =>
      measuredRows(metrics[m]!, evaluation.systems, evaluation.segments, rows),
    );
    const report = makeReport(
      metrics,
      evaluation,
      measured,
      given,
      { sha256: task.checksum ?? '', notes: task.notes },
      terminal,
    );
    if (measured && given.segments !== undefined) writeWhole(given.segments, segmentLines(measured, evaluation));
    if (measured && given.documents !== undefined) writeWhole(given.documents, documentLines(measured, evaluation));
    return report;
  },

  show(report, { format, digits, output }, style) {
    const shown =
      format === 'json'
        ? `${JSON.stringify(report, null, 2)}\n`
        : format === 'csv' || format === 'tsv'
          ? media[format](scoreRows(report))
          : media[format](scoreTables(report, digits), output === undefined ? style : undefined);
    if (output === undefined) return shown;
    writeWhole(output, [shown]);
    return undefined;
  },
};

export default score;

/** `-m` takes what follows it; a word that is no metric but a file is meant as a file. */
function separateFiles(
  positional: readonly string[],
  metrics: readonly string[],
): { files: string[]; requests: string[] } {
  const isFile = (word: string) => {
    try {
      parseMetric(word);
      return false;
    } catch {
      return word === '-' || existsSync(word);
    }
  };
  const files = [...positional, ...metrics.filter(isFile)];
  const requests = metrics.filter((word) => !isFile(word));
  return { files, requests: requests.length === 0 ? ['bleu', 'chrf', 'ter'] : requests };
}

function makeReport(
  metrics: readonly Metric[],
  evaluation: Evaluation,
  measured: readonly Measured[] | undefined,
  { by = [], confidence = false, level, samples, seed }: ScoreOptions,
  input: { sha256: string; notes: readonly string[] },
  terminal: Terminal,
): ScoreReport {
  const { systems, segments, sums, references } = evaluation;
  const share = level / 100;
  const bootstrap = confidence ? { samples, seed } : undefined;

  const intervals = (measurement: Measured): Score['interval'][] => {
    terminal.progress({ share: undefined, text: `drawing ${samples} samples of ${measurement.name}` });
    return bootstrapAll(measurement, samples, new Pcg64(seed)).map((scores) =>
      percentileInterval(scores.sort(), share),
    );
  };
  const block = (
    count: number,
    sumsOf: readonly Float64Array[],
    parts: readonly Measured[] | undefined,
  ): ScoreBlock => {
    const bounds = confidence && parts ? parts.map(intervals) : undefined;
    const scores = systems.map((_, s) =>
      metrics.map((metric, m): Score => {
        const width = metric.statistics.length;
        const own = sumsOf[m]!.subarray(s * width, (s + 1) * width);
        const interval = bounds?.[m]![s];
        const made = metric.parts?.(own);
        return { score: metric.score(own), ...(interval && { interval }), ...(made && { parts: made }) };
      }),
    );
    return { segments: count, scores };
  };

  const groups = by.flatMap((label) =>
    [...groupSegments(evaluation, label)].map(([value, members]) => {
      const parts = measured!.map((each) => subset(each, members));
      return { label, value, block: block(members.length, parts.map(sumRows), parts) };
    }),
  );
  return {
    version,
    systems,
    metrics: metrics.map((metric): ScoredMetric => {
      const signature = printSignature(metric, { references, ...(bootstrap && { bootstrap }) });
      const forSegments = printSignature(metric.forSegments, { references });
      const differs = forSegments !== printSignature(metric, { references });
      return {
        metric: printMetric(metric),
        name: metric.name,
        higherIsBetter: metric.higherIsBetter,
        signature,
        ...(differs && { segmentSignature: forSegments }),
      };
    }),
    all: block(segments, sums, measured),
    groups,
    ...(confidence && { confidence: { level: share, samples, seed } }),
    input: { references, ...input },
  };
}

/** Segments by the value of a label, in order of first appearance. */
function groupSegments({ labels, segments }: Evaluation, label: string): Map<string, number[]> {
  const values = labels.get(label);
  if (!values) {
    const known = [...labels.keys()];
    throw new UsageError(
      known.length === 0
        ? `There is no label ${label}: the input has no labels. Give --labels FILE, a TSV with a header and a row for each segment.`
        : `There is no label ${label}. ${suggest(label, known)}`,
    );
  }
  const groups = new Map<string, number[]>();
  for (let i = 0; i < segments; i++) {
    const members = groups.get(values[i]!);
    if (members) members.push(i);
    else groups.set(values[i]!, [i]);
  }
  return groups;
}

/** The same systems measured on some of the segments. */
function subset({ metric, systemNames, rows, width, segments }: Measured, members: readonly number[]): Measured {
  const chosen = new Float64Array(systemNames.length * members.length * width);
  let at = 0;
  for (let s = 0; s < systemNames.length; s++) {
    for (const i of members) {
      const from = (s * segments + i) * width;
      for (let k = 0; k < width; k++) chosen[at++] = rows[from + k]!;
    }
  }
  return measuredRows(metric, systemNames, members.length, chosen);
}

/** The sum of each system's rows. */
function sumRows({ systems, segments, rows, width }: Measured): Float64Array {
  const sums = new Float64Array(systems * width);
  for (let s = 0; s < systems; s++) {
    for (let i = 0, at = s * segments * width; i < segments; i++) {
      for (let k = 0; k < width; k++) sums[s * width + k]! += rows[at++]!;
    }
  }
  return sums;
}

function* segmentLines(measured: readonly Measured[], { systems, segments, labels }: Evaluation): Generator<string> {
  const names = [...labels.keys()];
  yield tsvLine(['segment', ...names, 'system', 'metric', 'score']);
  const metricNames = measured.map(({ metric }) => printMetric(metric));
  for (let i = 0; i < segments; i++) {
    const facts = names.map((name) => labels.get(name)![i]!);
    let lines = '';
    for (let s = 0; s < systems.length; s++) {
      measured.forEach((each, m) => {
        lines += tsvLine([
          String(i + 1),
          ...facts,
          systems[s]!,
          metricNames[m]!,
          String(each.segmentScore(s * segments + i)),
        ]);
      });
    }
    yield lines;
  }
}

function* documentLines(measured: readonly Measured[], evaluation: Evaluation): Generator<string> {
  yield tsvLine(['document', 'segments', 'system', 'metric', 'score']);
  for (const [document, members] of groupSegments(evaluation, 'document')) {
    const sums = measured.map((each) => sumRows(subset(each, members)));
    for (let s = 0; s < evaluation.systems.length; s++) {
      for (let m = 0; m < measured.length; m++) {
        const { metric, width } = measured[m]!;
        const score = metric.score(sums[m]!.subarray(s * width, (s + 1) * width));
        yield tsvLine([document, String(members.length), evaluation.systems[s]!, printMetric(metric), String(score)]);
      }
    }
  }
}

const tsvLine = (fields: readonly string[]): string => `${fields.map(tsvText).join('\t')}\n`;

const collect = (value: string, before: string[] | undefined): string[] => [...(before ?? []), value];

function numberBetween(low: number, high: number): (value: string) => number {
  return (value) => {
    const number = value.trim() === '' ? NaN : Number(value);
    if (!(number >= low && number <= high))
      throw new InvalidArgumentError(`It must be a number from ${low} to ${high}.`);
    return number;
  };
}

function integerBetween(low: number, high: number): (value: string) => number {
  const read = numberBetween(low, high);
  return (value) => {
    if (!Number.isInteger(read(value))) throw new InvalidArgumentError('It must be an integer.');
    return Number(value);
  };
}

const threadCount = (value: string): number | 'auto' => (value === 'auto' ? value : integerBetween(1, 256)(value));
