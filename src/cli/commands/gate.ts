/** `assay gate`: whether a new output may replace its baseline, as an exit code for CI. */
import { type Metric, UsageError, type ValueKind, numbersWithin, oneOf, pick, present } from '../../core/index.ts';
import { appendHistory, checkHistory, currentCommit } from '../../data/index.ts';
import { compareTask } from '../../engine/index.ts';
import { checkNames } from '../../measure/index.ts';
import { comparableScores, gateJunit, gateRows, gateSentence, gateTables, reportGate } from '../../report/index.ts';
import { comparisonDefaults as usual } from '../../stats/index.ts';
import { defineCommand, warned } from '../command.ts';
import { analyses, metricPlace } from '../input/metricInput.ts';
import { importedOptions, openScored } from '../input/scoreInput.ts';
import * as shared from '../input/sharedOptions.ts';
import { inputFile, outputFile, texts, value, words } from '../options.ts';
import { writeError } from '../output.ts';

interface Margin {
  /** Undefined for all metrics. */
  readonly metric: string | undefined;
  readonly points: number;
}

/** `chrf=0.3`, `bleu(tok=intl)=0.5`, or `0.3` if there is one metric. */
const margins: ValueKind<Margin> = {
  accepts: 'a metric and a number above 0, such as chrf=0.3',
  read(given, flag) {
    const typed = String(given);
    const [, metric, points] = /^(?:(.+)=)?([^=]*)$/s.exec(typed) ?? [];
    const found = Number(points);
    if (points?.trim() && found > 0 && Number.isFinite(found)) return { metric: metric?.trim(), points: found };
    throw new UsageError(`${flag} must be ${this.accepts}, not ${JSON.stringify(typed)}.`);
  },
};

const dates: ValueKind<string> = {
  accepts: 'a date such as 2026-03-31 or 2026-03-31T12:00:00Z',
  read(given, flag) {
    const time = Date.parse(String(given));
    if (!Number.isNaN(time)) return new Date(time).toISOString();
    throw new UsageError(`${flag} must be ${this.accepts}, not ${JSON.stringify(given)}.`);
  },
};

const gate = defineCommand({
  name: 'gate',
  summary: 'Pass or fail a new output against its baseline, for CI: exit code 0, 3 (worse) or 4 (cannot tell).',
  examples: [
    ['assay gate -r ref.txt new.txt --baseline old.txt', 'fail if it is significantly worse'],
    [
      'assay gate -r ref.txt new.txt --baseline old.txt -m chrf bleu --margin chrf=0.3',
      'pass only if chrF has surely dropped by less than 0.3',
    ],
    [
      'assay gate -r ref.txt new.txt --baseline old.txt -o gate.md -o junit.xml',
      'a comment for a pull request, and JUnit XML',
    ],
    ['assay gate -r ref.txt new.txt --baseline old.txt --history gate.jsonl', 'keep the result for assay history'],
  ],
  exitCodes: { 3: 'the new output is worse than its baseline', 4: 'the test set is too small to decide' },
  arguments: [{ typed: '<output>', names: 'input', help: 'the new output, as for assay score' }],
  options: {
    baseline: inputFile({ help: 'the output to compare with, such as that of the version in use' }),
    ...shared.textOptions,
    metric: shared.scoringMetric('metrics that must not drop, as for assay score (default: bleu chrf ter)'),
    ...importedOptions,
    margin: words(margins, {
      value: 'metric=points',
      takes: (word) => /=|^[\d.]+$/.test(word),
      help: 'points that a metric may drop by; without a margin, a metric fails only if it is significantly worse',
    }),
    alpha: value(numbersWithin(0, 0.5), {
      value: 'p',
      default: usual.alpha,
      help: 'probability of a wrong verdict: of passing a drop as large as the margin, and of failing without any drop',
    }),
    unit: value(oneOf(['auto', 'segment', 'document']), {
      value: 'unit',
      default: 'auto',
      help: 'unit of resampling; auto: documents if there are at least 20, else segments',
    }),
    history: outputFile({ help: 'add the result to this file of JSON lines, for assay history', inConfig: true }),
    commit: value(texts, { value: 'id', help: 'for --history: the commit (default: GITHUB_SHA, CI_COMMIT_SHA, or that of the folder .git)' }), // prettier-ignore
    date: value(dates, { value: 'date', help: 'for --history: when the output was made (default: now)' }),
    samples: shared.samples('bootstrap samples', usual.samples),
    seed: shared.seed('seed of the samples', usual.seed),
    digits: shared.digits(2),
    analyses,
    ...shared.readingOptions,
  },

  async run([output, ...more], given, terminal) {
    const { baseline, history } = given;
    if (output === undefined) throw new UsageError('No output given. Type assay gate -r ref.txt new.txt --baseline old.txt.'); // prettier-ignore
    if (more.length > 0) throw new UsageError(`A gate judges one output. Leave out ${more.join(', ')}.`);
    if (baseline === undefined) throw new UsageError('No baseline given. Name the output to compare with: --baseline old.txt.'); // prettier-ignore
    for (const option of ['commit', 'date'] as const) {
      if (given[option] !== undefined && history === undefined) throw new UsageError(`--${option} is for --history. Add --history, or leave it out.`); // prettier-ignore
    }
    if (history !== undefined) checkHistory(history);
    const files = [output, baseline];
    const opened = await openScored(files, given);
    const { task, metrics, sha256 } = opened;
    const { imported, notes } = comparableScores(opened.imported);
    try {
      if (task.systems.length !== 2) {
        throw new UsageError(
          `A gate compares one output with one baseline, but the files hold ${task.systems.length} systems: ${task.systems.join(', ')}.`,
        );
      }
      if (metrics.length + imported.length === 0) throw new UsageError('No metric given. Name one with -m, or give scores of segments with --scores.'); // prettier-ignore
      marginsOf(given.margin, [...metrics, ...imported]);
    } catch (error) {
      for await (const _ of task.batches()) break; // closes the files
      throw error;
    }
    const { report } = await compareTask(task, metrics, {
      settings: { ...usual, correction: 'none', ...pick(given, ['samples', 'seed']) },
      baseline: task.systems[1]!,
      ...pick(given, ['unit', 'threads']),
      imported,
      notes: [...opened.notes, ...notes],
      warnings: checkNames(files, given.reference ?? [], given.name !== undefined),
      ...present({ checksums: sha256 === undefined ? undefined : [sha256] }),
      onProgress: terminal.progress,
    });
    warned(terminal, report.input.warnings ?? []);
    const judged = reportGate(report, marginsOf(given.margin, [...metrics, ...imported]), given.alpha);
    if (history !== undefined) {
      const { date = new Date().toISOString(), commit = currentCommit() } = given;
      try {
        appendHistory(history, judged, { date, ...present({ commit }) });
      } catch (error) {
        throw writeError(history, error);
      }
    }
    return judged;
  },

  outcome: (report, given) => ({ exitCode: report.exitCode, said: gateSentence(report, given.digits) }),

  forms: {
    tables: (report, given) => gateTables(report, given.digits),
    rows: gateRows,
    own: { junit: (report, given) => gateJunit(report, given.digits) },
  },
});

export default gate;

/** By metric. */
function marginsOf(
  given: readonly Margin[] | undefined,
  metrics: readonly (Metric | { readonly name: string })[],
): (number | undefined)[] {
  const found: (number | undefined)[] = metrics.map(() => undefined);
  for (const { metric, points } of given ?? []) {
    if (metric === undefined && metrics.length > 1) {
      throw new UsageError(`--margin ${points}: there are ${metrics.length} metrics. Say which one: --margin ${'definition' in metrics[0]! ? metrics[0].definition.id : metrics[0]!.name}=${points}.`); // prettier-ignore
    }
    const at = metric === undefined ? 0 : metricPlace(metric, metrics, '--margin');
    if (found[at] !== undefined) throw new UsageError(`--margin ${metric ?? points}: this metric has two margins. Leave out one.`); // prettier-ignore
    found[at] = points;
  }
  return found;
}
