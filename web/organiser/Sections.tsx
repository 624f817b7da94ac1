/** All sections of the page except the judges: overview, tasks, figures as the commands print them, comments, downloads. */
import { useState } from 'preact/hooks';
import { counted } from '../../src/core/errors.ts';
import type { KindAgreement } from '../../src/human/index.ts';
import { droppedText } from '../../src/human/judgments.ts';
import { kindNames } from '../../src/report/agree/kindNames.ts';
import type { LiveKind } from '../../src/report/index.ts';
import { paceChart } from '../../src/report/live/paceChart.ts';
import { type LinesOptions, lines } from '../../src/report/page/charts/lines.ts';
import { fine, intervalText } from '../../src/report/wording.ts';
import type { LiveCampaign, WireError } from '../../src/server/wire.ts';
import { LostConnection, Refusal } from '../shared/api.ts';
import { saveBlob } from '../shared/saveBlob.ts';
import { ScrollingPart } from '../shared/ScrollingPart.tsx';
import type { Ask } from './asked.ts';
import { ChartView, LiveSection, ReportView } from './parts.tsx';
import { isKnown, momentText, percentText, taskNames } from './words.ts';

interface Live {
  readonly live: LiveCampaign;
}

/** The campaign at a glance. */
export function Overview({ live }: Live) {
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
        <dd>answers from {counted(active, 'judge')}</dd>
      </div>
      <div>
        <dt>κ between judges{first && `, ${kindNames[first.kind]}`}</dt>
        <dd>{kappa && isKnown(kappa.value) ? kappa.value.toFixed(fine) : '–'}</dd>
        <dd>
          {kappa && isKnown(kappa.low)
            ? [intervalText(kappa, fine), ...(strength ? [strength] : [])].join(', ')
            : 'too few items judged twice'}
        </dd>
      </div>
      <div>
        <dt>Included judges</dt>
        <dd>{counting.length}</dd>
        <dd class={suspicious > 0 ? 'warned' : undefined}>
          {suspicious === 0 ? 'nothing unusual' : `${suspicious} to check`}
        </dd>
      </div>
    </dl>
  );
}

/** The progress of each task, with buttons that open and close it. */
export function TasksSection({ live, ask }: Live & { readonly ask: Ask }) {
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
          <summary>Excluded from all figures</summary>
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

function TaskItem({ task, accepting, ask }: TaskItemProps) {
  const { kind, open, done, total } = task;
  const name = taskNames[kind];
  // The server refuses both, so the page does not offer them.
  const why = open
    ? undefined
    : kind === 'accept' && total === 0
      ? 'Accepting starts when you close editing.'
      : kind === 'edit' && (accepting?.total ?? 0) > 0
        ? 'Editing stays closed: accepting has started.'
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

/** Only the figures that there are. */
export function ResultsSections({ live }: Live) {
  const { ranking, agreement, acceptability, positions } = live;
  if (!ranking && !agreement && !acceptability && !positions)
    return (
      <LiveSection id="ranking" heading="Results">
        <p class="hint">No judgments to rank by yet.</p>
      </LiveSection>
    );
  return (
    <>
      {ranking && <RankingSection live={live} />}
      {agreement && <AgreementSection live={live} />}
      {acceptability && <AcceptabilitySection live={live} />}
      {positions && <PositionsSection live={live} />}
    </>
  );
}

function RankingSection({ live }: Live) {
  return (
    <LiveSection id="ranking" heading="Current ranking">
      <p class="hint">
        Same as the output of assay rank with {live.samples} resamples and seed {live.seed}. Lines separate clusters.
      </p>
      {live.ranking?.report && <ReportView report={live.ranking?.report} />}
    </LiveSection>
  );
}

function AgreementSection({ live: { agreement, samples, seed } }: Live) {
  const drawn = agreement?.data.kinds.filter(({ curves }) => curves) ?? [];
  return (
    <LiveSection id="agreement" heading="Agreement between judges">
      <p class="hint">
        Same as the output of assay agree --each-judge --curves with {samples} resamples and seed {seed}.
      </p>
      {drawn.length > 0 && (
        <div class="charts">
          {drawn.map((kind) => (
            <Curves key={kind.kind} agreement={kind} />
          ))}
        </div>
      )}
      {agreement?.report && <ReportView report={agreement?.report} />}
    </LiveSection>
  );
}

const different = 'different judges';
const same = 'same judge';

/** Figures 4 and 5 of WMT09. */
function Curves({ agreement: { kind, curves } }: { readonly agreement: KindAgreement }) {
  const { first, worst } = curves!;
  return (
    <>
      <Curve
        caption={`κ without each judge’s first judgments, ${kindNames[kind]}`}
        across="first judgments left out"
        series={[
          { name: different, points: first.map(({ dropped: x, inter }) => ({ x, y: inter.kappa })) },
          { name: same, points: first.map(({ dropped: x, intra }) => ({ x, y: intra.kappa })) },
        ]}
      />
      <Curve
        caption={`κ without the judges who agree least with the others, ${kindNames[kind]}`}
        across="judges left out"
        series={[
          { name: different, points: worst.map(({ dropped: x, inter }) => ({ x, y: inter.kappa })) },
          { name: same, points: worst.map(({ dropped: x, intra }) => ({ x, y: intra.kappa })) },
          {
            name: `${different}, segments held out`,
            points: worst.map(({ dropped: x, heldOut }) => ({ x, y: heldOut.kappa })),
          },
        ]}
      />
    </>
  );
}

interface CurveProps {
  readonly caption: string;
  /** Title of the horizontal axis. */
  readonly across: string;
  readonly series: LinesOptions['panels'][number]['series'];
}

function Curve({ caption, across, series }: CurveProps) {
  const known = series.filter(({ points }) => points.some(({ y }) => isKnown(y)));
  const places = known.flatMap(({ points }) => points.filter(({ y }) => isKnown(y)).map(({ x }) => x));
  // A line needs two points.
  if (new Set(places).size < 2) return null;
  const panels = [{ y: { title: 'κ', digits: fine, from: 0 }, series: known }];
  return <ChartView figure={lines({ id: 'curve', caption, x: { title: across }, panels, width: 320 })} />;
}

function AcceptabilitySection({ live: { acceptability } }: Live) {
  return (
    <LiveSection id="acceptability" heading="Acceptability">
      <p class="hint">Same as the output of assay accept.</p>
      {acceptability?.report && <ReportView report={acceptability?.report} />}
    </LiveSection>
  );
}

function PositionsSection({ live: { positions } }: Live) {
  return (
    <LiveSection id="positions" heading="Positions on the screen">
      <p class="hint">Whether the position of an output on the screen affects its rank.</p>
      {positions?.report && <ReportView report={positions?.report} />}
    </LiveSection>
  );
}

/** Judges' comments, the latest first. */
export function CommentsSection({ live: { comments } }: Live) {
  return (
    <LiveSection id="comments" heading="Comments">
      {comments.length === 0 ? (
        <p class="hint">No comments yet.</p>
      ) : (
        <ScrollingPart label="Judges’ comments">
          <ol class="comments">
            {comments.map(({ judge, kind, segment, at, text }) => (
              <li key={`${judge} ${kind} ${segment} ${at}`}>
                <p class="hint">
                  <bdi>{judge}</bdi>, {taskNames[kind].toLowerCase()}, segment <bdi>{segment}</bdi>,{' '}
                  <time dateTime={at}>{momentText(at)}</time>
                </p>
                <p>
                  <bdi class="foreign">{text}</bdi>
                </p>
              </li>
            ))}
          </ol>
        </ScrollingPart>
      )}
    </LiveSection>
  );
}

const files = [
  ['/api/organiser/export?format=assay', 'Assay, TSV', 'all judgments, for assay rank, agree and accept'],
  ['/api/organiser/export?format=wmt-csv', 'WMT, CSV', 'rankings in the format that WMT publishes'],
  ['/api/organiser/export?format=jsonl', 'JSON lines', 'all judgments, one per line'],
  ['/api/organiser/export?format=mtme', 'mt-metrics-eval', 'system and segment scores, for comparing metrics'],
  ['/api/organiser/journal', 'Journal', 'every event of the campaign; all other files derive from it'],
] as const;

/** The judgments as files, and the journal they derive from. */
export function DownloadsSection({ live }: Live) {
  const [problem, setProblem] = useState<string>();
  const save = (event: MouseEvent, href: string): void => {
    event.preventDefault();
    setProblem(undefined);
    saveFile(href).catch((error: Error) => setProblem(error.message));
  };
  return (
    <LiveSection id="downloads" heading="Downloads">
      <ul class="downloads">
        {files.map(([href, name, words]) => (
          <li key={href}>
            <a class="button secondary" href={href} download="" onClick={(event) => save(event, href)}>
              {name}
            </a>
            <span class="hint">{words}</span>
          </li>
        ))}
      </ul>
      <p class="missing" role="alert">
        {problem}
      </p>
      <p class="hint">
        Figures on this page: journal entry {live.seq}, judgments <code>sha256:{live.sha256.slice(0, 16)}</code>; Assay{' '}
        {live.version}.
      </p>
    </LiveSection>
  );
}

/** Downloads a file from the server. A plain link would save an error message as if it were the file. */
async function saveFile(path: string): Promise<void> {
  let response: Response;
  let contents: Blob;
  try {
    response = await fetch(path, { credentials: 'same-origin' });
    contents = await response.blob();
  } catch {
    throw new LostConnection('No connection to the server.');
  }
  if (!response.ok) throw new Refusal(response.status, await reasonIn(contents, response.status));
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'judgments';
  saveBlob(name, contents);
}

async function reasonIn(contents: Blob, status: number): Promise<string> {
  try {
    return (JSON.parse(await contents.text()) as WireError).error;
  } catch {
    return `The server replied with status ${status}.`;
  }
}
