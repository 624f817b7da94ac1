/** The UTF-16 units of texts in a typed array, so that every pass over them is a plain loop over numbers. */
import { enlarged } from '../core/index.ts';
export class Units {
  values = new Uint16Array(1 << 14); // enough for most segments, as the compiler has to begin anew when it is replaced
  /** The last text is values[start … end); those before it may still stand before `start`. */
  start = 0;
  end = 0;

  /** Takes a text in place of all before it. */
  load(text: string): void {
    this.end = 0;
    this.append(text);
  }

  /** Takes a text and keeps those before it. */
  append(text: string): void {
    const length = text.length;
    const start = this.end;
    if (start + length > this.values.length) this.values = enlarged(this.values, start + length);
    const values = this.values;
    for (let i = 0; i < length; i++) values[start + i] = text.charCodeAt(i);
    this.start = start;
    this.end = start + length;
  }
}
