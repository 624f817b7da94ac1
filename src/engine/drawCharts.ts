/** Draws the charts of a page as SVG, with Vega-Lite and without a browser. The same charts give the same bytes on every machine. */
import { type Page, figuresOf, printable, textWidth } from '../report/index.ts';

/** What is used of Vega, parts of which its types leave out. */
interface Vega {
  readonly View: new (runtime: unknown, options: object) => { toSVG(): Promise<string>; finalize(): void };
  readonly parse: (spec: unknown) => unknown;
  readonly Error: number;
  /** Begins anew with the numbers in ids, which else go on from chart to chart. */
  readonly resetSVGDefIds: () => void;
  readonly textMetrics: { width: (item: TextItem, text: unknown) => number };
}

interface TextItem {
  readonly fontSize?: number;
  readonly fontWeight?: number | string;
}

let turn: Promise<unknown> = Promise.resolve();

/** The charts by the ids of their figures, in the page's order. One page at a time, since Vega counts ids and measures letters for all at once. */
export function drawCharts(page: Page): Promise<Map<string, string>> {
  const drawn = turn.then(() => draw(page));
  turn = drawn.catch(() => undefined); // told to who asked for it
  return drawn;
}

async function draw(page: Page): Promise<Map<string, string>> {
  const drawn = new Map<string, string>();
  const figures = figuresOf(page).filter((figure) => figure.kind === 'chart');
  if (figures.length === 0) return drawn;
  // Loaded only now, since loading them takes longer than most commands.
  const vega = (await import('vega')) as unknown as Vega;
  const vegaLite = await import('vega-lite');
  const { textMetrics } = vega;
  const { width } = textMetrics;
  // Vega measures letters if it happens to find a canvas, else takes all for equally wide.
  textMetrics.width = ({ fontSize = 11, fontWeight }, text) =>
    textWidth(String(text ?? ''), fontSize) * (Number(fontWeight) >= 600 || fontWeight === 'bold' ? 1.1 : 1);
  try {
    for (const { id, spec } of figures) {
      const { spec: compiled } = vegaLite.compile(spec as unknown as Parameters<typeof vegaLite.compile>[0]);
      vega.resetSVGDefIds();
      const view = new vega.View(vega.parse(compiled), { renderer: 'none', logLevel: vega.Error });
      drawn.set(id, tidy(await view.toSVG(), id));
      view.finalize();
    }
  } finally {
    textMetrics.width = width;
  }
  return drawn;
}

const xlink = ' xmlns:xlink="http://www.w3.org/1999/xlink"';

/**
 * Leaves out what shows nothing, cuts numbers to hundredths of a pixel, makes ids the figure's own, and turns the description of a mark
 * into a title, which browsers show under the pointer. The chart as a whole gets its role and name where it is put into a page.
 */
function tidy(svg: string, figure: string): string {
  const [font = ''] = / font-family="[^"]*"/.exec(svg) ?? [];
  return printable(svg)
    .replace(xlink, font)
    .replace(/<path class="(?:back|fore)ground"(?![^>]* fill=)(?![^>]* stroke=)[^>]*\/>/g, '')
    .replace(/<(text|line) [^>]* opacity="0"[^>]*(?:\/>|>[^<]*<\/\1>)/g, '')
    .replace(/<[^>]*>/g, (tag) => (tag.startsWith('<svg') ? tag : tidyTag(tag.replace(font, ''), figure)));
}

function tidyTag(tag: string, figure: string): string {
  if (tag.startsWith('</')) return tag;
  const name = /^<[a-z]+/i.exec(tag)![0].slice(1);
  const [, description = ''] = / aria-label="([^"]*)"/.exec(tag) ?? [];
  const bare = tag
    .replace(/ (?:aria-[a-z]+|role|class|pointer-events)="[^"]*"/g, '')
    .replace(/ opacity="1"/, '')
    .replace(/ transform="translate\(0,0\)"/, '')
    .replace(/-?\d+\.\d{3,}/g, (number) => String(Number(Number(number).toFixed(2))))
    .replace(/ id="/, ` id="${figure}_`)
    .replace(/url\(#/g, `url(#${figure}_`);
  if (description === '' || !bare.endsWith('/>')) return bare;
  return `${bare.slice(0, -2)}><title>${description}</title></${name}>`;
}
