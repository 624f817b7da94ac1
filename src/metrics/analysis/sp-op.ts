/** SP-Op: how much of the words of each part of speech two texts share. Giménez and Màrquez, WMT 2007; as in Asiya. */
import {
  type Counter,
  type MetricBody,
  type Text,
  type Tokens,
  UsageError,
  type View,
  choice,
  defineMetric,
  lowercaseFlag,
  nearest,
  option,
} from '../../core/index.ts';
import { type AnalysedTexts, type Analyser, CommonTokens } from '../../text/index.ts';
import { analysedWords, analysisNeeds, analysisOptions, analysisView } from '../shared/analysisOptions.ts';
import { meanOfSegments } from '../shared/bestReference.ts';

const all = '*';
const classAccepts = 'tags with + between, the end of a tag being * for any: NN, NN*, VB*+MD';

const options = {
  ...analysisOptions,
  lowercase: lowercaseFlag(true),
  class: option<string>({
    key: 'class',
    default: all,
    accepts: classAccepts,
    help: 'The parts of speech whose words count; those of all by default.',
    parse(value) {
      const tags = String(value)
        .split('+')
        .map((tag) => tag.trim());
      if (tags.every((tag) => /^[^\s*|,()=]+\*?$|^\*$/.test(tag))) return tags.join('+');
      throw new UsageError(`class must be ${classAccepts}, not "${String(value)}".`);
    },
    print: (value) => value,
  }),
  items: choice(['lemma', 'word'], {
    key: 'items',
    default: 'lemma',
    help: 'Whether lemmas are compared, as in Asiya, or words as they stand.',
  }),
};

export default defineMetric({
  id: 'sp-op',
  summary:
    'Lemmas with their parts of speech in common with the reference, per such lemma of either; order does not count.',
  cite: 'Giménez and Màrquez (2007): Linguistic features for automatic evaluation of heterogenous MT systems. WMT. — Giménez and Màrquez (2010): Asiya: An open toolkit for automatic machine translation (meta-)evaluation. PBML.',
  notes: [
    'Lemmas of the same tag are one item. The overlap of two texts is, summed over items, the lower of both counts by the higher one; this is SP-Op(*) of Asiya. `class` takes only some tags, and may be part of the name: `sp-op-NN` is SP-Op(NN). Asiya’s groups are `JJ*`, `NN*`, `PRP*`, `RB*`, `VB*+MD` and `W*`.',
    'Each segment counts with the reference that gives it the highest score; the score of several is their mean. With `class` a segment counts only if the hypothesis or a reference has such words, as in Asiya. A class that no word can have is refused: a tag that the tagger does not know, or tags of which the files of `analyses` have none. Where the texts at hand have no such word, nothing is counted, and the 0 that stands for the score says nothing about them.',
    'Tags and lemmas come from what analyses English here, or from files named by `analyses`; Asiya uses other taggers, so that its scores differ. An empty hypothesis scores 0; an empty reference does not count, nor does a segment without another one.',
  ],
  example: 'sp-op(class=NN*)',
  options,
  readName(name) {
    const [, tags] = /^sp-op-(.+)$/i.exec(name) ?? [];
    return tags === undefined ? undefined : { class: options.class.parse(tags) };
  },
  needs: analysisNeeds,
  create(settings, resources): MetricBody {
    const { class: tags, items, lowercase } = settings;
    const texts = analysedWords(settings, resources);
    return {
      name: tags === all ? 'SP-Op' : `SP-Op-${tags}`,
      reads: [texts.view(items, { lowercase }), texts.view('tag'), membership(texts, tags, settings.analyses !== '')],
      ...meanOfSegments,
      // Whether a segment has words of a class may depend on the hypothesis.
      decomposable: tags.split('+').includes(all),
      counter: overlapCounter,
    };
  },
});

const fits = (tag: string, pattern: string): boolean =>
  pattern.endsWith('*') ? tag.startsWith(pattern.slice(0, -1)) : tag === pattern;

/** 1 for words of the class, 0 for others. */
function membership(texts: AnalysedTexts, tags: string, fromFiles: boolean): View {
  const patterns = tags.split('+');
  return analysisView(texts, `class:${tags}`, () => {
    checkClass(texts.analyser(), patterns, fromFiles);
    return { number: ({ tag }, i) => (patterns.some((pattern) => fits(tag![i]!, pattern)) ? 1 : 0) };
  });
}

/** A class that never occurs is most likely a slip. Files may happen to lack some tag, so there it must be all of them. */
function checkClass({ name, tags }: Analyser, patterns: readonly string[], fromFiles: boolean): void {
  if (!tags) return;
  // Punctuation may have tags that are not listed.
  const isUnknown = (pattern: string) => /\p{L}/u.test(pattern) && !tags.some((tag) => fits(tag, pattern));
  const unknown = patterns.filter(isUnknown);
  if (unknown.length === 0 || (fromFiles && unknown.length < patterns.length)) return;
  const pattern = unknown[0]!;
  const near = nearest(pattern.replace('*', ''), tags);
  const advice =
    near === undefined
      ? `Known: ${tags.slice(0, 60).join(', ')}${tags.length > 60 ? ', …' : ''}.`
      : `Did you mean ${near}${pattern.endsWith('*') ? '*' : ''}?`;
  throw new UsageError(`class=${patterns.join('+')}: the tag ${pattern} is unknown to ${name}. ${advice}`);
}

function overlapCounter(): Counter {
  const common = new CommonTokens();
  const hypothesis = new Items();
  const references: Items[] = [];
  const numbers = new Map<number, number>(); // of pairs of an item and a tag, in this segment
  let count = 0;
  return {
    prepare(texts) {
      numbers.clear();
      count = 0;
      for (let t = 0; t < texts.length; t++) {
        if (texts[t]![0]!.start === texts[t]![0]!.end) continue;
        (references[count++] ??= new Items()).take(texts[t]!, numbers);
      }
    },
    collect(text, rows, at) {
      hypothesis.take(text, numbers);
      let best = 0;
      let counts = 0;
      for (let r = 0; r < count; r++) {
        const reference = references[r]!;
        const both = hypothesis.end + reference.end;
        if (both === 0) continue;
        counts = 1;
        // The higher of two counts is their sum less the lower one.
        const shared = common.count(hypothesis, reference);
        best = Math.max(best, shared / (both - shared));
      }
      rows[at] = best;
      rows[at + 1] = counts;
    },
  };
}

/** The items of the class in a text, numbered so that equal ones have equal numbers. */
class Items implements Tokens {
  ids = new Int32Array(64);
  readonly start = 0;
  end = 0;

  take(text: Text, numbers: Map<number, number>): void {
    const [items, tags, members] = [text[0]!, text[1]!, text[2]!];
    const tokens = items.end - items.start;
    if (tokens > this.ids.length) this.ids = new Int32Array(2 * tokens);
    this.end = 0;
    for (let i = 0; i < tokens; i++) {
      if (members.ids[members.start + i] === 0) continue;
      const pair = items.ids[items.start + i]! * 0x100000 + tags.ids[tags.start + i]!;
      let number = numbers.get(pair);
      if (number === undefined) numbers.set(pair, (number = numbers.size));
      this.ids[this.end++] = number;
    }
  }
}
