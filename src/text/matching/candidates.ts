/** Candidate links between the words or phrases of two texts, and which of them compete for words. */
import { enlarged } from '../../core/index.ts';

const columns = ['hypothesis', 'hypothesisLength', 'reference', 'referenceLength', 'stage', 'credit'] as const;

/** Candidate links between the words or phrases of two texts, in columns that are reused. */
export class Candidates {
  count = 0;
  hypothesis = new Int32Array(256);
  hypothesisLength = new Int32Array(256);
  reference = new Int32Array(256);
  referenceLength = new Int32Array(256);
  stage = new Int32Array(256);
  /** The credit of a link, which is maximised first. */
  credit = new Int32Array(256);

  add(
    hypothesis: number,
    hypothesisLength: number,
    reference: number,
    referenceLength: number,
    stage: number,
    credit: number,
  ): void {
    if (this.count === this.stage.length) for (const name of columns) this[name] = enlarged(this[name]);
    const at = this.count++;
    this.hypothesis[at] = hypothesis;
    this.hypothesisLength[at] = hypothesisLength;
    this.reference[at] = reference;
    this.referenceLength[at] = referenceLength;
    this.stage[at] = stage;
    this.credit[at] = credit;
  }
}

/** Larger groups are treated like those whose links differ, because matchings are found by recursion. */
const largestMatching = 1000;

/**
 * Parts of the candidates that have no word in common, such as all pairs of one frequent word. The choice in one does not affect the
 * others, so each must reach its own maximum number of links: how many reference words may stay unmatched is known in advance.
 */
export class CandidateGroups {
  /** The group of each word; −1 without candidates. */
  ofHypothesis = new Int32Array(64);
  ofReference = new Int32Array(64);
  count = 0;
  /** Words of the reference in each group. */
  size = new Int32Array(64);
  /** The maximum number of links of a group; −1 if its links differ in credit or length, so that the number is not all that counts. */
  most = new Int32Array(64);
  /** Whether every hypothesis word of the group goes with every reference word. */
  complete = new Uint8Array(64);
  /** Whether it is a single link. */
  single = new Uint8Array(64);

  #parent = new Int32Array(128);
  #hypothesisSize = new Int32Array(64);
  #edges = new Int32Array(64);
  #mixed = new Uint8Array(64);
  #worth = new Int32Array(64);
  #partner = new Int32Array(64);
  #visited = new Int32Array(64);

  /** `first` holds where the candidates of each reference word start. */
  find(candidates: Candidates, first: Int32Array, hypothesisLength: number, referenceLength: number): void {
    const { count, hypothesis, hypothesisLength: hLength, reference, referenceLength: rLength, credit } = candidates;
    this.#reserve(hypothesisLength, referenceLength);
    const parent = this.#parent;
    const words = hypothesisLength + referenceLength;
    for (let w = 0; w < words; w++) parent[w] = w;
    for (let c = 0; c < count; c++) {
      const root = this.#root(hypothesis[c]!);
      for (let k = 1; k < hLength[c]!; k++) parent[this.#root(hypothesis[c]! + k)] = root;
      for (let k = 0; k < rLength[c]!; k++) parent[this.#root(hypothesisLength + reference[c]! + k)] = root;
    }
    // Groups in the order of their first candidate; `visited` holds the group of a root.
    this.count = 0;
    this.ofHypothesis.fill(-1, 0, hypothesisLength);
    this.ofReference.fill(-1, 0, referenceLength);
    this.#visited.fill(-1, 0, words);
    for (let c = 0; c < count; c++) {
      const root = this.#root(hypothesis[c]!);
      let group = this.#visited[root]!;
      if (group < 0) {
        group = this.#visited[root] = this.count++;
        this.size[group] = this.#hypothesisSize[group] = this.#edges[group] = this.#mixed[group] = 0;
        this.#worth[group] = credit[c]!;
      }
      this.#edges[group]!++;
      if (hLength[c] !== 1 || rLength[c] !== 1 || credit[c] !== this.#worth[group]) this.#mixed[group] = 1;
      for (let k = 0; k < hLength[c]!; k++) {
        if (this.ofHypothesis[hypothesis[c]! + k] === -1) this.#hypothesisSize[group]!++;
        this.ofHypothesis[hypothesis[c]! + k] = group;
      }
      for (let k = 0; k < rLength[c]!; k++) {
        if (this.ofReference[reference[c]! + k] === -1) this.size[group]!++;
        this.ofReference[reference[c]! + k] = group;
      }
    }
    for (let group = 0; group < this.count; group++) {
      const [size, other, edges] = [this.size[group]!, this.#hypothesisSize[group]!, this.#edges[group]!];
      const mixed = this.#mixed[group] === 1 || (edges !== size * other && size > largestMatching);
      this.single[group] = edges === 1 ? 1 : 0;
      this.complete[group] = !mixed && edges === size * other ? 1 : 0;
      this.most[group] = mixed ? -1 : this.complete[group] === 1 ? Math.min(size, other) : 0;
    }
    this.#countMatchings(candidates, first, hypothesisLength, referenceLength);
  }

  /** The maximum number of links of groups that are neither complete nor mixed, by augmenting paths. */
  #countMatchings(candidates: Candidates, first: Int32Array, hypothesisLength: number, referenceLength: number): void {
    this.#partner.fill(-1, 0, hypothesisLength);
    this.#visited.fill(-1, 0, hypothesisLength);
    for (let j = 0; j < referenceLength; j++) {
      const group = this.ofReference[j]!;
      if (group < 0 || this.complete[group] === 1 || this.most[group] === -1) continue;
      if (this.#augment(candidates, first, j, j)) this.most[group]!++;
    }
  }

  #augment(candidates: Candidates, first: Int32Array, j: number, turn: number): boolean {
    const { hypothesis } = candidates;
    for (let c = first[j]!; c < first[j + 1]!; c++) {
      const i = hypothesis[c]!;
      if (this.#visited[i] === turn) continue;
      this.#visited[i] = turn;
      const rival = this.#partner[i]!;
      if (rival < 0 || this.#augment(candidates, first, rival, turn)) {
        this.#partner[i] = j;
        return true;
      }
    }
    return false;
  }

  #root(word: number): number {
    const parent = this.#parent;
    let root = word;
    while (parent[root] !== root) root = parent[root]!;
    while (parent[word] !== root) {
      const next = parent[word]!;
      parent[word] = root;
      word = next;
    }
    return root;
  }

  #reserve(hypothesisLength: number, referenceLength: number): void {
    const words = hypothesisLength + referenceLength;
    if (this.#parent.length >= 2 * words) return;
    this.#parent = new Int32Array(4 * words);
    for (const name of ['ofHypothesis', 'ofReference', 'size', 'most'] as const) this[name] = new Int32Array(4 * words);
    this.complete = new Uint8Array(4 * words);
    this.single = new Uint8Array(4 * words);
    this.#hypothesisSize = new Int32Array(4 * words);
    this.#edges = new Int32Array(4 * words);
    this.#mixed = new Uint8Array(4 * words);
    this.#worth = new Int32Array(4 * words);
    this.#partner = new Int32Array(4 * words);
    this.#visited = new Int32Array(4 * words);
  }
}
