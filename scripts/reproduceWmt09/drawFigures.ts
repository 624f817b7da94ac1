/** Charts as SVG files, and as images in the guide. */
import type { ChartFigure } from '../../src/report/index.ts';
import { pictureFile } from '../../src/report/page/charts/drawing.ts';

/** By the ids of the charts. */
export const drawFigures = (figures: readonly ChartFigure[]): Map<string, string> =>
  new Map(
    figures.map(({ id, caption, alternative, picture }) => [id, pictureFile(picture, caption, alternative)] as const),
  );

/** The chart as an image in Markdown, with a description of what it shows. */
export const image = ({ id, alternative }: ChartFigure): string =>
  `![${alternative.replaceAll('[', '(').replaceAll(']', ')')}](../${id}.svg)`;
