/** TERp: edits with arbitrary costs, including shifts, stems, synonyms and paraphrases, per reference word. Snover et al., WMT 2009. */
import {
  type AlignmentLink,
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
import { type ErrorWords, errorRate } from '../shared/errorRate.ts';
import { once, presetUnless, setOr } from '../shared/presetOptions.ts';
import { shiftedItems } from '../shared/shiftedItems.ts';
import type { Columns } from './terp/comparison.ts';
import { type Preset, costsOf, presetNames, presets, shiftKinds, stopWords } from './terp/costs.ts';
import { type Look, PhraseTable, phraseCosts } from './terp/phraseTable.ts';
import { TerpSearch } from './terp/search.ts';

/** An option that `costs` sets unless it is given. */
const unlessGiven = <T>(spec: OptionSpec<T>): OptionSpec<T | 'preset'> =>
  presetUnless({ ...spec, accepts: `${spec.accepts.replace(' or ', ' | ')} | preset` });

/** Larger costs would dominate all others, and their sums could overflow. */
const greatestCost = 1_000_000;

const cost = (key: string, help: string) => unlessGiven(number({ key, help, default: 1, min: 0, max: greatestCost }));

const options = {
  lowercase: lowercaseFlag(true),
  normalized: flag({
    key: 'norm',
    default: true,
    help: 'Decode entities and separate punctuation from words, by TERp’s rules.',
  }),
  punctuation: flag({ key: 'punct', default: true, help: 'Keep punctuation.' }),
  costs: choice(presetNames, {
    key: 'costs',
    default: 'terp-a',
    help: 'Weights tuned to judgments of adequacy (terp-a) or to HTER (terp-h), or the weights of TER (ter). It sets all options below whose value is preset.',
  }),
  insertion: cost('ins', 'Cost of a hypothesis word without a counterpart.'),
  deletion: cost('del', 'Cost of a reference word without a counterpart.'),
  substitution: cost('sub', 'Cost of a substituted word.'),
  stem: cost('stem', 'Cost of substituting a word with the same stem.'),
  synonym: cost('syn', 'Cost of substituting a synonym.'),
  shift: cost('shift', 'Cost of a shift.'),
  stemming: unlessGiven(
    flag({ key: 'stemming', default: true, help: 'Match words with the same stem (Porter, English).' }),
  ),
  wordNet: unlessGiven(
    flag({ key: 'wordnet', default: true, help: 'Match words that share a sense in WordNet 3.0 (English).' }),
  ),
  phrases: file({
    key: 'phrases',
    accepts: 'a table of paraphrases in TERp’s text format',
    help: 'Paraphrases, one per line: a probability, a phrase of references and one of hypotheses, `0.2 <p>sharp drop</p> <p>sharp fall</p>`.',
  }),
  moves: unlessGiven(
    choice(shiftKinds, {
      key: 'moves',
      default: 'relaxed',
      help: 'What may be shifted: nothing (none), words that equal reference words (exact), also stems and synonyms (words), also paraphrases (relaxed).',
    }),
  ),
  stopWords: unlessGiven(
    flag({
      key: 'stop',
      default: true,
      help: 'Shift stop words only together with other words; uses the list of TERp.',
    }),
  ),
  stopList: file({
    key: 'stoplist',
    accepts: 'a file of words',
    help: 'Your own stop words instead of that list, separated by white space.',
  }),
  beam: unlessGiven(
    integer({
      key: 'beam',
      default: 35,
      min: 0,
      max: 1_000_000,
      help: 'Beam: how far above the best cost an alignment may be to be followed.',
    }),
  ),
  cap: unlessGiven(
    flag({
      key: 'cap',
      default: true,
      help: 'Limit segment scores to 100. The sums for a corpus are not limited.',
    }),
  ),
  level: choice(['corpus', 'segment'], {
    key: 'level',
    default: 'corpus',
    help: 'Whether a corpus or a segment is scored, which matters for cap. Single segments are always scored as segments.',
  }),
  compat: choice(['none', 'terp'], {
    key: 'compat',
    default: 'none',
    help: 'How phrases are read: as in TERp’s manual, in lower case if texts are (none), or as its program does (terp).',
  }),
};

type Settings = OptionsOf<typeof options>;

export default defineMetric({
  id: 'terp',
  summary:
    'Cost of turning a hypothesis into its reference by edits, shifts, stems, synonyms and paraphrases, per reference word.',
  cite: 'Snover, Madnani, Dorr and Schwartz (2009): Fluency, adequacy, or HTER? Exploring different human judgments with a tunable MT metric. WMT.',
  notes: [
    'TERp-A and TERp-H differ in their weights: costs=terp-a was tuned to judgments of adequacy, costs=terp-h to HTER. In TERp-A an extra word is cheap (0.26) and a missing word is expensive (1.43). You can set each cost separately.',
    'With several references the lowest cost to any of them counts, divided by the mean reference length. Statistics are costs and so not integers. Segments score at most 100 (cap), but a corpus is scored from the full costs.',
    'A paraphrase costs a + e (b log₁₀ p + c p + d), at least 0: p is the probability in the table, e the cost of turning one phrase into the other word by word. The table must be tokenized like the texts.',
    'If a line has two probabilities, TERp’s manual says that the second is for the opposite direction; its program uses both for the same direction. Here the manual counts; `compat=terp` follows the program. Malformed lines, which the program silently skips, are errors.',
    'Synonyms are found by base form, as in WordNet itself. The library that the program uses tries every ending on every word, so that “is” becomes a plural of “i” and a synonym of “one”.',
    'The search is greedy and has the limits of the program: blocks of up to 10 words, shifted by up to 50 words; a block may contain paraphrases but not end in one. Segments beyond 4096 × 4096 words are errors.',
    'Stems and synonyms are English. For other languages use `terp(stemming=no,wordnet=no)`.',
  ],
  example: 'terp(costs=terp-h)',
  options,
  /** `TERp-A` as in the heads of tables, or `terpa`. */
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
      throw new UsageError(
        'costs=ter has no weights for paraphrases. Leave out phrases, or use another value of costs.',
      );
    }
    if (settings.stopList !== '' && !preset.stopWords) {
      throw new UsageError('stoplist works only with stop=yes.');
    }
    const { reads, search } = searcher(settings, preset, resources);
    const costs = () => {
      const searching = search();
      return { between: (hypothesis: Text, reference: Text) => searching.cost(hypothesis, reference) };
    };
    const words = (): ErrorWords => {
      const searching = search();
      const { shift, insertion, deletion } = preset.costs;
      const prices = { shift, insertion, deletion, link: ({ cost }: AlignmentLink) => cost ?? 0 };
      return (hypothesis, reference, r) => {
        searching.cost(hypothesis, reference);
        return shiftedItems(hypothesis, reference, r, { links: searching.links(), moves: searching.moves() }, prices);
      };
    };
    return {
      ...errorRate(presets[settings.costs].name, reads, 'mean', costs, {
        what: 'cost',
        words,
        ...(settings.level === 'segment' && preset.cap && { most: 100 }),
      }),
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
    };
  },
});

/** The preset named by `costs`, with the given options in place of its own. */
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

/** What is read from texts, and what makes searches over it. Resources are looked up when the first text is read. */
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
  /** Phrases have columns of their own, whose numbers never mix with those of texts, unless they come from a dictionary or a table. */
  const read = (what: keyof Columns, view: View, columnOf: () => WordColumn) => {
    columns[what] = reads.push(view) - 1;
    looks.push(columnOf);
  };
  const readColumn = (what: keyof Columns, name: string, columnOf: () => WordColumn) =>
    read(what, wordColumn(name, columnOf, tokenizer, { lowercase }), columnOf);
  /** Library callers may pass two files with the same name. */
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
  if (found.size === 0) throw new UsageError(`${path} has no words. Expected stop words separated by white space.`);
  return found;
}
