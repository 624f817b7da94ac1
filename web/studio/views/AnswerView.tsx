/** The answer first, then scores and pairs, with the settings that they depend on. */
import type { ViewProps } from '../viewProps.ts';
import { Html, Sections } from '../Result.tsx';
import { SettingsPanel } from '../SettingsPanel.tsx';
import type { FirstScores } from '../desk/messages.ts';

/** Sections that tell where systems differ are in the next view. */
export const isAnswer = (id: string): boolean => /^(?:scores|pairs|results)\b/.test(id) || id.startsWith('by-');

export function AnswerView({ store }: ViewProps) {
  const { page, scores, problem, missing, reached, isOutdated } = store;
  const look = isOutdated ? 'results outdated' : 'results';
  return (
    <>
      <h1 tabIndex={-1}>{page?.title ?? 'Answer'}</h1>
      {problem !== undefined && (
        <p class="warning" role="alert">
          <strong>Cannot compare:</strong> {problem} <a href="#files">Change the files</a>
        </p>
      )}
      {missing !== undefined && (
        <p class="hint">
          {missing} <a href="#files">Go to the files</a>
        </p>
      )}
      {page && (
        <div class={look} aria-busy={isOutdated}>
          <Html html={page.head} class="result head" />
        </div>
      )}
      <SettingsPanel store={store} />
      <div class={look} aria-busy={isOutdated}>
        {page ? <Sections page={page} only={isAnswer} /> : scores && <ScoreTable {...scores} />}
        {page && reached === 'explained' && <Html html={page.facts} class="result" />}
      </div>
    </>
  );
}

/** What is known before the tests are. */
function ScoreTable({ systems, metrics, scores }: FirstScores) {
  return (
    <section class="result">
      <h2>Scores</h2>
      <p>Tests and intervals follow.</p>
      <table>
        <thead>
          <tr>
            <th scope="col">system</th>
            {metrics.map(({ name, higherIsBetter }) => (
              <th key={name} scope="col" class="right">
                {name} {higherIsBetter ? '↑' : '↓'}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {systems.map((system, s) => (
            <tr key={system}>
              <th scope="row">
                <bdi>{system}</bdi>
              </th>
              {scores[s]!.map((score, m) => (
                <td key={metrics[m]!.name} class="right">
                  {score.toFixed(2)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
