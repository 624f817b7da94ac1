/** How far each task is, and opening and closing it. */
import type { JSX } from 'preact';
import { droppedText } from '../../src/human/judgments.ts';
import type { LiveKind } from '../../src/report/index.ts';
import { paceChart } from '../../src/report/live/paceChart.ts';
import type { LiveCampaign } from '../../src/server/wire.ts';
import { ChartView } from './ChartView.tsx';
import { LiveSection } from './LiveSection.tsx';
import type { Ask } from './asked.ts';
import { percentText, taskNames } from './words.ts';

interface TasksSectionProps {
  readonly live: LiveCampaign;
  readonly ask: Ask;
}

export function TasksSection({ live, ask }: TasksSectionProps): JSX.Element {
  const accepting = live.kinds.find(({ kind }) => kind === 'accept');
  return (
    <LiveSection id="tasks" heading="Tasks">
      <ul class="live-tasks">
        {live.kinds.map((each) => (
          <TaskItem key={each.kind} task={each} accepting={accepting} ask={ask} />
        ))}
      </ul>
      {live.pace.length > 0 && <ChartView figure={paceChart(live.pace)} />}
      {live.dropped.length > 0 && (
        <details>
          <summary>Left out of all figures</summary>
          <ul class="plain-list">
            {live.dropped.map((each) => (
              <li key={each.what}>
                <bdi>{droppedText(each)}</bdi>
              </li>
            ))}
          </ul>
        </details>
      )}
    </LiveSection>
  );
}

interface TaskItemProps {
  readonly task: LiveKind;
  readonly accepting: LiveKind | undefined;
  readonly ask: Ask;
}

function TaskItem({ task, accepting, ask }: TaskItemProps): JSX.Element {
  const { kind, open, done, total } = task;
  const name = taskNames[kind];
  // The server refuses both; there is no need to offer them.
  const why = open
    ? undefined
    : kind === 'accept' && total === 0
      ? 'It begins when editing is closed.'
      : kind === 'edit' && (accepting?.total ?? 0) > 0
        ? 'It stays closed: accepting has begun.'
        : undefined;
  return (
    <li>
      <p class="task-line">
        <strong>{name}</strong>
        <span class={open ? 'tag open' : 'tag'}>{open ? 'open' : 'closed'}</span>
        <span class="count">
          {done} / {total} <span class="hint">({percentText(done, total)})</span>
        </span>
      </p>
      <progress max={total || 1} value={done} aria-label={`${name}: answered`} />
      {why === undefined ? (
        <button type="button" class="quiet" onClick={() => ask({ what: open ? 'close' : 'open', kind })}>
          {open ? 'Close' : 'Open'} {name.toLowerCase()}…
        </button>
      ) : (
        <p class="hint">{why}</p>
      )}
    </li>
  );
}
