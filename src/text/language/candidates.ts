/** Candidate links between the words or phrases of two texts, in columns that are reused. */
import { enlarged } from '../../core/index.ts';
export class Candidates {
  count = 0;
  hypothesis = new Int32Array(256);
  hypothesisLength = new Int32Array(256);
  reference = new Int32Array(256);
  referenceLength = new Int32Array(256);
  stage = new Int32Array(256);
  /** What a link is worth: the first thing to have most of. */
  credit = new Int32Array(256);

  add(
    hypothesis: number,
    hypothesisLength: number,
    reference: number,
    referenceLength: number,
    stage: number,
    credit: number,
  ): void {
    if (this.count === this.stage.length) this.#grow();
    const at = this.count++;
    this.hypothesis[at] = hypothesis;
    this.hypothesisLength[at] = hypothesisLength;
    this.reference[at] = reference;
    this.referenceLength[at] = referenceLength;
    this.stage[at] = stage;
    this.credit[at] = credit;
  }

  #grow(): void {
    this.hypothesis = enlarged(this.hypothesis);
    this.hypothesisLength = enlarged(this.hypothesisLength);
    this.reference = enlarged(this.reference);
    this.referenceLength = enlarged(this.referenceLength);
    this.stage = enlarged(this.stage);
    this.credit = enlarged(this.credit);
  }
}
