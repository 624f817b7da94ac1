/** What metrics share that use a neural model. */
import { type Resources, UsageError, file, pick } from '../../core/index.ts';
import type { Encoder } from '../../text/index.ts';
import type { ScoredTexts, Scorer } from './scoredBody.ts';

/** The option that names a model. */
export const modelOption = (accepts: string) =>
  file({ key: 'model', accepts, isModel: true, help: 'The model: a folder, a .zip or .jar file, or a name of `assay model list`.' }); // prettier-ignore

export const encoderNeed = (model: string): string => `encoder:${model}`;
export const cutterNeed = (model: string): string => `pieces:${model}`;

/** The encoder, if it is loaded; a metric that only describes itself has none. */
export const encoderOf = (model: string, resources: Resources): Encoder | undefined =>
  resources.get(encoderNeed(model)) as Encoder | undefined;

/** A metric without a model is refused when it is to score. */
export function withoutModel(id: string): Scorer {
  return {
    score: () => {
      throw new UsageError(`${id} needs a model: ${id}(model=PATH). Run \`assay metrics ${id}\` for models to use.`);
    },
  };
}

/** How many texts are encoded before their vectors are used: bounds memory. */
const textsAtOnce = 2048;

interface PortionScorer<Encoded> {
  readonly encoder: Encoder;
  /** All settings that scores depend on; undefined if they depend on more than the texts, so that they are not kept. */
  readonly settings: string | undefined;
  /** The distinct texts of a portion as vectors. */
  encode(texts: readonly string[], onProgress: (share: number) => void): Promise<readonly Encoded[]>;
  /** The scores of a portion. */
  score(
    portion: readonly ScoredTexts[],
    encoded: (text: string) => Encoded,
  ): Promise<ArrayLike<number>> | ArrayLike<number>;
}

/** Scores texts in portions, to bound memory, unless an earlier run did. */
export function inPortions<Encoded>({ encoder, settings, encode, score }: PortionScorer<Encoded>): Scorer {
  const kept = settings === undefined ? undefined : encoder.scores;
  return {
    cutTexts: () => (encoder.long?.count ? pick(encoder.long, ['count', 'limit']) : undefined),
    async score(all, onProgress) {
      const scores = new Float64Array(all.length);
      const missing: number[] = [];
      const keys = all.map((texts, i) => {
        const key = kept ? JSON.stringify([settings, texts.hypothesis, texts.source, texts.references]) : '';
        const known = kept?.get(key);
        if (known === undefined) missing.push(i);
        else {
          scores[i] = known.score;
          for (const place of known.long) encoder.long?.add(textsOf(texts)[place]!, known.limit);
        }
        return key;
      });
      for (let from = 0; from < missing.length;) {
        const places = new Map<string, number>();
        let to = from;
        for (; to < missing.length && (to === from || places.size < textsAtOnce); to++) {
          for (const text of textsOf(all[missing[to]!]!)) if (!places.has(text)) places.set(text, places.size);
        }
        const begin = from;
        const encoded = await encode([...places.keys()], (share) =>
          onProgress?.(1 - (missing.length - begin - share * (to - begin)) / all.length),
        );
        const portion = missing.slice(from, to);
        const found = await score(
          portion.map((i) => all[i]!),
          (text) => encoded[places.get(text)!]!,
        );
        portion.forEach((i, n) => {
          scores[i] = found[n]!;
          const long = textsOf(all[i]!).flatMap((text, place) => (encoder.long?.has(text) ? [place] : []));
          kept?.put(keys[i]!, { score: found[n]!, limit: encoder.long?.limit ?? 0, long });
        });
        kept?.flush();
        from = to;
      }
      return scores;
    },
  };
}

const textsOf = ({ hypothesis, references, source }: ScoredTexts): string[] => [
  hypothesis,
  ...references,
  ...(source === undefined ? [] : [source]),
];

export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
