/** Tokens that two texts have in common, in any order: the size of the intersection of their multisets. */
import { type Tokens, enlarged } from '../core/index.ts';

export class CommonTokens {
  #left = new Int32Array(256); // by id: how often it stands in the reference and is not yet taken

  count(hypothesis: Tokens, reference: Tokens): number {
    const inReference = reference.ids;
    for (let j = reference.start; j < reference.end; j++) {
      const id = inReference[j]!;
      if (id >= this.#left.length) this.#left = enlarged(this.#left, id + 1);
      this.#left[id]!++;
    }
    const left = this.#left;
    let common = 0;
    for (let i = hypothesis.start; i < hypothesis.end; i++) {
      const id = hypothesis.ids[i]!;
      if (id < left.length && left[id]! > 0) {
        left[id]!--;
        common++;
      }
    }
    for (let j = reference.start; j < reference.end; j++) left[inReference[j]!] = 0;
    return common;
  }
}
