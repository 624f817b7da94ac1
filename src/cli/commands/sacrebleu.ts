/** `assay sacrebleu`: the flags, the numbers and the standard output of sacreBLEU 2.6.0. Post (WMT 2018). */
import { isUsageError, sumRows, systemScore, version } from '../../core/index.ts';
import { type Measured, bySegment, measureAll } from '../../measure/index.ts';
import { confidence, readSeed } from '../sacrebleu/confidence.ts';
import { ArgumentFailure, ExitCode, Failure, unsupported } from '../sacrebleu/failure.ts';
import { type Environment, type Settings, helpPage, readSettings, usage } from '../sacrebleu/flags.ts';
import { type Texts, checkLengths, filterTexts, readReferences, readSystems } from '../sacrebleu/input.ts';
import { Log } from '../sacrebleu/log.ts';
import { type CompatibleMetric, compatibleMetrics, compatibleSignature, emulated } from '../sacrebleu/metrics.ts';
import { formatFixed } from '../sacrebleu/numbers.ts';
import * as print from '../sacrebleu/results.ts';
import { cacheDirectory, echo, openSets } from '../sacrebleu/testSets.ts';

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
  refuseUnsupported(settings);
  checkSettings(settings);
  const sets = settings.testSet === undefined ? [] : openSets(settings, io.env);
  if (settings.echo) {
    const printed = [];
    for (const set of sets) printed.push(await echo(set, settings.echo, settings));
    return printed.join('');
  }
  if (settings.languagePair !== undefined && settings.languagePair !== '' && !settings.languagePair.includes('-')) {
    throw new Failure(`A language pair (-l) is two languages such as en-de, not ${settings.languagePair}.`);
  }
  if (sets.length > 0 && settings.tokenize === 'none') {
    log.warn('With -tok none BLEU takes the texts as tokenized; its numbers compare with no published ones.');
  }

  const references = await readReferences(settings, sets, log);
  const systems = await readSystems(settings, io.stdin);
  if (settings.sentenceLevel && systems.names.length !== 1) throw new Failure('-sl scores one system.');
  if (settings.sentenceLevel && settings.confidence) throw new Failure('-sl and --confidence exclude each other.');
  if (systems.names.length > 1 && settings.confidence) throw new Failure('--confidence is for one system only.');

  const texts = await filterTexts({ ...systems, references }, sets, settings);
  checkLengths(texts, settings);
  const metrics = await compatibleMetrics(settings, cacheDirectory(io.env), (message) => log.warn(message));
  const measured = measureAll(
    metrics.map(({ metric }) => metric),
    { references: bySegment(...texts.references) },
    texts.systems,
  );
  if (settings.width < 0) throw new Failure(`The width (-w) cannot be negative: ${settings.width}.`);
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

  const seed = settings.confidence && confidenceN > 1 ? readSeed(io.env) : undefined;
  const bootstrap = seed && { samples: confidenceN, seed: seed.shown };
  const facts = {
    references: references.length,
    bootstrap,
    short: short && !(format === 'json' && names.length === 1),
  };
  const results = names.map((_, system) =>
    metrics.map((compatible, m): print.Result => {
      const { id, metric, single } = compatible;
      const measurement = measured[m]!;
      if (id === 'bleu' && !settings.force) warnIfTokenized(texts.systems[system]!, log);
      return {
        name: metric.name,
        score: systemScore(measurement, system),
        signature: compatibleSignature(compatible, metric, facts),
        confidence: seed && confidence(measurement, confidenceN, seed.generator(), single, id === 'bleu'),
        details: id === 'bleu' ? bleuDetails(metric, sumRows(measurement, system)) : undefined,
      };
    }),
  );
  if (names.length === 1) return (format === 'json' ? print.systemJson : print.systemText)(results[0]!, style);
  log.info(`Found ${names.length} systems.`);
  if (format === 'json') return print.systemsJson({ names, results }, style);
  if (names.length === 0) throw new Failure('There are no systems to make a table of.');
  return print.systemsTable({ names, results }, format === 'latex', style);
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
    `${ends} segments end in a full stop after a space: these texts seem to be tokenized, which may cost points.`,
  );
  log.warn('Detokenize them, or give --force if they are as they should be.');
}

function refuseUnsupported({ download, list, citation, detail, pairedAr, pairedBs }: Settings): void {
  const elsewhere = 'use sacrebleu itself for it.';
  if (download !== undefined) throw unsupported('--download', elsewhere);
  if (list) throw unsupported('--list', elsewhere);
  if (citation) throw unsupported('--citation', elsewhere);
  if (detail) throw unsupported('--detail', 'give --origlang and --subset one by one.');
  if (pairedAr) throw unsupported('--paired-ar', elsewhere);
  if (pairedBs) throw unsupported('--paired-bs', elsewhere);
}

function checkSettings({
  sentenceLevel,
  metrics,
  numRefs,
  testSet,
  languagePair,
  references,
  echo: asked,
}: Settings): void {
  if (sentenceLevel && metrics.length > 1) throw new Failure('-sl takes one metric only.');
  if (numRefs !== 1 && (testSet !== undefined || references.length > 1)) {
    throw new Failure('--num-refs is for one reference file with a column for each reference.');
  }
  if (testSet === undefined) {
    if (references.length === 0) {
      throw new Failure('Give reference files, before -i, or a test set (-t) and a language pair (-l).');
    }
    if (asked) throw new Failure('--echo needs a test set (-t) and a language pair (-l).');
  } else if (references.length > 0) {
    throw new Failure('Give either reference files or a test set (-t), not both.');
  } else if (languagePair === undefined) {
    throw new Failure('A test set needs a language pair (-l).');
  }
}
