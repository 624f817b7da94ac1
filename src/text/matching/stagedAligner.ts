/**
 * Aligns the words of a hypothesis with those of a reference, each at most once, in stages: equal words first, then words
 * that match in other ways. As METEOR does: Banerjee and Lavie (2005), Denkowski and Lavie (2014).
 */
import { type Text, enlarged } from '../../core/index.ts';
import { AlignmentSearch } from './alignmentSearch.ts';
import { Candidates } from './candidates.ts';

/** How words may match. Texts are given as parallel views: equal positions are the same word. */
export type MatchStage = WordStage | PhraseStage;

interface WordStage {
  /** The name of its links: `exact`, `stem`, `synonym`. */
  readonly name: string;
  /** The view that it compares. Words whose number there is −1 match nothing. */
  readonly view: number;
  /** Whether different numbers also match. */
  readonly share?: (hypothesis: number, reference: number) => boolean;
}

interface PhraseStage {
  readonly name: string;
  /** Reports every pair of phrases that match, by first word and number of words. */
  readonly phrases: (
    hypothesis: Text,
    reference: Text,
    report: (hypothesis: number, hypothesisLength: number, reference: number, referenceLength: number) => void,
  ) => void;
}

/**
 * `crossings`, as in METEOR up to 1.0: each stage aligns as many of the remaining words as it can, with as few of its links
 * crossing as it can; then with the smallest sum of distances.
 * `chunks`, the stated goal of later versions: all stages at once; most words covered, where exact matches count twice, then fewest chunks,
 * then the smallest sum of distances.
 * `meteor-1.5`: the same as that version does it. Halves are rounded down, so except for exact links only every second word of
 * a phrase counts as covered, and its search has a narrow beam.
 */
export const alignmentObjectives = ['crossings', 'chunks', 'meteor-1.5'] as const;
export type AlignmentObjective = (typeof alignmentObjectives)[number];

/** The maximum number of word pairs compared: all those of two texts of two thousand words. */
const mostPairs = 1 << 22;

/** Its results are valid until it aligns again. Positions count from the start of each text. */
export class StagedAligner {
  /** By word of the hypothesis, the word of the reference, the first one of a phrase; −1 if unmatched. */
  partners = new Int32Array(64);
  /** By word of the hypothesis, the stage that matched it; −1 if none. */
  stageOf = new Int8Array(64);
  /** By stage, the matched words of the hypothesis, and those of the reference. They differ only for phrases. */
  readonly hypothesisMatches: Int32Array;
  readonly referenceMatches: Int32Array;
  /** Runs of links that are neighbours on both sides. */
  chunks = 0;
  /** The links, in the order of the reference. */
  readonly links = new Candidates();
  /** Whether certainly no alignment is better. */
  exact = true;

  readonly #stages: readonly MatchStage[];
  readonly #objective: AlignmentObjective;
  readonly #search: AlignmentSearch;
  readonly #candidates = new Candidates();
  readonly #phrases = new Candidates();
  /** Phrases that start at a word of the reference, chained in the order they were reported. */
  #firstPhrase = new Int32Array(64);
  #lastPhrase = new Int32Array(64);
  #nextPhrase = new Int32Array(64);
  /** By hypothesis word, the last reference word, from 1, that it was found to match. */
  #seen = new Int32Array(64);
  /** How far from its position in the hypothesis a reference word looks for matches. */
  #reach = 0;
  /** Words of the reference that an earlier stage has matched. */
  #taken = new Uint8Array(64);

  constructor(stages: readonly MatchStage[], objective: AlignmentObjective) {
    if (objective === 'crossings' && stages.some((stage) => 'phrases' in stage)) {
      throw new Error('alignment=crossings cannot align phrases, only words.');
    }
    this.#stages = stages;
    this.#objective = objective;
    this.#search = new AlignmentSearch({
      cost: objective === 'crossings' ? 'crossings' : 'chunks',
      literal: objective === 'meteor-1.5',
    });
    this.hypothesisMatches = new Int32Array(stages.length);
    this.referenceMatches = new Int32Array(stages.length);
  }

  align(hypothesis: Text, reference: Text): void {
    const length = lengthOf(hypothesis);
    const referenceLength = lengthOf(reference);
    this.#reserve(length, referenceLength);
    this.partners.fill(-1, 0, length);
    this.stageOf.fill(-1, 0, length);
    this.links.count = 0;
    this.#reach = length * referenceLength > mostPairs ? Math.ceil(mostPairs / (2 * referenceLength)) : length;
    if (this.#objective !== 'meteor-1.5' && areEqual(hypothesis, reference)) this.#alignEqual(length);
    else if (this.#objective === 'crossings') this.#alignByStage(hypothesis, reference, length, referenceLength);
    else this.#alignAtOnce(hypothesis, reference, length, referenceLength);
    this.#count();
  }

  /** Aligns each word of a text with itself, which is optimal. */
  #alignEqual(length: number): void {
    this.exact = true;
    for (let i = 0; i < length; i++) {
      this.links.add(i, 1, i, 1, 0, 0);
      this.partners[i] = i;
      this.stageOf[i] = 0;
    }
  }

  #alignByStage(hypothesis: Text, reference: Text, length: number, referenceLength: number): void {
    this.exact = this.#reach >= length;
    this.#taken.fill(0, 0, referenceLength);
    for (let stage = 0; stage < this.#stages.length; stage++) {
      this.#candidates.count = 0;
      this.#seen.fill(0, 0, length);
      for (let j = 0; j < referenceLength; j++) {
        if (this.#taken[j] === 0) this.#addWords(hypothesis, reference, length, j, stage);
      }
      if (this.#candidates.count === 0) continue;
      this.#search.run(this.#candidates, length, referenceLength);
      this.exact &&= this.#search.exact;
      this.#take();
    }
    this.#sortLinks();
  }

  #alignAtOnce(hypothesis: Text, reference: Text, length: number, referenceLength: number): void {
    let stages = this.#stages.length;
    // For equal texts Meteor 1.5 uses only exact matches.
    if (this.#objective === 'meteor-1.5' && areEqual(hypothesis, reference)) stages = 1;
    this.#candidates.count = 0;
    this.#seen.fill(0, 0, length);
    this.#findPhrases(hypothesis, reference, stages, referenceLength);
    for (let j = 0; j < referenceLength; j++) {
      for (let stage = 0; stage < stages; stage++) {
        if ('phrases' in this.#stages[stage]!) this.#addPhrases(j, stage);
        else this.#addWords(hypothesis, reference, length, j, stage);
      }
    }
    this.#search.run(this.#candidates, length, referenceLength);
    this.exact = this.#search.exact && this.#reach >= length;
    this.#take();
  }

  /** Candidates for reference word j among the words not matched by an earlier stage. */
  #addWords(hypothesis: Text, reference: Text, length: number, j: number, stage: number): void {
    const { view, share } = this.#stages[stage] as WordStage;
    const literal = this.#objective === 'meteor-1.5';
    const { ids, start } = hypothesis[view]!;
    const sought = reference[view]!.ids[reference[view]!.start + j]!;
    if (sought < 0) return;
    const words = hypothesis[0]!;
    const word = reference[0]!.ids[reference[0]!.start + j]!;
    // In huge texts only words at about the same position are compared.
    const near = this.#reach < length ? Math.round((j * length) / lengthOf(reference)) : 0;
    const from = this.#reach < length ? Math.max(0, near - this.#reach) : 0;
    const to = this.#reach < length ? Math.min(length, near + this.#reach) : length;
    for (let i = from; i < to; i++) {
      const id = ids[start + i]!;
      if (id !== sought && (share === undefined || id < 0 || !share(id, sought))) continue;
      if (this.partners[i] !== -1) continue;
      // A pair is matched once, by the first stage that can; Meteor 1.5 only ensures that equal words match as exact.
      if (literal ? stage > 0 && words.ids[words.start + i] === word : this.#seen[i] === j + 1) continue;
      this.#seen[i] = j + 1;
      this.#candidates.add(i, 1, j, 1, stage, this.#creditOf(stage, 1, 1));
    }
  }

  /** Words covered, exact ones twice. In Meteor 1.5 others are halves, which are rounded down. */
  #creditOf(stage: number, hypothesisLength: number, referenceLength: number): number {
    if (this.#objective === 'crossings') return 1;
    if (this.#objective === 'chunks') return (stage === 0 ? 2 : 1) * (hypothesisLength + referenceLength);
    return stage === 0 ? hypothesisLength + referenceLength : (hypothesisLength >> 1) + (referenceLength >> 1);
  }

  #findPhrases(hypothesis: Text, reference: Text, stages: number, referenceLength: number): void {
    const phrases = this.#phrases;
    phrases.count = 0;
    this.#firstPhrase.fill(-1, 0, referenceLength);
    for (let stage = 0; stage < stages; stage++) {
      const matcher = this.#stages[stage]!;
      if (!('phrases' in matcher)) continue;
      matcher.phrases(hypothesis, reference, (i, iLength, j, jLength) => {
        const at = phrases.count;
        phrases.add(i, iLength, j, jLength, stage, this.#creditOf(stage, iLength, jLength));
        if (this.#nextPhrase.length < phrases.count) this.#nextPhrase = enlarged(this.#nextPhrase, phrases.count);
        this.#nextPhrase[at] = -1;
        if (this.#firstPhrase[j] === -1) this.#firstPhrase[j] = at;
        else this.#nextPhrase[this.#lastPhrase[j]!] = at;
        this.#lastPhrase[j] = at;
      });
    }
  }

  #addPhrases(j: number, stage: number): void {
    const { hypothesis, hypothesisLength, referenceLength, credit, stage: stages } = this.#phrases;
    const candidates = this.#candidates;
    for (let p = this.#firstPhrase[j]!; p >= 0; p = this.#nextPhrase[p]!) {
      if (stages[p] !== stage) continue;
      const single = hypothesisLength[p] === 1 && referenceLength[p] === 1;
      if (this.#objective !== 'meteor-1.5') {
        if (single && this.#seen[hypothesis[p]!] === j + 1) continue;
        if (this.#isKnown(p, j)) continue;
      }
      candidates.add(hypothesis[p]!, hypothesisLength[p]!, j, referenceLength[p]!, stage, credit[p]!);
    }
  }

  /** Whether the same phrases at the same position are already candidates, as when a table lists them in both directions. */
  #isKnown(p: number, j: number): boolean {
    const known = this.#candidates;
    for (let c = known.count - 1; c >= 0 && known.reference[c] === j; c--) {
      if (
        known.hypothesis[c] === this.#phrases.hypothesis[p] &&
        known.hypothesisLength[c] === this.#phrases.hypothesisLength[p] &&
        known.referenceLength[c] === this.#phrases.referenceLength[p]
      ) {
        return true;
      }
    }
    return false;
  }

  /** Enters the candidates that the search has chosen. */
  #take(): void {
    const { chosen, chosenCount } = this.#search;
    const { hypothesis, hypothesisLength, reference, referenceLength, stage } = this.#candidates;
    for (let k = 0; k < chosenCount; k++) {
      const c = chosen[k]!;
      this.links.add(hypothesis[c]!, hypothesisLength[c]!, reference[c]!, referenceLength[c]!, stage[c]!, 0);
      for (let i = hypothesis[c]!; i < hypothesis[c]! + hypothesisLength[c]!; i++) {
        this.partners[i] = reference[c]!;
        this.stageOf[i] = stage[c]!;
      }
      this.#taken[reference[c]!] = 1;
    }
  }

  /** Insertion sort: the links of each stage are already in order. */
  #sortLinks(): void {
    const { count, hypothesis, reference, stage } = this.links;
    for (let k = 1; k < count; k++) {
      const [i, j, s] = [hypothesis[k]!, reference[k]!, stage[k]!];
      let at = k;
      for (; at > 0 && reference[at - 1]! > j; at--) {
        hypothesis[at] = hypothesis[at - 1]!;
        reference[at] = reference[at - 1]!;
        stage[at] = stage[at - 1]!;
      }
      hypothesis[at] = i;
      reference[at] = j;
      stage[at] = s;
    }
  }

  #count(): void {
    const { count, hypothesis, hypothesisLength, reference, referenceLength, stage } = this.links;
    this.hypothesisMatches.fill(0);
    this.referenceMatches.fill(0);
    this.chunks = 0;
    for (let k = 0; k < count; k++) {
      this.hypothesisMatches[stage[k]!]! += hypothesisLength[k]!;
      this.referenceMatches[stage[k]!]! += referenceLength[k]!;
      const continues =
        k > 0 &&
        reference[k] === reference[k - 1]! + referenceLength[k - 1]! &&
        hypothesis[k] === hypothesis[k - 1]! + hypothesisLength[k - 1]!;
      if (!continues) this.chunks++;
    }
  }

  #reserve(length: number, referenceLength: number): void {
    if (this.partners.length < length) {
      this.partners = new Int32Array(2 * length);
      this.stageOf = new Int8Array(2 * length);
      this.#seen = new Int32Array(2 * length);
    }
    if (this.#taken.length < referenceLength) {
      this.#taken = new Uint8Array(2 * referenceLength);
      this.#firstPhrase = new Int32Array(2 * referenceLength);
      this.#lastPhrase = new Int32Array(2 * referenceLength);
    }
  }
}

const lengthOf = (text: Text): number => text[0]!.end - text[0]!.start;

function areEqual(hypothesis: Text, reference: Text): boolean {
  const length = lengthOf(hypothesis);
  const a = hypothesis[0]!;
  const b = reference[0]!;
  if (length !== lengthOf(reference)) return false;
  for (let i = 0; i < length; i++) if (a.ids[a.start + i] !== b.ids[b.start + i]) return false;
  return true;
}
