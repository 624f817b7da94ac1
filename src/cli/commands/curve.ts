/** `assay curve`: scores of checkpoints against their steps, and which of them may be the best. */
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { UsageError, isUsageError, pick, present } from '../../core/index.ts';
import { filesLike, readAllLines } from '../../data/index.ts';
import { evaluate } from '../../engine/index.ts';
import { type CurveReport, curvePage, curveRows, curveSvg, curveTables, reportCurve } from '../../report/index.ts';
import { type Terminal, Updates, defineCommand } from '../command.ts';
import { primary, primaryPlace } from '../input/metricInput.ts';
import { openScored } from '../input/scoreInput.ts';
import * as shared from '../input/sharedOptions.ts';
import { type Given, inputFile, toggle } from '../options.ts';

const options = {
  ...shared.textOptions,
  metric: shared.scoringMetric('metrics, as for assay score (default: bleu chrf ter)'),
  primary,
  stepsFrom: inputFile({
    help: 'TSV of file and step, without a header (default: the last number in the name of the file)',
  }),
  watch: toggle({ help: 'wait for new and changed checkpoints and score again, until interrupted' }),
  alpha: shared.alpha('1 minus the probability that the best checkpoint is among those marked'),
  level: shared.level(),
  samples: shared.samples('bootstrap samples'),
  seed: shared.seed('seed of the samples'),
  digits: shared.digits(2),
  ...shared.readingOptions,
};

type CurveOptions = Given<typeof options>;

const curve = defineCommand({
  name: 'curve',
  summary: 'Score checkpoints of a training by step, and find those that may be the best.',
  examples: [
    ["assay curve 'ckpt-*.txt' -r ref.txt", 'a step is the last number in the name of a file'],
    ["assay curve 'ckpt-*.txt' -r ref.txt -m chrf -o curve.html -o curve.svg", 'a page, and its chart'],
    ["assay curve 'out/*.txt' -r ref.txt --steps-from steps.tsv", 'steps from a file'],
    ["assay curve 'ckpt-*.txt' -r ref.txt --watch", 'again with every new checkpoint'],
  ],
  arguments: [{ typed: '<files...>', names: 'input', help: 'outputs of checkpoints, or patterns in quotes' }],
  options,

  async run(typed, given, terminal) {
    if (given.name) throw new UsageError('Checkpoints are named after their files. Leave out -n.');
    if (!given.watch) return score(typed.flatMap(filesLike), given, terminal);
    return new Updates(watched(typed, given, terminal));
  },

  forms: {
    tables: (report, given) => curveTables(report, given.digits),
    rows: curveRows,
    page: (report, given) => curvePage(report, given.digits),
    own: { svg: (report, given) => curveSvg(report, given.digits) },
  },
});

export default curve;

async function score(files: readonly string[], given: CurveOptions, terminal: Terminal): Promise<CurveReport> {
  const steps = await stepsOf(files, given.stepsFrom);
  const { task, metrics, notes } = await openScored(files, given);
  if (task.systems.length !== files.length) {
    for await (const _ of task.batches()) break; // closes the files
    throw new UsageError(`Each file must hold the output of one checkpoint; ${files.length} files hold ${task.systems.length} systems.`); // prettier-ignore
  }
  const evaluation = await evaluate(task, metrics, {
    threads: given.threads,
    keepRows: true,
    onProgress: ({ segments, share }) => terminal.progress({ share, text: `${segments} segments scored` }),
  });
  return reportCurve(metrics, evaluation, steps, {
    ...pick(given, ['samples', 'seed', 'alpha']),
    level: given.level / 100,
    ...present({ primary: primaryPlace(given.primary, metrics) }),
    input: { sha256: task.checksum ?? '', notes: [...task.notes, ...notes] },
  });
}

/** By file: from the table, or the last number in its name. */
async function stepsOf(files: readonly string[], table: string | undefined): Promise<number[]> {
  const listed = new Map<string, number>();
  for (const [i, line] of (table === undefined ? [] : await readAllLines(table)).entries()) {
    if (line.trim() === '') continue;
    const [file = '', step = ''] = line.split('\t');
    if (step.trim() === '' || !Number.isFinite(Number(step))) {
      throw new UsageError(
        `${table}, line ${i + 1}: expected a file, a tab and a number, not ${JSON.stringify(line)}.`,
      );
    }
    listed.set(basename(file.trim()), Number(step));
  }
  const found = files.map((file) => {
    const name = basename(file);
    const inName = /(\d+(?:\.\d+)?)(?!.*\d)/s.exec(name.replace(/\.(?:gz|zst)$/, '').replace(/\.[a-z]\w*$/i, ''))?.[1];
    const step = table === undefined ? (inName === undefined ? undefined : Number(inName)) : listed.get(name);
    if (step !== undefined) return step;
    throw new UsageError(
      table === undefined
        ? `${file} has no number in its name. Name a TSV of files and steps with --steps-from.`
        : `${table} has no line for ${name}.`,
    );
  });
  const twice = found.findIndex((step, i) => found.indexOf(step) !== i);
  if (twice >= 0) throw new UsageError(`${files[found.indexOf(found[twice]!)]} and ${files[twice]} have the same step, ${found[twice]}. Give steps with --steps-from.`); // prettier-ignore
  return found;
}

const pollEvery = 2000; // ms

/** Scores whenever the files have changed and then stayed the same for a moment, as one that is being written does not. */
async function* watched(
  typed: readonly string[],
  given: CurveOptions,
  terminal: Terminal,
): AsyncGenerator<CurveReport> {
  let scored = '';
  let before = '';
  for (;;) {
    const files = typed.flatMap((pattern) => {
      try {
        return filesLike(pattern);
      } catch {
        return []; // none yet
      }
    });
    const state = files
      .map((file) => {
        const found = statSync(file, { throwIfNoEntry: false });
        return `${file} ${found?.size} ${found?.mtimeMs}`;
      })
      .join('\n');
    if (files.length > 1 && state === before && state !== scored) {
      scored = state;
      try {
        yield await score(files, given, terminal);
      } catch (error) {
        if (!isUsageError(error)) throw error;
        terminal.warn(`waiting: ${error.message}`);
      }
    }
    before = state;
    await pause(pollEvery);
  }
}
