/** The steps of a segment as tests compare them. */
import type { Metric, StepItem } from '../../core/index.ts';
import { textExplainer } from '../../measure/index.ts';

/** Values by id, the score last, and the words behind a step: `substitution dog → cat +1`. Words of other references than the first have its number. */
export function shownSteps(metric: Metric, hypothesis: string, references: readonly string[]) {
  const { steps, views } = textExplainer(metric)(hypothesis, references);
  const show = ({
    kind,
    adds,
    view = 0,
    hypothesis: own = [],
    references: theirs = [],
    text,
    note,
  }: StepItem): string => {
    const texts = views[view]!;
    const mine = own.map(({ from, to }) => texts.hypothesis.slice(from, to).join(' ')).join(', ');
    const others = theirs
      .map(
        ({ from, to, reference }) =>
          `${texts.references[reference]!.slice(from, to).join(' ')}${reference > 0 ? ` (${reference + 1})` : ''}`,
      )
      .join(', ');
    const sum = adds === undefined ? '' : ` ${adds < 0 ? '−' : '+'}${Number(Math.abs(adds).toFixed(4))}`;
    const words = [mine, ...(others === '' ? [] : ['→', others]), ...(text === undefined ? [] : [text])].filter((each) => each !== ''); // prettier-ignore
    return `${[kind, ...words].join(' ')}${sum}${note === undefined ? '' : `: ${note}`}`;
  };
  return {
    values: Object.fromEntries(steps.map(({ id, value }) => [id, Number(value.toFixed(6))])),
    formulas: Object.fromEntries(steps.flatMap(({ id, formula }) => (formula === undefined ? [] : [[id, formula]]))),
    notes: Object.fromEntries(steps.flatMap(({ id, note }) => (note === undefined ? [] : [[id, note]]))),
    wordsBehind: (id: string) => (steps.find((step) => step.id === id)?.items ?? []).map(show),
  };
}
