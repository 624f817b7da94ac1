/** TERp: edits of any price, among them shifts, stems, synonyms and paraphrases, per reference word. Snover et al., WMT 2009. */
import {
  type MetricBody,
  type OptionSpec,
  type OptionsOf,
  type Resources,
  type Text,
  UsageError,
  type View,
  choice,
  defineMetric,
  file,
  flag,
  integer,
  lowercaseFlag,
  number,
} from '../../core/index.ts';
import {
  type WordColumn,
  instanceMark,
  porterStem,
  textColumn,
  textFileNamed,
  textFileNeed,
  tokenizerTerp,
  wordColumn,
  wordNetEntries,
  wordNetNeed,
  wordNetOf,
  words,
} from '../../text/index.ts';
import { errorRate } from '../shared/errorRate.ts';
import { once, presetUnless, setOr } from '../shared/presetOptions.ts';
import type { Columns } from './terp/comparison.ts';
import { type Preset, costsOf, presetNames, presets, shiftKinds, stopWords } from './terp/costs.ts';
import { type Look, PhraseTable, phraseCosts } from './terp/phraseTable.ts';
import { TerpSearch } from './terp/search.ts';

/** An option that says what `costs` says unless it is given. */
const unlessGiven = <T>(spec: OptionSpec<T>): OptionSpec<T | 'preset'> =>
  presetUnless({ ...spec, accepts: `${spec.accepts.replace(' or ', ' | ')} | preset` });

/** Larger ones would only drown all others, and their sums might not be numbers any more. */
const greatestCost = 1_000_000;

const cost = (key: string, help: string) => unlessGiven(number({ key, help, default: 1, min: 0, max: greatestCost }));

const options = {
  lowercase: lowercaseFlag(true),
  normalized: flag({
    key: 'norm',
    default: true,
    help: 'Undo entities and cut punctuation off words, by TERp’s rules.',
  }),
  punctuation: flag({ key: 'punct', default: true, help: 'Keep punctuation.' }),
  costs: choice(presetNames, {
    key: 'costs',
    default: 'terp-a',
    help: 'Weights tuned to judgments of adequacy (terp-a) or to HTER (terp-h), or those of TER (ter). All options below with the value preset follow from it.',
  }),
  insertion: cost('ins', 'Cost of a word of the hypothesis that has no counterpart.'),
  deletion: cost('del', 'Cost of a word of the reference that has no counterpart.'),
  substitution: cost('sub', 'Cost of a word put for another.'),
  stem: cost('stem', 'Cost of a word put for another with the same stem.'),
  synonym: cost('syn', 'Cost of a word put for a synonym.'),
  shift: cost('shift', 'Cost of a shift.'),
  stemming: unlessGiven(
    flag({ key: 'stemming', default: true, help: 'Match words of the same stem (Porter, English).' }),
  ),
  wordNet: unlessGiven(
    flag({ key: 'wordnet', default: true, help: 'Match words that share a sense in WordNet 3.0 (English).' }),
  ),
  phrases: file({
    key: 'phrases',
    accepts: 'a table of paraphrases in TERp’s text format',
    help: 'Paraphrases: lines of a probability, a phrase of references and one of hypotheses, `0.2 <p>sharp drop</p> <p>sharp fall</p>`.',
  }),
  moves: unlessGiven(
    choice(shiftKinds, {
      key: 'moves',
      default: 'relaxed',
      help: 'What may be moved: nothing (none), the same words as in the reference (exact), also stems and synonyms (words), also paraphrases (relaxed).',
    }),
  ),
  stopWords: unlessGiven(
    flag({ key: 'stop', default: true, help: 'Move stop words only together with others; the list is that of TERp.' }),
  ),
  stopList: file({
    key: 'stoplist',
    accepts: 'a file of words',
    help: 'Stop words of your own in place of the list: words with white space between.',
  }),
  beam: unlessGiven(
    integer({
      key: 'beam',
      default: 35,
      min: 0,
      max: 1_000_000,
      help: 'How far above the best an alignment may be, in costs, to be followed.',
    }),
  ),
  cap: unlessGiven(
    flag({
      key: 'cap',
      default: true,
      help: 'Let segments score at most 100. What is added up for a corpus is not cut.',
    }),
  ),
  level: choice(['corpus', 'segment'], {
    key: 'level',
    default: 'corpus',
    help: 'What is scored, which matters for cap. Single segments are always scored as such.',
  }),
  compat: choice(['none', 'terp'], {
    key: 'compat',
    default: 'none',
    help: 'How phrases are read: by TERp’s manual, in lower case if texts are (none), or as its program does (terp).',
  }),
};

type Settings = OptionsOf<typeof options>;

export default defineMetric({
  id: 'terp',
  summary:
    'What it costs to turn a hypothesis into its reference by edits, shifts, stems, synonyms and paraphrases, per word of the reference.',
  cite: 'Snover, Madnani, Dorr and Schwartz (2009): Fluency, adequacy, or HTER? Exploring different human judgments with a tunable MT metric. WMT.',
  notes: [
    'TERp-A and TERp-H differ in their weights: costs=terp-a was tuned to judgments of adequacy, costs=terp-h to HTER. A word too many is cheap in TERp-A (0.26), one that is missing dear (1.43). Each cost can be given by itself.',
    'With several references the least cost to any of them counts, divided by their mean length. Statistics are costs, so they are decimal numbers. Segments score at most 100 (cap), but a corpus is scored from the costs as they are.',
    'A paraphrase costs a + e (b log₁₀ p + c p + d), at least 0: p is the probability in the table, e what it costs to turn one phrase into the other word by word. Words of the table must be cut as texts are.',
    'The manual of TERp says of a line with two probabilities that the second is that of the opposite direction; the program takes both for the same. Here the manual counts, and `compat=terp` does as the program. Lines that are no entries, which the program skips without a word, are errors.',
    'Synonyms are found by base forms as WordNet itself finds them. The library that the program uses tries every ending on every word, so that “is” is a plural of “i” there, and a synonym of “one”.',
    'The search is greedy and limited as in the program: blocks of up to 10 words, moved up to 50 words; a block may hold paraphrases but not end in one. Beyond 4096 × 4096 words a segment is refused.',
    'Stems and synonyms are English. For other languages: `terp(stemming=no,wordnet=no)`.',
  ],
  example: 'terp(costs=terp-h)',
  options,
  /** `TERp-A` as tables head it, or `terpa`. */
  readName(name) {
    const letters = (each: string) => each.toLowerCase().replaceAll('-', '');
    const costs = presetNames.find((each) => letters(presets[each].name) === letters(name));
    return costs && { costs };
  },
  forSegments: { level: 'segment' },
  needs(settings) {
    const { synonyms } = completed(settings);
    return [
      ...(synonyms ? [wordNetNeed('3.0')] : []),
      ...[settings.phrases, settings.stopList].filter((name) => name !== '').map(textFileNeed),
    ];
  },
  create(settings, resources): MetricBody {
    const preset = completed(settings);
    if (settings.phrases !== '' && preset.phrases === undefined) {
      throw new UsageError('costs=ter has no weights for paraphrases, so phrases cannot be given with it.');
    }
    if (settings.stopList !== '' && !preset.stopWords) {
      throw new UsageError('stoplist is only for stop=yes.');
    }
    const { reads, search } = searcher(settings, preset, resources);
    const capped = settings.level === 'segment' && preset.cap;
    const costs = () => {
      const searching = search();
      return { between: (hypothesis: Text, reference: Text) => searching.cost(hypothesis, reference) };
    };
    const body = errorRate(presets[settings.costs].name, reads, 'mean', costs);
    return {
      ...body,
      statistics: ['cost', 'mean reference length'],
      aligner() {
        const aligning = search();
        return {
          align(hypothesis, references) {
            const found = references.map((reference) => aligning.cost(hypothesis, reference));
            const reference = found.indexOf(Math.min(...found));
            aligning.cost(hypothesis, references[reference]!);
            return { reference, links: aligning.links(), moves: aligning.moves() };
          },
        };
      },
      ...(capped && {
        range: { worst: 100, best: 0 },
        decomposable: false,
        score: (sums) => Math.min(100, body.score(sums)),
      }),
    };
  },
});

/** The preset that `costs` names, with what is given otherwise. */
function completed(given: Settings): Preset {
  const preset = presets[given.costs];
  return {
    ...preset,
    costs: costsOf((name) => setOr(given[name], preset.costs[name])),
    stems: setOr(given.stemming, preset.stems),
    synonyms: setOr(given.wordNet, preset.synonyms),
    shifts: setOr(given.moves, preset.shifts),
    stopWords: setOr(given.stopWords, preset.stopWords),
    beam: setOr(given.beam, preset.beam),
    cap: setOr(given.cap, preset.cap),
  };
}

/** What is read of texts, and what makes searches over it. Resources are looked up when the first text is read. */
function searcher(
  settings: Settings,
  preset: Preset,
  resources: Resources,
): { reads: readonly View[]; search: () => TerpSearch } {
  const { lowercase, normalized, punctuation, phrases, stopList, compat } = settings;
  const tokenizer = tokenizerTerp({ normalized, punctuation });
  const reads: View[] = [words(tokenizer, { lowercase })];
  const columns: { -readonly [K in keyof Columns]: Columns[K] } = {};
  const looks: (() => WordColumn)[] = [];
  /** Phrases have columns of their own, whose numbers never meet those of texts, unless it is a dictionary or a table that gives them. */
  const read = (what: keyof Columns, view: View, columnOf: () => WordColumn) => {
    columns[what] = reads.push(view) - 1;
    looks.push(columnOf);
  };
  const readColumn = (what: keyof Columns, name: string, columnOf: () => WordColumn) =>
    read(what, wordColumn(name, columnOf, tokenizer, { lowercase }), columnOf);
  /** A library may hand in two files of one name. */
  const fileKey = (name: string) => `${name}#${instanceMark(resources.get(textFileNeed(name)) ?? resources)}`;
  const wordNet = once(() => wordNetOf('3.0', resources));
  const table = once(
    () =>
      new PhraseTable(textFileNamed(phrases, resources), {
        lowercase: lowercase && compat === 'none',
        bothForward: compat === 'terp',
      }),
  );

  if (preset.stems) readColumn('stem', 'terp-stem', () => textColumn(porterStem));
  if (preset.synonyms) {
    read('entry', wordNetEntries('3.0', 'morphy', resources, tokenizer, { lowercase }), () => ({
      number: (word) => wordNet().entry(word.toLowerCase(), 'morphy'),
    }));
  }
  if (preset.stopWords) {
    const list = once(() => (stopList === '' ? stopWords : wordsIn(stopList, lowercase, resources)));
    readColumn('stop', stopList === '' ? 'terp-stop' : `terp-stop:${fileKey(stopList)}`, () => ({
      number: (word) => (list().has(word) ? 0 : -1),
    }));
  }
  if (phrases !== '') readColumn('phrase', `terp-phrases:${compat}:${fileKey(phrases)}`, table);

  const search = () => {
    const { costs, beam, shifts, synonyms } = preset;
    const known = { costs, beam, shifts, columns, wordNet: synonyms ? wordNet() : undefined };
    if (phrases === '') return new TerpSearch(known);
    const ownLooks = looks.map((columnOf): Look => {
      const column = columnOf();
      return (word) => column.number(word);
    });
    const plain = new TerpSearch(known);
    const editCost = (hypothesis: Text, reference: Text): number => plain.cost(hypothesis, reference);
    return new TerpSearch(known, phraseCosts(table(), preset.phrases!, editCost, ownLooks));
  };
  return { reads, search };
}

function wordsIn(name: string, lowercase: boolean, resources: Resources): ReadonlySet<string> {
  const { name: path, lines } = textFileNamed(name, resources);
  const all = lines.flatMap((line) => (lowercase ? line.toLowerCase() : line).split(/\s+/));
  const found = new Set(all.filter((word) => word !== ''));
  if (found.size === 0) throw new UsageError(`${path} has no words; stop words with white space between are expected.`);
  return found;
}
