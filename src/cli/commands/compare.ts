/** `assay compare`: which system is better, how certain that is, and why. */
import { cuttingOf } from '../../compare/index.ts';
import { type Metric, UsageError, integers, numbersWithin, oneOf, pick, present } from '../../core/index.ts';
import { type WorkFolder, digestOf, filesLike, inputOf, nameOfPattern, readWordClasses } from '../../data/index.ts';
import { type CompareTaskOptions, compareCounted, compareTask, countFileWords } from '../../engine/index.ts';
import {
  type RunsOfSystem,
  comparableScores,
  comparePage,
  compareRows,
  compareTables,
  reportPage,
} from '../../report/index.ts';
import { comparisonDefaults as usual, comparisonTests } from '../../stats/index.ts';
import { checkNames } from '../../measure/index.ts';
import { type Terminal, defineCommand, warned } from '../command.ts';
import { analyses, primary, primaryPlace } from '../input/metricInput.ts';
import { importedOptions, openScores, openScored } from '../input/scoreInput.ts';
import * as shared from '../input/sharedOptions.ts';
import { testSetOptions, withTestSet } from '../input/testSetInput.ts';
import { metricsOf } from '../input/statisticsInput.ts';
import { divideWork, finishPart, workOptions } from '../input/workInput.ts';
import { type Given, inputFile, refuseOptions, texts, toggle, value, words } from '../options.ts';
import { readRows } from '../rows/rowsFile.ts';

/** Segments and n-grams listed by default: few, since a terminal is small. */
const listedInText = 5;
const listedInData = 10;

const options = {
  ...shared.textOptions,
  ...testSetOptions,
  metric: shared.scoringMetric('metrics, as for assay score; none to compute none (default: bleu chrf ter)'),
  ...importedOptions,
  rows: words(texts, {
    value: 'file',
    names: 'input',
    help: 'compare rows that assay score --rows wrote, without the texts; several files are parts of one test set',
  }),
  runs: words(texts, {
    value: 'pattern',
    help: "runs of each system, one pattern per system: 'base.*.txt', or name=pattern",
  }),
  runTest: value(oneOf(['crossed', 'stratified']), {
    value: 'test',
    default: 'crossed',
    help: 'significance test between systems with several runs',
  }),
  baseline: value(texts, {
    value: 'system',
    help: 'compare every other system with this one (default: compare all pairs)',
  }),
  test: value(oneOf(comparisonTests), {
    value: 'test',
    default: usual.test,
    help: 'significance test of each difference',
  }),
  correct: value(oneOf(['holm', 'bh', 'none']), {
    value: 'method',
    default: usual.correction,
    help: 'correction of p for multiple comparisons',
  }),
  unit: value(oneOf(['auto', 'segment', 'document']), {
    value: 'unit',
    default: 'auto',
    help: 'unit of resampling; auto: documents if there are at least 20, else segments',
  }),
  primary,
  interval: value(oneOf(['percentile', 'bca']), {
    value: 'kind',
    default: usual.interval,
    help: 'confidence interval of the difference',
  }),
  equivalence: value(numbersWithin(0), {
    value: 'points',
    help: 'test whether systems are equivalent: differences up to this count as none',
  }),
  power: toggle({ help: 'estimate the smallest difference that this test set can detect' }),
  why: toggle({ help: 'explain differences by parts of the test set, words, n-grams and segments' }),
  top: value(integers(1, 1000), {
    help: `segments and n-grams listed for each system (default: ${listedInText}; ${listedInData} in pages and data)`,
  }),
  frequencies: inputFile({ help: 'for --why: a text to count word frequencies in, such as the training data' }),
  wordClasses: inputFile({ help: 'for --why: TSV of words and their classes, such as parts of speech' }),
  alpha: value(numbersWithin(0, 1), {
    value: 'p',
    default: usual.alpha,
    help: 'significance level',
  }),
  samples: shared.samples('bootstrap samples, or random permutations', usual.samples),
  seed: shared.seed('seed of the samples', usual.seed),
  level: shared.level(usual.level),
  digits: shared.digits(2),
  analyses,
  ...shared.readingOptions,
  ...workOptions,
};

type CompareOptions = Given<typeof options>;

const compare = defineCommand({
  name: 'compare',
  summary: 'Compare systems: which is better, how certain that is, and why.',
  examples: [
    ['assay compare -r ref.txt base.txt new.txt -m bleu chrf', 'the difference, its confidence interval and p'],
    [
      'assay compare -r ref.txt base.txt a.txt b.txt --baseline base --test randomization',
      'all systems against a baseline, with another test',
    ],
    ['assay compare --testset wmt22 --pair en-de base.txt new.txt', 'on a test set by name'],
    ['assay compare -r ref.txt base.txt new.txt --why', 'where they differ, and in what'],
    ['assay compare -r ref.txt base.txt new.txt -o compare.html', 'a web page to browse every segment'],
    [
      'assay compare -r ref.txt base.txt new.txt --equivalence 0.5 --power',
      'are they equivalent? what can this test set detect?',
    ],
    ['assay compare base.txt new.txt --scores comet.json', 'scores of other programs, without references'],
    ['assay compare --rows rows.parquet', 'rows that assay score --rows wrote'],
    ["assay compare -r ref.txt --runs 'base.*.txt' 'new.*.txt'", 'several training runs of each system'],
  ],

  arguments: [{ typed: '[files...]', names: 'input', help: 'outputs of two or more systems, as for assay score' }],
  options,

  async run(typed, asked, terminal) {
    const { progress, formats } = terminal;
    if (asked.rows) return compareRowsOf(asked.rows, typed, asked, terminal);
    const runs = asked.runs && runsOf(asked.runs);
    const files = runs ? runs.flatMap((system) => system.files) : typed;
    const given = await withTestSet(asked, files.length > 0);
    checkRequest(typed, files, given, formats);
    const opened = files.length > 0 ? await openScored(files, given) : await openScores(given);
    const { task, metrics, sha256, keys } = { keys: undefined, ...opened };
    const { imported, notes } = comparableScores(opened.imported);
    if (metrics.length + imported.length === 0) {
      throw new UsageError(
        'Systems are compared by scores of their segments, but the files of --scores hold none. assay score --scores shows scores of systems.',
      );
    }
    const explain = given.part ? undefined : await explanationOf(given, metrics, formats);
    const division = dividedBy(given);
    const { report, texts: compared } = await compareTask(task, metrics, {
      ...settingsOf(given),
      ...present({ primary: primaryPlace(given.primary, [...metrics, ...imported]) }),
      ...present({ explain, keys, runs: runs && { test: given.runTest, systems: runs } }),
      imported,
      notes: [...opened.notes, ...notes],
      warnings: checkNames(files, given.reference ?? [], given.name !== undefined),
      checksums: [
        ...(files.length > 0 && sha256 !== undefined ? [sha256] : []),
        // Only the words taken from these files matter.
        ...[explain?.frequencies, explain?.wordClasses].flatMap((words) => (words ? [digestOf([...words])] : [])),
      ],
      onProgress: progress,
      ...present({ divide: division.divide }),
    });
    if (given.part) return finishPart(division.work!, terminal);
    warned(terminal, report.input.warnings ?? []);
    // Without texts there are no segments to browse.
    return { report, compared: files.length === 0 ? undefined : compared };
  },

  forms: {
    data: ({ report }) => report,
    tables: ({ report }, given) => compareTables(report, given.digits, given.top ?? listedInText),
    rows: ({ report }) => compareRows(report),
    page: ({ report, compared }, given) =>
      compared
        ? comparePage(report, compared)
        : reportPage(compareTables(report, given.digits, given.top ?? listedInText)),
  },
});

export default compare;

/** How systems are compared, whatever was read. */
const settingsOf = (given: CompareOptions) => ({
  settings: {
    test: given.test,
    correction: given.correct,
    ...pick(given, ['samples', 'seed']),
    level: given.level / 100,
    ...pick(given, ['alpha', 'interval', 'equivalence', 'power']),
  },
  ...pick(given, ['baseline', 'unit', 'threads']),
});

/** The folder of `--work`, which is opened once the input is known. */
function dividedBy(given: CompareOptions): { work?: WorkFolder; divide?: (sha256: string) => WorkFolder } {
  const open = divideWork('compare', given);
  if (!open) return {};
  const division: { work?: WorkFolder; divide: (sha256: string) => WorkFolder } = {
    divide: (sha256) => (division.work = open(sha256)),
  };
  return division;
}

/** Compares systems by rows from files. */
async function compareRowsOf(
  files: readonly string[],
  typed: readonly string[],
  given: CompareOptions,
  terminal: Terminal,
) {
  if (typed.length > 0) throw new UsageError(`--rows replaces the texts. Leave out ${typed[0]}, or --rows.`);
  refuseOptions(given, ['reference', 'source', 'labels', 'testset', 'name', 'metric', 'scores', 'task', 'runs', 'why', 'top', 'analyses', 'inputFormat', 'columns'], '--rows, which has no texts'); // prettier-ignore
  const { statistics, evaluation } = await readRows(files);
  const metrics = await metricsOf(statistics);
  const division = dividedBy(given);
  const { report } = await compareCounted(
    { evaluation, hypotheses: evaluation.systems.map(() => []), references: [], input: inputOf(statistics) },
    metrics,
    {
      ...settingsOf(given),
      ...present({ primary: primaryPlace(given.primary, metrics) }),
      onProgress: terminal.progress,
      ...present({ divide: division.divide }),
    },
  );
  if (given.part) return finishPart(division.work!, terminal);
  warned(terminal, report.input.warnings ?? []);
  return { report, compared: undefined };
}

function checkRequest(
  positional: readonly string[],
  files: readonly string[],
  given: CompareOptions,
  formats: readonly string[],
): void {
  if (given.runs && positional.length > 0) {
    throw new UsageError(
      `With --runs, name all outputs there. Move ${positional[0]} into a pattern of --runs, or leave it out.`,
    );
  }
  if (files.length === 0) checkWithoutTexts(given);
  const filesForWhy = { '--frequencies': given.frequencies, '--word-classes': given.wordClasses };
  for (const [flag, value] of Object.entries({ ...filesForWhy, '--top': given.top })) {
    if (value !== undefined && !given.why && (!formats.includes('html') || given.runs)) {
      throw new UsageError(`${flag} needs --why. Add --why, or leave out ${flag}.`);
    }
  }
  const rows = formats.find((format) => format === 'tsv' || format === 'csv');
  if (given.why && rows !== undefined) {
    throw new UsageError(
      `The results of --why cannot be written as ${rows}. Use -f text, markdown, latex, html or json, or leave out --why.`,
    );
  }
  if (given.runs) checkRuns(given);
  else if (given.runTest !== 'crossed') {
    throw new UsageError('--run-test is for --runs. For single outputs, use --test.');
  }
}

/** Scores from files can be compared without texts, but then options about texts are refused. */
function checkWithoutTexts({ scores, metric: metrics, why, reference, source, labels, name }: CompareOptions): void {
  if (!scores) throw new UsageError('No files given. Name the outputs to compare; see `assay compare --help`.');
  const isNone = metrics?.length === 1 && metrics[0] === 'none';
  const needsTexts = {
    '-m': isNone ? undefined : metrics,
    '--why': why,
    '-r': reference,
    '-s': source,
    '-l': labels,
    '-n': name,
  };
  for (const [flag, value] of Object.entries(needsTexts)) {
    if (value !== undefined) throw new UsageError(`${flag} needs the outputs, but only scores are given. Name the output files, or leave out ${flag}.`); // prettier-ignore
  }
}

/** Refuses options that do not work with several runs, instead of ignoring them. */
function checkRuns({ name, test, interval, equivalence, power, why }: CompareOptions): void {
  if (why) throw new UsageError('--why compares single outputs, not several runs of a system.');
  if (name) throw new UsageError('With --runs, name systems there: write name=pattern instead of -n.');
  if (test !== 'bootstrap') {
    throw new UsageError(
      `With --runs, choose the test with --run-test crossed or stratified, not with --test ${test}.`,
    );
  }
  const asked = { '--interval bca': interval === 'bca', '--equivalence': equivalence !== undefined, '--power': power };
  const [flag] = Object.entries(asked).find(([, isAsked]) => isAsked) ?? [];
  if (flag !== undefined) throw new UsageError(`${flag} is not for --runs. Leave it out.`);
}

/** The settings of the explanation, if `--why` or a page is requested. */
async function explanationOf(
  given: CompareOptions,
  metrics: readonly Metric[],
  formats: readonly string[],
): Promise<CompareTaskOptions['explain']> {
  if (given.runs || (!given.why && !formats.includes('html'))) return undefined;
  const { top = listedInData, frequencies, wordClasses } = given;
  return {
    top,
    ...present({
      frequencies: frequencies === undefined ? undefined : await countFileWords(frequencies, cuttingOf(metrics)),
      wordClasses: wordClasses === undefined ? undefined : await readWordClasses(wordClasses),
    }),
  };
}

/** `name=pattern` or a pattern, for each system. */
function runsOf(typed: readonly string[]): RunsOfSystem[] {
  const systems = typed.map((entry) => {
    const [, name, pattern = entry] = /^([^=*?/]+)=(.+)$/.exec(entry) ?? [];
    return { name: name ?? nameOfPattern(pattern), files: filesLike(pattern) };
  });
  const twice = systems.find(({ name }, s) => systems.findIndex((other) => other.name === name) !== s);
  if (twice) throw new UsageError(`Two systems of --runs have the name ${twice.name}. Rename one: name=pattern.`);
  const ofOther = new Map<string, string>();
  for (const { name, files } of systems) {
    for (const file of files) {
      const other = ofOther.get(file);
      if (other !== undefined) {
        throw new UsageError(
          `${file} matches the patterns of both ${other} and ${name}. Patterns must not share files.`,
        );
      }
      ofOther.set(file, name);
    }
  }
  return systems;
}
