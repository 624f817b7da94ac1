/** How metrics score segments, documents or all segments, step by step, and where the difference between systems comes from. */
import { type Metric, type Step, UsageError, printSignature, sumRows, teach, version } from '../../core/index.ts';
import {
  type Measured,
  explainSums,
  measureAll,
  referencesPerSegment,
  subset,
  textExplainer,
} from '../../measure/index.ts';
import type { TextInput } from '../notes.ts';
import { type Difference, explainDifference } from './explainDifference.ts';

/** How metrics score segments, documents or all segments: the data that `assay explain -f json` prints. */
export interface ExplainReport {
  readonly version: string;
  readonly systems: readonly string[];
  readonly metrics: readonly ExplainedMetric[];
  readonly input: TextInput;
  readonly parts: readonly ExplainedPart[];
}

interface ExplainedMetric {
  readonly metric: string;
  readonly name: string;
  readonly higherIsBetter: boolean;
  readonly signature: string;
}

/** One segment, or several whose rows are added up. */
export interface ExplainedPart {
  readonly kind: 'segment' | 'document' | 'corpus';
  /** `segment 7`, `document d3`, `all 20 segments`. */
  readonly name: string;
  /** How many segments it has. */
  readonly segments: number;
  /** Of one segment. */
  readonly texts?: SegmentTexts;
  /** By metric, then system. */
  readonly explained: readonly (readonly Explained[])[];
  /** By metric: every later system against the first. Of several segments only. */
  readonly differences: readonly (readonly Difference[])[];
}

export interface SegmentTexts {
  readonly source?: string;
  readonly references: readonly string[];
  /** By system. */
  readonly outputs: readonly string[];
  /** The texts as metrics read them. */
  readonly views: readonly { readonly references: readonly (readonly string[])[]; readonly outputs: readonly (readonly string[])[] }[]; // prettier-ignore
}

export interface Explained {
  readonly score: number;
  readonly steps: readonly Step[];
  /** Of one segment: where in the views of its texts each view of the metric is, to which items refer. */
  readonly views?: readonly number[];
}

/** Texts to explain, all in memory. */
export interface TextsToExplain {
  readonly systems: readonly string[];
  /** By system, then segment. */
  readonly texts: readonly (readonly string[])[];
  readonly references: readonly (readonly string[])[];
  readonly sources?: readonly string[];
  readonly labels: ReadonlyMap<string, readonly string[]>;
}

export interface ExplainRequest {
  /** Numbers from 1. */
  readonly segments?: readonly number[];
  /** Values of the label `document`. */
  readonly documents?: readonly string[];
  /** All segments together. */
  readonly corpus?: boolean;
  /** Segments and n-grams named for a difference. */
  readonly top?: number;
  readonly input: Pick<TextInput, 'sha256' | 'notes' | 'warnings'>;
  /** Of parts with several segments, whose words take long. */
  readonly onProgress?: (done: { readonly share: number; readonly text: string }) => void;
}

/** Segments between two reports of progress. */
const reportedTogether = 128;

/** Explains the scores of chosen segments, documents or all segments, and where the differences between systems come from. */
export function reportExplanations(
  requested: readonly Metric[],
  texts: TextsToExplain,
  { segments = [], documents = [], corpus = false, top = 5, input, onProgress }: ExplainRequest,
): ExplainReport {
  const { systems, references, sources } = texts;
  checkSegments(segments, references.length);
  const testSet = { references, ...(sources && { sources }) };
  const metrics = requested.map((metric) => teach(metric, references));
  // A segment needs no others: only if some are added up are all counted.
  let counted: readonly Measured[] | undefined;
  const measured = (): readonly Measured[] =>
    (counted ??= measureAll(metrics, testSet, new Map(systems.map((system, s) => [system, texts.texts[s]!]))));
  const explain = metrics.map(textExplainer);
  const explainOne = (m: number, s: number, i: number) =>
    explain[m]!(texts.texts[s]![i]!, references[i]!, sources?.[i]);

  const everywhere = [...references.keys()];
  const inDocuments = documents.map((document) => inDocument(texts, document));
  const explainers = metrics.filter(({ explainer }) => explainer).length;
  const inParts = [...inDocuments, ...(corpus ? [everywhere] : [])].reduce((sum, { length }) => sum + length, 0);
  const toRead = 2 * explainers * (systems.length - 1) * inParts;
  let read = 0;
  const readOne = (): void => {
    if (read++ % reportedTogether === 0) onProgress?.({ share: read / toRead, text: 'words behind the differences' });
  };

  const segmentPart = (number: number): ExplainedPart => {
    const i = number - 1;
    const views = new Map<string, SegmentTexts['views'][number]>();
    const explained = metrics.map((_, m) =>
      systems.map((_system, s): Explained => {
        const { score, steps, views: read } = explainOne(m, s, i);
        for (const { key, references: theirs, hypothesis } of read) {
          const known = views.get(key) ?? { references: theirs, outputs: [] };
          views.set(key, { ...known, outputs: Object.assign([...known.outputs], { [s]: hypothesis }) });
        }
        const keys = [...views.keys()];
        return { score, steps, views: read.map(({ key }) => keys.indexOf(key)) };
      }),
    );
    return {
      kind: 'segment',
      name: `segment ${number}`,
      segments: 1,
      texts: {
        ...(sources && { source: sources[i]! }),
        references: references[i]!,
        outputs: texts.texts.map((each) => each[i]!),
        views: [...views.values()],
      },
      explained,
      differences: [],
    };
  };

  const wholePart = (kind: 'document' | 'corpus', name: string, chosen: readonly number[]): ExplainedPart => {
    const some = measured().map((each) => subset(each, chosen));
    return {
      kind,
      name,
      segments: chosen.length,
      explained: some.map((each, m) =>
        systems.map((_, s): Explained => {
          const sums = sumRows(each, s);
          return { score: metrics[m]!.score(sums), steps: explainSums(metrics[m]!, sums) };
        }),
      ),
      differences: some.map((each, m) =>
        systems.slice(1).map((_, later) =>
          explainDifference({
            metric: metrics[m]!,
            measured: each,
            systems: [0, later + 1],
            numbers: chosen.map((i) => i + 1),
            wordsOf: (s, i) => {
              readOne();
              return explainOne(m, s, chosen[i]!);
            },
            top,
          }),
        ),
      ),
    };
  };

  return {
    version,
    systems,
    metrics: metrics.map((metric) => ({
      metric: metric.definition.id,
      name: metric.name,
      higherIsBetter: metric.higherIsBetter,
      signature: printSignature(metric, { references: referencesPerSegment(references) }),
    })),
    input: { references: referencesPerSegment(references), ...input },
    parts: [
      ...segments.map(segmentPart),
      ...documents.map((document, d) => wholePart('document', `document ${document}`, inDocuments[d]!)),
      ...(corpus ? [wholePart('corpus', `all ${everywhere.length} segments`, everywhere)] : []),
    ],
  };
}

function checkSegments(segments: readonly number[], count: number): void {
  const beyond = segments.find((number) => !(number >= 1 && number <= count));
  if (beyond !== undefined) {
    throw new UsageError(`There is no segment ${beyond}: segments have the numbers 1 to ${count}.`);
  }
}

function inDocument({ labels }: TextsToExplain, document: string): number[] {
  const names = labels.get('document');
  if (!names) {
    throw new UsageError('The texts have no documents. Give a label named document with --labels.');
  }
  const found = [...names.keys()].filter((i) => names[i] === document);
  if (found.length > 0) return found;
  const known = [...new Set(names)];
  throw new UsageError(
    `There is no document ${document}. There are ${known.length}: ${known.slice(0, 5).join(', ')}${known.length > 5 ? ', …' : ''}.`,
  );
}
