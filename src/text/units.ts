/** The UTF-16 units of one text in a typed array, so that every pass over it is a plain loop over numbers. */
export class Units {
  values = new Uint16Array(1024);
  length = 0;

  load(text: string): void {
    const length = text.length;
    if (length > this.values.length) this.values = new Uint16Array(Math.max(length, this.values.length * 2));
    const values = this.values;
    for (let i = 0; i < length; i++) values[i] = text.charCodeAt(i);
    this.length = length;
  }
}
