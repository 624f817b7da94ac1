/** On how many lines of a file each feature stands, and where it is missing first: what is missing counts as 0, and should not do so unnoticed. */
import { counted, enlarged } from '../../core/index.ts';

export class FeaturePresence {
  #counts = new Int32Array(64);
  /** The line where it stood last, counted from 1. */
  #last = new Int32Array(64);
  /** 0 as long as it was never missing. */
  #firstMissing = new Int32Array(64);

  see(feature: number, line: number): void {
    while (feature >= this.#counts.length) {
      this.#counts = enlarged(this.#counts);
      this.#last = enlarged(this.#last);
      this.#firstMissing = enlarged(this.#firstMissing);
    }
    const last = this.#last[feature]!;
    if (last !== line - 1 && this.#firstMissing[feature] === 0) this.#firstMissing[feature] = last + 1;
    this.#counts[feature]!++;
    this.#last[feature] = line;
  }

  /** On how many of so many lines a feature is missing, and on which first. */
  missing(feature: number, lines: number): { readonly on: number; readonly first: number } {
    const first = this.#firstMissing[feature] || (this.#last[feature] ?? 0) + 1;
    return { on: lines - (this.#counts[feature] ?? 0), first };
  }

  /** What to say of a file of so many lines: one sentence about features by these names, those that are missing least often first. */
  notes(file: string, names: readonly string[], lines: number): string[] {
    const missing = names
      .map((name, f) => ({ name, ...this.missing(f, lines) }))
      .filter(({ on }) => on > 0)
      .sort((a, b) => a.on - b.on);
    if (missing.length === 0) return [];
    const said = missing
      .slice(0, shown)
      .map(({ name, on, first }) => `${name} on ${on} of ${counted(lines, 'line')}, first on line ${first}`);
    const more = missing.length > shown ? `; and ${counted(missing.length - shown, 'other feature')}` : '';
    return [`${file}: features that are missing, and count as 0 there: ${said.join('; ')}${more}.`];
  }
}

/** Features named; the rest is counted. */
const shown = 4;
