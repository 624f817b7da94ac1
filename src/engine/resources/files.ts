/** Files that the user names: analyses, as one analyser, and lines that a metric reads whole, such as a table of phrases. */
import { AnalysisStore, readAnalyses } from '../../formats/index.ts';
import type { Analyser, TextFile } from '../../text/index.ts';
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

export async function loadTextFile(name: string): Promise<TextFile> {
  const { path, lines } = await readPinnedLines(name, 'file');
  return { name: path, lines };
}
