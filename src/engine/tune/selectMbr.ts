/** Minimum-Bayes-risk selection for many segments, spread over threads. */
import { type DividedWork, UsageError, counted, readAhead, teach } from '../../core/index.ts';
import { atPlace } from '../../lattice/index.ts';
import {
  type Choice,
  type Evidence,
  type Expectation,
  type MbrUtility,
  choose,
  chooseGiven,
  expectedCountUtility,
  linearGainUtility,
  pairwiseUtility,
  utilityTexts,
} from '../../tune/index.ts';
import { type MetricOrder, orderMetric, orderedMetrics } from '../createMetrics.ts';
import { type Job, spread } from '../threads.ts';

interface SelectMbrOptions {
  /** How many threads choose; `auto` starts more than one only when the work lasts. The result is the same for any number. */
  readonly threads?: number | 'auto';
  /** If several processes choose: each for some of the segments. */
  readonly work?: DividedWork | undefined;
  readonly onProgress?: (done: { readonly segments: number; readonly share: number }) => void;
}

/** A piece for a thread is some segments with about this many pairs, so that threads end together. */
const pairsPerPiece = 50_000;

/**
 * Chooses a translation for each segment by minimum Bayes risk, spread over threads. A metric that learns from references learns from all
 * candidates.
 */
export async function selectMbr(
  evidence: readonly Evidence[],
  asked: MbrUtility,
  { threads = 'auto', work: divided, onProgress }: SelectMbrOptions = {},
): Promise<Choice[]> {
  const empty = evidence.findIndex(({ texts }) => texts.length === 0);
  if (empty >= 0) throw new UsageError(`Segment ${empty + 1} has no candidates: there is nothing to choose.`);
  if (asked.form === 'given') return givenChoices(asked, evidence);
  const utility = taughtUtility(asked, evidence);
  const work = evidence.reduce((sum, each) => sum + pairsOf(each), 0);
  const choices: Choice[] = [];
  let done = 0;
  if (utility.form !== 'linear' && utility.metric.readAhead) {
    // Models and programs are in this thread.
    const expectation = expectationOf(utility);
    for (const [i, each] of evidence.entries()) {
      const name = `choose ${i}`;
      const found = divided?.found(name);
      if (!found && divided?.takes(name) === false) continue;
      if (!found) await readAhead([utility.metric], utilityTexts(each));
      const choice = found ? (found.result as Choice) : choose(expectation, each);
      if (!found) divided?.keep(name, choice);
      choices.push(choice);
      done += pairsOf(each);
      onProgress?.({ segments: choices.length, share: done / work });
    }
    return choices;
  }
  const pieces = piecesOf(evidence);
  const places = new Map(pieces.map((piece, i) => [piece, i]));
  await spread(
    choosing,
    {
      data: () => (utility.form === 'linear' ? utility : { form: utility.form, metric: orderMetric(utility.metric) }),
      pieces,
      here: chooseAll(utility),
      finish(piece, chosen) {
        for (const choice of chosen) choices.push(choice);
        done += piece.reduce((sum, each) => sum + pairsOf(each), 0);
        onProgress?.({ segments: choices.length, share: done / work });
      },
      share: () => done / work,
      divided: divided && { work: divided, nameOf: (piece) => `choose ${places.get(piece)}` },
    },
    threads,
  );
  return choices;
}

function givenChoices({ matrices, file }: GivenUtility, evidence: readonly Evidence[]): Choice[] {
  if (matrices.length !== evidence.length) {
    throw new UsageError(`${file} has ${counted(matrices.length, 'line')} for ${counted(evidence.length, 'segment')}.`); // prettier-ignore
  }
  return evidence.map((each, i) => atPlace(`${file}, line ${i + 1}`, () => chooseGiven(matrices[i]!, each)));
}

type GivenUtility = Extract<MbrUtility, { form: 'given' }>;
type ComputedUtility = Exclude<MbrUtility, GivenUtility>;

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

function chooseAll(utility: ComputedUtility): (evidence: readonly Evidence[]) => Choice[] {
  const expectation = expectationOf(utility);
  return (evidence) => evidence.map((each) => choose(expectation, each));
}

function expectationOf(utility: ComputedUtility): Expectation {
  if (utility.form === 'linear') return linearGainUtility(utility.gain);
  return utility.form === 'pairwise' ? pairwiseUtility(utility.metric) : expectedCountUtility(utility.metric);
}

/** A text that appears twice in a list is learned once, so splitting a candidate in two changes nothing. */
function taughtUtility(utility: ComputedUtility, evidence: readonly Evidence[]): ComputedUtility {
  if (utility.form === 'linear') return utility;
  const lists = evidence.map(({ texts, references }) => [...new Set(references?.texts ?? texts)]);
  return { form: utility.form, metric: teach(utility.metric, lists) };
}

const pairsOf = ({
  texts,
  references = { texts },
}: Pick<Evidence, 'texts'> & { references?: { texts: readonly string[] } }): number =>
  texts.length * references.texts.length;

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
