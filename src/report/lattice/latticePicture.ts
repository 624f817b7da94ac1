/** Pictures of small lattices and forests: a program for Graphviz, or an SVG that needs nothing from elsewhere. */
import { UsageError, counted } from '../../core/index.ts';
import { type Hypergraph, bestDerivation, goalOf, isLattice, tailOf } from '../../lattice/index.ts';
import { Drawing, boldWidth, pictureFile } from '../page/charts/drawing.ts';
import { shortened, textWidth } from '../page/charts/textWidth.ts';
import { printable } from '../page/escape.ts';
import { colour } from '../page/palette.ts';
import { type Layout, type Link, type Point, layOut } from './layeredLayout.ts';

/** Larger pictures would be unreadable. */
export const maxPictureEdges = 400;

const fontSize = 13;
const margin = 16;

/** Columns of a label, at most; the whole text is in the title that pointing at it shows. */
const maxColumns = 40;

/** What is drawn of an edge. */
interface Drawn {
  readonly head: number;
  /** From left to right; empty for the edge that only names the start of a lattice. */
  readonly tails: readonly number[];
  readonly label: string;
  readonly score: number;
  readonly best: boolean;
}

/** Draws a lattice or forest as a directed graph for Graphviz' `dot`. The best derivation is bold. */
export function drawDot(hypergraph: Hypergraph, name: string): string {
  const drawn = drawnEdges(hypergraph, name);
  const lattice = isLattice(hypergraph);
  const bestNodes = nodesOnBest(drawn);
  const lines = [`digraph ${quoted(name)} {`, '  rankdir=LR;', '  node [shape=circle];'];
  for (let node = 0; node < hypergraph.nodes; node++) {
    const shape = node === goalOf(hypergraph) ? ', shape=doublecircle' : '';
    lines.push(`  n${node} [label="${node}"${shape}${bestNodes.has(node) ? ', style=bold' : ''}];`);
  }
  drawn.forEach(({ head, tails, label, score, best }, e) => {
    const style = best ? ', style=bold, penwidth=2' : '';
    const text = `label=${quoted(label)}, tooltip=${quoted(`score ${score}`)}${style}`;
    if (lattice && tails.length === 1) {
      lines.push(`  n${tails[0]} -> n${head} [${text}];`);
      return;
    }
    // An edge of a forest is a point at which its tails meet; one without tails has nothing but the point.
    lines.push(`  e${e} [shape=point, tooltip=${quoted(label)}];`);
    tails.forEach((tail, index) => {
      lines.push(`  n${tail} -> e${e} [arrowhead=none, taillabel="${index + 1}"${style}];`);
    });
    lines.push(`  e${e} -> n${head} [${text}];`);
  });
  lines.push('}');
  return `${lines.join('\n')}\n`;
}

/** Draws a lattice or forest as an SVG picture. The best derivation has thick lines and bold letters. */
export function drawSvg(hypergraph: Hypergraph, name: string): string {
  const drawn = drawnEdges(hypergraph, name);
  const { nodes } = hypergraph;
  const layers = layersOf(hypergraph, drawn);
  const links: Link[] = [];
  drawn.forEach(({ head, tails }, e) => {
    for (const tail of tails) links.push([tail, nodes + e]);
    links.push([nodes + e, head]);
  });
  const nodeWidth = Math.max(26, textWidth(`${nodes - 1}`, fontSize) + 12);
  const layout = layOut(
    [
      ...Array.from(layers, (layer) => ({ layer, width: nodeWidth, height: 26 })),
      ...drawn.map((edge) => ({ layer: layers[edge.head]! - 1, width: labelWidth(edge), height: 20 })),
    ],
    links,
  );
  const drawing = new Drawing();
  drawLinks(drawing, links, layout, drawn, nodes);
  for (const [e, edge] of drawn.entries()) drawLabel(drawing, edge, layout.places[nodes + e]!, e);
  drawNodes(drawing, hypergraph, drawn, layout, nodeWidth);
  const { text, score } = bestDerivation(hypergraph);
  const kind = isLattice(hypergraph) ? 'Lattice' : 'Forest';
  const size = `${counted(nodes, isLattice(hypergraph) ? 'state' : 'node')} and ${counted(hypergraph.edges, 'edge')}`;
  const description = `${size}, from left to right. The best derivation, in bold, has the score ${score} and the text: ${text}`;
  return pictureFile(drawing.finish(margin), `${kind} ${name}`, description);
}

function drawnEdges(hypergraph: Hypergraph, name: string): Drawn[] {
  const { nodes, edges, edgeStarts, symbolStarts, symbols, words, scores } = hypergraph;
  if (edges > maxPictureEdges) {
    throw new UsageError(
      `${name} has ${counted(edges, 'edge')}, but a picture can show at most ${maxPictureEdges}. Prune it first.`,
    );
  }
  const lattice = isLattice(hypergraph);
  const best = new Set(bestDerivation(hypergraph).edges);
  const drawn: Drawn[] = [];
  for (let head = 0; head < nodes; head++) {
    for (let e = edgeStarts[head]!; e < edgeStarts[head + 1]!; e++) {
      const said = symbols.subarray(symbolStarts[e], symbolStarts[e + 1]);
      const tails = Array.from(said).filter((symbol) => symbol < 0).map(tailOf); // prettier-ignore
      const parts = Array.from(said, (symbol) => (symbol >= 0 ? words[symbol]! : `[${tailOf(symbol)}]`));
      // The only tail of an arc is not labelled.
      const told = lattice ? parts.slice(tails.length) : parts;
      const label = told.length === 0 && said.length > 0 ? 'ε' : told.join(' ');
      drawn.push({ head, tails, label, score: scores[e]!, best: best.has(e) });
    }
  }
  return drawn;
}

/** Nodes in odd layers, as far to the right as their longest derivation is deep; the label of an edge in the layer before its head. */
function layersOf({ nodes }: Hypergraph, drawn: readonly Drawn[]): Int32Array {
  const layers = new Int32Array(nodes).fill(1);
  for (const { head, tails } of drawn) {
    for (const tail of tails) layers[head] = Math.max(layers[head]!, layers[tail]! + 2);
  }
  return layers;
}

const nodesOnBest = (drawn: readonly Drawn[]): Set<number> =>
  new Set(drawn.filter(({ best }) => best).map(({ head }) => head));

/** What is on the best derivation is thick and in a colour of its own. */
const strokeOf = (best: boolean, other: 'axis' | 'line' = 'axis') => ({
  stroke: colour(best ? 'accent' : other),
  'stroke-width': best ? 2.5 : 1,
});

function drawLinks(
  drawing: Drawing,
  links: readonly Link[],
  { routes }: Layout,
  drawn: readonly Drawn[],
  nodes: number,
): void {
  const lines = links.map(([from, to], index) => {
    const { best } = drawn[(from < nodes ? to : from) - nodes]!;
    return { best, route: routes[index]!, isLast: to < nodes };
  });
  // Bold ones last, so that they lie on top.
  for (const { best, route, isLast } of lines.sort((a, b) => Number(a.best) - Number(b.best))) {
    drawing.curve(
      route.map(({ x, y }) => [x, y]),
      { ...strokeOf(best), fill: 'none' },
    );
    const { x, y } = route.at(-1)!;
    const arrow = [[x, y], [x - 8, y - 4], [x - 8, y + 4]] as const; // prettier-ignore
    if (isLast) drawing.path(arrow, true, { fill: colour(best ? 'accent' : 'axis') });
  }
}

const labelWidth = ({ label, best }: Drawn): number =>
  label === '' ? 0 : textWidth(shortened(label, maxColumns), fontSize) * (best ? boldWidth : 1) + 12;

function drawLabel(drawing: Drawing, edge: Drawn, { x, y }: Point, e: number): void {
  const { label, score, best, head } = edge;
  if (label === '') return;
  drawing.group({ title: `Edge ${e} into ${head}: ${label}, score ${score}` }, () => {
    const width = labelWidth(edge);
    drawing.rect(x - width / 2, y - 10, width, 20, { rx: 4, fill: colour('raised'), ...strokeOf(best, 'line') });
    drawing.text([x, y], shortened(label, maxColumns), { size: fontSize, anchor: 'middle', bold: best });
  });
}

function drawNodes(
  drawing: Drawing,
  hypergraph: Hypergraph,
  drawn: readonly Drawn[],
  { places }: Layout,
  nodeWidth: number,
): void {
  const bestNodes = nodesOnBest(drawn);
  for (let node = 0; node < hypergraph.nodes; node++) {
    const { x, y } = places[node]!;
    const best = bestNodes.has(node);
    // The goal has a second line around it.
    for (const grow of node === goalOf(hypergraph) ? [4, 0] : [0]) {
      drawing.rect(x - nodeWidth / 2 - grow, y - 13 - grow, nodeWidth + 2 * grow, 26 + 2 * grow, {
        rx: 13 + grow,
        fill: grow > 0 ? 'none' : colour('surface'),
        ...strokeOf(best),
      });
    }
    drawing.text([x, y], `${node}`, { size: fontSize, anchor: 'middle', bold: best });
  }
}

/** A text in the language of Graphviz. */
const quoted = (text: string): string =>
  `"${printable(text).replace(/["\\]/g, '\\$&').replace(/\r?\n|\r/g, '\\n')}"`; // prettier-ignore
