/** The guide of WMT09 recomputed: its sections, and its figures as SVG. */
import { makeAnalyses } from './analyses/makeAnalyses.ts';
import { drawFigures } from './drawFigures.ts';
import { allMetrics, tasks } from './metricList.ts';
import { scoreTasks } from './scoreTasks.ts';
import { agreementSection } from './sections/agreement.ts';
import { appendixSection } from './sections/appendix.ts';
import { claimsSection } from './sections/claims.ts';
import { introduction } from './sections/introduction.ts';
import { languageMetricsSection } from './sections/languageMetrics.ts';
import { learnedMetricsSection } from './sections/learnedMetrics.ts';
import { newMetricsSection } from './sections/newMetrics.ts';
import { odditiesSection } from './sections/oddities.ts';
import { printedMetricsSection } from './sections/printedMetrics.ts';
import { table6Section } from './sections/table6.ts';
import { page } from './wording.ts';
import type { Settings, Wmt09 } from './wmt09.ts';

export { openWmt09 } from './wmt09.ts';

/** As the commands have them. */
export const usualSettings: Settings = { samples: 1000, seed: 12345, level: 0.95 };

export interface GuideParts {
  /** In the order of the page. */
  readonly sections: readonly string[];
  /** SVG by name. */
  readonly figures: ReadonlyMap<string, string>;
}

/** What needs the judgments and the printed tables only. */
export async function partsFromJudgments(wmt09: Wmt09, settings: Settings): Promise<GuideParts> {
  const agreement = agreementSection(wmt09, settings);
  return {
    sections: [
      introduction(wmt09, settings),
      table6Section(wmt09, settings),
      appendixSection(wmt09),
      agreement.markdown,
      printedMetricsSection(wmt09),
    ],
    figures: drawFigures(agreement.figures),
  };
}

export interface GuideMaking {
  readonly threads: number;
  /** Of the repository: what other tools made is kept there. */
  readonly root: string;
}

/** The whole, as Markdown that is still to be formatted. */
export async function makeGuide(wmt09: Wmt09, settings: Settings, { threads, root }: GuideMaking): Promise<GuideParts> {
  const analyses = await makeAnalyses(wmt09, tasks, root);
  const { sections, figures } = await partsFromJudgments(wmt09, settings);
  const judged = await scoreTasks(wmt09, allMetrics, { analyses: analyses.folder, threads, seed: settings.seed });
  return {
    sections: [
      ...sections,
      newMetricsSection(judged, settings),
      languageMetricsSection(wmt09, judged, analyses, settings),
      await learnedMetricsSection(wmt09, settings, threads),
      claimsSection(wmt09, judged, settings),
      odditiesSection(wmt09),
    ],
    figures,
  };
}

export const joinSections = ({ sections }: GuideParts): string => `${page(...sections)}\n`;
