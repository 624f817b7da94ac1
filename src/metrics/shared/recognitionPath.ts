/** The best path of the automaton of `Recognition`, word by word, to explain its weight. */
import type { RecognitionSettings, Tokens } from '../../core/index.ts';

/** A step of the path: from word i of the candidate and word j of the reference. */
export interface PathStep {
  readonly kind: 'match' | 'substitution' | 'extra' | 'missing';
  readonly i: number;
  readonly j: number;
  /** Words of the run of matches that ends with it; 0 unless it is a match. */
  readonly run: number;
}

/** States are words read, reference words passed, and the run of matches before, of which no more than order − 1 words count. */
export function recognitionPath(candidate: Tokens, reference: Tokens, settings: RecognitionSettings): PathStep[] {
  const { order, insertion, deletion } = settings;
  const [length, target] = [candidate, reference].map(({ start, end }) => end - start) as [number, number];
  const isMatch = (i: number, j: number) => candidate.ids[candidate.start + i] === reference.ids[reference.start + j];
  const at = (i: number, j: number, run: number) => (i * (target + 1) + j) * order + run;
  // By state: the best weight of the rest of the path, and the step that it begins with.
  const weights = new Float64Array(at(length, target, order));
  const kinds = new Array<PathStep['kind']>(weights.length);
  for (let i = length; i >= 0; i--) {
    for (let j = target; j >= 0; j--) {
      if (i === length && j === target) continue;
      for (let run = 0; run < order; run++) {
        let best = -Infinity;
        const consider = (kind: PathStep['kind'], weight: number) => {
          if (weight <= best) return;
          best = weight;
          kinds[at(i, j, run)] = kind;
        };
        if (i < length && j < target) {
          if (isMatch(i, j)) consider('match', run + 1 + weights[at(i + 1, j + 1, Math.min(run + 1, order - 1))]!);
          consider('substitution', weights[at(i + 1, j + 1, 0)]!);
        }
        if (i < length) consider('extra', weights[at(i + 1, j, 0)]! - insertion);
        if (j < target) consider('missing', weights[at(i, j + 1, 0)]! - deletion);
        weights[at(i, j, run)] = best;
      }
    }
  }
  const path: PathStep[] = [];
  for (let i = 0, j = 0, run = 0; i < length || j < target;) {
    const kind = kinds[at(i, j, Math.min(run, order - 1))]!;
    run = kind === 'match' ? run + 1 : 0;
    path.push({ kind, i, j, run });
    if (kind !== 'missing') i++;
    if (kind !== 'extra') j++;
  }
  return path;
}
