/**
 * The segment browser as it runs in a page. It is put into script.generated.ts, minified, by `npm run generate`, or without a build by
 * `node scripts/generate.js --index`; pages take it from there.
 */
import { startBrowser } from './startBrowser.ts';

for (const element of document.querySelectorAll<HTMLElement>('.browser')) startBrowser(element);
