/** Agreement of judges: Tables 3 and 4, Figures 4 to 6, footnote 5. */
import {
  type KindAgreement,
  type LabelledAgreement,
  type TaskAcceptability,
  measureAcceptability,
  measureAgreement,
} from '../../../src/human/index.ts';
import { type ChartFigure, charts } from '../../../src/report/index.ts';
import { readTable, taskOf } from '../../../test/wmt09/paperTables.ts';
import { image } from '../drawFigures.ts';
import type { FiguredPart, GuidePart } from '../guidePart.ts';
import { commands, grouped, listed, page, paperPair, partOf, percent, share, table, within } from '../wording.ts';
import type { Settings, Wmt09 } from '../wmt09.ts';

export function agreementSection(wmt09: Wmt09, settings: Settings): FiguredPart {
  const { judgments } = wmt09;
  const [rankings, verdicts] = measureAgreement(judgments, {
    chance: 'uniform',
    average: 'pairs',
    identical: 'ties',
    judges: false,
    curves: true,
    wmt16: true,
    rerank: true,
    atLeast: 10,
    ...settings,
  }) as [KindAgreement, KindAgreement];
  const acceptability = measureAcceptability(judgments, settings.level);
  const [first, worst] = curveFigures(rankings);
  const accepted = acceptedFigure(acceptability);
  const coefficients = table4(wmt09, rankings, verdicts, settings.samples);
  const correlations = footnote5(wmt09, acceptability);
  return {
    figures: [first, worst, accepted],
    finding: `${coefficients.finding} ${dropText(rankings)} ${correlations.finding}`,
    markdown: page(
      '## Table 4: agreement',
      commands('assay agree wmt09-human-judgments.tsv --curves --rerank', 'assay accept wmt09-human-judgments.tsv'),
      coefficients.markdown,
      wmt16Text(rankings),
      '## Figures 4 and 5: leaving judgments out',
      ...curveText(rankings, first, worst),
      '## Figure 6: acceptability after editing',
      ...acceptanceText(acceptability, accepted),
      correlations.markdown,
    ),
  };
}

/** P(A) and κ, printed and ours. */
function table4({ tables }: Wmt09, rankings: KindAgreement, verdicts: KindAgreement, samples: number): GuidePart {
  const rows = readTable(new URL('wmt09_table04_agreement.tsv', tables)).map((row) => {
    const isRanking = row.get('evaluation_type') === 'Sentence ranking';
    const scope = row.get('scope') as 'inter' | 'intra';
    const ours: LabelledAgreement = (isRanking ? rankings : verdicts).all.labels[scope];
    const printed = { pA: Number(row.get('p_a')), kappa: Number(row.get('kappa')) };
    const isSame = share(ours.pA.value) === share(printed.pA) && share(ours.kappa.value) === share(printed.kappa);
    return { isRanking, scope, ours, printed, isSame };
  });
  const same = rows.filter(({ isSame }) => isSame).length;
  const interval = rows.find(({ isRanking, scope }) => isRanking && scope === 'inter')!.ours.kappa;
  const summary = `P(A) and κ are as printed in ${partOf(same, rows.length)} rows. κ of rankings by different judges is between ${share(interval.low)} and ${share(interval.high)}, which is ${interval.high < 0.4 ? 'at most “fair”' : 'possibly “moderate”'}.`;
  return {
    finding: summary,
    markdown: page(
      table(
        ['', 'between', 'P(A) printed', 'ours', 'κ printed', 'ours', '95 %', 'pairs', 'strength'],
        rows.map(({ isRanking, scope, ours, printed }) => [
          isRanking ? 'ranking' : 'yes/no',
          scope === 'inter' ? 'different judges' : 'the same judge',
          share(printed.pA),
          share(ours.pA.value),
          share(printed.kappa),
          share(ours.kappa.value),
          within(ours.kappa),
          grouped(ours.compared),
          ours.strength ?? '–',
        ]),
        2,
      ),
      `${summary} The intervals are new: ${grouped(samples)} resamples of the segments.`,
    ),
  };
}

/** What the script of later years would have reported. */
function wmt16Text({ tasks, wmt16 }: KindAgreement): string {
  const both = wmt16!.map((theirs) => ({ theirs, ours: tasks.find(({ task }) => task === theirs.task)! }));
  const higher = both.filter(({ theirs, ours }) => theirs.inter.pA > ours.labels.inter.pA.value).length;
  const example = both.find(({ theirs }) => theirs.task === 'de-en')!;
  return `The official script of WMT13 to WMT16 compares two judgments only if the systems were written in the same order, and counts repeats of one judge as agreement between judges. For German–English it would have found ${grouped(example.theirs.inter.compared)} pairs of labels instead of ${grouped(example.ours.labels.inter.compared)} and a P(A) of ${share(example.theirs.inter.pA)} instead of ${share(example.ours.labels.inter.pA.value)}; its P(A) is higher than ours in ${partOf(higher, both.length)} tasks (\`--compat wmt16\`).`;
}

function curveFigures({ curves }: KindAgreement): [ChartFigure, ChartFigure] {
  const { first, worst } = curves!;
  const kept = (points: readonly { readonly dropped: number; readonly kept: number }[]) => ({
    y: { title: 'rankings kept', digits: 2, from: 0, to: 1 },
    series: [{ name: 'rankings kept', points: points.map((point) => ({ x: point.dropped, y: point.kept })) }],
  });
  const kappa = { title: 'κ', digits: 3 };
  return [
    charts.lines({
      id: 'wmt09-figure4',
      caption: 'Figure 4: without the first rankings of each judge',
      x: { title: 'first rankings left out of each judge', digits: 0 },
      panels: [
        {
          y: kappa,
          series: [
            { name: 'different judges', points: first.map(({ dropped, inter }) => ({ x: dropped, y: inter.kappa })) },
            { name: 'the same judge', points: first.map(({ dropped, intra }) => ({ x: dropped, y: intra.kappa })) },
          ],
        },
        kept(first),
      ],
    }),
    charts.lines({
      id: 'wmt09-figure5',
      caption: 'Figure 5: without the judges who agree least',
      x: { title: 'judges left out', digits: 0 },
      panels: [
        {
          y: kappa,
          series: [
            { name: 'different judges', points: worst.map(({ dropped, inter }) => ({ x: dropped, y: inter.kappa })) },
            { name: 'the same judge', points: worst.map(({ dropped, intra }) => ({ x: dropped, y: intra.kappa })) },
            { name: 'held out', points: worst.map(({ dropped, heldOut }) => ({ x: dropped, y: heldOut.kappa })) },
          ],
        },
        kept(worst),
      ],
    }),
  ];
}

function curveText(kind: KindAgreement, firstFigure: ChartFigure, worstFigure: ChartFigure): string[] {
  const { all, curves } = kind;
  const { first, worst } = curves!;
  const start = all.labels.inter.kappa;
  const last = first.at(-1)!;
  const passed = worst.find(({ inter }) => inter.kappa > 0.4);
  const isWithin = last.inter.kappa >= start.low && last.inter.kappa <= start.high;
  return [
    image(firstFigure),
    image(worstFigure),
    table(
      ['left out', 'rankings kept', 'κ different judges', 'κ same judge', 'κ held out'],
      [
        ...[0, 10, 20, 30, 40, 50].map((n) => {
          const { kept, inter, intra } = first[n]!;
          return [n === 0 ? 'nothing' : `first ${n}`, percent(kept), share(inter.kappa), share(intra.kappa), ''];
        }),
        ...[10, 20, 30, 33, 40].map((k) => {
          const { kept, inter, intra, heldOut } = worst[k]!;
          return [`${k} judges`, percent(kept), share(inter.kappa), share(intra.kappa), share(heldOut.kappa)];
        }),
      ],
    ),
    `Without the first ${last.dropped} rankings of each judge, κ between judges is ${share(last.inter.kappa)} instead of ${share(start.value)}, which is ${isWithin ? 'within' : 'outside'} the interval above, and ${percent(last.kept)} of the rankings are left.`,
    passed
      ? `${dropText(kind)} The paper reports the same for 33 judges and 60 % of the data, but not how judges were chosen. Our figures result if the least agreeing judge is determined again after each removal (\`--rerank\`) and judges with fewer than ten pairs stay. The paper kept all judgments for its results.`
      : dropText(kind),
  ];
}

/** How κ rises without the judges who agree least, and how much of that is luck. */
function dropText({ curves }: KindAgreement): string {
  const { worst } = curves!;
  const zero = worst[0]!;
  const passed = worst.find(({ inter }) => inter.kappa > 0.4);
  if (!passed) return 'Leaving out judges does not raise κ above .4.';
  const luck = (passed.inter.kappa - passed.heldOut.kappa) / (passed.inter.kappa - zero.inter.kappa);
  return `Without the ${passed.dropped} judges who agree least, κ rises above .4, with ${percent(passed.inter.compared / zero.inter.compared)} of the pairs of labels and ${percent(passed.kept)} of the rankings left. But judges who were chosen for agreeing agree better by chance alone: chosen on every second segment and measured on the others, κ is ${share(passed.heldOut.kappa)} (“held out”), so ${percent(luck)} of the gain ${luck > 0.5 ? 'was luck' : 'disappears'}.`;
}

function acceptedFigure(tasks: readonly TaskAcceptability[]): ChartFigure {
  return charts.dotIntervals({
    id: 'wmt09-figure6',
    caption: 'Figure 6: how often edited outputs were acceptable',
    value: { title: 'share acceptable, one standard deviation to each side', digits: 2, from: 0 },
    items: said.flatMap(([task]) =>
      tasks
        .find((each) => each.task === task)!
        .systems.filter(({ votes }) => votes > 0)
        .map(({ system, share: value, deviation }) => ({
          label: `${paperPair(task)} ${system.toUpperCase()}`,
          value,
          interval: { low: Math.max(0, value - deviation), high: value + deviation },
        })),
    ),
  });
}

/** Section 4.2 says about how often the best system of Figure 6 was acceptable. */
const said: readonly [task: string, about: number][] = [
  ['fr-en', 0.5], ['en-fr', 0.5], ['en-es', 0.5], ['de-en', 0.5], ['en-de', 0.5], ['es-en', 0.4], ['en-cs', 0.3], ['cs-en', 0.2], ['hu-en', 0.2],
]; // prettier-ignore

function acceptanceText(tasks: readonly TaskAcceptability[], figure: ChartFigure): string[] {
  const rows = said.map(([task, about]) => {
    const best = tasks.find((each) => each.task === task)!.systems[0]!;
    return { task, about, best };
  });
  const near = rows.filter(({ about, best }) => Math.abs(best.share - about) < 0.05).length;
  return [
    `People edited outputs without seeing source or reference, and others accepted or rejected the result. The paper describes in words how often the best system of each pair was acceptable; our figure is within .05 of that for ${partOf(near, rows.length)} pairs.`,
    table(
      ['', ...rows.map(({ task }) => paperPair(task))],
      [
        ['in words', ...rows.map(({ about }) => `about ${share(about, 1)}`)],
        ['best system', ...rows.map(({ best }) => best.system.toUpperCase())],
        ['acceptable', ...rows.map(({ best }) => share(best.share))],
        ['votes', ...rows.map(({ best }) => String(best.votes))],
      ],
    ),
    image(figure),
  ];
}

/** Whether editing and ranking order systems alike. */
function footnote5({ tables }: Wmt09, tasks: readonly TaskAcceptability[]): GuidePart {
  const rows = readTable(new URL('wmt09_footnote5_edit_vs_rank_spearman.tsv', tables)).map((row) => {
    const pair = row.get('pair')!;
    const { spearman, systems } = tasks.find(({ task }) => task === taskOf(pair))!.ranking!;
    return { pair, printed: Number(row.get('rho')), ours: spearman, systems };
  });
  const same = rows.filter(({ printed, ours }) => Math.abs(ours - printed) <= 0.0055);
  const less = rows.filter(({ printed, ours }) => ours < printed);
  const claim =
    same.length === 0
      ? 'Footnote 5 does not follow from the released data.'
      : `Of footnote 5, ${listed(same.map(({ pair }) => pair))} follow from the released data, the others do not.`;
  const closer = `In these data, edits and rankings agree better than the paper says for all pairs${less.length === 0 ? '' : ` but ${listed(less.map(({ pair }) => pair))}`}.`;
  return {
    finding: `${claim} ${closer}`,
    markdown: page(
      `${claim} It gives Spearman’s ρ between the order of systems by yes votes and by ranking. With average ranks for ties we find:`,
      table(
        ['', ...rows.map(({ pair }) => pair)],
        [
          ['footnote 5', ...rows.map(({ printed }) => share(printed, 2))],
          ['from the data', ...rows.map(({ ours }) => share(ours, 2))],
          ['systems', ...rows.map(({ systems }) => String(systems))],
        ],
      ),
      `Other ways of counting (votes on edited outputs only, means or majorities over items, > others, single systems only) do not give the printed numbers either. ${closer}`,
    ),
  };
}
