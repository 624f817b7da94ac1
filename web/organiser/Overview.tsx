/** The campaign at a glance. */
import type { JSX } from 'preact';
import { counted } from '../../src/core/errors.ts';
import { kindNames } from '../../src/report/agree/kindNames.ts';
import { fine, intervalText } from '../../src/report/wording.ts';
import type { LiveCampaign } from '../../src/server/wire.ts';
import { isKnown, percentText } from './words.ts';

export function Overview({ live }: { readonly live: LiveCampaign }): JSX.Element {
  const done = live.kinds.reduce((sum, each) => sum + each.done, 0);
  const total = live.kinds.reduce((sum, each) => sum + each.total, 0);
  const counting = live.judges.filter(({ excluded, erased }) => excluded === undefined && !erased);
  const active = counting.filter(({ lastHour }) => lastHour > 0).length;
  const suspicious = counting.filter(({ signs }) => signs.length > 0).length;
  const first = live.agreement?.data.kinds[0];
  const { kappa, strength } = first?.all.labels.inter ?? {};
  return (
    <dl class="overview">
      <div>
        <dt>Answered</dt>
        <dd>{percentText(done, total)}</dd>
        <dd>
          {done} of {total}
        </dd>
      </div>
      <div>
        <dt>In the last hour</dt>
        <dd>{live.judges.reduce((sum, { lastHour }) => sum + lastHour, 0)}</dd>
        <dd>answers by {counted(active, 'judge')}</dd>
      </div>
      <div>
        <dt>κ of different judges{first && `, ${kindNames[first.kind]}`}</dt>
        <dd>{kappa && isKnown(kappa.value) ? kappa.value.toFixed(fine) : '–'}</dd>
        <dd>
          {kappa && isKnown(kappa.low)
            ? [intervalText(kappa, fine), ...(strength ? [strength] : [])].join(', ')
            : 'not enough in common yet'}
        </dd>
      </div>
      <div>
        <dt>Judges who count</dt>
        <dd>{counting.length}</dd>
        <dd class={suspicious > 0 ? 'warned' : undefined}>
          {suspicious === 0 ? 'no signs of trouble' : `${suspicious} to look at`}
        </dd>
      </div>
    </dl>
  );
}
