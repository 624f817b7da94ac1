/** Files of analyses that the user names, as one analyser. */
import { AnalysisStore, readAnalyses } from '../../formats/index.ts';
import type { Analyser } from '../../text/index.ts';
import { readPinnedLines } from './pinned.ts';

/** `names` has semicolons between files. */
export async function loadAnalyses(names: string): Promise<Analyser> {
  const store = new AnalysisStore();
  for (const name of names.split(';')) {
    const { path, lines } = await readPinnedLines(name, 'file of analyses');
    store.add(path, readAnalyses(path, lines));
  }
  return store;
}
