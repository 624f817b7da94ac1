/** Progress and pace of each judge, with remarks on anything unusual. */
import { useState } from 'preact/hooks';
import type { LiveJudge } from '../../src/report/index.ts';
import type { LiveCampaign } from '../../src/server/wire.ts';
import { ScrollingPart } from '../shared/ScrollingPart.tsx';
import type { Ask } from './asked.ts';
import { LiveSection } from './parts.tsx';
import { agoText, momentText, numberText, secondsText, taskNames } from './words.ts';

/** The rest is shown on request. */
const mostAtFirst = 50;

const orders = {
  added: { words: 'order added', rank: () => 0 },
  signs: { words: 'most remarks first', rank: ({ signs }: LiveJudge) => -signs.length },
  done: { words: 'least done first', rank: ({ done, total }: LiveJudge) => (total === 0 ? 1 : done / total) },
  seen: { words: 'least recently seen first', rank: ({ lastSeen }: LiveJudge) => Date.parse(lastSeen ?? '1970-01-01') },
} as const;

/** Numeric columns after those of the tasks. */
const figures = ['last hour', 'per hour of work', 'median time', 'checks noticed'];

export function JudgesSection({ live, ask }: { readonly live: LiveCampaign; readonly ask: Ask }) {
  const [order, setOrder] = useState<keyof typeof orders>('added');
  const [shown, setShown] = useState(mostAtFirst);
  const { rank } = orders[order];
  // The sort is stable: ties stay in the order in which judges were added.
  const sorted = [...live.judges].sort((a, b) => rank(a) - rank(b));
  const kinds = live.kinds.filter(({ total }) => total > 0).map(({ kind }) => kind);
  return (
    <LiveSection id="judges" heading="Judges">
      <p class="hint">
        Press a judge’s name to see details, manage links, or exclude the judge. A remark is a reason to look closer,
        not a verdict.
      </p>
      <div class="inline">
        <label for="order">Order</label>
        <select
          id="order"
          value={order}
          onChange={(event) => setOrder(event.currentTarget.value as keyof typeof orders)}
        >
          {Object.entries(orders).map(([id, { words }]) => (
            <option key={id} value={id}>
              {words}
            </option>
          ))}
        </select>
      </div>
      <ScrollingPart label="Judges: progress, pace and remarks">
        <table class="judges">
          <caption class="unseen">Judges: progress, pace and remarks</caption>
          <thead>
            <tr>
              <th scope="col">judge</th>
              <th scope="col">done</th>
              {[...kinds.map((kind) => taskNames[kind].toLowerCase()), ...figures].map((title) => (
                <th key={title} scope="col" class="right">
                  {title}
                </th>
              ))}
              <th scope="col">last seen</th>
              <th scope="col">remarks</th>
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, shown).map((judge) => (
              <JudgeRow key={judge.judge} judge={judge} kinds={kinds} now={live.generatedAt} ask={ask} />
            ))}
          </tbody>
        </table>
      </ScrollingPart>
      {sorted.length > shown && (
        <div class="actions">
          <button type="button" class="secondary" onClick={() => setShown(Infinity)}>
            Show all {sorted.length} judges
          </button>
        </div>
      )}
    </LiveSection>
  );
}

interface JudgeRowProps {
  readonly judge: LiveJudge;
  readonly kinds: readonly LiveJudge['kinds'][number]['kind'][];
  readonly now: string;
  readonly ask: Ask;
}

function JudgeRow({ judge, kinds, now, ask }: JudgeRowProps) {
  const { judge: name, done, total, checks, lastSeen } = judge;
  const isOut = judge.excluded !== undefined || judge.erased;
  return (
    <tr class={isOut ? 'out' : undefined}>
      <th scope="row">
        {judge.erased ? (
          <bdi>{name}</bdi>
        ) : (
          <button type="button" class="quiet" onClick={() => ask({ what: 'judge', judge: name })}>
            <bdi>{name}</bdi>
            <span class="unseen">: details</span>
          </button>
        )}
      </th>
      <td>
        <span class="done">
          <progress max={total || 1} value={done} aria-label={`${name}: answered`} />
          <span class="count">
            {done} / {total}
          </span>
        </span>
      </td>
      {kinds.map((kind) => {
        const own = judge.kinds.find((each) => each.kind === kind);
        return (
          <td key={kind} class="right count">
            {own ? `${own.done} / ${own.total}` : '–'}
          </td>
        );
      })}
      <td class="right">{judge.lastHour}</td>
      <td class="right">{numberText(judge.perHour)}</td>
      <td class="right">{secondsText(judge.medianSeconds)}</td>
      <td class="right">{checks.seen === 0 ? '–' : `${checks.passed} / ${checks.seen}`}</td>
      <td class="count">
        {lastSeen === undefined ? (
          'never'
        ) : (
          <time dateTime={lastSeen} title={momentText(lastSeen)}>
            {agoText(lastSeen, now)}
          </time>
        )}
      </td>
      <td class="remarks">
        <Remarks judge={judge} />
      </td>
    </tr>
  );
}

function Remarks({ judge }: { readonly judge: LiveJudge }) {
  const { excluded, erased, consented, signs, kinds } = judge;
  const none = kinds.reduce((sum, each) => sum + each.none, 0);
  const remarks = [
    ...(excluded === undefined ? [] : [`Excluded: ${excluded}`]),
    ...(erased ? ['Erased at their own request.'] : consented ? [] : ['Has not agreed to take part yet.']),
    ...(none > 0 ? [`Chose “Cannot judge” in ${none} of ${judge.done}.`] : []),
  ];
  if (remarks.length + signs.length === 0) return null;
  return (
    <ul>
      {remarks.map((text) => (
        <li key={text}>
          <bdi>{text}</bdi>
        </li>
      ))}
      {signs.map(({ text }) => (
        <li key={text} class="warned">
          {text}
        </li>
      ))}
    </ul>
  );
}
