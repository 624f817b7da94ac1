/** `assay compare`: which of some systems is better, how sure that is, and why. */
import { cuttingOf } from '../../compare/index.ts';
import { type Metric, UsageError, integers, numbersWithin, oneOf, pick, present } from '../../core/index.ts';
import { digestOf, filesLike, nameOfPattern, readScores, readWordClasses } from '../../data/index.ts';
import { type CompareTaskOptions, compareTask, countFileWords, scoresTask } from '../../engine/index.ts';
import { type RunsOfSystem, comparePage, compareRows, compareTables, media, pageHtml } from '../../report/index.ts';
import { comparisonDefaults as usual, comparisonTests } from '../../stats/index.ts';
import { defineCommand } from '../command.ts';
import { analyses, requestedMetrics, withAnalyses } from '../input/metricInput.ts';
import * as shared from '../input/sharedOptions.ts';
import { type Given, inputFile, texts, toggle, value, words } from '../options.ts';

/** Segments and n-grams listed if not asked for more: a terminal is small. */
const listedInText = 5;
const listedInData = 10;

const options = {
  ...shared.textOptions,
  metric: shared.metric('metrics, as for assay score (default: bleu chrf ter)'),
  scores: words(texts, {
    value: 'file',
    names: 'input',
    help: 'scores of segments by metrics computed elsewhere: TSV, or as WMT has them',
  }),
  lowerIsBetter: words(texts, { value: 'metric', help: 'metrics of --scores that count errors' }),
  runs: words(texts, {
    value: 'pattern',
    help: "runs of systems, one pattern each: 'base.*.txt', or name=pattern",
  }),
  runTest: value(oneOf(['crossed', 'stratified']), {
    value: 'test',
    default: 'crossed',
    help: 'test between systems of several runs',
  }),
  baseline: value(texts, { value: 'system', help: 'compare all others with this one; without it, all pairs' }),
  test: value(oneOf(comparisonTests), { value: 'test', default: usual.test, help: 'test of each difference' }),
  correct: value(oneOf(['holm', 'bh', 'none']), {
    value: 'method',
    default: usual.correction,
    help: 'correction of p for many comparisons',
  }),
  unit: value(oneOf(['segment', 'document']), {
    value: 'unit',
    default: 'segment',
    help: 'what is drawn and exchanged as a whole',
  }),
  interval: value(oneOf(['percentile', 'bca']), {
    value: 'kind',
    default: usual.interval,
    help: 'interval of the difference',
  }),
  equivalence: value(numbersWithin(0), {
    value: 'points',
    help: 'differences up to this count as none: are systems equally good?',
  }),
  power: toggle({ help: 'the smallest difference that this test set would show' }),
  why: toggle({ help: 'parts of the test set, words, n-grams and segments by which systems differ' }),
  top: value(integers(1, 1000), {
    help: `segments and n-grams listed for each system (default: ${listedInText}, in pages and data ${listedInData})`,
  }),
  frequencies: inputFile({ help: 'for --why: a text, such as the training data, to count words in' }),
  wordClasses: inputFile({ help: 'for --why: TSV of words and their classes, such as parts of speech' }),
  alpha: value(numbersWithin(0, 1), {
    value: 'p',
    default: usual.alpha,
    help: 'greatest p of a significant difference',
  }),
  samples: shared.samples('resamples, or random exchanges', usual.samples),
  seed: shared.seed('seed of the samples', usual.seed),
  level: shared.level(usual.level),
  digits: shared.digits(2),
  analyses,
  ...shared.readingOptions,
};

type CompareOptions = Given<typeof options>;

const compare = defineCommand({
  name: 'compare',
  summary: 'Compare systems: which is better, how sure that is, and why.',
  examples: [
    ['assay compare -r ref.txt base.txt new.txt -m bleu chrf', 'the difference, its interval and p'],
    [
      'assay compare -r ref.txt base.txt a.txt b.txt --baseline base --test randomization',
      'others against one, another test',
    ],
    ['assay compare -r ref.txt base.txt new.txt --why', 'where and by what they differ'],
    ['assay compare -r ref.txt base.txt new.txt -o compare.html', 'one page, with every segment to look at'],
    [
      'assay compare -r ref.txt base.txt new.txt --equivalence 0.5 --power',
      'are they equal? what would this test set show?',
    ],
    ["assay compare -r ref.txt --runs 'base.*.txt' 'new.*.txt'", 'several training runs of each system'],
  ],

  arguments: [{ typed: '[files...]', names: 'input', help: 'outputs of two or more systems, as for assay score' }],
  options,

  async run(typed, given, { progress, formats }) {
    const runs = given.runs && runsOf(given.runs);
    const files = runs ? runs.flatMap((system) => system.files) : typed;
    checkRequest(typed, files, given, formats);
    const scoreFiles = given.scores ?? [];
    const metrics = await requestedMetrics(
      given.metric ?? (scoreFiles.length > 0 ? [] : ['bleu', 'chrf', 'ter']),
      withAnalyses(files, given),
    );
    const { imported, notes, sha256 } = await importedScores(scoreFiles, given);
    const explain = await explanationOf(given, metrics, formats);
    const { task, keys } =
      files.length === 0 ? scoresTask(imported, sha256) : { task: await shared.openTexts(files, given) };
    const { report, texts: compared } = await compareTask(task, metrics, {
      settings: {
        test: given.test,
        correction: given.correct,
        ...pick(given, ['samples', 'seed']),
        level: given.level / 100,
        ...pick(given, ['alpha', 'interval', 'equivalence', 'power']),
      },
      ...pick(given, ['baseline', 'unit', 'threads']),
      ...present({ explain, keys, runs: runs && { test: given.runTest, systems: runs } }),
      imported,
      notes,
      checksums: [
        ...(files.length > 0 && scoreFiles.length > 0 ? [sha256] : []),
        // What matters of these is what was taken from them.
        ...[explain?.frequencies, explain?.wordClasses].flatMap((words) => (words ? [digestOf([...words])] : [])),
      ],
      onProgress: progress,
    });
    // Without texts there is no segment to look at.
    return { report, compared: files.length === 0 ? undefined : compared };
  },

  forms: {
    data: ({ report }) => report,
    tables: ({ report }, given) => compareTables(report, given.digits, given.top ?? listedInText),
    rows: ({ report }) => compareRows(report),
    page: ({ report, compared }, given) =>
      compared
        ? pageHtml(comparePage(report, compared))
        : media.html(compareTables(report, given.digits, given.top ?? listedInText)),
  },
});

export default compare;

function checkRequest(
  positional: readonly string[],
  files: readonly string[],
  given: CompareOptions,
  formats: readonly string[],
): void {
  if (given.runs && positional.length > 0) {
    throw new UsageError(`With --runs all outputs are named there; ${positional[0]} is not.`);
  }
  if (files.length === 0) checkWithoutTexts(given);
  const filesForWhy = { '--frequencies': given.frequencies, '--word-classes': given.wordClasses };
  for (const [flag, value] of Object.entries({ ...filesForWhy, '--top': given.top })) {
    if (value !== undefined && !given.why && (!formats.includes('html') || given.runs)) {
      throw new UsageError(`${flag} is for --why. Add it, or leave out ${flag}.`);
    }
  }
  const rows = formats.find((format) => format === 'tsv' || format === 'csv');
  if (given.why && rows !== undefined) {
    throw new UsageError(
      `What --why finds does not fit into rows of pairs (${rows}). Take -f text, markdown, latex, html or json, or leave out --why.`,
    );
  }
  if (given.lowerIsBetter && !given.scores) {
    throw new UsageError('--lower-is-better is for metrics of --scores. Add them, or leave it out.');
  }
  if (given.runs) checkRuns(given);
  else if (given.runTest !== 'crossed') {
    throw new UsageError('--run-test is for --runs. Without several runs of a system, see --test.');
  }
}

/** Scores from files can be compared by themselves, but nothing can be said of texts that are not there. */
function checkWithoutTexts({ scores, metric: metrics, why, reference, source, labels, name }: CompareOptions): void {
  if (!scores) throw new UsageError('No files given. Name the outputs to compare; see assay compare --help.');
  const needsTexts = { '-m': metrics, '--why': why, '-r': reference, '-s': source, '-l': labels, '-n': name };
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
  const asked = { '--interval bca': interval === 'bca', '--equivalence': equivalence !== undefined, '--power': power };
  const [flag] = Object.entries(asked).find(([, isAsked]) => isAsked) ?? [];
  if (flag !== undefined) throw new UsageError(`${flag} is not for --runs. Leave it out.`);
}

/** What `--why` and pages need to know, if either is asked for. */
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
async function importedScores(files: readonly string[], given: CompareOptions) {
  if (files.length === 0) return { imported: [], notes: [], sha256: '' };
  const { scores, notes, sha256 } = await readScores({ files, ...pick(given, ['lowerIsBetter']) });
  const tasks = new Set(scores.map(({ task }) => task));
  if (tasks.size > 1) {
    throw new UsageError(`The files of --scores hold several tasks: ${[...tasks].join(', ')}. Give those of one.`);
  }
  return { imported: scores.map((each) => each.scores), notes, sha256 };
}
