/** The figures of the campaign, as commands print them, and the curves of agreement drawn. */
import type { JSX } from 'preact';
import type { KindAgreement } from '../../src/human/index.ts';
import { kindNames } from '../../src/report/agree/kindNames.ts';
import { type LinesOptions, lines } from '../../src/report/page/charts/lines.ts';
import type { Report } from '../../src/report/table.ts';
import { fine } from '../../src/report/wording.ts';
import type { LiveCampaign } from '../../src/server/wire.ts';
import { ChartView } from './ChartView.tsx';
import { LiveSection } from './LiveSection.tsx';
import { ReportView } from './ReportView.tsx';
import { isKnown } from './words.ts';

interface Live {
  readonly live: LiveCampaign;
}

/** Without a report, the words say when there will be one. */
function Figures({ report, without }: { readonly report: Report | undefined; readonly without: string }): JSX.Element {
  return report ? <ReportView report={report} /> : <p class="hint">{without}</p>;
}

export function RankingSection({ live }: Live): JSX.Element {
  return (
    <LiveSection id="ranking" heading="Current ranking">
      <p class="hint">
        As assay rank prints it, with {live.samples} resamples and seed {live.seed}. A line ends a cluster.
      </p>
      <Figures report={live.ranking?.report} without="There is nothing to rank by yet." />
    </LiveSection>
  );
}

export function AgreementSection({ live: { agreement, samples, seed } }: Live): JSX.Element {
  const drawn = agreement?.data.kinds.filter(({ curves }) => curves) ?? [];
  return (
    <LiveSection id="agreement" heading="Agreement of judges">
      <p class="hint">
        As assay agree --each-judge --curves prints it, with {samples} resamples and seed {seed}.
      </p>
      {drawn.length > 0 && (
        <div class="charts">
          {drawn.map((kind) => (
            <Curves key={kind.kind} agreement={kind} />
          ))}
        </div>
      )}
      <Figures report={agreement?.report} without="There is nothing to agree on yet." />
    </LiveSection>
  );
}

const different = 'different judges';
const same = 'same judge';

/** Figures 4 and 5 of WMT09. */
function Curves({ agreement: { kind, curves } }: { readonly agreement: KindAgreement }): JSX.Element {
  const { first, worst } = curves!;
  return (
    <>
      <Curve
        caption={`κ without the first judgments of every judge, ${kindNames[kind]}`}
        across="first judgments left out"
        series={[
          { name: different, points: first.map(({ dropped: x, inter }) => ({ x, y: inter.kappa })) },
          { name: same, points: first.map(({ dropped: x, intra }) => ({ x, y: intra.kappa })) },
        ]}
      />
      <Curve
        caption={`κ without the judges who agree least with others, ${kindNames[kind]}`}
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
  /** What is counted from left to right. */
  readonly across: string;
  readonly series: LinesOptions['panels'][number]['series'];
}

function Curve({ caption, across, series }: CurveProps): JSX.Element | null {
  const known = series.filter(({ points }) => points.some(({ y }) => isKnown(y)));
  const places = known.flatMap(({ points }) => points.filter(({ y }) => isKnown(y)).map(({ x }) => x));
  // One point makes no line.
  if (new Set(places).size < 2) return null;
  const panels = [{ y: { title: 'κ', digits: fine, from: 0 }, series: known }];
  return <ChartView figure={lines({ id: 'curve', caption, x: { title: across }, panels, width: 320 })} />;
}

export function AcceptabilitySection({ live: { acceptability } }: Live): JSX.Element {
  return (
    <LiveSection id="acceptability" heading="Acceptability">
      <p class="hint">As assay accept prints it.</p>
      <Figures report={acceptability?.report} without="There are no verdicts on edits yet." />
    </LiveSection>
  );
}

export function PlacesSection({ live: { positions } }: Live): JSX.Element {
  return (
    <LiveSection id="places" heading="Places on the screen">
      <p class="hint">Whether it matters at which place an output was shown.</p>
      <Figures report={positions?.report} without="There are no rankings yet." />
    </LiveSection>
  );
}
