/** All score formats, and the one that a file has. */
import type { FirstLines } from '../fileFormat.ts';
import { comet, cometJson } from './comet.ts';
import { metricX, sacrebleuJson, wmt25 } from './jsonScores.ts';
import { wmtMeans } from './wmtMeans.ts';
import { type Level, headerColumns, wmtColumns } from './scoreColumns.ts';
import { type ScoreFormat, scoreOfText } from './scoreFormat.ts';

export const mtMetricsEval: ScoreFormat = {
  id: 'mt-metrics-eval',
  summary: 'a file named METRIC.sys.score or METRIC.seg.score with one system and score per line',
  extensions: ['.sys.score', '.seg.score'],
};

/** Tried in this order. */
export const scoreFormats: readonly ScoreFormat[] = [
  {
    id: 'table',
    summary: 'TSV with a header: system and score, and metric, segment and task if there are several',
    columns: headerColumns,
  },
  { id: 'wmt', summary: 'TSV of a WMT metrics task, without a header', columns: wmtColumns },
  wmtMeans,
  wmt25,
  mtMetricsEval,
  comet,
  cometJson,
  metricX,
  sacrebleuJson,
  {
    id: 'lines',
    summary: 'one score per line, in the order of the segments; one file per system, given as `METRIC=FILE`',
    needsMetric: true,
    recognises: (lines) => {
      const scores = lines.map((line) => scoreOfText(line.trim()));
      return !scores.includes(undefined) && scores.some(Number.isFinite);
    },
    lines: () => {
      let segment = 0;
      return (line) => {
        segment++;
        const score = scoreOfText(line.trim());
        return score === undefined ? undefined : [{ segment: String(segment), score }];
      };
    },
  },
];

/** Lines that show which format a file has: messages of a program can come first. */
export const linesToShow = 50;

/** `system⇥score`, or with any white space between them, as in mt-metrics-eval. */
export function namedScore(line: string): { system: string; score: string } | undefined {
  const [system, score, ...more] = (line.includes('\t') ? line.split('\t') : line.trim().split(/\s+/)).map((field) =>
    field.trim(),
  );
  return system && score !== undefined && more.length === 0 ? { system, score } : undefined;
}

/** Whether a file has scores of systems or of segments, if its name says so. */
export const levelOf = (name: string): Level | undefined =>
  /\.(sys|seg)\.score(?:\.\w+)*$/i.exec(name)?.[1]?.toLowerCase() as Level | undefined;

/** The format of a file by its name and first lines, if it has one. */
export function scoreFormatOf(name: string, lines: FirstLines): ScoreFormat | undefined {
  const fields = lines[0].split('\t');
  const isTable = ({ columns }: ScoreFormat): boolean => {
    try {
      return columns?.(fields, levelOf(name), '') !== undefined;
    } catch {
      return true; // its header has a column twice, which reading it reports
    }
  };
  const isNamed = levelOf(name) !== undefined && namedScore(lines[0]) !== undefined;
  return scoreFormats.find(
    (format) => isTable(format) || (format === mtMetricsEval && isNamed) || format.recognises?.(lines),
  );
}

/** Whether a file holds scores, as far as its name and first lines show. */
export function isScoreFile(name: string, lines: FirstLines): boolean {
  const format = scoreFormatOf(name, lines);
  return format !== undefined && !format.needsMetric;
}
