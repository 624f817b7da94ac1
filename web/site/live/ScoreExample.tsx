/** A translation and a reference to edit, with three scores and the n-grams that match. */
import { useMemo, useState } from 'preact/hooks';
import { textExplainer } from '../../../src/measure/index.ts';
import { bleu, chrf, ter } from '../../../src/metrics/index.ts';
import { TextField } from './TextField.tsx';

const metrics = [bleu(), chrf(), ter()];
const explainers = metrics.map(textExplainer);
const longest = 4;

export function ScoreExample() {
  const [hypothesis, setHypothesis] = useState('The cat sat on the mat and was enjoying a warm sun.');
  const [reference, setReference] = useState('The cat sat on the mat and enjoyed the warm sun.');
  const explained = useMemo(() => explainers.map((explain) => explain(hypothesis, [reference])), [hypothesis, reference]); // prettier-ignore
  const { steps, views } = explained[0]!;
  const valueOf = (id: string): number | undefined => steps.find((step) => step.id === id)?.value;
  const words = views[0]!.hypothesis;
  const reached = matchLengths(explained[0]!, words.length);
  const orders = Array.from({ length: longest }, (_, n) => n + 1);
  return (
    <section class="example" aria-label="Live example: scores of one sentence">
      <p>
        <b>Try it:</b> edit a sentence, and the scores change. They are computed in this page.
      </p>
      <TextField label="Translation" text={hypothesis} onText={setHypothesis} />
      <TextField label="Reference" text={reference} onText={setReference} />
      <dl class="scores" aria-live="polite">
        {metrics.map(({ name, higherIsBetter }, m) => (
          <div key={name}>
            <dt>
              {name}{' '}
              <span aria-label={higherIsBetter ? 'higher is better' : 'lower is better'}>
                {higherIsBetter ? '↑' : '↓'}
              </span>
            </dt>
            <dd data-metric={name}>{explained[m]!.score.toFixed(2)}</dd>
          </div>
        ))}
      </dl>
      <p class="matches">
        {words.map((word, w) => (
          <span key={w} class={`n${reached[w]}`}>
            {word}
          </span>
        ))}
      </p>
      <p class="key">
        Part of a match of{' '}
        {orders.map((n) => (
          <span key={n} class={`n${n}`}>
            {n === 1 ? '1 word' : `${n} words`}
          </span>
        ))}{' '}
        <span class="n0">no match</span>
      </p>
      <p class="how">
        {orders.map((n) => (
          <span key={n}>
            {n}-grams {valueOf(`m${n}`) ?? 0} of {valueOf(`t${n}`) ?? 0}
          </span>
        ))}
        <span>brevity penalty {(valueOf('BP') ?? 1).toFixed(3)}</span>
      </p>
    </section>
  );
}

/** By word: the length of the longest match that it is part of. */
function matchLengths({ steps }: ReturnType<(typeof explainers)[number]>, words: number): number[] {
  const reached = Array<number>(words).fill(0);
  for (let n = 1; n <= longest; n++) {
    for (const { kind, hypothesis = [] } of steps.find(({ id }) => id === `m${n}`)?.items ?? []) {
      if (kind !== 'match') continue;
      for (const { from, to } of hypothesis) reached.fill(n, from, to);
    }
  }
  return reached;
}
