/**
 * The settings of METEOR's versions: what was tuned for each language, and what the programs did.
 * 0.6: Lavie and Agarwal (WMT 2007), Agarwal and Lavie (WMT 2008); 0.7 and ranking: as submitted to WMT 2009; 2005: Banerjee and Lavie;
 * 1.0 and 1.5: the constants of those programs, Denkowski and Lavie (2010, 2014).
 */
import type { AlignmentObjective, StemmerName } from '../../../text/index.ts';

export const languages = ['en', 'cs', 'de', 'es', 'fr', 'universal'] as const;
export type Language = (typeof languages)[number];

export const moduleNames = ['exact', 'stem', 'synonym', 'paraphrase'] as const;
export type ModuleName = (typeof moduleNames)[number];

export const presetNames = [
  '2005', '0.6', '0.7', 'ranking', '1.0', '1.0-hter', '1.5', '1.5-adq', '1.5-hter', '1.5-tune',
] as const; // prettier-ignore
export type PresetName = (typeof presetNames)[number];

export interface Parameters {
  /** Weight of recall in the mean of precision and recall. */
  readonly alpha: number;
  /** How fast the penalty grows with fragmentation. */
  readonly beta: number;
  /** The largest penalty. */
  readonly gamma: number;
  /** Weight of a content word; that of a function word is what is missing to 1. */
  readonly delta: number;
  /** What a match by each module is worth. */
  readonly weights: Readonly<Partial<Record<ModuleName, number>>>;
}

interface Preset {
  /** By language; `any` for those that are not named. */
  readonly parameters: Readonly<Partial<Record<Language | 'any', Parameters>>>;
  readonly alignment: AlignmentObjective;
  readonly stemmer: 'porter' | 'snowball';
  readonly tokenizer: 'meteor' | '13a';
  /** Whether a segment that equals its reference adds a chunk to those of the whole text. */
  readonly countsPerfectChunks: boolean;
}

const alike: Parameters['weights'] = { exact: 1, stem: 1, synonym: 1, paraphrase: 1 };
const plain = (alpha: number, beta: number, gamma: number): Parameters => ({
  alpha,
  beta,
  gamma,
  delta: 0.5,
  weights: alike,
});
const weighted = (
  alpha: number,
  beta: number,
  gamma: number,
  delta: number,
  weights: Parameters['weights'],
): Parameters => ({ alpha, beta, gamma, delta, weights });

const version06 = {
  en: plain(0.8, 0.83, 0.28),
  cs: plain(0.8, 0.83, 0.28),
  fr: plain(0.76, 0.5, 1),
  es: plain(0.95, 0.5, 0.75),
  de: plain(0.95, 1, 0.98),
};
const version07 = { ...version06, en: plain(0.8, 2.5, 0.4) };

const old = {
  alignment: 'crossings',
  stemmer: 'porter',
  tokenizer: 'meteor',
  countsPerfectChunks: true,
} as const;
const from10 = {
  alignment: 'crossings',
  stemmer: 'snowball',
  tokenizer: '13a',
  countsPerfectChunks: false,
} as const;
const from15 = { ...from10, alignment: 'meteor-1.5' } as const;

export const presets: Readonly<Record<PresetName, Preset>> = {
  '2005': { ...old, parameters: { any: plain(0.9, 3, 0.5) } },
  '0.6': { ...old, parameters: version06 },
  '0.7': { ...old, parameters: version07 },
  ranking: {
    ...old,
    parameters: {
      en: plain(0.95, 0.5, 0.5),
      cs: plain(0.95, 0.5, 0.45),
      fr: plain(0.9, 0.5, 0.55),
      es: plain(0.9, 0.5, 0.55),
      de: plain(0.9, 3, 0.15),
    },
  },
  '1.0': { ...from10, parameters: version07 },
  '1.0-hter': { ...from10, parameters: { en: plain(0.65, 1.8, 0.45) } },
  '1.5': {
    ...from15,
    parameters: {
      en: weighted(0.85, 0.2, 0.6, 0.75, { exact: 1, stem: 0.6, synonym: 0.8, paraphrase: 0.6 }),
      cs: weighted(0.95, 0.2, 0.6, 0.8, { exact: 1, paraphrase: 0.4 }),
      fr: weighted(0.9, 1.4, 0.6, 0.65, { exact: 1, stem: 0.2, paraphrase: 0.4 }),
      es: weighted(0.65, 1.3, 0.5, 0.8, { exact: 1, stem: 0.8, paraphrase: 0.6 }),
      de: weighted(0.95, 1, 0.55, 0.55, { exact: 1, stem: 0.8, paraphrase: 0.2 }),
      universal: weighted(0.7, 1.4, 0.3, 0.7, { exact: 1, paraphrase: 0.6 }),
    },
  },
  '1.5-adq': {
    ...from15,
    parameters: { en: weighted(0.75, 1.4, 0.45, 0.7, { exact: 1, stem: 1, synonym: 0.6, paraphrase: 0.8 }) },
  },
  '1.5-hter': {
    ...from15,
    parameters: { en: weighted(0.4, 1.5, 0.35, 0.55, { exact: 1, stem: 0.2, synonym: 0.6, paraphrase: 0.8 }) },
  },
  '1.5-tune': {
    ...from15,
    parameters: { any: weighted(0.5, 1, 0.5, 0.5, { exact: 1, stem: 0.5, synonym: 0.5, paraphrase: 0.5 }) },
  },
};

/** What is there for a language without a file of the user's. */
export const modulesOf: Readonly<Record<Language, readonly ModuleName[]>> = {
  en: ['exact', 'stem', 'synonym'],
  cs: ['exact'],
  de: ['exact', 'stem'],
  es: ['exact', 'stem'],
  fr: ['exact', 'stem'],
  universal: ['exact'],
};

export const snowballOf: Readonly<Partial<Record<Language, StemmerName>>> = {
  en: 'english',
  cs: 'czech',
  de: 'german',
  es: 'spanish',
  fr: 'french',
};
