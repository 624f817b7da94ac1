/** The outputs of a task as learned models score them. */
import type { Scores } from '../scores.ts';
import type { FeatureTable } from './featureTable.ts';
import { type FittedModel, scoreOutput } from './fitExamples.ts';

/** `modelOf` says by which model a sentence is scored. A system has the mean of its segments. */
export function learnedScores(
  name: string,
  { systems, segments, width, values, sentences }: FeatureTable,
  modelOf: (sentence: number) => FittedModel,
): Scores {
  const models = Array.from(sentences, modelOf);
  const ofSegments = new Float64Array(systems.length * segments.length);
  for (let at = 0; at < ofSegments.length; at++) {
    ofSegments[at] = scoreOutput(models[at % segments.length]!, values, at * width);
  }
  const ofSystems = Float64Array.from(systems, (_, s) => {
    let sum = 0;
    for (let g = 0; g < segments.length; g++) sum += ofSegments[s * segments.length + g]!;
    return sum / segments.length;
  });
  return { name, higherIsBetter: true, systems, segments, ofSystems, ofSegments };
}

/** The table with only some of its features. */
export function withFeatures(table: FeatureTable, features: readonly number[]): FeatureTable {
  const { width, values } = table;
  const outputs = values.length / width;
  const kept = new Float64Array(outputs * features.length);
  for (let i = 0, at = 0; i < outputs; i++) for (const k of features) kept[at++] = values[i * width + k]!;
  return { ...table, width: features.length, values: kept };
}
