/** The study of tuning: its sections, and its figure as SVG. */
import { drawFigures } from '../reproduceWmt09/drawFigures.ts';
import { genreSection } from './sections/genres.ts';
import { introduction } from './sections/introduction.ts';
import { latticeSection } from './sections/lattices.ts';
import { methodSection } from './sections/methods.ts';
import { metricSection } from './sections/metrics.ts';
import type { StudySettings } from './studySettings.ts';
import type { TuningData } from './tuningData.ts';
import { page } from './wording.ts';

export { usualSettings } from './studySettings.ts';
export { openTuningData } from './tuningData.ts';

export interface GuideParts {
  /** In the order of the page. */
  readonly sections: readonly string[];
  /** SVG by name. */
  readonly figures: ReadonlyMap<string, string>;
}

/** The whole, as Markdown that is still to be formatted. */
export async function makeGuide(data: TuningData, settings: StudySettings): Promise<GuideParts> {
  const metrics = await metricSection(data, settings);
  return {
    sections: [
      introduction(data, settings),
      metrics.markdown,
      await methodSection(data, settings),
      await latticeSection(data, settings),
      await genreSection(data, settings),
    ],
    figures: drawFigures([metrics.figure]),
  };
}

export const joinSections = ({ sections }: GuideParts): string => `${page(...sections)}\n`;
