/** Explains why one system is better than another: runs every analysis on the same comparisons, with all texts in memory. */
import { type MeasuredSystems, type Outputs, type TestSet, onlySystems } from '../measure/index.ts';
import type { ComparisonSettings } from '../stats/index.ts';
import { type BucketReport, bucketSegments } from './bucketSegments.ts';
import { partSettings } from './compareParts.ts';
import { cuttingOf, readWords } from './wordTexts.ts';
import { type BleuDecomposition, decomposeBleu } from './decomposeBleu.ts';
import { type DistinctiveOrder, distinctiveNgrams } from './distinctiveNgrams.ts';
import { type Division, divideByLabel, divideByLength, divideByLengthDifference } from './division.ts';
import { type MatchedReferences, matchedReferences } from './matchedReferences.ts';
import { type ListedSegments, extremeSegments, segmentDifferences } from './segmentDifferences.ts';
import { type WordAccuracy, wordAccuracy } from './wordAccuracy.ts';
import { classesByFrequency, classesByList, divideByFrequency } from './wordFrequencies.ts';

interface ExplanationRequest {
  readonly testSet: TestSet;
  readonly outputs: Outputs;
  /** By metrics, and scores from elsewhere. */
  readonly measured: readonly MeasuredSystems[];
  /** Facts about segments: document, domain and others. */
  readonly labels: ReadonlyMap<string, readonly string[]>;
  /** Systems are compared with the baseline, or with the first system. */
  readonly settings: ComparisonSettings;
  /** Which systems are explained one by one; by default all but the baseline. */
  readonly others?: readonly number[];
  /** Segments, and n-grams of each length, that are listed for each system. */
  readonly top: number;
  /** How often words stand in a text, such as the training data; in the references without it. */
  readonly frequencies?: ReadonlyMap<string, number>;
  /** Classes of words, such as parts of speech: by word. */
  readonly wordClasses?: ReadonlyMap<string, string>;
}

/** An analysis of why systems differ: by parts of the test set, words, n-grams and segments. */
export interface Explanation {
  /** How texts were cut into words. */
  readonly words: { readonly tokenizer: string; readonly lowercase: boolean };
  readonly divisions: readonly ExplainedDivision[];
  /** Labels of too many values to be divided by. */
  readonly leftOut: readonly string[];
  /** None without references, as n-grams of pairs. */
  readonly accuracies: readonly WordAccuracy[];
  readonly pairs: readonly PairExplanation[];
  /** Where there are several: which references outputs are like. */
  readonly references?: MatchedReferences;
}

/** Some or all systems compared in parts of the test set. */
export interface ExplainedDivision extends BucketReport {
  /** The systems compared, by their numbers on the whole; those of the report are places in this list. */
  readonly systems: readonly number[];
}

/** The part of an explanation that compares a first system with a second. */
export interface PairExplanation {
  readonly first: number;
  readonly second: number;
  readonly ngrams: readonly DistinctiveOrder[];
  /** By metric: what a difference of BLEU is made of; none for other metrics. */
  readonly bleu: readonly (BleuDecomposition | null)[];
  /** By metric: where they differ most. */
  readonly segments: readonly ExtremeOfMetric[];
}

interface ExtremeOfMetric {
  /** By the scores of the segments alone. */
  readonly byScore: ListedSegments;
  /** By what the segment adds to the difference of the whole. */
  readonly byEffect: ListedSegments;
}

/** Labels of more values than this are names of single segments rather than of parts. */
const mostParts = 100;

export function explainDifferences(request: ExplanationRequest): Explanation {
  const { testSet, outputs, measured, labels, top, frequencies, wordClasses } = request;
  const { baseline = 0 } = request.settings;
  const settings = { ...partSettings(request.settings), baseline };
  const cutting = cuttingOf(measured.flatMap((each) => ('metric' in each ? [each.metric] : [])));
  const texts = readWords(testSet, outputs, cutting, false);
  const everyone = texts.systemNames.map((_, system) => system);
  const others = request.others ?? everyone.filter((system) => system !== baseline);
  const divided = (division: Division, systems = everyone): ExplainedDivision[] => {
    if (division.buckets.length < 2 || division.buckets.length > mostParts) return [];
    const some = systems === everyone ? measured : measured.map((each) => onlySystems(each, systems));
    return [{ systems, ...bucketSegments(division, some, { ...settings, baseline: systems.indexOf(baseline) }) }];
  };
  const byLabel = [...labels.keys()].map((label) => divideByLabel(labels, label));
  const hasReferences = texts.references.every(({ length }) => length > 0);
  const severalReferences = texts.references.some(({ length }) => length > 1);
  return {
    words: { tokenizer: cutting.tokenizer.name, lowercase: cutting.lowercase },
    divisions: [
      ...(hasReferences ? divided(divideByLength(texts)) : []),
      // Segments chosen by the output of one system are evidence about that system only.
      ...others.flatMap((system) => divided(divideByLengthDifference(texts, system, baseline), [system, baseline])),
      ...(hasReferences ? divided(divideByFrequency(texts, frequencies)) : []),
      ...byLabel.flatMap((division) => divided(division)),
    ],
    leftOut: byLabel.filter(({ buckets }) => buckets.length > mostParts).map(({ name }) => name),
    accuracies: hasReferences
      ? [
          wordAccuracy(texts, classesByFrequency(texts, frequencies), settings),
          ...(wordClasses ? [wordAccuracy(texts, classesByList(texts, 'class', wordClasses), settings)] : []),
        ]
      : [],
    pairs: others.map((system) => ({
      first: system,
      second: baseline,
      ngrams: hasReferences ? distinctiveNgrams(texts, system, baseline, top) : [],
      bleu: measured.map((each) => ('metric' in each ? (decomposeBleu(each, system, baseline) ?? null) : null)),
      segments: measured.map((each) => extremesOf(each, system, baseline, top)),
    })),
    ...(severalReferences && { references: matchedReferences(texts) }),
  };
}

function extremesOf(measured: MeasuredSystems, first: number, second: number, top: number): ExtremeOfMetric {
  const { differences, effects } = segmentDifferences(measured, first, second);
  const listedBy = (values: Float64Array): ListedSegments => extremeSegments(values, measured.higherIsBetter, top);
  return { byScore: listedBy(differences), byEffect: listedBy(effects) };
}
