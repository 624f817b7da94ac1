/** Charts as SVG files of their own, on white, so that they can be read on a page of any colour. */
import { drawCharts } from '../../src/engine/index.ts';
import type { ChartFigure } from '../../src/report/index.ts';
import { shadesOf, untied } from '../../src/report/page/palette.ts';

/** By the ids of the charts. */
export async function drawFigures(figures: readonly ChartFigure[]): Promise<Map<string, string>> {
  const sections = [{ id: 'figures', heading: '', figures }];
  const drawn = await drawCharts({ title: '', lead: '', sections, facts: [] });
  const paper = `<rect width="100%" height="100%" fill="${shadesOf('light')['surface']!}"/>`;
  return new Map([...drawn].map(([id, svg]) => [id, `${untied(svg).replace(/^<svg [^>]*>/, (tag) => tag + paper)}\n`]));
}

/** The chart as an image in Markdown; who cannot see it is told what it shows. */
export const image = ({ id, alternative }: ChartFigure): string =>
  `![${alternative.replaceAll('[', '(').replaceAll(']', ')')}](../${id}.svg)`;
