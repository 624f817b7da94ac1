/** Which segments are the same sentence, in one task or in several: those that share a text as their source or a reference. */

/** By task, then segment: its texts. Numbers of sentences are counted from 0; an empty text says nothing. */
export function numberSentences(tasks: readonly (readonly (readonly string[])[])[]): Int32Array[] {
  const places: number[] = [];
  const root = (place: number): number => {
    let at = place;
    while (places[at] !== at) at = places[at] = places[places[at]!]!;
    return at;
  };
  const byText = new Map<string, number>();
  const nodes = tasks.map((segments) =>
    segments.map((texts) => {
      const node = places.push(places.length) - 1;
      for (const text of texts) {
        const known = text.trim();
        if (known === '') continue;
        const other = byText.get(known);
        if (other === undefined) byText.set(known, node);
        else places[root(node)] = root(other);
      }
      return node;
    }),
  );
  const numbers = new Map<number, number>();
  return nodes.map((ofTask) =>
    Int32Array.from(ofTask, (node) => {
      const from = root(node);
      if (!numbers.has(from)) numbers.set(from, numbers.size);
      return numbers.get(from)!;
    }),
  );
}
