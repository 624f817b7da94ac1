/** The best score that lattices, forests or n-best lists can reach. */
import type { TextInput } from '../notes.ts';
import { type Metric, present, teach, version } from '../../core/index.ts';
import { CorpusOracleSearch, type Hypergraph, atPlace, pruneByPosterior } from '../../lattice/index.ts';
import { referencesPerSegment } from '../../measure/index.ts';
import { countWords } from '../../text/index.ts';
import {
  type ListSet,
  bestCandidates,
  chosenTexts,
  firstCandidates,
  measureCandidates,
  nbestOracle,
  segmentsWithCandidates,
} from '../../tune/index.ts';
import { type ScoredMetric, scoredMetric } from '../score/scoreReport.ts';

interface OracleText {
  readonly text: string;
  readonly words: number;
  readonly score: number;
}

export interface OracleScores {
  /** Of the model's best. */
  readonly first: number;
  readonly oracle: number;
  /** Whether nothing is better, or with `worst` nothing is worse. */
  readonly exact: boolean;
  /** What nothing exceeds, or undercuts; absent where none is known. */
  readonly bound?: number;
}

interface PrunedOracle extends OracleScores {
  readonly posterior: number;
  readonly edges: number;
}

/** The data that `assay oracle -f json` prints. */
export interface OracleReport {
  readonly version: string;
  readonly from: 'lattices' | 'lists';
  readonly looksFor: 'best' | 'worst';
  readonly metric: ScoredMetric;
  readonly segments: number;
  /** Edges of lattices, or candidates of lists. */
  readonly size: number;
  readonly scores: OracleScores;
  /** Within what is left of lattices after pruning by posterior. */
  readonly pruned: readonly PrunedOracle[];
  /** Of the posteriors by which was pruned. */
  readonly scale?: number;
  readonly bySegment: readonly { readonly id: string; readonly first: OracleText; readonly oracle: OracleText }[];
  readonly input: TextInput;
}

interface ListOracleOptions {
  readonly worst?: boolean;
  /** The seed of the search, for metrics that are not means. */
  readonly seed?: number;
  /** The model's best is the best by these weights, else the first of each list. */
  readonly weights?: Float64Array;
  /** On the weights. */
  readonly notes?: readonly string[];
}

/**
 * Reports the best choice from n-best lists by a metric, or the worst, and returns its translations; a segment without candidates has an
 * empty one.
 */
export function reportListOracle(
  metric: Metric,
  set: ListSet,
  { worst = false, seed, weights, notes = [] }: ListOracleOptions = {},
): { readonly report: OracleReport; readonly paths: readonly string[] } {
  const { candidates, references, sha256 = '' } = set;
  const taught = teach(metric, references);
  const first = weights ? bestCandidates(candidates, weights) : firstCandidates(candidates);
  const pool = measureCandidates(taught, set);
  const { choices, score, exact, bound } = nbestOracle(taught, pool, { worst, first, ...present({ seed }) });
  const rowOf = (c: number) => pool.rows.subarray(c * pool.width, (c + 1) * pool.width);
  const sums = new Float64Array(pool.width);
  for (const c of first) if (c >= 0) rowOf(c).forEach((value, k) => (sums[k]! += value));
  const textOf = (c: number) => {
    const text = candidates.texts[c]!;
    return { text, words: countWords(text), score: taught.forSegments.score(rowOf(c)) };
  };
  const members = segmentsWithCandidates(candidates);
  const perSegment = referencesPerSegment(references);
  const report: OracleReport = {
    version,
    from: 'lists',
    looksFor: worst ? 'worst' : 'best',
    metric: scoredMetric(metric, { references: perSegment }),
    segments: members.length,
    size: candidates.texts.length,
    scores: { first: taught.score(sums), oracle: score, exact, ...present({ bound }) },
    pruned: [],
    // By number from 1, as in all reports; the files count from 0.
    bySegment: members.map((i) => ({ id: String(i + 1), first: textOf(first[i]!), oracle: textOf(choices[i]!) })),
    input: { references: perSegment, sha256, notes: [...(set.notes ?? []), ...notes] },
  };
  return { report, paths: chosenTexts(candidates, choices) };
}

/** The best inside lattices and forests, one after the other, and inside what is left of them when they are pruned by posteriors. */
export class LatticeOracles {
  readonly #metric: Metric;
  readonly #whole: CorpusOracleSearch;
  readonly #parts: { readonly posterior: number; readonly search: CorpusOracleSearch; edges: number }[];
  readonly #scale: number;
  readonly #ids: string[] = [];
  readonly #references: (readonly string[])[] = [];
  #edges = 0;

  /** The metric must be used with `tok=none`. A derivation is as probable as exp(scale × score). */
  constructor(metric: Metric, posteriors: readonly number[] = [], scale = 1) {
    this.#metric = metric;
    this.#whole = new CorpusOracleSearch(metric);
    this.#parts = posteriors.map((posterior) => ({ posterior, search: new CorpusOracleSearch(metric), edges: 0 }));
    this.#scale = scale;
  }

  take(
    { id, place, hypergraph }: { id: string; place: string; hypergraph: Hypergraph },
    texts: readonly string[],
  ): void {
    this.#ids.push(id);
    this.#references.push(texts);
    this.#edges += hypergraph.edges;
    this.#whole.take(hypergraph, texts, place);
    for (const part of this.#parts) {
      const pruned = atPlace(place, () => pruneByPosterior(hypergraph, part.posterior, this.#scale));
      part.edges += pruned.edges;
      part.search.take(pruned, texts, place);
    }
  }

  report({ sha256, notes }: { readonly sha256: string; readonly notes: readonly string[] }): OracleReport {
    const { segments, first, oracle, exact, bound } = this.#whole.finish();
    const references = referencesPerSegment(this.#references);
    return {
      version,
      from: 'lattices',
      looksFor: 'best',
      metric: scoredMetric(this.#metric, { references }),
      segments: this.#ids.length,
      size: this.#edges,
      scores: { first, oracle, exact, bound },
      pruned: this.#parts.map(({ posterior, search, edges }) => {
        const { segments: _, ...scores } = search.finish();
        return { posterior, edges, ...scores };
      }),
      ...(this.#parts.length > 0 && { scale: this.#scale }),
      bySegment: segments.map((each, i) => ({ id: this.#ids[i]!, ...each })),
      input: {
        references,
        sha256,
        notes: ['Lattices are already tokenized, and references are split at white space: tok=none.', ...notes],
      },
    };
  }
}
