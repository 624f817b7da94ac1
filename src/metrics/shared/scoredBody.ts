/** What metrics share whose scores come from a model or a program: scores are asked for ahead, and counting looks them up. */
import {
  type CutTexts,
  type MetricBody,
  type ScoreRange,
  type TextsAhead,
  UsageError,
  type View,
} from '../../core/index.ts';

/** One hypothesis to score, with what it is compared with. */
export interface ScoredTexts {
  readonly hypothesis: string;
  readonly references: readonly string[];
  readonly source: string | undefined;
}

/** Scores texts; equal texts are passed once. */
export interface Scorer {
  /** By text, in the same order. */
  score(texts: readonly ScoredTexts[], onProgress?: (share: number) => void): Promise<ArrayLike<number>>;
  /** Texts so far of which it read only the beginning, if any. */
  cutTexts?(): CutTexts | undefined;
}

interface Scored {
  readonly name: string;
  readonly range: ScoreRange;
  readonly uses: NonNullable<MetricBody['uses']>;
  /** Undefined while the metric only describes itself. */
  readonly scorer: Scorer | undefined;
}

/** The score of several segments is the mean of their scores. */
export function scoredBody({ name, range, uses, scorer }: Scored): MetricBody {
  const known = new KnownScores(name);
  return {
    name,
    range,
    uses,
    decomposable: true,
    reads: [known.view],
    statistics: ['score', 'segments'],
    score: (sums) => (sums[1] === 0 ? 0 : sums[0]! / sums[1]!),
    async readAhead(segments, onProgress) {
      if (!scorer) throw new Error(`${name} was made without its resources.`);
      const texts = known.expect(segments.map((segment) => checked(segment, name, uses)));
      known.fill(texts.length === 0 ? [] : await scorer.score(texts, onProgress));
    },
    cutTexts: () => scorer?.cutTexts?.(),
    counter() {
      let references: readonly number[] = [];
      let source = -1;
      return {
        prepare(ofSegment, ofSource) {
          references = uses.references ? ofSegment.map(([text]) => text!.ids[text!.start]!) : [];
          source = uses.source && ofSource ? ofSource[0]!.ids[ofSource[0]!.start]! : -1;
        },
        collect([hypothesis], rows, at) {
          rows[at] = known.scoreOf(hypothesis!.ids[hypothesis!.start]!, references, source);
          rows[at + 1] = 1;
        },
      };
    },
  };
}

/** Only what the metric uses, so that texts that differ in nothing else are scored once. */
function checked({ hypotheses, references, source }: TextsAhead, name: string, uses: Scored['uses']): TextsAhead {
  if (uses.source && source === undefined) throw new UsageError(`${name} reads the source. Name its file with -s.`);
  if (uses.references && references.length === 0) {
    throw new UsageError(`${name} compares with references. Name them with -r.`);
  }
  return { hypotheses, references: uses.references ? references : [], source: uses.source ? source : undefined };
}

/** Texts as numbers, and the scores of those that were asked for ahead. */
class KnownScores {
  static #made = 0;
  /** Reads a text as one token. */
  readonly view: View = {
    key: `whole text ${KnownScores.#made++}`, // each numbers its own texts
    reader: () => ({
      read: (text, _role, ids) => ids.push(this.#numbers.get(text) ?? -1),
      forget: () => {},
    }),
  };
  #numbers = new Map<string, number>();
  /** By key: the place of its score. */
  #places = new Map<string, number>();
  #scores: ArrayLike<number> = [];
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  /** Forgets the texts before these; returns each once. */
  expect(segments: readonly TextsAhead[]): ScoredTexts[] {
    this.#numbers = new Map();
    this.#places = new Map();
    const texts: ScoredTexts[] = [];
    for (const { hypotheses, references, source } of segments) {
      const ofReferences = references.map((text) => this.#number(text));
      const ofSource = source === undefined ? -1 : this.#number(source);
      for (const hypothesis of hypotheses) {
        const key = keyOf(this.#number(hypothesis), ofReferences, ofSource);
        if (this.#places.has(key)) continue;
        this.#places.set(key, texts.length);
        texts.push({ hypothesis, references, source });
      }
    }
    return texts;
  }

  fill(scores: ArrayLike<number>): void {
    this.#scores = scores;
  }

  scoreOf(hypothesis: number, references: readonly number[], source: number): number {
    const place = this.#places.get(keyOf(hypothesis, references, source));
    if (place === undefined) {
      throw new UsageError(
        `${this.#name} asks a model or a program for scores, which this command cannot do. Use it in assay score, compare, meta, task, mbr or oracle.`,
      );
    }
    return this.#scores[place]!;
  }

  #number(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.#numbers.size);
    return this.#numbers.size - 1;
  }
}

const keyOf = (hypothesis: number, references: readonly number[], source: number): string =>
  `${hypothesis} ${source} ${references.join(' ')}`;
