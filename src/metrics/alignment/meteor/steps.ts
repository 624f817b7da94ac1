/** How METEOR's score is computed, step by step, with the words that match in each stage and their chunks. */
import { type Explainer, type Step, type StepItem, Steps, type Text } from '../../../core/index.ts';
import {
  type CountSettings,
  type RowLayout,
  bestReference,
  chunksAt,
  functionWords,
  matchesAll,
  matchesAt,
  partsOf,
} from './counter.ts';
import type { ModuleName, Parameters } from './presets.ts';

/** A number in a row that counts matched words. */
interface Column {
  readonly id: string;
  readonly name: string;
  readonly at: number;
  readonly module: ModuleName;
  readonly side: 'hypothesis' | 'reference';
  readonly isFunction: boolean;
}

/** If words match one to one, both texts have as many, and one column says so. */
const isOneToOne = ({ modules, split }: RowLayout): boolean => !split && !modules.includes('paraphrase');

const how: Readonly<Record<ModuleName, string>> = {
  exact: 'exactly',
  stem: 'by stem',
  synonym: 'by synonym',
  paraphrase: 'by paraphrase',
};

function columnsOf(layout: RowLayout): Column[] {
  const sides = isOneToOne(layout) ? (['hypothesis'] as const) : (['hypothesis', 'reference'] as const);
  return layout.modules.flatMap((module, m) =>
    sides.flatMap((side, k) =>
      (layout.split ? [false, true] : [false]).map((isFunction): Column => {
        const words = layout.split ? (isFunction ? 'function words' : 'content words') : 'words';
        const where = isOneToOne(layout) ? '' : side === 'hypothesis' ? ' in the output' : ' in the reference';
        return {
          id: `${isOneToOne(layout) ? 'm' : side === 'hypothesis' ? 'h' : 'r'}_${module}${isFunction ? '_f' : ''}`,
          name: `${words}${where} matched ${how[module]}`,
          at: matchesAt(layout, m) + k + (isFunction ? 2 : 0),
          module,
          side,
          isFunction,
        };
      }),
    ),
  );
}

export function explainMeteor(
  layout: RowLayout,
  parameters: Parameters,
  sums: ArrayLike<number>,
  segment: readonly Step[] | undefined,
): readonly Step[] {
  const { alpha, beta, gamma, delta, weights } = parameters;
  const { split } = layout;
  const columns = columnsOf(layout);
  const onSide = (side: Column['side']) => columns.filter((each) => isOneToOne(layout) || each.side === side);
  const steps = new Steps(segment);
  steps.counted('c', 'words in the output', sums[0]!);
  steps.counted('r', 'words in the reference', sums[1]!);
  if (split) {
    steps.counted('c_f', 'function words in the output', sums[2]!);
    steps.counted('r_f', 'function words in the reference', sums[3]!);
  }
  for (const { id, name, at } of columns) steps.counted(id, name, sums[at]!);
  steps.counted('ch', 'chunks', sums[chunksAt(layout)]!);

  /** A match counts the weight of its module, and with it 2δ for a content word and 2(1 − δ) for a function word. */
  const term = ({ id, module, isFunction }: Column): string => {
    const weight = weights[module]!;
    const factor = weight === 1 ? '' : `${weight} * `;
    if (!split) return `${factor}${id}`;
    if (isFunction) return `${factor}2 * (1 - ${delta}) * ${id}`;
    return weight === 1 ? `2 * ${delta} * ${id}` : `${factor}(2 * ${delta}) * ${id}`;
  };
  const worth = (side: Column['side']) => onSide(side).map(term).join(' + ');
  const note = split ? { note: `weights: content words ${delta}, function words 1 - ${delta}` } : {};
  const found = steps.computed('W_h', 'weighted matches in the output', worth('hypothesis'), note);
  const wanted = steps.computed('W_r', 'weighted matches in the reference', worth('reference'));
  if (found === 0 || wanted === 0) {
    steps.computed('score', 'score', '0', { note: 'nothing matches' });
    return steps.list;
  }
  const weighted = (words: string) => `(2 * ${delta} * (${words} - ${words}_f) + 2 * (1 - ${delta}) * ${words}_f)`;
  steps.computed('P', 'precision', split ? `W_h / ${weighted('c')}` : 'W_h / c');
  steps.computed('R', 'recall', split ? `W_r / ${weighted('r')}` : 'W_r / r');
  steps.computed('F', 'weighted mean of precision and recall', `P * R / (${alpha} * P + (1 - ${alpha}) * R)`);
  const sumOf = (side: Column['side']) => onSide(side).map(({ id }) => id).join(' + '); // prettier-ignore
  const frag = 'fragmentation: chunks per matched word';
  if (isOneToOne(layout)) steps.computed('m', 'words matched', sumOf('hypothesis'));
  else {
    steps.computed('m_h', 'words matched in the output', sumOf('hypothesis'));
    steps.computed('m_r', 'words matched in the reference', sumOf('reference'));
  }
  if (partsOf(layout, parameters, sums).fragmentation === 0)
    steps.computed('frag', frag, '0', { note: 'none: everything matches as a whole' });
  else steps.computed('frag', frag, isOneToOne(layout) ? 'ch / m' : '2 * ch / (m_h + m_r)');
  steps.computed('Pen', 'fragmentation penalty', `${gamma} * frag ^ ${beta}`);
  steps.computed('score', 'score', '100 * max(0, F * (1 - Pen))');
  return steps.list;
}

/** The words behind a row, against the reference that gives the highest score. */
export function meteorExplainer(settings: CountSettings): Explainer {
  const { layout, functionView, countsPerfectChunks } = settings;
  const aligner = settings.aligner();
  const best = bestReference(settings, aligner);
  return {
    explain(hypothesis, references) {
      const chosen = best.find(hypothesis, references);
      const steps = new Steps();
      const { row } = best;
      if (chosen < 0) {
        steps.counted('c', 'words in the output', 0, { note: 'ignored, because no reference has words' });
        return steps.list;
      }
      aligner.align(hypothesis, references[chosen]!);
      const links = linksOf(aligner.links);
      const unmatched = (length: number, side: Column['side']) =>
        Array.from({ length }, (_, at) => at).filter((at) => !links.some((link) => at >= link[side].from && at < link[side].to)); // prettier-ignore
      steps.counted('c', 'words in the output', row[0]!, {
        items: unmatched(row[0]!, 'hypothesis').map((at) => ({
          kind: 'extra',
          hypothesis: [{ from: at, to: at + 1 }],
        })),
      });
      steps.counted('r', 'words in the reference', row[1]!, {
        ...(references.length > 1 && { note: `reference ${chosen + 1} gives the highest score` }),
        items: unmatched(row[1]!, 'reference').map((at) => ({ kind: 'missing', references: [{ from: at, to: at + 1, reference: chosen }] })),
      }); // prettier-ignore
      if (layout.split) {
        steps.counted('c_f', 'function words in the output', row[2]!);
        steps.counted('r_f', 'function words in the reference', row[3]!);
      }
      for (const { id, name, at, module, side, isFunction } of columnsOf(layout)) {
        const text = side === 'hypothesis' ? hypothesis : references[chosen]!;
        const items = links.flatMap((link): StepItem[] => {
          if (layout.modules[link.stage] !== module) return [];
          const adds = wordsOf(text, layout.split ? functionView : -1, link[side], isFunction);
          const kind = module === 'exact' ? 'match' : module;
          return adds === 0 ? [] : [{ kind, adds, ...spansOf(link, chosen) }];
        });
        steps.counted(id, name, row[at]!, { items });
      }
      const isPerfect = !countsPerfectChunks && matchesAll(row, layout);
      steps.counted('ch', 'chunks', isPerfect ? 0 : row[chunksAt(layout)]!, {
        ...(isPerfect && { note: 'a segment that matches as a whole adds none' }),
        items: chunksOf(links).map((chunk) => ({ kind: 'chunk', adds: isPerfect ? 0 : 1, ...spansOf(chunk, chosen) })),
      });
      return steps.list;
    },
  };
}

type Range = { readonly from: number; readonly to: number };
type Pair = { readonly hypothesis: Range; readonly reference: Range };

const spansOf = ({ hypothesis, reference }: Pair, r: number) => ({
  hypothesis: [hypothesis],
  references: [{ ...reference, reference: r }],
});

/** In the order of the reference. */
const linksOf = (links: ReturnType<CountSettings['aligner']>['links']): (Pair & { readonly stage: number })[] =>
  Array.from({ length: links.count }, (_, k) => ({
    hypothesis: { from: links.hypothesis[k]!, to: links.hypothesis[k]! + links.hypothesisLength[k]! },
    reference: { from: links.reference[k]!, to: links.reference[k]! + links.referenceLength[k]! },
    stage: links.stage[k]!,
  }));

/** All words in a range, or those that are, or are not, function words. */
function wordsOf(text: Text, functionView: number, { from, to }: Range, isFunction: boolean): number {
  if (functionView < 0) return to - from;
  const count = functionWords(text, functionView, from, to);
  return isFunction ? count : to - from - count;
}

/** Runs of links that are neighbours on both sides. */
function chunksOf(links: readonly Pair[]): Pair[] {
  const chunks: Pair[] = [];
  for (const { hypothesis, reference } of links) {
    const last = chunks.at(-1);
    if (last && last.hypothesis.to === hypothesis.from && last.reference.to === reference.from) {
      chunks[chunks.length - 1] = {
        hypothesis: { from: last.hypothesis.from, to: hypothesis.to },
        reference: { from: last.reference.from, to: reference.to },
      };
    } else chunks.push({ hypothesis, reference });
  }
  return chunks;
}
