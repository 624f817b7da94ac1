/**
 * Human scores of segments that organisers published as means over judges: `ad-seg-scores-PAIR.csv` of WMT (SYS SID RAW.SCR Z.SCR N) and
 * `avg_seg_scores.tsv` of Google (system mqm_avg_score seg_id). The header is separated by spaces, rows by tabs or spaces or both.
 */
import { type ScoreFormat, type ScoreRow, scoreOfText } from './scoreFormat.ts';

interface Vintage {
  readonly header: readonly string[];
  readonly system: number;
  readonly segment: number;
  /** Columns of scores, which are metrics of their own. In all of them, higher is better. */
  readonly scores: readonly number[];
}

const vintages: readonly Vintage[] = [
  { header: ['SYS', 'SID', 'RAW.SCR', 'Z.SCR', 'N'], system: 0, segment: 1, scores: [2, 3] },
  { header: ['system', 'mqm_avg_score', 'seg_id'], system: 0, segment: 2, scores: [1] },
];

const fieldsOf = (line: string): string[] => line.trim().split(/\s+/);

const vintageOf = (line: string): Vintage | undefined =>
  vintages.find(({ header }) => header.join(' ') === fieldsOf(line).join(' '));

export const wmtMeans: ScoreFormat = {
  id: 'wmt-means',
  summary: 'means of human scores by segment: `ad-seg-scores` of WMT21 and WMT22, `avg_seg_scores` of Google',
  recognises: ([firstLine]) => vintageOf(firstLine) !== undefined,
  lines: () => {
    let vintage: Vintage | undefined;
    return (line) => {
      if (!vintage) {
        vintage = vintageOf(line);
        return vintage ? [] : undefined;
      }
      const { header, system, segment, scores } = vintage;
      const fields = fieldsOf(line);
      if (fields.length !== header.length) return undefined;
      const rows = scores.map((at): ScoreRow | undefined => {
        const score = scoreOfText(fields[at]!);
        if (score === undefined) return undefined;
        return { metric: header[at]!, system: fields[system]!, segment: fields[segment]!, score, higherIsBetter: true };
      });
      return rows.every((row) => row !== undefined) ? rows : undefined;
    };
  },
};
