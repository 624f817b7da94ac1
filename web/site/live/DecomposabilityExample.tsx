/** Two segments: change one, and see whether the score of both follows it. */
import { useMemo, useState } from 'preact/hooks';
import { type Metric, systemScore } from '../../../src/core/index.ts';
import { measure } from '../../../src/measure/index.ts';
import { _4grr, bleu } from '../../../src/metrics/index.ts';
import { TextField } from './TextField.tsx';

const references = [
  'The committee will meet again on Monday morning.',
  'Heavy rain flooded several streets in the old town during the night, and the fire brigade had to bring more than thirty people to safety.',
];
const first = 'The committee will meet again on Monday morning.';
/** Too short, so that the brevity penalty of BLEU is severe. */
const second = 'Heavy rain flooded several streets in the old town.';
const metrics = [bleu(), _4grr()];

const scoreOf = (metric: Metric, outputs: readonly string[], of: readonly string[]): number =>
  systemScore(measure(metric, { references: of }, [outputs]), 0);

export function DecomposabilityExample() {
  const [changed, setChanged] = useState('The committee will meet again on Monday morning, as we know.');
  const rows = useMemo(
    () =>
      metrics.map((metric) => ({
        name: metric.name,
        segment: [first, changed].map((text) => scoreOf(metric.forSegments, [text], [references[0]!])),
        both: [first, changed].map((text) => scoreOf(metric, [text, second], references)),
      })),
    [changed],
  );
  return (
    <section class="example" aria-label="Live example: one changed segment">
      <p>
        <b>Try it:</b> two systems differ in one segment. The scores are computed in this page.
      </p>
      <p>
        <b>Segment 1</b> of the first system is <q>{first}</q>, the same as its reference. Edit what the second system
        has instead:
      </p>
      <TextField label="Segment 1 of the second system" text={changed} onText={setChanged} />
      <p>
        <b>Segment 2</b> is <q>{second}</q> in both. Its reference is <q>{references[1]}</q>
      </p>
      <div class="scroll">
        <table aria-live="polite">
          <thead>
            <tr>
              <td />
              <th scope="col">first</th>
              <th scope="col">second</th>
              <th scope="col">change</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, segment, both }) => (
              <>
                <Row name={`${name}, segment 1`} scores={segment} />
                <Row name={`${name}, both segments`} scores={both} />
              </>
            ))}
          </tbody>
        </table>
      </div>
      {rows.map(({ name, segment, both }) => (
        <p key={name}>{verdict(name, changeOf(segment), changeOf(both))}</p>
      ))}
    </section>
  );
}

const changeOf = ([before, after]: readonly number[]): number => Math.round((after! - before!) * 100) / 100;

const signed = (change: number): string => `${change < 0 ? '−' : '+'}${Math.abs(change).toFixed(2)}`;

function Row({ name, scores }: { readonly name: string; readonly scores: readonly number[] }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {scores.map((score, s) => (
        <td key={s} class="right">
          {score.toFixed(2)}
        </td>
      ))}
      <td class="right">{signed(changeOf(scores))}</td>
    </tr>
  );
}

function verdict(name: string, segment: number, both: number): string {
  if (segment === 0)
    return `${name}: segment 1 scores the same, and the whole ${both === 0 ? 'does, too' : 'does not'}.`;
  const way = segment < 0 ? 'worse' : 'better';
  if (both === 0) return `${name}: segment 1 gets ${way}, but the whole scores the same.`;
  return segment < 0 === both < 0
    ? `${name}: segment 1 gets ${way}, and so does the whole.`
    : `${name} contradicts itself: segment 1 gets ${way}, but the whole gets ${both < 0 ? 'worse' : 'better'}.`;
}
