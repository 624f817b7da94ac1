/** The worker that compares: holds the files, computes, and answers what the page asks. */
import type { ReportedComparison } from '../../../src/report/compare/compareReport.ts';
import type { ScoreReport } from '../../../src/report/score/scoreReport.ts';
import { putFile, removeFile } from '../node/fileTable.ts';
import { loadMetrics } from '../node/metrics/index.ts';
import { type Tell, Turns, answer } from './answer.ts';
import { Comparison } from './comparison.ts';
import { inspect } from './inspect.ts';
import type { Exported } from './forms.ts';
import type {
  FileFacts,
  LoadedFacts,
  SegmentNotes,
  SegmentTexts,
  SegmentsHead,
  Session,
  Settings,
  TextsRequest,
} from './messages.ts';

/** Decimals of scores. */
const digits = 2;

export class Desk {
  #comparison: Comparison | undefined;
  #reported: ReportedComparison | undefined;
  #scored: ScoreReport | undefined;
  readonly #turns = new Turns();

  put(files: readonly (readonly [path: string, contents: Blob])[]): void {
    for (const [path, contents] of files) putFile(path, contents);
  }

  remove(paths: readonly string[]): void {
    for (const path of paths) removeFile(path);
  }

  inspect(path: string): Promise<FileFacts> {
    return inspect(path);
  }

  /** Reads all texts. */
  async load(request: TextsRequest, tell: Tell): Promise<LoadedFacts> {
    const { progress } = this.#turns.begin('compare', tell);
    this.#comparison = undefined;
    const comparison = await Comparison.read(request, progress);
    this.#comparison = comparison;
    return comparison.facts;
  }

  async compare(settings: Settings, scoreFiles: readonly string[], tell: Tell): Promise<void> {
    const { progress } = this.#turns.begin('compare', tell);
    await loadMetrics(settings.metrics);
    await this.#comparison!.compare(settings, scoreFiles, {
      progress,
      scores: (scores) => tell({ kind: 'scores', scores }),
      compared: async (reported, isWhole) => {
        const { comparisonParts } = await import('./pages.ts');
        this.#reported = reported;
        this.#scored = undefined;
        tell({ kind: isWhole ? 'explained' : 'compared', page: comparisonParts(reported) });
      },
      scored: async (report) => {
        const { scoreParts } = await import('./pages.ts');
        this.#scored = report;
        this.#reported = undefined;
        tell({ kind: 'explained', page: scoreParts(report, digits) });
      },
    });
  }

  /** Ends what is being computed. */
  cancel(): void {
    this.#turns.end('compare');
  }

  async segments(): Promise<SegmentsHead | undefined> {
    return this.#reported && (await import('./pages.ts')).segmentsHead(this.#reported);
  }

  segmentTexts(from: number, to: number): SegmentTexts {
    const { hypotheses, references, sources } = this.#comparison!;
    return {
      ...(sources && { sources: sources.slice(from, to) }),
      references: references.slice(from, to),
      outputs: hypotheses.map((texts) => texts.slice(from, to)),
    };
  }

  /** The comparison in a format of the command line, or as a workbook, with notes on segments. */
  async form(format: string, notes: SegmentNotes): Promise<Exported> {
    const [comparison, scored, reported] = [this.#comparison!, this.#scored, this.#reported]; // they may change meanwhile
    const { comparisonForm, scoreForm } = await import('./forms.ts');
    const { notedSegments } = await import('./segmentNotes.ts');
    const noted = notedSegments(comparison, notes);
    return scored ? scoreForm(scored, format, digits, noted) : comparisonForm(reported!, format, digits, noted);
  }

  /** A project file. */
  async pack(session: Session): Promise<Blob> {
    return (await import('./project.ts')).packProject(session);
  }

  /** What a project file holds. */
  async unpack(name: string, contents: Blob): Promise<Session> {
    return (await import('./project.ts')).unpackProject(name, contents);
  }
}

answer(new Desk());
