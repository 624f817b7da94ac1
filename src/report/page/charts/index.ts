/** The kinds of charts a page can have; each makes a figure of plain arguments. */
import { cloud } from './cloud.ts';
import { dotIntervals } from './dotIntervals.ts';
import { heatMap } from './heatMap.ts';
import { histogram } from './histogram.ts';
import { lines } from './lines.ts';
import { pairMatrix } from './pairMatrix.ts';
import { scatter } from './scatter.ts';
import { waterfall } from './waterfall.ts';

/** The charts by name; each is a function that draws data as an SVG figure. */
export const charts = { scatter, cloud, heatMap, histogram, lines, dotIntervals, pairMatrix, waterfall } as const;
