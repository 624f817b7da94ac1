/** Whether judgments and features are fit to learn from. */
import { UsageError, counted } from '../../core/index.ts';
import type { Examples, FeatureTable, HumanSide, JudgedTable } from '../../meta/index.ts';

export interface RequestedFeature {
  /** The place of its metric among those that features are of. */
  readonly metric: number;
  readonly part?: string;
  /** As typed, with only the settings that differ from the defaults. */
  readonly typed: string;
  /** Whether it was named, and not only meant among all parts. */
  readonly isNamed: boolean;
}

/** A fold of fewer would say nothing. */
const sentencesPerFold = 2;

/** Whether the judgments of a task allow this kind of learning. */
export function checkKind(kind: Examples['kind'], task: string, side: HumanSide): void {
  if (kind === 'absolute' && side.comparisons) {
    throw new UsageError(
      `The outputs of ${task} were ranked, and ranks of different segments are not comparable. Use --kind pairwise.`,
    );
  }
  if (!side.comparisons && side.scores.segments.length === 0) {
    throw new UsageError(
      `${side.scores.name} of ${task} are of whole systems only; learning needs judgments of segments.`,
    );
  }
}

export function checkExamples(
  { kind, count, ties, missing, target, sentence, first, second }: Examples,
  judged: readonly JudgedTable[],
  { folds, features }: { readonly folds: number; readonly features: number },
): void {
  const what = kind === 'pairwise' ? 'decided comparison' : 'rating';
  if (count === 0) {
    const reasons = [
      ...(ties > 0 ? [`${counted(ties, 'comparison')} found both outputs equal`] : []),
      ...(missing > 0 ? [`${counted(missing, 'judgment')} are of systems or segments without outputs: ${strangers(judged)}`] : []), // prettier-ignore
    ];
    if (reasons.length === 0)
      reasons.push(`Nobody judged ${kind === 'pairwise' ? 'two outputs' : 'an output'} of a segment`);
    throw new UsageError(`There is nothing to learn from: no ${what} of the given outputs. ${reasons.join('; ')}.`);
  }
  const sentences = new Set(sentence).size;
  if (sentences < folds * sentencesPerFold || count < 2 * features) {
    throw new UsageError(
      `${counted(count, what)} of ${counted(sentences, 'sentence')} ${count === 1 ? 'is' : 'are'} too few to learn ${counted(features, 'weight')} from in ${folds} folds: ` +
        `there must be at least ${sentencesPerFold} sentences per fold, and ${counted(2 * features, what)}. Use fewer features or fewer folds.`,
    );
  }
  const isOneSided = target.every((each) => each === target[0]);
  if (kind === 'absolute' && isOneSided) {
    throw new UsageError(`All ${count} ratings are ${target[0]}: nothing can be learned from them.`);
  }
  if (kind === 'pairwise' && isOneSided && areOnePair(judged, first, second)) {
    throw new UsageError(
      `All ${counted(count, what)} prefer the same system of two: nothing can be learned about what makes an output better.`,
    );
  }
}

/** Some of the names that judgments have and outputs have not. */
function strangers(judged: readonly JudgedTable[]): string {
  const names = judged.flatMap(({ table, side }) => {
    const people = side.comparisons ?? side.scores;
    const systems = people.systems.filter((system) => !table.systems.includes(system));
    if (systems.length > 0) return systems.map((system) => `system ${system}`);
    return people.segments.filter((key) => !table.segments.includes(key)).map((key) => `segment ${key}`);
  });
  return `${names.slice(0, 3).join(', ')}${names.length > 3 ? ', …' : ''}`;
}

function areOnePair(judged: readonly JudgedTable[], first: Int32Array, second: Int32Array): boolean {
  if (judged.length > 1) return false;
  const { segments } = judged[0]!.table;
  const systemOf = (row: number): number => Math.floor(row / segments.length);
  const isSame = (rows: Int32Array): boolean => rows.every((row) => systemOf(row) === systemOf(rows[0]!));
  return isSame(first) && isSame(second);
}

/** Refuses features that are not finite numbers. */
export function checkValues(tables: readonly FeatureTable[], names: readonly string[]): void {
  for (const { task, systems, segments, width, values } of tables) {
    const at = values.findIndex((value) => !Number.isFinite(value));
    if (at < 0) continue;
    const output = Math.floor(at / width);
    throw new UsageError(
      `The feature ${names[at % width]!} is ${values[at]} for segment ${segments[output % segments.length]!} of ` +
        `${systems[Math.floor(output / segments.length)]!} in ${task}. Leave that feature out.`,
    );
  }
}

/** Features that differ between judged outputs. Constant parts of a metric are left out; a constant feature that was named is an error. */
export function varyingFeatures(
  { kind, count, width, values, first, second }: Examples,
  features: readonly RequestedFeature[],
): { kept: number[]; notes: string[] } {
  const varies = new Uint8Array(width);
  for (let c = 0; c < count; c++) {
    const other = kind === 'pairwise' ? second[c]! : first[0]!;
    for (let k = 0; k < width; k++) {
      if (values[first[c]! * width + k] !== values[other * width + k]) varies[k] = 1;
    }
  }
  const constant = features.flatMap((feature, k) => (varies[k] === 0 ? [feature] : []));
  const named = constant.find(({ isNamed }) => isNamed);
  if (named) {
    const where = kind === 'pairwise' ? 'judged against each other' : 'judged';
    throw new UsageError(
      `The feature ${named.typed} is the same for all outputs that were ${where}: nothing can be learned about it. Leave it out.`,
    );
  }
  const kept = features.flatMap((_, k) => (varies[k] === 1 ? [k] : []));
  if (kept.length === 0) throw new UsageError('Every feature is the same for all judged outputs.');
  return {
    kept,
    notes: constant.length === 0 ? [] : [`Features left out, since they are the same for all judged outputs: ${constant.map(({ typed }) => typed).join(', ')}.`], // prettier-ignore
  };
}
