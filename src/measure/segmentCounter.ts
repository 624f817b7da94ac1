/** Reads the texts of one segment once through every view that the metrics need, and lets each metric count its rows. */
import {
  type Counter,
  IdList,
  type Metric,
  type Reader,
  type Role,
  type Text,
  type Tokens,
  type View,
  groupBy,
} from '../core/index.ts';

/** Tokens of one text, moved from segment to segment. */
type MovingTokens = { -readonly [Part in keyof Tokens]: Tokens[Part] };

/** One view shared by some of the metrics, with the texts of the current segment as read through it. */
class SharedView {
  readonly reader: Reader;
  readonly texts: MovingTokens[] = []; // the hypotheses, then the references, then the source
  readonly #ids = new IdList();

  constructor(view: View) {
    this.reader = view.reader();
  }

  begin(): void {
    this.#ids.length = 0;
    // Matches never cross a segment, so words are forgotten after each; the vocabulary then stays in the fastest cache.
    this.reader.forget();
  }

  text(index: number): MovingTokens {
    while (this.texts.length <= index) this.texts.push({ ids: new Int32Array(0), start: 0, end: 0 });
    return this.texts[index]!;
  }

  /** Reads text number `index` of the segment. */
  read(index: number, text: string, role: Role): void {
    const moving = this.text(index);
    moving.start = this.#ids.length;
    this.reader.read(text, role, this.#ids);
    moving.end = this.#ids.length;
  }

  /** The list of ids may have moved while it grew. */
  finish(count: number): void {
    const { values } = this.#ids;
    for (let i = 0; i < count; i++) this.texts[i]!.ids = values;
  }
}

interface Part {
  /** Numbers in a row. */
  readonly width: number;
  readonly counter: Counter;
  /** Which of the metrics have its rows, by their index in the run; the rows of the first are counted. */
  readonly places: readonly number[];
  readonly views: readonly SharedView[];
  /** The texts of a segment as this metric sees them, by position. */
  readonly texts: Text[];
  /** The references among them; made again only when their number changes. */
  references: readonly Text[];
}

/** One per thread: it holds vocabularies and counters. */
export class SegmentCounter {
  readonly #views: readonly SharedView[];
  readonly #parts: readonly Part[];

  constructor(metrics: readonly Metric[]) {
    const byKey = new Map<string, SharedView>();
    const shared = (view: View): SharedView => {
      let made = byKey.get(view.key);
      if (!made) byKey.set(view.key, (made = new SharedView(view)));
      return made;
    };
    const sameRows = groupBy(metrics.keys(), (m) => metrics[m]!.rowKey ?? m);
    this.#parts = Array.from(sameRows.values(), (places) => {
      const metric = metrics[places[0]!]!;
      const views = metric.reads.map(shared);
      return { width: metric.statistics.length, counter: metric.counter(), places, views, texts: [], references: [] };
    });
    this.#views = [...byKey.values()];
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
    const sourceAt = systems + references.length;
    for (let v = 0; v < this.#views.length; v++) {
      const view = this.#views[v]!;
      view.begin();
      // References first: the ids of their words are then lowest, and tables by id stay small.
      for (let r = 0; r < references.length; r++) view.read(systems + r, references[r]!, 'reference');
      for (let s = 0; s < systems; s++) view.read(s, hypotheses[s]!, 'hypothesis');
      if (source !== undefined) view.read(sourceAt, source, 'source');
      view.finish(source === undefined ? sourceAt : sourceAt + 1);
    }
    for (let p = 0; p < this.#parts.length; p++) {
      const part = this.#parts[p]!;
      const { width, counter, places, views, texts } = part;
      while (texts.length <= sourceAt) {
        const index = texts.length;
        texts.push(views.map((view) => view.text(index)));
      }
      if (part.references.length !== references.length || part.references[0] !== texts[systems]) {
        part.references = texts.slice(systems, sourceAt);
      }
      counter.prepare(part.references, source === undefined ? undefined : texts[sourceAt]);
      const counted = rows[places[0]!]!;
      for (let s = 0; s < systems; s++) {
        const to = (at + s * apart) * width;
        counter.collect(texts[s]!, counted, to);
        for (let k = 1; k < places.length; k++) rows[places[k]!]!.set(counted.subarray(to, to + width), to);
      }
    }
  }
}
