/** Segments for the segment browser, brought from the worker piece by piece so that the page never stands still. */
import type { Segments } from '../../src/report/comparePage/packSegments.ts';
import type { SegmentTexts, SegmentsHead } from './desk/messages.ts';

/** Segments in a piece: few enough to be received within a frame. */
const pieceSize = 1000;

type Note = (segment: number) => string | undefined;

export class LoadedSegments implements Segments {
  readonly systems: Segments['systems'];
  readonly metrics: Segments['metrics'];
  readonly labels: Segments['labels'];
  readonly pair: Segments['pair'];
  readonly tokens: Segments['tokens'];
  readonly ignoreCase: boolean;
  readonly languages: Segments['languages'] = {};
  readonly count: number;
  readonly mostReferences: number;
  readonly withSources: boolean;
  readonly #head: SegmentsHead;
  readonly #pieces: readonly SegmentTexts[];
  readonly #note: Note;

  private constructor(head: SegmentsHead, pieces: readonly SegmentTexts[], note: Note) {
    this.#head = head;
    this.#pieces = pieces;
    this.#note = note;
    this.systems = head.systems;
    this.metrics = head.metrics;
    this.labels = head.labels.map(({ name, values, of }) => ({ name, values, of: of as unknown as readonly number[] }));
    this.pair = head.pair;
    this.tokens = head.tokens;
    this.ignoreCase = head.ignoreCase;
    this.count = head.count;
    this.mostReferences = head.mostReferences;
    this.withSources = head.withSources;
  }

  static async load(
    head: SegmentsHead,
    texts: (from: number, to: number) => Promise<SegmentTexts>,
    note: Note,
  ): Promise<LoadedSegments> {
    const pieces: SegmentTexts[] = [];
    for (let from = 0; from < head.count; from += pieceSize) pieces.push(await texts(from, from + pieceSize));
    return new LoadedSegments(head, pieces, note);
  }

  /** The same texts with other scores. */
  withHead(head: SegmentsHead): LoadedSegments {
    return new LoadedSegments(head, this.#pieces, this.#note);
  }

  key(): undefined {
    return undefined;
  }

  source(segment: number): string | undefined {
    return this.#piece(segment).sources?.[segment % pieceSize];
  }

  references(segment: number): readonly string[] {
    return this.#piece(segment).references[segment % pieceSize]!;
  }

  output(system: number, segment: number): string {
    return this.#piece(segment).outputs[system]![segment % pieceSize]!;
  }

  score(metric: number, system: number, segment: number): number {
    return this.#head.scores[metric]![system]![segment]!;
  }

  note(segment: number): string | undefined {
    return this.#note(segment);
  }

  #piece(segment: number): SegmentTexts {
    return this.#pieces[Math.floor(segment / pieceSize)]!;
  }
}
