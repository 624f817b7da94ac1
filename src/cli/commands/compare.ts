/** `assay compare`: which of some systems is better, how sure that is, and why. */
import { type Command, Option } from 'commander';
import { cuttingOf } from '../../compare/index.ts';
import { type Metric, UsageError } from '../../core/index.ts';
import {
  checkStandardInput,
  digestOf,
  filesLike,
  nameOfPattern,
  readScores,
  readWordClasses,
} from '../../data/index.ts';
import { type CompareTaskOptions, compareTask, countFileWords, scoresTask } from '../../engine/index.ts';
import type { Scores } from '../../meta/index.ts';
import {
  type CompareReport,
  type RunsOfSystem,
  comparePage,
  compareRows,
  compareTables,
  pageHtml,
} from '../../report/index.ts';
import { type ComparisonTestId, type Correction, type RunTestId, comparisonTests } from '../../stats/index.ts';
import { type AnalysesOptions, declareAnalyses, withAnalyses } from '../analysesInput.ts';
import { collect, integerBetween, numberAbove, numberBetween, requestedMetrics, separateFiles } from '../arguments.ts';
import type { CliCommand } from '../command.ts';
import { type TextOptions, declareReading, openTexts } from '../textInput.ts';
import { type ReportFormat, reportFormats, showReport } from '../reportForm.ts';
import { filesOfMetrics } from '../metricFiles.ts';
import { checkOutputs, writeWhole } from '../output.ts';

/** Segments and n-grams listed if not asked for more: a terminal is small. */
const listedInText = 5;
const listedInData = 10;

interface CompareOptions extends TextOptions, AnalysesOptions {
  metric?: string[];
  scores?: string[];
  lowerIsBetter?: string[];
  runs?: string[];
  runTest: RunTestId;
  baseline?: string;
  test: ComparisonTestId;
  correct: Correction;
  unit: 'segment' | 'document';
  interval: 'percentile' | 'bca';
  equivalence?: number;
  power?: boolean;
  why?: boolean;
  top?: number;
  frequencies?: string;
  wordClasses?: string;
  alpha: number;
  samples: number;
  seed: number;
  level: number;
  report?: string;
  format: ReportFormat;
  digits: number;
  output?: string;
}

const compare: CliCommand<CompareOptions, CompareReport> = {
  name: 'compare',
  summary: 'Compare systems: which is better, how sure that is, and why.',
  examples: [
    ['assay compare -r ref.txt base.txt new.txt -m bleu chrf', 'the difference, its interval and p'],
    [
      'assay compare -r ref.txt base.txt a.txt b.txt --baseline base --test randomization',
      'others against one, another test',
    ],
    ['assay compare -r ref.txt base.txt new.txt --why', 'where and by what they differ'],
    ['assay compare -r ref.txt base.txt new.txt --report compare.html', 'one page, with every segment to look at'],
    [
      'assay compare -r ref.txt base.txt new.txt --equivalence 0.5 --power',
      'are they equal? what would this test set show?',
    ],
    ["assay compare -r ref.txt --runs 'base.*.txt' 'new.*.txt'", 'several training runs of each system'],
  ],

  declare(command: Command) {
    command
      .argument('[files...]', 'outputs of two or more systems, as for assay score')
      .option('-r, --reference <file>', 'reference translation; repeat for several', collect)
      .option('-s, --source <file>', 'source text, for metrics that read it and for the page')
      .option('-m, --metric <metric...>', 'metrics, as for assay score (default: bleu chrf ter)')
      .option('--scores <file...>', 'scores of segments by metrics computed elsewhere: TSV, or as WMT has them')
      .option('--lower-is-better <metric...>', 'metrics of --scores that count errors')
      .option('-l, --labels <file>', 'TSV with a header and a row for each segment: document, domain, …')
      .option('-n, --name <name>', 'name of a system, in the order of the files; repeat for several', collect)
      .option('--runs <pattern...>', "runs of systems, one pattern each: 'base.*.txt', or name=pattern")
      .addOption(
        new Option('--run-test <test>', 'test between systems of several runs')
          .choices(['crossed', 'stratified'])
          .default('crossed'),
      )
      .option('--baseline <system>', 'compare all others with this one; without it, all pairs')
      .addOption(
        new Option('--test <test>', 'test of each difference').choices([...comparisonTests]).default('bootstrap'),
      )
      .addOption(
        new Option('--correct <method>', 'correction of p for many comparisons')
          .choices(['holm', 'bh', 'none'])
          .default('holm'),
      )
      .addOption(
        new Option('--unit <unit>', 'what is drawn and exchanged as a whole')
          .choices(['segment', 'document'])
          .default('segment'),
      )
      .addOption(
        new Option('--interval <kind>', 'interval of the difference')
          .choices(['percentile', 'bca'])
          .default('percentile'),
      )
      .option(
        '--equivalence <points>',
        'differences up to this count as none: are systems equally good?',
        numberAbove(0, Infinity),
      )
      .option('--power', 'the smallest difference that this test set would show')
      .option('--why', 'parts of the test set, words, n-grams and segments by which systems differ')
      .option(
        '--top <number>',
        `segments and n-grams listed for each system (default: ${listedInText}, in pages and data ${listedInData})`,
        integerBetween(1, 1000),
      )
      .option('--frequencies <file>', 'for --why: a text, such as the training data, to count words in')
      .option('--word-classes <file>', 'for --why: TSV of words and their classes, such as parts of speech')
      .option('--alpha <p>', 'greatest p of a significant difference', numberAbove(0, 1), 0.05)
      .option('--samples <number>', 'resamples, or random exchanges', integerBetween(1, 10_000_000), 10_000)
      .option('--seed <number>', 'seed of the samples', integerBetween(0, Number.MAX_SAFE_INTEGER), 12345)
      .option('--level <percent>', 'confidence level of the intervals', numberBetween(50, 99.99), 95)
      .option('--report <file>', 'write a page (HTML) with charts and all segments, complete in itself')
      .addOption(new Option('-f, --format <format>', 'form of the report').choices(reportFormats).default('text'))
      .option('-w, --digits <number>', 'decimals shown', integerBetween(0, 15), 2)
      .option('-o, --output <file>', 'write the report to a file');
    declareAnalyses(command);
    declareReading(command);
  },

  async run(positional, given, terminal) {
    const typed = separateFiles(positional, given.metric ?? [], given.name !== undefined);
    const runs = given.runs && runsOf(given.runs);
    const files = runs ? runs.flatMap((system) => system.files) : typed.files;
    checkRequest(typed.files, files, given);
    const scoreFiles = given.scores ?? [];
    checkOutputs(
      [given.report, given.output],
      [
        ...files,
        ...(given.reference ?? []),
        ...scoreFiles,
        ...(given.analyses ?? []),
        given.source,
        given.labels,
        given.frequencies,
        given.wordClasses,
        ...filesOfMetrics(typed.requests),
      ],
    );
    const metrics = await requestedMetrics(
      typed.requests.length > 0 ? typed.requests : scoreFiles.length > 0 ? [] : ['bleu', 'chrf', 'ter'],
      withAnalyses(files, given),
    );
    const { imported, notes, sha256 } = await importedScores(scoreFiles, given.lowerIsBetter);
    const explain = await explanationOf(given, metrics);
    const { task, keys } = files.length === 0 ? scoresTask(imported, sha256) : { task: await openTexts(files, given) };
    const { report, texts } = await compareTask(task, metrics, {
      ...optionsOf(given),
      ...(explain && { explain }),
      imported,
      notes,
      checksums: [
        ...(files.length > 0 && scoreFiles.length > 0 ? [sha256] : []),
        // What matters of these is what was taken from them.
        ...[explain?.frequencies, explain?.wordClasses].flatMap((words) => (words ? [digestOf([...words])] : [])),
      ],
      ...(keys && { keys }),
      ...(runs && { runs: { test: given.runTest, systems: runs } }),
      onProgress: (done) => terminal.progress(done),
    });
    if (given.report !== undefined) {
      terminal.progress({ share: undefined, text: 'charts' });
      const page = comparePage(report, texts);
      await writeWhole(given.report, [pageHtml(page)]);
    }
    return report;
  },

  show(report, { format, digits, top = listedInText }, style) {
    const forms = { tables: () => compareTables(report, digits, top), rows: () => compareRows(report) };
    return showReport(report, format, forms, style);
  },
};

export default compare;

function checkRequest(positional: readonly string[], files: readonly string[], given: CompareOptions): void {
  if (given.runs && positional.length > 0) {
    throw new UsageError(`With --runs all outputs are named there; ${positional[0]} is not.`);
  }
  if (files.length === 0) checkWithoutTexts(given);
  const filesForWhy = { '--frequencies': given.frequencies, '--word-classes': given.wordClasses };
  for (const [flag, value] of Object.entries({ ...filesForWhy, '--top': given.top })) {
    if (value !== undefined && !given.why && (given.report === undefined || given.runs)) {
      throw new UsageError(`${flag} is for --why. Add it, or leave out ${flag}.`);
    }
  }
  if (given.why && (given.format === 'tsv' || given.format === 'csv')) {
    throw new UsageError(
      `What --why finds does not fit into rows of pairs (${given.format}). Take -f text, markdown, latex, html or json, or leave out --why.`,
    );
  }
  if (given.lowerIsBetter && !given.scores) {
    throw new UsageError('--lower-is-better is for metrics of --scores. Add them, or leave it out.');
  }
  if (given.runs) checkRuns(given);
  else if (given.runTest !== 'crossed') {
    throw new UsageError('--run-test is for --runs. Without several runs of a system, see --test.');
  }
  const read = [...files, ...(given.reference ?? []), ...(given.scores ?? []), given.source, given.labels];
  checkStandardInput([...read, ...Object.values(filesForWhy)]);
}

/** Scores from files can be compared by themselves, but nothing can be said of texts that are not there. */
function checkWithoutTexts({ scores, metric, why, report, reference, source, labels, name }: CompareOptions): void {
  if (!scores) throw new UsageError('No files given. Name the outputs to compare; see assay compare --help.');
  const needsTexts = {
    '-m': metric,
    '--why': why,
    '--report': report,
    '-r': reference,
    '-s': source,
    '-l': labels,
    '-n': name,
  };
  for (const [flag, value] of Object.entries(needsTexts)) {
    if (value !== undefined) throw new UsageError(`${flag} needs the outputs, but only scores are given. Name them, or leave out ${flag}.`); // prettier-ignore
  }
}

/** Refuses what is not done with several runs, rather than leave it out in silence. */
function checkRuns({ name, test, interval, equivalence, power, why }: CompareOptions): void {
  if (why) throw new UsageError('--why compares single outputs, not several runs of a system.');
  if (name) throw new UsageError('With --runs systems are named there: name=pattern instead of -n.');
  if (test !== 'bootstrap') {
    throw new UsageError(`With --runs the test is --run-test crossed or stratified, not --test ${test}.`);
  }
  const asked = [
    ...(interval === 'bca' ? ['--interval bca'] : []),
    ...(equivalence === undefined ? [] : ['--equivalence']),
    ...(power ? ['--power'] : []),
  ];
  if (asked.length > 0) throw new UsageError(`${asked[0]} is not for --runs. Leave it out.`);
}

function optionsOf(given: CompareOptions): Omit<CompareTaskOptions, 'imported' | 'runs' | 'explain' | 'onProgress'> {
  const { test, correct, samples, seed, level, alpha, interval, equivalence, power, baseline, unit, threads } = given;
  return {
    settings: {
      test,
      correction: correct,
      samples,
      seed,
      level: level / 100,
      alpha,
      interval,
      ...(equivalence !== undefined && { equivalence }),
      ...(power && { power }),
    },
    ...(baseline !== undefined && { baseline }),
    unit,
    threads,
  };
}

/** What `--why` and pages need to know, if either is asked for. */
async function explanationOf(
  given: CompareOptions,
  metrics: readonly Metric[],
): Promise<CompareTaskOptions['explain']> {
  if (given.runs || (!given.why && given.report === undefined)) return undefined;
  const { top = listedInData, frequencies, wordClasses } = given;
  return {
    top,
    ...(frequencies !== undefined && { frequencies: await countFileWords(frequencies, cuttingOf(metrics)) }),
    ...(wordClasses !== undefined && { wordClasses: await readWordClasses(wordClasses) }),
  };
}

/** `name=pattern` or a pattern, for each system. */
function runsOf(typed: readonly string[]): RunsOfSystem[] {
  const systems = typed.map((entry) => {
    const [, name, pattern = entry] = /^([^=*?/]+)=(.+)$/.exec(entry) ?? [];
    return { name: name ?? nameOfPattern(pattern), files: filesLike(pattern) };
  });
  const twice = systems.find(({ name }, s) => systems.findIndex((other) => other.name === name) !== s);
  if (twice) throw new UsageError(`Two systems of --runs are called ${twice.name}. Name them: name=pattern.`);
  const ofOther = new Map<string, string>();
  for (const { name, files } of systems) {
    for (const file of files) {
      const other = ofOther.get(file);
      if (other !== undefined) {
        throw new UsageError(
          `${file} would be a run of ${other} and of ${name}. Each pattern must have files of its own.`,
        );
      }
      ofOther.set(file, name);
    }
  }
  return systems;
}

/** Scores of one task: what is compared has no others. */
async function importedScores(
  files: readonly string[],
  lowerIsBetter: readonly string[] | undefined,
): Promise<{ imported: Scores[]; notes: readonly string[]; sha256: string }> {
  if (files.length === 0) return { imported: [], notes: [], sha256: '' };
  const { scores, notes, sha256 } = await readScores({ files, ...(lowerIsBetter && { lowerIsBetter }) });
  const tasks = new Set(scores.map(({ task }) => task));
  if (tasks.size > 1) {
    throw new UsageError(`The files of --scores hold several tasks: ${[...tasks].join(', ')}. Give those of one.`);
  }
  return { imported: scores.map((each) => each.scores), notes, sha256 };
}
