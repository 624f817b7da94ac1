/** The script of every page with tables. `npm run generate` puts it into src/report/page/script.generated.ts; the segment browser includes it. */
import { sortTables } from '../shared/sortTables.ts';

sortTables(document);
