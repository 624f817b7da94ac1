/**
 * Connects the numbers and the words of pages with steps, and sorts their other tables. `npm run generate` puts it into
 * src/report/stepsFigure/script.generated.ts, minified; pages take it from there.
 */
import { sortTables } from '../shared/sortTables.ts';
import { connectSteps } from './connectSteps.ts';

sortTables(document);
for (const figure of document.querySelectorAll<HTMLElement>('figure.steps')) connectSteps(figure);
