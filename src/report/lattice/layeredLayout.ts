/**
 * Places the vertices of a graph in layers from left to right so that few links cross and most are nearly straight: after Sugiyama,
 * Tagawa & Toda (1981), with barycentres.
 */

interface Vertex {
  readonly layer: number;
  readonly width: number;
  readonly height: number;
}

/** From a vertex to one in a later layer, by number. */
export type Link = readonly [from: number, to: number];

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Layout {
  readonly width: number;
  readonly height: number;
  /** The middle of each vertex. */
  readonly places: readonly Point[];
  /** By link: from the right of a vertex to the left of another, by way of both sides of each layer, so that it bends only between layers. */
  readonly routes: readonly (readonly Point[])[];
}

/** Between layers, and between neighbours in a layer, in pixels. */
const layerGap = 36;
const neighbourGap = 10;

const sweeps = 12;

interface Item {
  readonly layer: number;
  readonly width: number;
  readonly height: number;
  readonly before: number[];
  readonly after: number[];
  y: number;
}

export function layOut(vertices: readonly Vertex[], links: readonly Link[]): Layout {
  const items: Item[] = vertices.map((vertex) => ({ ...vertex, before: [], after: [], y: 0 }));
  const connect = (from: number, to: number): void => {
    items[from]!.after.push(to);
    items[to]!.before.push(from);
  };
  // A link is an item of its own in each layer that it passes.
  const passes = links.map(([from, to]) => {
    const between: number[] = [];
    let last = from;
    for (let layer = items[from]!.layer + 1; layer < items[to]!.layer; layer++) {
      const item = items.push({ layer, width: 0, height: 6, before: [], after: [], y: 0 }) - 1;
      connect(last, item);
      between.push(item);
      last = item;
    }
    connect(last, to);
    return between;
  });
  const layers: number[][] = [];
  items.forEach(({ layer }, item) => (layers[layer] ??= []).push(item));
  orderLayers(layers, items);
  straighten(layers, items);
  const columns = placeLayers(layers, items);
  const top = Math.min(...items.map(({ y, height }) => y - height / 2));
  const bottom = Math.max(...items.map(({ y, height }) => y + height / 2));
  const route = ([from, to]: Link, between: readonly number[]): Point[] => {
    const [first, last] = [items[from]!, items[to]!];
    const through = [from, ...between, to].flatMap((item) => {
      const { left, right } = columns[items[item]!.layer]!;
      return [left, right].map((x) => ({ x, y: items[item]!.y - top }));
    });
    const [start, end] = [columns[first.layer]!, columns[last.layer]!];
    return [
      { x: (start.left + start.right + first.width) / 2, y: first.y - top },
      ...through.slice(1, -1),
      { x: (end.left + end.right - last.width) / 2, y: last.y - top },
    ];
  };
  return {
    width: columns.at(-1)?.right ?? 0,
    height: items.length === 0 ? 0 : bottom - top,
    places: items.slice(0, vertices.length).map(({ layer, y }) => {
      const { left, right } = columns[layer]!;
      return { x: (left + right) / 2, y: y - top };
    }),
    routes: links.map((link, index) => route(link, passes[index]!)),
  };
}

/** Sorts each layer by the mean place of what it is linked to, from left to right and back; y is the place in the layer for now. */
function orderLayers(layers: readonly number[][], items: readonly Item[]): void {
  const number = (layer: readonly number[]): void => layer.forEach((item, at) => (items[item]!.y = at));
  layers.forEach(number);
  for (let sweep = 0; sweep < sweeps; sweep++) {
    const forward = sweep % 2 === 0;
    for (const layer of forward ? layers : layers.toReversed()) {
      const wanted = new Map(layer.map((item) => [item, meanPlace(item, items, forward ? 'before' : 'after')]));
      layer.sort((a, b) => wanted.get(a)! - wanted.get(b)!);
      number(layer);
    }
  }
}

function meanPlace(item: number, items: readonly Item[], side: 'before' | 'after'): number {
  const linked = items[item]![side];
  return linked.length === 0 ? items[item]!.y : linked.reduce((sum, other) => sum + items[other]!.y, 0) / linked.length;
}

/** Moves items towards what they are linked to, as far as their neighbours let them. */
function straighten(layers: readonly (readonly number[])[], items: readonly Item[]): void {
  for (const layer of layers) spread(layer, items, layer.map(() => 0)); // prettier-ignore
  for (let sweep = 0; sweep < sweeps; sweep++) {
    const forward = sweep % 2 === 0;
    for (const layer of forward ? layers : layers.toReversed()) {
      // In the last sweep both sides count, else the side that was just placed.
      const wanted = layer.map((item) => {
        const near = meanPlace(item, items, forward ? 'before' : 'after');
        if (sweep < sweeps - 1) return near;
        return (near + meanPlace(item, items, forward ? 'after' : 'before')) / 2;
      });
      spread(layer, items, wanted);
    }
  }
}

/** Places a layer, in its order and without overlap, with least squares from where its items want to be: isotonic regression. */
function spread(layer: readonly number[], items: readonly Item[], wanted: readonly number[]): void {
  const offsets: number[] = [];
  let offset = 0;
  layer.forEach((item, at) => {
    if (at > 0) offset += (items[layer[at - 1]!]!.height + items[item]!.height) / 2 + neighbourGap;
    offsets.push(offset);
  });
  const blocks: { sum: number; count: number }[] = [];
  wanted.forEach((y, at) => {
    let block = { sum: y - offsets[at]!, count: 1 };
    for (let last = blocks.at(-1); last && last.sum / last.count > block.sum / block.count; last = blocks.at(-1)) {
      block = { sum: last.sum + block.sum, count: last.count + block.count };
      blocks.pop();
    }
    blocks.push(block);
  });
  let at = 0;
  for (const { sum, count } of blocks) {
    for (let i = 0; i < count; i++, at++) items[layer[at]!]!.y = sum / count + offsets[at]!;
  }
}

function placeLayers(
  layers: readonly (readonly number[])[],
  items: readonly Item[],
): { left: number; right: number }[] {
  let right = -layerGap;
  return layers.map((layer) => {
    const left = right + layerGap;
    right = left + Math.max(...layer.map((item) => items[item]!.width));
    return { left, right };
  });
}
