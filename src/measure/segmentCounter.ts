/** Reads the texts of one segment through every view the metrics need, once, and lets each metric count its rows. */
import {
  type Counter,
  IdList,
  type Metric,
  type Reader,
  type Role,
  type Text,
  type Tokens,
  type View,
} from '../core/index.ts';

/** Tokens of one text, moved from segment to segment. */
class MovingTokens implements Tokens {
  ids = new Int32Array(0);
  start = 0;
  end = 0;
}

/** One view shared by some of the metrics, with the texts of the current segment as read through it. */
class SharedView {
  readonly reader: Reader;
  readonly texts: MovingTokens[] = []; // the hypotheses, then the references, then the source
  readonly #ids = new IdList();
  #count = 0;

  constructor(view: View) {
    this.reader = view.reader();
  }

  begin(): void {
    this.#ids.length = 0;
    this.#count = 0;
    // Matches never cross a segment, so words need no longer memory than that; the vocabulary then stays in the fastest cache.
    this.reader.forget();
  }

  text(index: number): MovingTokens {
    while (this.texts.length <= index) this.texts.push(new MovingTokens());
    return this.texts[index]!;
  }

  read(text: string, role: Role): void {
    const moving = this.text(this.#count++);
    moving.start = this.#ids.length;
    this.reader.read(text, role, this.#ids);
    moving.end = this.#ids.length;
  }

  /** The list of ids may have moved while it grew. */
  finish(): void {
    const { values } = this.#ids;
    for (let i = 0; i < this.#count; i++) this.texts[i]!.ids = values;
  }
}

interface Part {
  readonly metric: Metric;
  readonly counter: Counter;
  readonly views: readonly SharedView[];
  /** The texts of a segment as this metric sees them, by position. */
  readonly texts: Text[];
  /** The references among them; made anew only when their number changes. */
  references: readonly Text[];
}

/** One per thread: it holds vocabularies and counters. */
export class SegmentCounter {
  readonly #views: SharedView[] = [];
  readonly #parts: readonly Part[];

  constructor(metrics: readonly Metric[]) {
    const byKey = new Map<string, SharedView>();
    const shared = (view: View): SharedView => {
      const known = byKey.get(view.key);
      if (known) return known;
      const made = new SharedView(view);
      byKey.set(view.key, made);
      this.#views.push(made);
      return made;
    };
    this.#parts = metrics.map((metric) => ({
      metric,
      counter: metric.counter(),
      views: metric.reads.map(shared),
      texts: [],
      references: [],
    }));
  }

  #referencesOf(part: Part, from: number, count: number): readonly Text[] {
    if (part.references.length !== count || part.references[0] !== part.texts[from]) {
      part.references = part.texts.slice(from, from + count);
    }
    return part.references;
  }

  /**
   * Counts one segment for all systems. Metric m writes the row of system s at rows[m][at + s * apart …],
   * both in rows, not numbers.
   */
  count(
    hypotheses: readonly string[],
    references: readonly string[],
    source: string | undefined,
    rows: readonly Float64Array[],
    at: number,
    apart: number,
  ): void {
    const systems = hypotheses.length;
    for (const view of this.#views) {
      view.begin();
      for (const hypothesis of hypotheses) view.read(hypothesis, 'hypothesis');
      for (const reference of references) view.read(reference, 'reference');
      if (source !== undefined) view.read(source, 'source');
      view.finish();
    }
    const sourceAt = systems + references.length;
    for (let m = 0; m < this.#parts.length; m++) {
      const part = this.#parts[m]!;
      const { metric, counter, views, texts } = part;
      while (texts.length <= sourceAt) {
        const index = texts.length;
        texts.push(views.map((view) => view.text(index)));
      }
      const prepared = this.#referencesOf(part, systems, references.length);
      counter.prepare(prepared, source === undefined ? undefined : texts[sourceAt]);
      const width = metric.statistics.length;
      for (let s = 0; s < systems; s++) counter.collect(texts[s]!, rows[m]!, (at + s * apart) * width);
    }
  }
}
