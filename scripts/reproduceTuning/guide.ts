/** The study of tuning: a summary, a page of tables, and its figure as SVG. */
import { drawFigures } from '../reproduceWmt09/drawFigures.ts';
import type { GuidePart } from '../reproduceWmt09/guidePart.ts';
import { genreSection } from './sections/genres.ts';
import { introduction, methodText, note } from './sections/introduction.ts';
import { latticeSection } from './sections/lattices.ts';
import { methodSection } from './sections/methods.ts';
import { metricSection } from './sections/metrics.ts';
import type { StudySettings } from './studySettings.ts';
import type { TuningData } from './tuningData.ts';
import { page } from './wording.ts';

export { usualSettings } from './studySettings.ts';
export { openTuningData } from './tuningData.ts';

export interface Guide {
  /** Pages by name, as Markdown that is still to be formatted. */
  readonly pages: ReadonlyMap<string, string>;
  /** SVG by name. */
  readonly figures: ReadonlyMap<string, string>;
}

export async function makeGuide(data: TuningData, settings: StudySettings): Promise<Guide> {
  const metrics = await metricSection(data, settings);
  const parts: readonly GuidePart[] = [
    metrics,
    await methodSection(data, settings),
    await latticeSection(data, settings),
    await genreSection(data, settings),
  ];
  const tables = page(
    '# Tuning to different metrics: tables',
    note,
    '[The study](tuning-study.md) summarises these tables; the data and the method are at the end.',
    ...parts.map(({ markdown }) => markdown),
    methodText(data, settings),
  );
  const summary = page(introduction(), ...parts.map(({ finding }) => finding));
  return {
    pages: new Map([
      ['tuning-study', `${summary}\n`],
      ['tuning-study-tables', `${tables}\n`],
    ]),
    figures: drawFigures(metrics.figures),
  };
}
