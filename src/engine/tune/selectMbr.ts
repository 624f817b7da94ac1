/** Minimum-Bayes-risk selection for many segments, spread over threads. */
import { UsageError, teach } from '../../core/index.ts';
import {
  type Choice,
  type Evidence,
  type Expectation,
  type MbrUtility,
  choose,
  expectedCountUtility,
  linearGainUtility,
  pairwiseUtility,
} from '../../tune/index.ts';
import { type MetricOrder, orderMetric, orderedMetrics } from '../createMetrics.ts';
import { type Job, spread } from '../threads.ts';

interface SelectMbrOptions {
  /** How many threads choose; `auto` starts more than one only when the work lasts. The result is the same for any number. */
  readonly threads?: number | 'auto';
  readonly onProgress?: (done: { readonly segments: number; readonly share: number }) => void;
}

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
  const work = evidence.reduce((sum, each) => sum + pairsOf(each), 0);
  const choices: Choice[] = [];
  let done = 0;
  await spread(
    choosing,
    {
      data: () => (utility.form === 'linear' ? utility : { form: utility.form, metric: orderMetric(utility.metric) }),
      pieces: piecesOf(evidence),
      here: chooseAll(utility),
      finish(piece, chosen) {
        for (const choice of chosen) choices.push(choice);
        done += piece.reduce((sum, each) => sum + pairsOf(each), 0);
        onProgress?.({ segments: choices.length, share: done / work });
      },
      share: () => done / work,
    },
    threads,
  );
  return choices;
}

/** What a thread needs to make the utility for itself. */
type MbrOrder = Extract<MbrUtility, { form: 'linear' }> | { form: 'pairwise' | 'expected'; metric: MetricOrder };

export const choosing: Job<MbrOrder, readonly Evidence[], Choice[]> = {
  name: 'choose',
  async prepare(order) {
    if (order.form === 'linear') return chooseAll(order);
    const [metric] = await orderedMetrics([order.metric]);
    return chooseAll({ form: order.form, metric: metric! });
  },
};

function chooseAll(utility: MbrUtility): (evidence: readonly Evidence[]) => Choice[] {
  const expectation = expectationOf(utility);
  return (evidence) => evidence.map((each) => choose(expectation, each));
}

function expectationOf(utility: MbrUtility): Expectation {
  if (utility.form === 'linear') return linearGainUtility(utility.gain);
  return utility.form === 'pairwise' ? pairwiseUtility(utility.metric) : expectedCountUtility(utility.metric);
}

/** What is said twice in a list is learned once, so that a candidate may be split in two and nothing changes. */
function taughtUtility(utility: MbrUtility, evidence: readonly Evidence[]): MbrUtility {
  if (utility.form === 'linear') return utility;
  const lists = evidence.map(({ texts }) => [...new Set(texts)]);
  return { form: utility.form, metric: teach(utility.metric, lists) };
}

const pairsOf = ({ texts }: Evidence): number => texts.length * texts.length;

function piecesOf(evidence: readonly Evidence[]): Evidence[][] {
  const pieces: Evidence[][] = [];
  let room = 0;
  for (const each of evidence) {
    if (pairsOf(each) > room) {
      pieces.push([]);
      room = pairsPerPiece;
    }
    pieces.at(-1)!.push(each);
    room -= pairsOf(each);
  }
  return pieces;
}
