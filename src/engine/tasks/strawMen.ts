/** Adds straw men to the systems of a task: their texts are made batch by batch, and scored like any other. */
import { type Task, withBatches } from '../../data/index.ts';
import type { Batch } from '../../formats/index.ts';
import { type Scores, type StrawMan, strawMen, upward } from '../../meta/index.ts';
import { Pcg64, shuffle } from '../../stats/index.ts';

/** Systems are named after files, so none has this name. */
const systemOf = ({ id }: StrawMan): string => `straw man/${id}`;

/** Texts that a straw man is made of. */
interface Given {
  readonly source: string | undefined;
  readonly reference: string | undefined;
  readonly best: string;
  /** Counted from 0. */
  readonly segment: number;
}

const makers: Readonly<Record<StrawMan['id'], (given: Given, seed: number) => string>> = {
  source: ({ source = '' }) => source,
  shortened: ({ reference = '' }) => changeWords(reference, (words) => words.slice(0, Math.ceil(words.length / 2))),
  shuffled: ({ reference = '', segment }, seed) =>
    changeWords(reference, (words) => shuffle(words, new Pcg64(BigInt(seed) * 1_000_003n + BigInt(segment)))),
  dropped: ({ best, segment }) => (segment % 3 === 1 ? '' : best),
  repeated: ({ best }) => `${best} ${best}`,
};

/** Words are cut at spaces; a text without any, as in Chinese, is cut into characters. */
function changeWords(text: string, change: (words: string[]) => string[]): string {
  const words = text.trim().split(/\s+/);
  return words.length > 1 ? change(words).join(' ') : change(Array.from(text)).join('');
}

/** The best system by people among those with outputs. */
export function bestOutput(human: Scores, outputs: readonly string[]): string | undefined {
  const { systems, ofSystems } = upward(human);
  const judged = [...systems.keys()].filter((s) => outputs.includes(systems[s]!) && !Number.isNaN(ofSystems[s]!));
  const [best] = judged.sort((a, b) => ofSystems[b]! - ofSystems[a]!);
  return best === undefined ? undefined : systems[best];
}

/** Those that the texts allow. */
export const possibleStrawMen = (has: { readonly source: boolean; readonly references: boolean }): StrawMan[] =>
  strawMen.filter(({ madeOf }) => madeOf === 'best' || (madeOf === 'source' ? has.source : has.references));

/** The task with straw men after its systems. */
export function addStrawMen(task: Task, added: readonly StrawMan[], best: string, seed: number): Task {
  const at = task.systems.indexOf(best);
  const extend = (batch: Batch): Batch => {
    const { start, size, hypotheses, references, sources, labels } = batch;
    const made = added.map(({ id }) =>
      Array.from({ length: size }, (_, i) =>
        makers[id](
          { source: sources?.[i], reference: references[i]?.[0], best: hypotheses[at]![i]!, segment: start + i },
          seed,
        ),
      ),
    );
    return { start, size, references, labels, hypotheses: [...hypotheses, ...made], ...(sources && { sources }) };
  };
  return withBatches(task, extend, [...task.systems, ...added.map(systemOf)]);
}

/** Scores of the systems, and those of straw men, by straw man. */
export function splitStrawMen(
  scores: Scores,
  added: readonly StrawMan[],
): { readonly real: Scores; readonly ofStrawMen: readonly number[] } {
  const count = scores.systems.length - added.length;
  return {
    real: {
      ...scores,
      systems: scores.systems.slice(0, count),
      ofSystems: scores.ofSystems.slice(0, count),
      ofSegments: scores.ofSegments.slice(0, count * scores.segments.length),
    },
    ofStrawMen: [...scores.ofSystems.subarray(count)],
  };
}
