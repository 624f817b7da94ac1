import type { IdList } from '../../core/index.ts';
import type { Units } from '../units.ts';

/** Cuts a text into tokens in two steps: rewrite it if the rules change its characters, then find the tokens in it. */
export interface Tokenizer {
  readonly name: string;
  /** Changes characters; most texts need no change and come back as they are. */
  rewrite(text: string): string;
  /** Appends start, end and hash (see hashUnits) of each token of a rewritten text. */
  cut(units: Units, spans: IdList): void;
}

export const unchanged = (text: string): string => text;
