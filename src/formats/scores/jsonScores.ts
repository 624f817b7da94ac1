/** Scores in JSON: of MetricX, sacreBLEU and WMT25. */
import { UsageError } from '../../core/index.ts';
import { isObject, parseJson, tryJson } from '../json.ts';
import { type ScoreFormat, type ScoreRow, scoreOfJson } from './scoreFormat.ts';

type Fields = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

const objectOf = (line: string): Fields | undefined => {
  const value = tryJson(line);
  return isObject(value) ? value : undefined;
};

/** One row for each segment, in order; rows of several systems name their system. */
export const metricX: ScoreFormat = {
  id: 'metricx',
  summary:
    'JSONL of MetricX: one object per segment with `prediction`; one file per system, unless they have `system_id`',
  metric: 'MetricX',
  recognises: ([line]) => objectOf(line)?.['prediction'] !== undefined,
  lines: () => {
    const counts = new Map<string | undefined, number>();
    return (line) => {
      const fields = objectOf(line);
      const system = textOf(fields?.['system_id'] ?? fields?.['system']);
      // A row that cannot be read is still a segment.
      const segment = (counts.get(system) ?? 0) + 1;
      counts.set(system, segment);
      const score = scoreOfJson(fields?.['prediction']);
      return score === undefined ? undefined : [{ system, segment: String(segment), score }];
    };
  },
};

/** One row for each document, with a list of segment scores for each metric. */
export const wmt25: ScoreFormat = {
  id: 'wmt25',
  summary: 'JSONL of WMT25: one object per document with `metric_scores`; one file per system, named after it',
  recognises: ([line]) => isObject(objectOf(line)?.['metric_scores']),
  lines: () => (line) => {
    const fields = objectOf(line);
    const scores = fields?.['metric_scores'];
    const document = textOf(fields?.['document_id'] ?? fields?.['doc_id']);
    if (!isObject(scores) || document === undefined) return undefined;
    const task = textOf(fields!['language_pair']);
    const system = textOf(fields!['system']);
    const rows: ScoreRow[] = [];
    for (const [metric, list] of Object.entries(scores)) {
      for (const [i, value] of (Array.isArray(list) ? list : [list]).entries()) {
        const score = scoreOfJson(value);
        if (score === undefined) return undefined;
        rows.push({ metric, task, system, segment: `${document}::${i + 1}`, score });
      }
    }
    return rows;
  },
};

/** Of one system an object for each metric; of several systems an object for each system, with a score or the result of a test by metric. */
export const sacrebleuJson: ScoreFormat = {
  id: 'sacrebleu-json',
  summary: 'what `sacrebleu -f json` prints: system scores; a file of one system is named after it',
  recognises: (lines) => /^\s*(?:\[\s*)?\{\s*"(?:name|system)"\s*:/.test(lines.join('\n')),
  whole(text, file) {
    const value = parseJson(text, file);
    return (Array.isArray(value) ? (value as unknown[]) : [value]).flatMap((each) => {
      const rows = isObject(each) ? rowsOfResult(each) : undefined;
      if (rows) return rows;
      throw new UsageError(
        `${file}: expected objects with "name" and "score", or with "system" and scores, as sacrebleu -f json prints them.`,
      );
    });
  },
};

function rowsOfResult(fields: Fields): ScoreRow[] | undefined {
  const { name, score, system, ...metrics } = fields;
  if (typeof name === 'string') {
    const found = scoreOfJson(score);
    return found === undefined ? undefined : [{ metric: name, score: found }];
  }
  if (typeof system !== 'string') return undefined;
  return Object.entries(metrics).flatMap(([metric, result]) => {
    const found = scoreOfJson(isObject(result) ? result['score'] : result);
    // Tests mark the first system.
    return found === undefined ? [] : [{ metric, system: system.replace(/^Baseline: /, ''), score: found }];
  });
}
