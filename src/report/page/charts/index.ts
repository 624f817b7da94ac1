/** The kinds of charts a page can have; each makes a figure of plain arguments. */
import { cloud } from './cloud.ts';
import { dotIntervals } from './dotIntervals.ts';
import { heatMap } from './heatMap.ts';
import { histogram } from './histogram.ts';
import { lines } from './lines.ts';
import { pairMatrix } from './pairMatrix.ts';
import { scatter } from './scatter.ts';

export type { CloudOptions } from './cloud.ts';
export type { DotIntervalsOptions } from './dotIntervals.ts';
export type { HeatMapOptions } from './heatMap.ts';
export type { HistogramOptions } from './histogram.ts';
export type { LinesOptions } from './lines.ts';
export type { PairMatrixOptions } from './pairMatrix.ts';
export type { ScatterOptions } from './scatter.ts';

export const charts = { scatter, cloud, heatMap, histogram, lines, dotIntervals, pairMatrix } as const;
