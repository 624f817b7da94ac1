/** What the parts of the browser show, and what they may ask for. */
import type { Segments } from '../packSegments.ts';
import type { BrowserState } from './browserState.ts';

export interface View {
  readonly segments: Segments;
  readonly state: BrowserState;
  /** Segments, in the order chosen. */
  readonly found: readonly number[];
  /** Where the segment chosen is among them; −1 if there is none. */
  readonly position: number;
  /** Score of B less that of A, for every segment. */
  readonly differences: Float64Array;
  /** Headings within the browser begin at this level. */
  readonly level: number;
}

/** Something chosen. */
export type Change = (change: Partial<BrowserState>) => void;
