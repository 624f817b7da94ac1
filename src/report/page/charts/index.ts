/** The kinds of charts a page can have; each makes a figure of plain arguments. */
import { cloud } from './cloud.ts';
import { dotIntervals } from './dotIntervals.ts';
import { heatMap } from './heatMap.ts';
import { histogram } from './histogram.ts';
import { lines } from './lines.ts';
import { pairMatrix } from './pairMatrix.ts';
import { scatter } from './scatter.ts';

/** Charts by name: each makes an SVG of data and options. */
export const charts = { scatter, cloud, heatMap, histogram, lines, dotIntervals, pairMatrix } as const;
