/** The steps of a segment, with the words behind them written out, to compare with examples worked by hand. */
import { type Metric, type Step, type StepItem, teach } from '../../core/index.ts';
import { textExplainer } from '../../measure/index.ts';

interface SegmentSteps {
  readonly list: readonly Step[];
  step(id: string): Step;
  /** The values of these steps. */
  values(...ids: readonly string[]): number[];
  /** The items of a step as `kind adds: words in the hypothesis | words in the reference`; words apart from each other are joined by `…`. */
  words(id: string): string[];
}

/** If the metric learns from the references, it learns from these. */
export function segmentSteps(metric: Metric, hypothesis: string, references: readonly string[]): SegmentSteps {
  const { steps, views } = textExplainer(teach(metric, [references]))(hypothesis, references);
  const step = (id: string): Step => {
    const found = steps.find((each) => each.id === id);
    if (!found) throw new Error(`There is no step ${id}, only ${steps.map((each) => each.id).join(', ')}.`);
    return found;
  };
  const print = ({ kind, adds, view = 0, text, ...spans }: StepItem): string => {
    const own = spans.hypothesis?.map(({ from, to }) => views[view]!.hypothesis.slice(from, to).join(' '));
    const theirs = spans.references?.map(({ from, to, reference }) => views[view]!.references[reference]!.slice(from, to).join(' ')); // prettier-ignore
    const sides = [own?.join(' … ') ?? text ?? '', ...(theirs ? [theirs.join(' … ')] : [])].join(' | ').trim();
    return `${kind}${adds === undefined ? '' : ` ${Number(adds.toFixed(4))}`}: ${sides}`;
  };
  return {
    list: steps,
    step,
    values: (...ids) => ids.map((id) => step(id).value),
    words: (id) => (step(id).items ?? []).map(print),
  };
}
