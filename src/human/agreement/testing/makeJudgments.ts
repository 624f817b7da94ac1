/** Short notations for judgments and labels, for tests. */
import type { Judgments, Ranking, Verdict } from '../../judgments.ts';
import type { Labels } from '../labels.ts';

export const judgmentsOf = (some: Partial<Judgments>): Judgments => ({
  rankings: [],
  ratings: [],
  annotations: [],
  edits: [],
  verdicts: [],
  dropped: [],
  ...some,
});

/** `judge segment a>b=c`: systems in the order shown; ranks follow from `>` and `=`. */
export function rankingOf(text: string, order: number, task = 't'): Ranking {
  const [judge = '', segment = '', outcome = ''] = text.split(' ');
  const ranks = new Map<string, number>();
  outcome.split('>').forEach((tied, rank) => tied.split('=').forEach((system) => ranks.set(system, rank + 1)));
  return { task, segment, judge, order, systems: [...ranks.keys()], ranks: [...ranks.values()] };
}

export const rankingsOf = (...texts: readonly string[]): Ranking[] => texts.map((text, t) => rankingOf(text, t));

/** `judge segment system editor yes`. */
export const verdictsOf = (...texts: readonly string[]): Verdict[] =>
  texts.map((text, order) => {
    const [judge = '', segment = '', system = '', editor = '', answer] = text.split(' ');
    return { task: 't', segment, judge, order, system, editor, acceptable: answer === 'yes' };
  });

/** Units in columns, judges in rows, as textbooks print it; a dot where a judge gave no label. Labels are digits from 1 on. */
export function labelsOf(categories: number, ...rows: readonly string[]): Labels {
  const units = rows[0]?.length ?? 0;
  const label: number[] = [];
  const judge: number[] = [];
  const starts = [0];
  for (let unit = 0; unit < units; unit++) {
    rows.forEach((row, by) => {
      if (row[unit] === '.') return;
      label.push(Number(row[unit]) - 1);
      judge.push(by);
    });
    starts.push(label.length);
  }
  return {
    categories,
    twoSided: false,
    judges: rows.map((_, by) => `judge ${by + 1}`),
    judgeOf: Int32Array.from(judge),
    placeOf: new Int32Array(judge.length),
    judgmentsOf: new Int32Array(rows.length),
    placesOf: new Int32Array(rows.length),
    segments: units,
    keys: units,
    starts: Int32Array.from(starts),
    segment: Int32Array.from({ length: units }, (_, unit) => unit),
    label: Uint8Array.from(label),
    judge: Int32Array.from(judge),
    judgment: Int32Array.from({ length: label.length }, (_, i) => i),
  };
}
