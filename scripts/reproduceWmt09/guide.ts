/** The guide of WMT09 recomputed: a summary, pages of tables, and figures as SVG. */
import type { ChartFigure } from '../../src/report/index.ts';
import { makeAnalyses } from './analyses/makeAnalyses.ts';
import { drawFigures } from './drawFigures.ts';
import { type GuidePart, tablePage } from './guidePart.ts';
import { allMetrics, tasks } from './metricList.ts';
import { scoreTasks } from './scoreTasks.ts';
import { agreementSection } from './sections/agreement.ts';
import { appendixSection } from './sections/appendix.ts';
import { claimsSection } from './sections/claims.ts';
import { errataSection } from './sections/errata.ts';
import { languageMetricsSection } from './sections/languageMetrics.ts';
import { learnedMetricsSection } from './sections/learnedMetrics.ts';
import { newMetricsSection } from './sections/newMetrics.ts';
import { printedMetricsSection } from './sections/printedMetrics.ts';
import { summaryPage } from './sections/summary.ts';
import { table6Section } from './sections/table6.ts';
import type { Settings, Wmt09 } from './wmt09.ts';

export { openWmt09 } from './wmt09.ts';

/** As the commands have them. */
export const usualSettings: Settings = { samples: 1000, seed: 12345, level: 0.95 };

/** The parts that need the judgments and the printed tables only. */
export interface JudgmentParts {
  readonly table6: GuidePart;
  readonly appendix: GuidePart;
  readonly agreement: GuidePart;
  readonly printed: GuidePart;
  readonly errata: GuidePart;
  readonly figures: readonly ChartFigure[];
}

export function partsFromJudgments(wmt09: Wmt09, settings: Settings): JudgmentParts {
  const agreement = agreementSection(wmt09, settings);
  return {
    table6: table6Section(wmt09, settings),
    appendix: appendixSection(wmt09),
    agreement,
    printed: printedMetricsSection(wmt09),
    errata: errataSection(wmt09),
    figures: agreement.figures,
  };
}

/** The pages that consist of these parts, by name. */
export function pagesFromJudgments({ table6, appendix, agreement, errata }: JudgmentParts): [string, string][] {
  return [
    ['wmt09-tables-ranking', tablePage('WMT09 recomputed: rankings', table6, appendix)],
    ['wmt09-tables-agreement', tablePage('WMT09 recomputed: agreement and acceptability', agreement)],
    ['wmt09-tables-errata', tablePage('WMT09 recomputed: discrepancies', errata)],
  ];
}

export interface Guide {
  /** Pages by name, as Markdown that is still to be formatted. */
  readonly pages: ReadonlyMap<string, string>;
  /** SVG by name. */
  readonly figures: ReadonlyMap<string, string>;
}

export interface GuideMaking {
  readonly threads: number;
  /** Of the repository: what other tools made is kept there. */
  readonly root: string;
}

export async function makeGuide(wmt09: Wmt09, settings: Settings, { threads, root }: GuideMaking): Promise<Guide> {
  const analyses = await makeAnalyses(wmt09, tasks, root);
  const parts = partsFromJudgments(wmt09, settings);
  const judged = await scoreTasks(wmt09, allMetrics, { analyses: analyses.folder, threads, seed: settings.seed });
  const metrics = newMetricsSection(judged, settings);
  const languages = languageMetricsSection(wmt09, judged, analyses, settings);
  const learned = await learnedMetricsSection(wmt09, settings, threads);
  const claims = claimsSection(wmt09, judged, settings);
  return {
    pages: new Map([
      ['wmt09', summaryPage(wmt09, settings, { ...parts, metrics, languages, learned, claims })],
      ...pagesFromJudgments(parts),
      ['wmt09-tables-metrics', tablePage('WMT09 recomputed: metrics', parts.printed, metrics)],
      ['wmt09-tables-languages', tablePage('WMT09 recomputed: linguistic and learned metrics', languages, learned)],
      ['wmt09-tables-claims', tablePage('WMT09 recomputed: claims of four papers', claims)],
    ]),
    figures: drawFigures([...parts.figures, ...metrics.figures]),
  };
}
