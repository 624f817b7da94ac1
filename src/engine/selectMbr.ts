/** Minimum-Bayes-risk selection for many segments, spread over threads. */
import { availableParallelism } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Metric, UsageError, teach } from '../core/index.ts';
import {
  type Choice,
  type Evidence,
  type Expectation,
  type LinearGain,
  choose,
  expectedCountUtility,
  linearGainUtility,
  pairwiseUtility,
} from '../tune/index.ts';
import type { MbrPool } from './mbrPool.ts';

/** What makes a translation good, and how that is computed: pair by pair, by expected n-gram counts, or as a linear gain. */
export type MbrUtility =
  | { readonly form: 'pairwise' | 'expected'; readonly metric: Metric }
  | { readonly form: 'linear'; readonly gain: LinearGain };

export interface SelectMbrOptions {
  /** How many threads choose; `auto` starts more than one only when the work lasts. The result is the same for any number. */
  readonly threads?: number | 'auto';
  readonly onProgress?: (done: { readonly segments: number; readonly share: number }) => void;
}

const mostByDefault = 3;

/** More threads are started when choosing has lasted this long and is expected to last at least as long again. */
const patience = 500; // ms

/** A piece for a thread is some segments with about this many pairs, so that threads end together. */
const pairsPerPiece = 50_000;

/** By segment: which of its texts. A metric that learns from references learns from all candidates. */
export async function selectMbr(
  evidence: readonly Evidence[],
  asked: MbrUtility,
  { threads = 'auto', onProgress }: SelectMbrOptions = {},
): Promise<Choice[]> {
  const empty = evidence.findIndex(({ texts }) => texts.length === 0);
  if (empty >= 0) throw new UsageError(`Segment ${empty + 1} has no candidates: there is nothing to choose.`);
  const utility = taughtUtility(asked, evidence);
  const expectation = expectationOf(utility);
  const most = threads === 'auto' ? Math.min(mostByDefault, availableParallelism()) : threads;
  const pieces = piecesOf(evidence);
  const work = evidence.reduce((sum, each) => sum + pairsOf(each), 0);
  const choices: Choice[] = new Array<Choice>(evidence.length);
  const started = performance.now();
  let [segments, done] = [0, 0];
  const finish = ({ from, to, pairs }: Piece, chosen: readonly Choice[]): void => {
    chosen.forEach((choice, i) => (choices[from + i] = choice));
    segments += to - from;
    done += pairs;
    onProgress?.({ segments, share: done / work });
  };
  let pool: MbrPool | undefined;
  try {
    let next = 0;
    while (next < pieces.length) {
      const elapsed = performance.now() - started;
      const isLong = elapsed > patience && (elapsed * (work - done)) / done > patience;
      if (most > 1 && pieces.length - next > 1 && (threads !== 'auto' || isLong)) {
        pool = (await import('./mbrPool.ts')).startMbrPool(utility, most);
        break;
      }
      const piece = pieces[next++]!;
      finish(piece, evidence.slice(piece.from, piece.to).map((each) => choose(expectation, each))); // prettier-ignore
      await nextTurn(); // lets signals and progress through
    }
    const rest = pieces.slice(next);
    await Promise.all(
      rest.map(async (piece) => finish(piece, await pool!.choose(evidence.slice(piece.from, piece.to)))),
    );
  } finally {
    await pool?.close();
  }
  return choices;
}

/** Made once for each thread. */
export function expectationOf(utility: MbrUtility): Expectation {
  if (utility.form === 'linear') return linearGainUtility(utility.gain);
  return utility.form === 'pairwise' ? pairwiseUtility(utility.metric) : expectedCountUtility(utility.metric);
}

/** What is said twice in a list is learned once, so that a candidate may be split in two and nothing changes. */
function taughtUtility(utility: MbrUtility, evidence: readonly Evidence[]): MbrUtility {
  if (utility.form === 'linear') return utility;
  const lists = evidence.map(({ texts }) => [...new Set(texts)]);
  return { form: utility.form, metric: teach(utility.metric, lists) };
}

interface Piece {
  readonly from: number;
  readonly to: number;
  readonly pairs: number;
}

const pairsOf = ({ texts }: Evidence): number => texts.length * texts.length;

function piecesOf(evidence: readonly Evidence[]): Piece[] {
  const pieces: Piece[] = [];
  for (let from = 0; from < evidence.length;) {
    let to = from;
    let pairs = 0;
    while (to < evidence.length && (to === from || pairs + pairsOf(evidence[to]!) <= pairsPerPiece)) {
      pairs += pairsOf(evidence[to++]!);
    }
    pieces.push({ from, to, pairs });
    from = to;
  }
  return pieces;
}
