/** SP-Op: how many words of each part of speech two texts share. Giménez and Màrquez, WMT 2007; as in Asiya. */
import {
  type Counter,
  type Explainer,
  type MetricBody,
  Steps,
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
import { inReference } from '../shared/errorRate.ts';
import { ngramItems } from '../shared/ngramItems.ts';

const all = '*';
const classAccepts = 'tags joined by +, where a final * matches any ending: NN, NN*, VB*+MD';

const options = {
  ...analysisOptions,
  lowercase: lowercaseFlag(true),
  class: option<string>({
    key: 'class',
    default: all,
    accepts: classAccepts,
    help: 'The parts of speech whose words count; by default all.',
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
    help: 'Whether to compare lemmas, as in Asiya, or words as written.',
  }),
};

export default defineMetric({
  id: 'sp-op',
  summary:
    'Lemmas with their parts of speech in common with the reference, per such lemma of either text; ignores word order.',
  cite: 'Giménez and Màrquez (2007): Linguistic features for automatic evaluation of heterogenous MT systems. WMT. — Giménez and Màrquez (2010): Asiya: An open toolkit for automatic machine translation (meta-)evaluation. PBML.',
  notes: [
    'Lemmas with the same tag are one item. The overlap of two texts is the sum over items of the lower count, divided by the sum of the higher count; this is SP-Op(*) of Asiya. `class` selects some tags, and can be part of the name: `sp-op-NN` is SP-Op(NN). Asiya’s groups are `JJ*`, `NN*`, `PRP*`, `RB*`, `VB*+MD` and `W*`.',
    'Each segment is scored against the reference that gives the highest score; the score of several segments is their mean. With `class`, a segment counts only if the hypothesis or a reference has such words, as in Asiya. A class that no word can have is an error: a tag that the tagger does not have, or tags that do not occur in the files of `analyses`. If the given texts have no such word, nothing is counted, and the score of 0 is meaningless.',
    'Tags and lemmas come from the built-in English analyser, or from files named by `analyses`; Asiya uses other taggers, so its scores differ. An empty hypothesis scores 0. Empty references are ignored, and so are segments that have no other reference.',
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
      // Whether a segment has words of the class can depend on the hypothesis.
      decomposable: tags.split('+').includes(all),
      counter: overlapCounter,
      explainer: () => overlapExplainer(items),
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

/** A class that never occurs is probably a mistake. Files may happen to lack some tags, so there all of them must be missing. */
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
  throw new UsageError(`class=${patterns.join('+')}: ${name} has no tag ${pattern}. ${advice}`);
}

function overlapCounter(): Counter {
  const common = new CommonTokens();
  const hypothesis = new Items();
  const references: Items[] = [];
  const numbers = new Map<number, number>(); // ids of pairs of an item and a tag in this segment
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
        // The higher of two counts is their sum minus the lower one.
        const shared = common.count(hypothesis, reference);
        best = Math.max(best, shared / (both - shared));
      }
      rows[at] = best;
      rows[at + 1] = counts;
    },
  };
}

/** The items of the class in a text; equal items have equal numbers. */
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

function overlapExplainer(what: 'lemma' | 'word'): Explainer {
  const common = new CommonTokens();
  return {
    explain(hypothesis, references) {
      const numbers = new Map<number, number>();
      const take = (text: Text): Items => {
        const items = new Items();
        items.take(text, numbers);
        return items;
      };
      const own = take(hypothesis);
      const shares = references.map((text) => {
        const theirs = take(text);
        const both = own.end + theirs.end;
        const isIgnored = text[0]!.start === text[0]!.end || both === 0;
        const shared = isIgnored ? 0 : common.count(own, theirs);
        return { theirs, shared, share: isIgnored ? -1 : shared / (both - shared) };
      });
      const highest = Math.max(...shares.map(({ share }) => share));
      if (highest < 0) return [];
      const r = shares.findIndex(({ share }) => share === highest);
      const { theirs, shared } = shares[r]!;
      const isMember = (text: Text, place: number) => text[2]!.ids[text[2]!.start + place] !== 0;
      const [mine, others] = [hypothesis, references[r]!];
      const items = ngramItems(allItems(mine, numbers), [allItems(others, numbers)], { n: 1 }).filter((item) =>
        item.hypothesis ? isMember(mine, item.hypothesis[0]!.from) : isMember(others, item.references![0]!.from),
      );
      const steps = new Steps();
      steps.counted('m', `${what}s with their tags in common`, shared, {
        ...(references.length > 1 && { note: `with reference ${r + 1}, which gives the highest score` }),
        items: inReference(items, r),
      });
      steps.counted('c', `such ${what}s in the output`, own.end);
      steps.counted('r', `such ${what}s in the reference`, theirs.end);
      steps.computed('s', 'score of the segment', 'm / (c + r - m)', {
        note: 'those in common, per one that either text has',
      });
      return steps.list;
    },
  };
}

/** All items of a text with their tags, of the class or not, at the positions of their words. */
function allItems(text: Text, numbers: Map<number, number>): Items {
  const [items, tags] = [text[0]!, text[1]!];
  const members = new Int32Array(items.end - items.start).fill(1);
  const all = new Items();
  all.take([items, tags, { ids: members, start: 0, end: members.length }], numbers);
  return all;
}
