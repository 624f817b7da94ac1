/** The costs of edits in TERp: the weights of the published variants, and the costs of phrases. */
import { log } from '../../../core/index.ts';

/** Words that may be shifted only together with others: the list that comes with TERp. */
export const stopWords: ReadonlySet<string> = new Set(
  (
    `. , " ' ( ) & ! ? - $ : ; + ` +
    'a about actually after again ago ah all also although am among an and any anyone anything are as at away ' +
    'be been before being between bit but by can center could did do does done down during each either else entire even every everything ' +
    'fact few for from got had has have having here if in indeed into is it its itself just kind kinds let located ' +
    'many might more most mostly much must neither nor of off often oh on ones onto or other others ours out over ' +
    'perhaps please plenty really regarding same self set shall should so some somebody something sometimes sort still such surely ' +
    't than that the them then there these thing this those though till to too type types um until up upon via ' +
    'was way ways were what whether while will with within would yet yourself'
  ).split(' '),
);

const costNames = ['insertion', 'deletion', 'substitution', 'stem', 'synonym', 'shift'] as const;
export type Costs = Readonly<Record<(typeof costNames)[number], number>>;

/** All costs, each by its name. */
export const costsOf = (costOf: (name: keyof Costs) => number): Costs =>
  Object.fromEntries(costNames.map((name) => [name, costOf(name)])) as Costs;

/** When a block of words may be shifted: if the same words are in the reference; also for related words; also for paraphrases. */
export const shiftKinds = ['none', 'exact', 'words', 'relaxed'] as const;
export type ShiftKind = (typeof shiftKinds)[number];

/** a, b, c and d of the cost of a paraphrase: a + e (b log₁₀ p + c p + d). */
export type PhraseWeights = readonly [number, number, number, number];

export interface Preset {
  readonly name: string;
  readonly costs: Costs;
  /** Undefined if phrases are never substituted. */
  readonly phrases: PhraseWeights | undefined;
  readonly stems: boolean;
  readonly synonyms: boolean;
  readonly shifts: ShiftKind;
  readonly stopWords: boolean;
  readonly beam: number;
  /** Whether segments score at most 1. */
  readonly cap: boolean;
}

const terp = { stems: true, synonyms: true, shifts: 'relaxed', stopWords: true, beam: 35, cap: true } as const;

export const presetNames = ['terp-a', 'terp-h', 'ter'] as const;
type PresetName = (typeof presetNames)[number];

/** The weights of terpa.param, terph.param and ter.param, which come with the program. */
export const presets: Readonly<Record<PresetName, Preset>> = {
  'terp-a': {
    ...terp,
    name: 'TERp-A',
    costs: {
      insertion: 0.2588527567630183,
      deletion: 1.4269364675533365,
      substitution: 1.5565478292505814,
      stem: 0,
      synonym: 0,
      shift: 0.5620538767397316,
    },
    phrases: [-0.2306579294476191, -0.1469465037633749, -0.07843705907022736, 0.17708577297831574],
  },
  'terp-h': {
    ...terp,
    name: 'TERp-H',
    costs: {
      insertion: 0.5160029868027748,
      deletion: 0.8897481530721948,
      substitution: 1.6362908525843867,
      stem: 0.9574806141940626,
      synonym: 0.16474604979800672,
      shift: 0.686718582391978,
    },
    phrases: [1.0366410752548514, 0.6518645817002747, -0.008317921340980746, 1.1121928362344298],
  },
  ter: {
    name: 'TERp-TER',
    costs: costsOf(() => 1),
    phrases: undefined,
    stems: false,
    synonyms: false,
    shifts: 'exact',
    stopWords: false,
    beam: 20,
    cap: false,
  },
};

const log10 = (x: number): number => log(x) / log(10);

/**
 * The cost of a paraphrase, at least 0: `edits` is the cost of turning one phrase into the other word by word.
 * A probability of 0 makes it infinite or 0, depending on the sign of b; without edits the probability has no effect.
 */
export function phraseCost([a, b, c, d]: PhraseWeights, probability: number, edits: number): number {
  if (edits === 0) return Math.max(0, a);
  return Math.max(0, a + b * log10(probability) * edits + c * probability * edits + d * edits);
}
