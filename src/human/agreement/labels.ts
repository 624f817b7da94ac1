/** The labels that judges gave to the same items, in columns: the input of agreement measures. */
import { type Identical, byCodeUnits, compareRankings } from '../comparisons.ts';
import { type Judgment, type Ranking, type Verdict, tasksOf } from '../judgments.ts';

/**
 * A key is an item that two judges can agree on: a pair of systems in a segment of a task, or an edited output. Labels are sorted by key,
 * judge and time, regardless of the order of the judgments.
 */
export interface Labels {
  /** Number of different labels: labels are numbers below this. */
  readonly categories: number;
  /** Whether labels c and categories − 1 − c mirror each other, because the order of two systems in a pair is arbitrary. */
  readonly twoSided: boolean;
  /** Sorted by name. */
  readonly judges: readonly string[];
  /** By judgment, including those without labels: its judge. */
  readonly judgeOf: Int32Array;
  /** By judgment: how many times the judge had answered before, over all tasks; judgments of one screen have the same place. */
  readonly placeOf: Int32Array;
  /** By judge: the number of judgments, and the number of places. */
  readonly judgmentsOf: Int32Array;
  readonly placesOf: Int32Array;
  /** Segments of tasks, sorted by task and segment. */
  readonly segments: number;
  readonly keys: number;
  /** The labels of key k are at starts[k] up to but excluding starts[k + 1]. */
  readonly starts: Int32Array;
  /** By key. */
  readonly segment: Int32Array;
  /** By label. */
  readonly label: Uint8Array;
  readonly judge: Int32Array;
  readonly judgment: Int32Array;
}

/** The set of possible labels. */
export type LabelChoice = Pick<Labels, 'categories' | 'twoSided'>;

/** The label of a tie; 0 if the first system was worse, 2 if it was better. */
const alike = 1;

/** Labels of pairs of systems; a pair has one key, regardless of which system is written first. */
export function rankingLabels(rankings: readonly Ranking[], identical: Identical = 'ties'): Labels {
  const sorted = inOrder(rankings);
  const list = labelList({ categories: 3, twoSided: true }, sorted);
  let before = 0;
  for (const task of tasksOf(sorted)) {
    const ofTask = sorted.filter((each) => each.task === task);
    const { count, systems, first, second, outcome, ranking } = compareRankings(task, ofTask, identical);
    for (let c = 0; c < count; c++) {
      list.add(before + ranking[c]!, first[c]! * systems.length + second[c]!, outcome[c]! + alike);
    }
    before += ofTask.length;
  }
  return list.finish();
}

/** Labels of edited outputs: 1 for yes, 0 for no. */
export function verdictLabels(verdicts: readonly Verdict[]): Labels {
  const sorted = inOrder(verdicts);
  const list = labelList({ categories: 2, twoSided: false }, sorted);
  const edits = new Map<string, number>();
  sorted.forEach(({ system, editor, acceptable }, v) => {
    const name = JSON.stringify([system, editor]);
    const edit = edits.get(name) ?? edits.size;
    edits.set(name, edit);
    list.add(v, edit, acceptable ? 1 : 0);
  });
  return list.finish();
}

/** By task, segment, judge and time. */
export function inOrder<Kind extends Judgment>(judgments: readonly Kind[]): Kind[] {
  return judgments.toSorted(
    (a, b) =>
      byCodeUnits(a.task, b.task) ||
      byCodeUnits(a.segment, b.segment) ||
      byCodeUnits(a.judge, b.judge) ||
      a.order - b.order,
  );
}

/** Numbers the segments of the judgments from 0; the judgments are in order. */
export function numberSegments(sorted: readonly Judgment[]): { segmentOf: Int32Array; segments: number } {
  const segmentOf = new Int32Array(sorted.length);
  let segments = 0;
  sorted.forEach(({ task, segment }, j) => {
    const before = sorted[j - 1];
    if (!before || before.task !== task || before.segment !== segment) segments++;
    segmentOf[j] = segments - 1;
  });
  return { segmentOf, segments };
}

/** Collects labels of judgments in order, segment by segment. */
function labelList(choice: LabelChoice, sorted: readonly Judgment[]) {
  const { segmentOf, segments } = numberSegments(sorted);
  const keyOfLabel: number[] = [];
  const labels: number[] = [];
  const judgments: number[] = [];
  const segmentOfKey: number[] = [];
  /** Keys of the current segment. */
  const keysHere = new Map<number, number>();
  return {
    /** `what` identifies the item within the segment. */
    add(ofJudgment: number, what: number, given: number): void {
      const segment = segmentOf[ofJudgment]!;
      if (segmentOfKey.at(-1) !== segment) keysHere.clear();
      let key = keysHere.get(what);
      if (key === undefined) keysHere.set(what, (key = segmentOfKey.push(segment) - 1));
      keyOfLabel.push(key);
      labels.push(given);
      judgments.push(ofJudgment);
    },
    finish(): Labels {
      const judges = [...new Set(sorted.map((each) => each.judge))].sort(byCodeUnits);
      const timeline = timelineOf(sorted, judges);
      const keys = segmentOfKey.length;
      const starts = new Int32Array(keys + 1);
      for (const key of keyOfLabel) starts[key + 1]!++;
      for (let k = 0; k < keys; k++) starts[k + 1]! += starts[k]!;
      const label = new Uint8Array(labels.length);
      const judge = new Int32Array(labels.length);
      const judgment = new Int32Array(labels.length);
      const next = starts.slice();
      // Labels of a key keep their order: by judge, then time.
      labels.forEach((given, i) => {
        const at = next[keyOfLabel[i]!]!++;
        label[at] = given;
        judgment[at] = judgments[i]!;
        judge[at] = timeline.judgeOf[judgments[i]!]!;
      });
      const segment = Int32Array.from(segmentOfKey);
      return { ...choice, judges, ...timeline, segments, keys, starts, segment, label, judge, judgment };
    },
  };
}

/** The judge and the place of each judgment. */
function timelineOf(
  sorted: readonly Judgment[],
  judges: readonly string[],
): Pick<Labels, 'judgeOf' | 'placeOf' | 'judgmentsOf' | 'placesOf'> {
  const number = new Map(judges.map((judge, j) => [judge, j]));
  const judgeOf = Int32Array.from(sorted, ({ judge }) => number.get(judge)!);
  const placeOf = new Int32Array(sorted.length);
  const judgmentsOf = new Int32Array(judges.length);
  const placesOf = new Int32Array(judges.length);
  const latest = new Float64Array(judges.length).fill(-Infinity);
  const byTime = Array.from(sorted, (_, j) => j).sort((a, b) => sorted[a]!.order - sorted[b]!.order);
  for (const j of byTime) {
    const judge = judgeOf[j]!;
    const { order } = sorted[j]!;
    if (order > latest[judge]!) placesOf[judge]!++;
    latest[judge] = order;
    placeOf[j] = placesOf[judge]! - 1;
    judgmentsOf[judge]!++;
  }
  return { judgeOf, placeOf, judgmentsOf, placesOf };
}
