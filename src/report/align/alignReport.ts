/** How a metric aligns the words of outputs with those of the reference, segment by segment, and formats for other programs. */
import {
  type AlignmentLink,
  type Metric,
  UsageError,
  counted,
  present,
  printSignature,
  version,
} from '../../core/index.ts';
import { textAligner } from '../../measure/index.ts';
import { metrics as definitions } from '../../metrics/index.ts';
import type { Report } from '../table.ts';
import { left, listed } from '../wording.ts';

/** Positions of words count from 0. */
export interface AlignReport {
  readonly version: string;
  readonly metric: { readonly name: string; readonly signature: string };
  readonly systems: readonly string[];
  readonly input: { readonly sha256: string; readonly notes: readonly string[] };
  readonly pairs: readonly AlignedPair[];
}

export interface AlignedPair {
  /** Counted from 1, as lines are. */
  readonly segment: number;
  readonly system: string;
  readonly score: number;
  /** Which of the references, from 1. */
  readonly reference: number;
  readonly hypothesisWords: readonly string[];
  readonly referenceWords: readonly string[];
  readonly links: readonly AlignmentLink[];
  readonly moves?: readonly { readonly from: number; readonly to: number; readonly before: number }[];
}

/** Texts that are read batch by batch; what is known of all of them is known in the end. */
interface ReadTexts {
  readonly systems: readonly string[];
  batches(): AsyncIterable<{
    readonly start: number;
    readonly size: number;
    /** By system, then segment. */
    readonly hypotheses: readonly (readonly string[])[];
    readonly references: readonly (readonly string[])[];
  }>;
  readonly checksum: string | undefined;
  readonly notes: readonly string[];
}

interface AlignOptions {
  /** By the number of a segment, from 1: whether it is aligned. All are, unless given. */
  readonly isChosen?: (segment: number) => boolean;
  readonly onProgress?: (done: { readonly share: undefined; readonly text: string }) => void;
}

/**
 * Aligns outputs with references by a metric and reports the alignments and the number of all segments, chosen or not. Texts are opened
 * only after checking that the metric aligns.
 */
export async function reportAlignments(
  open: () => Promise<ReadTexts>,
  metric: Metric,
  { isChosen = () => true, onProgress }: AlignOptions = {},
): Promise<{ readonly report: AlignReport; readonly segments: number }> {
  const alignTexts = textAligner(metric);
  if (!alignTexts) {
    const able = definitions.filter((definition) => definition().aligner).map(({ id }) => id);
    throw new UsageError(`${metric.name} does not align words. Use one that does: ${listed(able)}.`);
  }
  const texts = await open();
  const pairs: AlignedPair[] = [];
  let [segments, most] = [0, 1];
  for await (const { start, size, hypotheses, references } of texts.batches()) {
    for (let i = 0; i < size; i++) {
      const segment = start + i + 1;
      if (!isChosen(segment)) continue;
      most = Math.max(most, references[i]!.length);
      texts.systems.forEach((system, s) => {
        const { hypothesis, reference, alignment, score } = alignTexts(hypotheses[s]![i]!, references[i]!);
        pairs.push({
          segment,
          system,
          score,
          reference: alignment.reference + 1,
          hypothesisWords: hypothesis,
          referenceWords: reference,
          links: alignment.links,
          ...present({ moves: alignment.moves }),
        });
      });
    }
    segments = start + size;
    onProgress?.({ share: undefined, text: counted(segments, 'segment') });
  }
  const report: AlignReport = {
    version,
    metric: { name: metric.name, signature: printSignature(metric, { references: most }) },
    systems: texts.systems,
    input: { sha256: texts.checksum ?? '', notes: texts.notes },
    pairs,
  };
  return { report, segments };
}

/** `0-0 1-2`, as Moses and most aligners write it: every word of a phrase goes with every one of the other. */
function mosesPairs({ links }: AlignedPair): string {
  const pairs: string[] = [];
  for (const { hypothesis, reference } of links) {
    for (let i = hypothesis.from; i < hypothesis.to; i++) {
      for (let j = reference.from; j < reference.to; j++) pairs.push(`${i}-${j}`);
    }
  }
  return pairs.join(' ');
}

/** A line for each pair of texts, in the order of segments, then systems. */
export const mosesLines = ({ pairs }: AlignReport): string => pairs.map((pair) => `${mosesPairs(pair)}\n`).join('');

/**
 * Lays out alignments as rows for other programs, one row for each pair of texts. Words are separated by spaces; a link is `0-0:exact`, or
 * `0..1-2:paraphrase` for phrases.
 */
export function alignRows({ metric, pairs }: AlignReport): Report {
  const titles = 'segment system metric score reference hypothesis_words reference_words pairs links';
  return {
    title: 'Alignments',
    tables: [
      {
        columns: titles.split(' ').map(left),
        rows: pairs.map((pair) => [
          String(pair.segment),
          pair.system,
          metric.name,
          String(pair.score),
          String(pair.reference),
          pair.hypothesisWords.join(' '),
          pair.referenceWords.join(' '),
          mosesPairs(pair),
          pair.links.map(printLink).join(' '),
        ]),
      },
    ],
    notes: [],
  };
}

const printSpan = ({ from, to }: AlignmentLink['hypothesis']): string =>
  to === from + 1 ? String(from) : `${from}..${to - 1}`;

const printLink = ({ hypothesis, reference, kind }: AlignmentLink): string =>
  `${printSpan(hypothesis)}-${printSpan(reference)}:${kind}`;

/** A piece of the hypothesis: words that are linked together, or one that is not. */
export interface Piece {
  readonly words: string;
  readonly kind: string | undefined;
  /** The matched words and their position, from 1. */
  readonly partner: string;
  readonly place: string;
}

/** The hypothesis in pieces, and the words of the reference that nothing was matched with. */
export function piecesOf({ hypothesisWords, referenceWords, links }: AlignedPair): {
  readonly pieces: readonly Piece[];
  readonly unmatched: readonly { readonly word: string; readonly place: string }[];
} {
  const pieces: Piece[] = [];
  const startingAt = new Map(links.map((link) => [link.hypothesis.from, link]));
  const covered = new Set<number>();
  for (let i = 0; i < hypothesisWords.length;) {
    const link = startingAt.get(i);
    const to = Math.max(i + 1, link?.hypothesis.to ?? 0);
    const words = hypothesisWords.slice(i, to).join(' ');
    i = to;
    if (!link) {
      pieces.push({ words, kind: undefined, partner: '', place: '' });
      continue;
    }
    const { from, to: end } = link.reference;
    for (let j = from; j < end; j++) covered.add(j);
    const place = end <= from + 1 ? String(from + 1) : `${from + 1}–${end}`;
    pieces.push({ words, kind: link.kind, partner: referenceWords.slice(from, end).join(' '), place });
  }
  const unmatched = referenceWords.flatMap((word, j) => (covered.has(j) ? [] : [{ word, place: String(j + 1) }]));
  return { pieces, unmatched };
}

/** What was moved before matching, in words. */
export const moveSentences = ({ moves = [] }: AlignedPair): string[] =>
  moves.map(({ from, to, before }) => {
    const words = to === from + 1 ? `word ${from + 1}` : `words ${from + 1} to ${to}`;
    return `${words} moved to before word ${before + 1}`;
  });
