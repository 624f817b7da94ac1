/** `assay sacrebleu`: the flags, the numbers and the standard output of sacreBLEU 2.6.0. Post (WMT 2018). */
import { isUsageError, sumRows, version } from '../../core/index.ts';
import { sacrebleuFolder } from '../../data/testSets/places.ts';
import { type Measured, bySegment, measureAll } from '../../measure/index.ts';
import { ArgumentFailure, ExitCode, Failure, Log, unsupported } from '../sacrebleu/failure.ts';
import { type Environment, type Settings, helpPage, readSettings, usage } from '../sacrebleu/flags.ts';
import { type Texts, checkLengths, filterTexts, readReferences, readSystems } from '../sacrebleu/input.ts';
import { type CompatibleMetric, compatibleMetrics, compatibleSignature, emulated } from '../sacrebleu/metrics.ts';
import { formatFixed } from '../sacrebleu/numbers.ts';
import { type PairedTest, pairedTest, testPairs } from '../sacrebleu/paired.ts';
import { confidence, readSeed } from '../sacrebleu/resamples.ts';
import * as print from '../sacrebleu/results.ts';
import { citeSets, downloadSet, echo, listSets, openSets } from '../sacrebleu/testSets.ts';

export interface SacrebleuIo {
  readonly stdin: NodeJS.ReadableStream;
  readonly env: Environment;
  /** Standard output is a terminal, so colours are wanted unless refused. */
  readonly terminal?: boolean;
}

export interface Output {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

export async function sacrebleu(argv: readonly string[], io: SacrebleuIo): Promise<Output> {
  const log = new Log();
  try {
    const settings = readSettings(argv, io.env);
    if (settings === 'help') return { stdout: helpPage(), stderr: '', exitCode: 0 };
    if (settings === 'version') {
      return { stdout: `assay ${version} (as sacrebleu ${emulated})\n`, stderr: '', exitCode: 0 };
    }
    log.quiet = settings.quiet;
    const stdout = await run(settings, io, log);
    return { stdout, stderr: log.text, exitCode: 0 };
  } catch (error) {
    // Metrics refuse settings they cannot honour with a UsageError; everything else is a bug.
    if (!(error instanceof Failure) && !isUsageError(error)) throw error;
    const stderr =
      error instanceof ArgumentFailure ? `${usage}assay sacrebleu: ${error.message}\n` : log.with(error.message);
    return { stdout: '', stderr, exitCode: error instanceof Failure ? error.exitCode : ExitCode.failed };
  }
}

async function run(settings: Settings, io: SacrebleuIo, log: Log): Promise<string> {
  if (settings.detail) throw unsupported('--detail', 'give --origlang and --subset one by one.');
  if (settings.download !== undefined) {
    await downloadSet(settings, io.env);
    return '';
  }
  if (settings.list) return listSets(settings, io.env);
  if (settings.sentenceLevel && settings.metrics.length > 1) throw new Failure('-sl takes one metric only.');
  if (settings.citation) {
    if (settings.testSet === undefined) throw new Failure('--cite needs a test set (-t).');
    return citeSets(settings, io.env);
  }
  checkSettings(settings);
  const sets = settings.testSet === undefined ? [] : await openSets(settings, io.env);
  if (settings.echo) {
    const printed = [];
    for (const set of sets) printed.push(await echo(set, settings.echo, settings));
    return printed.join('');
  }
  if (settings.languagePair !== undefined && settings.languagePair !== '' && !settings.languagePair.includes('-')) {
    throw new Failure(`-l must be a language pair such as en-de, not ${settings.languagePair}.`);
  }
  if (sets.length > 0 && settings.tokenize === 'none') {
    log.warn('With -tok none, BLEU treats the texts as tokenized; its scores are not comparable with published ones.');
  }

  const references = await readReferences(settings, sets, log);
  const systems = await readSystems(settings, io.stdin, log);
  if (settings.sentenceLevel && systems.names.length !== 1) throw new Failure('-sl scores one system.');
  const isPaired = settings.pairedBs || settings.pairedAr;
  if (settings.sentenceLevel && (settings.confidence || isPaired)) {
    throw new Failure('-sl cannot be combined with --confidence or paired tests.');
  }
  if (isPaired && systems.names.length < 2) throw new Failure('A paired test needs a baseline and another system.');
  if (systems.names.length > 1 && settings.confidence) throw new Failure('--confidence is for one system only.');

  const texts = await filterTexts({ ...systems, references }, sets, settings);
  checkLengths(texts, settings);
  const metrics = await compatibleMetrics(settings, {
    cache: sacrebleuFolder(io.env),
    env: io.env,
    warn: (message) => log.warn(message),
  });
  const measured = measureAll(
    metrics.map(({ metric }) => metric),
    { references: bySegment(...texts.references) },
    texts.systems,
  );
  // JSON of paired tests has numbers in full, whatever the width.
  if (settings.width < 0 && !(isPaired && settings.format === 'json')) {
    throw new Failure(`The width (-w) cannot be negative: ${settings.width}.`);
  }
  return score(metrics, measured, texts, settings, io, log);
}

function score(
  metrics: readonly CompatibleMetric[],
  measured: readonly Measured[],
  texts: Texts,
  settings: Settings,
  io: SacrebleuIo,
  log: Log,
): string {
  const { names, references } = texts;
  const { width, scoreOnly, format, short, confidenceN } = settings;
  const colors = io.terminal === true && !settings.noColor && !io.env['NO_COLOR'];
  const style = { width, scoreOnly, colors };
  if (settings.sentenceLevel) return sentences(metrics[0]!, measured[0]!, references.length, settings, style);
  if (!settings.force && metrics.some(({ id }) => id === 'bleu')) {
    for (const system of texts.systems) warnIfTokenized(system, log);
  }
  if (names.length > 1) log.info(`Found ${names.length} systems.`);
  const test = pairedTest(settings, () => readSeed(io.env));
  if (test) return comparePairs(metrics, measured, texts, settings, test, style);

  const seed = settings.confidence && confidenceN > 1 ? readSeed(io.env) : undefined;
  const facts = {
    references: references.length,
    chance: seed && { test: 'bs' as const, samples: confidenceN, seed: seed.typed.toLowerCase() },
    short: short && !(format === 'json' && names.length === 1),
  };
  const results = names.map((_, system) =>
    metrics.map((compatible, m): print.Result => {
      const { id, metric, sample } = compatible;
      const measurement = measured[m]!;
      const sums = sumRows(measurement, system);
      return {
        name: metric.name,
        score: compatible.score(sums),
        signature: compatibleSignature(compatible, metric, facts),
        confidence: seed && confidence(measurement, confidenceN, seed.next(), sample),
        details: id === 'bleu' ? bleuDetails(metric, sums) : undefined,
      };
    }),
  );
  if (names.length === 1) return (format === 'json' ? print.systemJson : print.systemText)(results[0]!, style);
  if (format === 'json') return print.systemsJson({ names, results }, style);
  if (names.length === 0) throw new Failure('There are no systems to make a table of.');
  return print.systemsTable({ names, results }, format === 'latex', style);
}

/** Every system against the first. */
function comparePairs(
  metrics: readonly CompatibleMetric[],
  measured: readonly Measured[],
  { names: [baseline, ...others], references }: Texts,
  { input, format, short }: Settings,
  test: PairedTest,
  style: print.Style,
): string {
  const { value } = test.seed;
  const chance = { test: test.test, samples: test.samples, seed: value === undefined ? 'none' : String(value) };
  const results = {
    names: input ? [`Baseline: ${baseline}`, ...others] : ['Baseline', ...others.map((_, s) => `System ${s + 1}`)],
    metrics: metrics.map((compatible, m) => ({
      name: compatible.metric.name,
      signature: compatibleSignature(compatible, compatible.metric, { references: references.length, chance, short }),
      results: testPairs(compatible, measured[m]!, test),
    })),
  };
  return format === 'json' ? print.pairedJson(results) : print.pairedTable(results, test, format === 'latex', style);
}

/** One line for each segment, whatever the format. */
function sentences(
  compatible: CompatibleMetric,
  measurement: Measured,
  references: number,
  { short }: Settings,
  style: print.Style,
): string {
  const { forSegments } = compatible.metric;
  const signature = compatibleSignature(compatible, forSegments, { references, short });
  const { rows, width, segments } = measurement;
  const lines = Array.from({ length: segments }, (_, i) => {
    const row = rows.subarray(i * width, (i + 1) * width);
    const details = compatible.id === 'bleu' ? bleuDetails(forSegments, row) : undefined;
    return print.resultLine({ name: forSegments.name, score: forSegments.score(row), signature, details }, style);
  });
  return lines.map((line) => `${line}\n`).join('');
}

/** `64.2/38.4/25.0/16.9 (BP = 1.000 ratio = 1.021 hyp_len = 64 ref_len = 63)`. */
function bleuDetails(metric: CompatibleMetric['metric'], sums: ArrayLike<number>): string {
  const parts = metric.parts!(sums);
  const precisions = [1, 2, 3, 4].map((n) => formatFixed(parts[`precision ${n}`]!, 1)).join('/');
  const brevity = formatFixed(parts['brevity penalty']!, 3);
  const ratio = formatFixed(parts['length ratio']!, 3);
  return `${precisions} (BP = ${brevity} ratio = ${ratio} hyp_len = ${sums[0]} ref_len = ${sums[1]})`;
}

/** As in sacreBLEU, from 100 segments that end in a space and a full stop. */
function warnIfTokenized(system: readonly string[], log: Log): void {
  const ends = system.filter((text) => text.endsWith(' .')).length;
  if (ends < 100) return;
  log.warn(
    `${ends} segments end in a full stop after a space: these texts look tokenized, which can lower their scores.`,
  );
  log.warn('Detokenize them, or add --force to silence this warning.');
}

function checkSettings(settings: Settings): void {
  const { testSet, references } = settings;
  if (settings.numRefs !== 1 && (testSet !== undefined || references.length > 1)) {
    throw new Failure('--num-refs is for one reference file with a column for each reference.');
  }
  if (testSet === undefined) {
    if (references.length === 0) {
      throw new Failure('Give reference files, before -i, or a test set (-t) and a language pair (-l).');
    }
    if (settings.echo) throw new Failure('--echo needs a test set (-t) and a language pair (-l).');
  } else if (references.length > 0) {
    throw new Failure('Give either reference files or a test set (-t), not both.');
  } else if (settings.languagePair === undefined) {
    throw new Failure('A test set needs a language pair (-l).');
  }
}
