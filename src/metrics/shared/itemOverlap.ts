/** Overlap of items such as words with their parts of speech: those in common, per item of either text. Giménez and Màrquez, WMT 2007. */
import {
  type Counter,
  type Explainer,
  type OptionSpec,
  Steps,
  type Text,
  type Tokens,
  UsageError,
  type View,
  nearest,
  option,
} from '../../core/index.ts';
import { type AnalysedTexts, type Analyser, CommonTokens, type Factor } from '../../text/index.ts';
import { analysisView } from './analysisOptions.ts';
import { inReference } from './errorRate.ts';
import { ngramItems } from './ngramItems.ts';

export const allClasses = '*';
const classAccepts = 'tags joined by +, where a final * matches any ending: NN, NN*, VB*+MD';

export const classOption = (what: string): OptionSpec<string> =>
  option<string>({
    key: 'class',
    default: allClasses,
    accepts: classAccepts,
    help: `The ${what} whose words count; by default all.`,
    parse(value) {
      const tags = String(value)
        .split('+')
        .map((tag) => tag.trim());
      if (tags.every((tag) => /^[^\s*|,()=]+\*?$|^\*$/.test(tag))) return tags.join('+');
      throw new UsageError(`class must be ${classAccepts}, not "${String(value)}".`);
    },
    print: (value) => value,
  });

type ClassFactor = Exclude<Factor, 'word'>;

const fits = (tag: string, pattern: string): boolean =>
  pattern.endsWith('*') ? tag.startsWith(pattern.slice(0, -1)) : tag === pattern;

/** 1 for words whose factor is of the class, 0 for others and for words that have none (`-`), unless all tags count. */
export function classView(texts: AnalysedTexts, factor: ClassFactor, classes: string, fromFiles: boolean): View {
  const patterns = classes.split('+');
  const mayBeNone = factor !== 'tag';
  return analysisView(texts, `${factor === 'tag' ? '' : `${factor}-`}class:${classes}`, () => {
    if (factor === 'tag') checkClass(texts.analyser(), patterns, fromFiles);
    return {
      number(analysis, i) {
        const value = analysis[factor]![i]!;
        return (mayBeNone && value === '-') || !patterns.some((pattern) => fits(value, pattern)) ? 0 : 1;
      },
    };
  });
}

/** A class of tags that never occurs is probably a mistake. Files may happen to lack some tags, so there all of them must be missing. */
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

/** Rows: the highest share of items in common with a reference, and 1, or zeros if neither side has items. */
export function overlapCounter(): Counter {
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

/** The items of a text: what its first view shows, with the second view if there is one, where the third is not 0. Equal items have equal numbers. */
class Items implements Tokens {
  ids = new Int32Array(64);
  readonly start = 0;
  end = 0;

  take(text: Text, numbers: Map<number, number>): void {
    const [items, classes, members] = [text[0]!, text[1], text[2]];
    const tokens = items.end - items.start;
    if (tokens > this.ids.length) this.ids = new Int32Array(2 * tokens);
    this.end = 0;
    for (let i = 0; i < tokens; i++) {
      if (members && members.ids[members.start + i] === 0) continue;
      const pair = items.ids[items.start + i]! * 0x100000 + (classes ? classes.ids[classes.start + i]! : 0);
      let number = numbers.get(pair);
      if (number === undefined) numbers.set(pair, (number = numbers.size));
      this.ids[this.end++] = number;
    }
  }
}

/** `what` names the items, and `such` the items of one text. */
export function overlapExplainer(what: string, such: string): Explainer {
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
      const isMember = (text: Text, place: number) => text[2]?.ids[text[2].start + place] !== 0;
      const [mine, others] = [hypothesis, references[r]!];
      const items = ngramItems(allItems(mine, numbers), [allItems(others, numbers)], { n: 1 }).filter((item) =>
        item.hypothesis ? isMember(mine, item.hypothesis[0]!.from) : isMember(others, item.references![0]!.from),
      );
      const steps = new Steps();
      steps.counted('m', `${what} in common`, shared, {
        ...(references.length > 1 && { note: `with reference ${r + 1}, which gives the highest score` }),
        items: inReference(items, r),
      });
      steps.counted('c', `${such} in the output`, own.end);
      steps.counted('r', `${such} in the reference`, theirs.end);
      steps.computed('s', 'score of the segment', 'm / (c + r - m)', {
        note: 'those in common, per one that either text has',
      });
      return steps.list;
    },
  };
}

/** All items of a text, of the class or not, at the positions of their words. */
function allItems(text: Text, numbers: Map<number, number>): Items {
  const all = new Items();
  all.take(text.slice(0, 2), numbers);
  return all;
}
