/** What judges said of the same thing, as labels in columns: what agreement is counted from. */
import { type Identical, byCodeUnits, compareRankings } from '../comparisons.ts';
import { type Judgment, type Ranking, type Verdict, tasksOf } from '../judgments.ts';

/**
 * A key is what two judges can agree on: a pair of systems in a segment of a task, or an edited output.
 * Labels stand sorted by key, then judge, then time, whatever the order of the judgments was.
 */
export interface Labels {
  /** How many labels there are to choose from: labels are numbers below this. */
  readonly categories: number;
  /** Whether labels c and categories − 1 − c are one answer seen from either side: which of two systems is named first means nothing. */
  readonly twoSided: boolean;
  /** Sorted by name. */
  readonly judges: readonly string[];
  /** By judgment, whether or not it comes to any label: whose it is. */
  readonly judgeOf: Int32Array;
  /** By judgment: how many times the judge had answered before, over all tasks; what was judged on one screen has the same place. */
  readonly placeOf: Int32Array;
  /** By judge: all judgments, and how many places there are. */
  readonly judgmentsOf: Int32Array;
  readonly placesOf: Int32Array;
  /** Segments of tasks, sorted by task and segment. */
  readonly segments: number;
  readonly keys: number;
  /** The labels of key k stand from starts[k] up to but excluding starts[k + 1]. */
  readonly starts: Int32Array;
  /** By key. */
  readonly segment: Int32Array;
  /** By label. */
  readonly label: Uint8Array;
  readonly judge: Int32Array;
  readonly judgment: Int32Array;
}

/** What labels there are to choose from. */
export type LabelChoice = Pick<Labels, 'categories' | 'twoSided'>;

/** The label of two systems that are alike; 0 if the first was worse, 2 if it was better. */
const alike = 1;

/** Labels of pairs of systems; a pair has one spelling, so that it does not matter which was written first. */
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

/** Numbers of the judgments' segments, from 0 on; the judgments are in order. */
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

/** Takes up labels of judgments that are in order, segment by segment. */
function labelList(choice: LabelChoice, sorted: readonly Judgment[]) {
  const { segmentOf, segments } = numberSegments(sorted);
  const keyOfLabel: number[] = [];
  const labels: number[] = [];
  const judgments: number[] = [];
  const segmentOfKey: number[] = [];
  /** Keys of the segment at hand. */
  const keysHere = new Map<number, number>();
  return {
    /** `what` tells apart what can be labelled in one segment. */
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
      // Labels of a key keep the order they came in: by judge, then time.
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

/** Whose each judgment is, and when it was made. */
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
