/** The pages of recomputed papers: Chiang et al. (2008), AMBER (2011), BLEU Deconstructed (2013), and every table of WMT09. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UsageError } from '../../src/core/index.ts';
import { drawFigures } from '../reproduceWmt09/drawFigures.ts';
import { type Guide, partsFromJudgments, usualSettings } from '../reproduceWmt09/guide.ts';
import { scoreTasks } from '../reproduceWmt09/scoreTasks.ts';
import { type Settings, type Wmt09, openWmt09 } from '../reproduceWmt09/wmt09.ts';
import { amberPages } from './amber.ts';
import { smoothedBrevity, songPages } from './bleuDeconstructed.ts';
import { chiangPages } from './chiang.ts';
import { findContradictions, tunedDeletions } from './contradictions.ts';
import { amberRivals, chiangMetrics, studiesOf, withoutRepeats } from './variants.ts';
import { linked } from './papersPage.ts';
import { wmt09IndexPage } from './wmt09Index.ts';

export { usualSettings };

export interface Papers {
  readonly folder: string;
  readonly wmt09: Wmt09;
}

/** `folder` holds `wmt09-ranking`, `paper-tables` and `nbest-lattices`. */
export async function openPapers(folder: string): Promise<Papers> {
  const lists = join(resolve(folder), 'nbest-lattices');
  if (!existsSync(lists)) {
    throw new UsageError(
      `${lists} is not there. Name the folder that holds wmt09-ranking, paper-tables and nbest-lattices with --data.`,
    );
  }
  return { folder: resolve(folder), wmt09: await openWmt09(folder) };
}

/** The pages that take seconds to make; the others score all outputs by dozens of variants of AMBER, or tune. */
export async function quickPages({ wmt09 }: Papers, settings: Settings, threads: number): Promise<Guide> {
  const grid = studiesOf('bleu-grid').flatMap(({ variants }) => [...variants.values()]);
  const judged = await scoreTasks(wmt09, withoutRepeats([...grid, ...smoothedBrevity]), { threads, seed: settings.seed, withPriors: false }); // prettier-ignore
  const song = songPages({ wmt09, judged, settings });
  return {
    pages: linked([...song.pages, ['wmt09-tables-index', wmt09IndexPage(wmt09, partsFromJudgments(wmt09, settings))]]),
    figures: drawFigures(song.figures),
  };
}

export async function makeGuide(papers: Papers, settings: Settings, threads: number): Promise<Guide> {
  const { folder, wmt09 } = papers;
  const quick = await quickPages(papers, settings, threads);
  const scoring = { threads, seed: settings.seed, withPriors: false };
  const chiang = await chiangPages({
    judged: await scoreTasks(wmt09, chiangMetrics, scoring),
    contradictions: await findContradictions(wmt09, folder),
    tuned: await tunedDeletions(folder),
    tables: wmt09.tables,
  });
  const variants = studiesOf('amber').flatMap((study) => [...study.variants.values()]);
  const judged = await scoreTasks(wmt09, withoutRepeats([...variants, ...amberRivals]), scoring);
  const amber = amberPages(wmt09, judged, settings);
  return {
    pages: linked([...quick.pages, ...chiang, ...amber.pages]),
    figures: new Map([...quick.figures, ...drawFigures(amber.figures)]),
  };
}
