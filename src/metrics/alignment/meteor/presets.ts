/**
 * The settings of METEOR's versions: what was tuned for each language, and what the programs do.
 * 0.6: Lavie and Agarwal (WMT 2007), Agarwal and Lavie (WMT 2008); 0.7 and ranking: as submitted to WMT 2009; 2005: Banerjee and Lavie;
 * 1.0 and 1.5: the constants of those programs, Denkowski and Lavie (2010, 2014).
 */
import type { AlignmentObjective } from '../../../text/index.ts';

/**
 * Function words of Meteor 1.5, which have a different weight from content words: those that make up more than a thousandth of a large corpus
 * of the language, including punctuation marks and some frequent nouns. They are kept as they are to reproduce the program's scores.
 */
const lists: Readonly<Partial<Record<Language, string>>> = {
  en: `
    the , . to of and a in that for " is on 's it with was as said at he by be from have has are his but an this not i will
    ’ they ) -rrb- ( -lrb- who their had we which were been more or s its would about new one after you : also up when there
    than $ all out her people she year two - can if last first “ over other ” into some what so -- no time years could ? 't
    — '
  `,
  cs: `
    , . a v na se je že " to s o z do i ale - si za ve by k pro ) -rrb- ( -lrb- tak po : ... ? jsem jako už od jsou bude
    které který co podle jen jak “ jeho když „ nebo aby má u byl až také ze jsme před než která sa však ani ještě při není
    bylo být
  `,
  de: `
    , . die der und in den das " zu von mit für ist auf im nicht sich es ein eine dem des : sie auch als dass an er nach hat
    bei wie werden aus ich um am ) -rrb- ( -lrb- wir vor sind - “ wird noch „ einer aber einen haben so einem über nur zum
    war mehr ? oder man wenn sein zur hatte prozent gegen bis sagte diese kann euro durch was wurde sei ihre doch schon habe
    – unter dann seine ! können wieder dieser
  `,
  es: `
    de , la . que el en y a los del las se un por con una no para es al su ha " lo como más » « este ( -lrb- ) -rrb- sobre
    sus pero esta también o han : si entre ya sin comisión presidente % está años dos le son todo desde muy ser europea
    parte cuando ' hay hasta todos año
  `,
  fr: `
    , de . la le à et les l' des en d' du un a une pour est que dans qui ’ au " il par sur ) -rrb- ( -lrb- pas « » ce : plus
    avec ont se son ne nous s' qu' l aux été sont mais cette n' h je d - on % sa ses ou deux ans leur c' comme elle fait y
    être tout ces après aussi avait ils président même ; si ? faire était depuis entre
  `,
};

/** None for a language without a list. */
export const functionWordsOf = (language: Language): ReadonlySet<string> =>
  new Set((lists[language] ?? '').split(/\s+/).filter((word) => word !== ''));

export const languages = ['en', 'cs', 'de', 'es', 'fr', 'universal'] as const;
type Language = (typeof languages)[number];

export const moduleNames = ['exact', 'stem', 'synonym', 'paraphrase'] as const;
export type ModuleName = (typeof moduleNames)[number];

export const presetNames = [
  '2005', '0.6', '0.7', 'ranking', '1.0', '1.0-hter', '1.5', '1.5-adq', '1.5-hter', '1.5-tune',
] as const; // prettier-ignore
type PresetName = (typeof presetNames)[number];

export interface Parameters {
  /** Weight of recall in the mean of precision and recall. */
  readonly alpha: number;
  /** How fast the penalty grows with fragmentation. */
  readonly beta: number;
  /** The largest penalty. */
  readonly gamma: number;
  /** Weight of a content word; a function word has 1 minus that. */
  readonly delta: number;
  /** Weight of a match by each module. */
  readonly weights: Readonly<Partial<Record<ModuleName, number>>>;
}

interface Preset {
  /** By language; `any` for all others. */
  readonly parameters: Readonly<Partial<Record<Language | 'any', Parameters>>>;
  readonly alignment: AlignmentObjective;
  readonly stemmer: 'porter' | 'snowball';
  readonly tokenizer: 'meteor' | '13a';
  /** Whether a segment that equals its reference adds a chunk to those of the whole text. */
  readonly countsPerfectChunks: boolean;
}

const alike: Parameters['weights'] = { exact: 1, stem: 1, synonym: 1, paraphrase: 1 };
const tuned = (alpha: number, beta: number, gamma: number, delta = 0.5, weights = alike): Parameters => ({
  alpha,
  beta,
  gamma,
  delta,
  weights,
});

const version06 = {
  en: tuned(0.8, 0.83, 0.28),
  cs: tuned(0.8, 0.83, 0.28),
  fr: tuned(0.76, 0.5, 1),
  es: tuned(0.95, 0.5, 0.75),
  de: tuned(0.95, 1, 0.98),
};
const version07 = { ...version06, en: tuned(0.8, 2.5, 0.4) };

const old = { alignment: 'crossings', stemmer: 'porter', tokenizer: 'meteor', countsPerfectChunks: true } as const;
const from10 = { alignment: 'crossings', stemmer: 'snowball', tokenizer: '13a', countsPerfectChunks: false } as const;
const from15 = { ...from10, alignment: 'meteor-1.5' } as const;

export const presets: Readonly<Record<PresetName, Preset>> = {
  '2005': { ...old, parameters: { any: tuned(0.9, 3, 0.5) } },
  '0.6': { ...old, parameters: version06 },
  '0.7': { ...old, parameters: version07 },
  ranking: {
    ...old,
    parameters: {
      en: tuned(0.95, 0.5, 0.5),
      cs: tuned(0.95, 0.5, 0.45),
      fr: tuned(0.9, 0.5, 0.55),
      es: tuned(0.9, 0.5, 0.55),
      de: tuned(0.9, 3, 0.15),
    },
  },
  '1.0': { ...from10, parameters: version07 },
  '1.0-hter': { ...from10, parameters: { en: tuned(0.65, 1.8, 0.45) } },
  '1.5': {
    ...from15,
    parameters: {
      en: tuned(0.85, 0.2, 0.6, 0.75, { exact: 1, stem: 0.6, synonym: 0.8, paraphrase: 0.6 }),
      cs: tuned(0.95, 0.2, 0.6, 0.8, { exact: 1, paraphrase: 0.4 }),
      fr: tuned(0.9, 1.4, 0.6, 0.65, { exact: 1, stem: 0.2, paraphrase: 0.4 }),
      es: tuned(0.65, 1.3, 0.5, 0.8, { exact: 1, stem: 0.8, paraphrase: 0.6 }),
      de: tuned(0.95, 1, 0.55, 0.55, { exact: 1, stem: 0.8, paraphrase: 0.2 }),
      universal: tuned(0.7, 1.4, 0.3, 0.7, { exact: 1, paraphrase: 0.6 }),
    },
  },
  '1.5-adq': {
    ...from15,
    parameters: { en: tuned(0.75, 1.4, 0.45, 0.7, { exact: 1, stem: 1, synonym: 0.6, paraphrase: 0.8 }) },
  },
  '1.5-hter': {
    ...from15,
    parameters: { en: tuned(0.4, 1.5, 0.35, 0.55, { exact: 1, stem: 0.2, synonym: 0.6, paraphrase: 0.8 }) },
  },
  '1.5-tune': {
    ...from15,
    parameters: { any: tuned(0.5, 1, 0.5, 0.5, { exact: 1, stem: 0.5, synonym: 0.5, paraphrase: 0.5 }) },
  },
};

/** What is built in for a language, without files of the user's. */
export const modulesOf: Readonly<Record<Language, readonly ModuleName[]>> = {
  en: ['exact', 'stem', 'synonym'],
  cs: ['exact'],
  de: ['exact', 'stem'],
  es: ['exact', 'stem'],
  fr: ['exact', 'stem'],
  universal: ['exact'],
};
