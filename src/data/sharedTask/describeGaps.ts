/** Notes on what is missing from a shared task folder. */
import { UsageError, counted, groupBy } from '../../core/index.ts';
import { type Judgments, allJudgments } from '../../human/index.ts';
import type { Scores } from '../../meta/index.ts';
import type { PartTexts, TaskPart } from './findTexts.ts';

/** `texts` and `parts` have the same tasks in the same order. */
export function describeGaps(texts: readonly PartTexts[], parts: readonly TaskPart[], judgments: Judgments): string[] {
  const bare = parts.filter(({ outputs }) => outputs.length === 0).map(({ task }) => task);
  return [
    ...(bare.length > 0 ? [`No outputs of ${bare.join(', ')}, so metrics cannot be computed there.`] : []),
    ...parts.flatMap((part, p) => [...textGaps(part, texts[p]!), ...systemGaps(part, judgments)]),
    ...texts.flatMap(({ part: { task }, segments }) => segmentGaps(task, segments, judgments)),
  ];
}

function textGaps({ task, outputs, references }: TaskPart, { repeatedReferences, otherFiles }: PartTexts): string[] {
  const notes: string[] = [];
  if (otherFiles.length > 0) notes.push(`${some(otherFiles)} left out: outputs must be text files named SYSTEM.txt.`);
  if (outputs.length > 0 && references.length === 0) {
    notes.push(`${task}: no reference, so metrics that need one are not computed.`);
  }
  if (repeatedReferences.length > 0) {
    notes.push(`${task}: ${some(repeatedReferences)} among the outputs left out, since it is a reference.`);
  }
  return notes;
}

function systemGaps({ task, outputs, humanScores, metricScores }: TaskPart, judgments: Judgments): string[] {
  if (outputs.length === 0) return [];
  const names = new Set(outputs.map(({ name }) => name));
  const judged = judgedSystems(judgments, task);
  // The reference can be judged or scored like a system; it needs no note that it has no output.
  const without = (systems: Iterable<string>): string[] =>
    [...systems].filter((name) => !names.has(name) && !/^_?ref(?:erence)?$/i.test(name)).sort();
  const note = (what: string, systems: readonly string[]): string[] =>
    systems.length === 0 ? [] : [`${task}: ${what}: ${some(systems)}.`];
  return [
    ...note('judged, but without output', without(judged)),
    ...note('with output, but not judged', judged.size === 0 ? [] : [...names].filter((name) => !judged.has(name))),
    ...grouped([...humanScores, ...metricScores], ({ systems }) => without(systems)).flatMap(([by, systems]) =>
      note(`scored by ${some(by)}, but without output`, systems),
    ),
    ...grouped(metricScores, ({ systems }) => [...names].filter((name) => !systems.includes(name))).flatMap(
      ([by, systems]) => note(`with output, but not scored by ${some(by)}`, systems),
    ),
  ];
}

/** Names of scores with the same note about systems. */
function grouped(
  scores: readonly Scores[],
  systemsOf: (scores: Scores) => readonly string[],
): [names: string[], systems: readonly string[]][] {
  const groups = groupBy(scores, (each) => JSON.stringify(systemsOf(each)));
  return [...groups.values()].map((group) => [group.map(({ name }) => name), systemsOf(group[0]!)]);
}

function judgedSystems({ rankings, ratings, annotations, edits, verdicts }: Judgments, task: string): Set<string> {
  const single = [...ratings.filter(({ item }) => item === 'output'), ...annotations, ...edits, ...verdicts];
  return new Set([
    ...rankings.filter((each) => each.task === task).flatMap(({ systems }) => systems),
    ...single.filter((each) => each.task === task).map(({ system }) => system),
  ]);
}

function segmentGaps(task: string, segments: number | undefined, judgments: Judgments): string[] {
  if (segments === undefined) return [];
  const judged = new Set(
    allJudgments(judgments)
      .filter((each) => each.task === task)
      .map(({ segment }) => segment),
  );
  const beyond = [...judged].find(
    (segment) => /^\d+$/.test(segment) && (Number(segment) < 1 || Number(segment) > segments),
  );
  if (beyond !== undefined) {
    throw new UsageError(
      `${task}: segment ${beyond} is judged, but the texts have ${counted(segments, 'line')}. Are they the texts that were judged?`,
    );
  }
  const strange = [...judged].filter((segment) => !/^[1-9]\d*$/.test(segment));
  if (strange.length === 0) return [];
  return [
    `${task}: ${counted(strange.length, 'judged segment')} not among the ${segments} lines of the texts: ${some(strange)}.`,
  ];
}

/** `a, b, c and 12 more`. */
export function some(names: readonly string[]): string {
  const most = 8;
  return names.length <= most + 1
    ? names.join(', ')
    : `${names.slice(0, most).join(', ')} and ${names.length - most} more`;
}
