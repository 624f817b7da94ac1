/** What other tools' files say about one output that was judged. */
import type { RatedItem } from '../../human/index.ts';

export interface WrittenAnswer {
  readonly judge: string;
  readonly system: string;
  /** A number, as other tools want it. */
  readonly segment: string;
  readonly document?: string;
  readonly item: Extract<RatedItem, 'output' | 'damaged' | 'repeat' | 'document'>;
  readonly score?: number;
  readonly errors?: readonly WrittenSpan[];
  /** In seconds since 1970. */
  readonly started: number;
  readonly ended: number;
  /** Answers with equal ids were given on one screen. */
  readonly screen: string;
  readonly source?: string;
  readonly reference?: string;
  readonly output: string;
}

export interface WrittenSpan {
  /** From `start` up to, but not including, `end`. */
  readonly start: number;
  readonly end: number;
  readonly severity: string;
  readonly category: string;
  /** Content that is not in the output. */
  readonly isMissing: boolean;
}
