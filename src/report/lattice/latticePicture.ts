/** Pictures of small lattices and forests: a program for Graphviz, or an SVG that needs nothing from elsewhere. */
import { UsageError, counted } from '../../core/index.ts';
import { type Hypergraph, bestDerivation, goalOf, isLattice, tailOf } from '../../lattice/index.ts';
import { shortened, textWidth } from '../page/charts/textWidth.ts';
import { escaped, printable } from '../page/escape.ts';
import { colour, untied } from '../page/palette.ts';
import { type Layout, type Link, type Point, layOut } from './layeredLayout.ts';

/** What is larger than this nobody could read. */
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

/** The text of a directed graph for Graphviz' `dot`. The best derivation is drawn bold. */
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

/** The best derivation is drawn in thick lines and bold letters. */
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
  const [width, height] = [Math.ceil(layout.width) + 2 * margin, Math.ceil(layout.height) + 2 * margin];
  const { text, score } = bestDerivation(hypergraph);
  const kind = isLattice(hypergraph) ? 'Lattice' : 'Forest';
  const size = `${counted(nodes, isLattice(hypergraph) ? 'state' : 'node')} and ${counted(hypergraph.edges, 'edge')}`;
  return untied(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${-margin} ${-margin} ${width} ${height}" role="img" font-family="sans-serif" font-size="${fontSize}">
<title>${escaped(`${kind} ${name}`)}</title>
<desc>${escaped(`${size}, from left to right. The best derivation, in bold, has the score ${score} and says: ${text}`)}</desc>
<rect x="${-margin}" y="${-margin}" width="${width}" height="${height}" fill="${colour('surface')}"/>
${drawLinks(links, layout, drawn, nodes).join('\n')}
${drawn.map((edge, e) => drawLabel(edge, layout.places[nodes + e]!, e)).join('\n')}
${drawNodes(hypergraph, drawn, layout, nodeWidth).join('\n')}
</svg>
`);
}

function drawnEdges(hypergraph: Hypergraph, name: string): Drawn[] {
  const { nodes, edges, edgeStarts, symbolStarts, symbols, words, scores } = hypergraph;
  if (edges > maxPictureEdges) {
    throw new UsageError(
      `${name} has ${counted(edges, 'edge')}: a picture has room for ${maxPictureEdges}. Prune it first.`,
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
      // What is said by the one tail of an arc needs no telling.
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

const rounded = (value: number): string => `${Math.round(10 * value) / 10}`;

function drawLinks(links: readonly Link[], { routes }: Layout, drawn: readonly Drawn[], nodes: number): string[] {
  const strokes = links.map(([from, to], index) => {
    const { best } = drawn[(from < nodes ? to : from) - nodes]!;
    const route = routes[index]!;
    const path = `<path d="${curve(route)}" fill="none" stroke="${colour(best ? 'accent' : 'axis')}" stroke-width="${best ? 2.5 : 1}"/>`;
    return { best, markup: to < nodes ? `${path}${drawArrow(route.at(-1)!, best)}` : path };
  });
  // Bold ones last, so that they lie on top.
  return strokes.sort((a, b) => Number(a.best) - Number(b.best)).map(({ markup }) => markup);
}

const labelWidth = ({ label, best }: Drawn): number =>
  label === '' ? 0 : textWidth(shortened(label, maxColumns), fontSize) * (best ? 1.1 : 1) + 12;

function curve([begin, ...rest]: readonly Point[]): string {
  let path = `M${rounded(begin!.x)} ${rounded(begin!.y)}`;
  let last = begin!;
  for (const point of rest) {
    const middle = rounded((last.x + point.x) / 2);
    path += `C${middle} ${rounded(last.y)} ${middle} ${rounded(point.y)} ${rounded(point.x)} ${rounded(point.y)}`;
    last = point;
  }
  return path;
}

function drawArrow({ x, y }: Point, best: boolean): string {
  const points = [[x, y], [x - 8, y - 4], [x - 8, y + 4]].map((point) => point.map(rounded).join(',')).join(' '); // prettier-ignore
  return `<polygon points="${points}" fill="${colour(best ? 'accent' : 'axis')}"/>`;
}

function drawLabel(edge: Drawn, { x, y }: Point, e: number): string {
  const { label, score, best, head } = edge;
  if (label === '') return '';
  const width = labelWidth(edge);
  const title = `Edge ${e} into ${head}: ${label}, score ${score}`;
  const frame = `<rect x="${rounded(x - width / 2)}" y="${rounded(y - 10)}" width="${rounded(width)}" height="20" rx="4" fill="${colour('raised')}" stroke="${colour(best ? 'accent' : 'line')}" stroke-width="${best ? 2 : 1}"/>`;
  return `<g><title>${escaped(title)}</title>${frame}<text x="${rounded(x)}" y="${rounded(y + 4.5)}" text-anchor="middle" fill="${colour('ink')}"${best ? ' font-weight="bold"' : ''}>${escaped(shortened(label, maxColumns))}</text></g>`;
}

function drawNodes(hypergraph: Hypergraph, drawn: readonly Drawn[], { places }: Layout, nodeWidth: number): string[] {
  const bestNodes = nodesOnBest(drawn);
  return Array.from({ length: hypergraph.nodes }, (_, node) => {
    const { x, y } = places[node]!;
    const best = bestNodes.has(node);
    const box = (grow: number, fill: string): string =>
      `<rect x="${rounded(x - nodeWidth / 2 - grow)}" y="${rounded(y - 13 - grow)}" width="${rounded(nodeWidth + 2 * grow)}" height="${26 + 2 * grow}" rx="${13 + grow}" fill="${fill}" stroke="${colour(best ? 'accent' : 'axis')}" stroke-width="${best ? 2.5 : 1}"/>`;
    // The goal has a second line around it.
    const ring = node === goalOf(hypergraph) ? box(4, 'none') : '';
    return `${ring}${box(0, colour('surface'))}<text x="${rounded(x)}" y="${rounded(y + 4.5)}" text-anchor="middle" fill="${colour('ink')}"${best ? ' font-weight="bold"' : ''}>${node}</text>`;
  });
}

/** A text in the language of Graphviz. */
const quoted = (text: string): string =>
  `"${printable(text).replace(/["\\]/g, '\\$&').replace(/\r?\n|\r/g, '\\n')}"`; // prettier-ignore
