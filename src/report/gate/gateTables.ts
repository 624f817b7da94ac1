/** Lays out the verdict of a gate: for people, as rows, and as JUnit XML. */
import { counted } from '../../core/index.ts';
import type { GateVerdict } from '../../stats/index.ts';
import { inputNotes, inputWarnings, segmentsText } from '../notes.ts';
import { escaped } from '../page/escape.ts';
import { fewSegments } from '../score/scoreTables.ts';
import { type Cell, type Note, type Report, notes } from '../table.ts';
import { knownP, left, listed, percent, plainReport, right, shownP, signed } from '../wording.ts';
import type { GateReport, GatedMetric } from './gateReport.ts';

/** What each verdict is called. */
export const verdictNames: Readonly<Record<GateVerdict, string>> = {
  pass: 'pass',
  worse: 'worse',
  unclear: 'cannot tell',
};

export function gateTables(report: GateReport, digits: number): Report {
  const { metrics, alpha, segments, unit, units, samples, seed, input } = report;
  const [hasMargin, isCorrected] = [metrics.some(({ margin }) => margin !== undefined), metrics.length > 1];
  const level = percent(1 - alpha);
  return {
    title: 'Gate',
    answer: gateAnswer(report, digits),
    warnings: inputWarnings(input),
    tables: [
      {
        columns: [
          left('metric'),
          ...['baseline', 'new', 'drop', 'lower', 'upper', ...(hasMargin ? ['margin'] : []), 'p', ...(isCorrected ? ['Holm'] : [])].map(right), // prettier-ignore
          left('verdict'),
        ],
        rows: metrics.map((each): Cell[] => {
          const decimals = decimalsOf(each, digits);
          return [
            `${each.name} ${each.higherIsBetter ? '↑' : '↓'}`,
            { value: each.baselineScore, digits: decimals },
            { value: each.score, digits: decimals },
            ...[each.drop, each.low, each.high].map((value) => signed(value, decimals)),
            ...(hasMargin ? [each.margin === undefined ? '–' : String(each.margin)] : []),
            knownP(each.p),
            ...(isCorrected ? [knownP(each.corrected)] : []),
            verdictNames[each.verdict],
          ];
        }),
      },
    ],
    notes: [
      ...notes({
        segments: `${segmentsText(segments, input)}${unit === 'document' ? `; ${counted(units, 'document')}, each resampled as a whole` : ''}`,
        drop: `points by which the new output is worse than the baseline; negative: it is better`,
        bounds: `lower and upper bound of the drop, each with ${level} confidence; Student's t, standard error from ${counted(samples, 'bootstrap sample')}, seed ${seed}`,
        pass: hasMargin && `the upper bound is below the margin (${level} confidence); every metric must pass`,
        worse: `p of no drop, one-sided, below ${alpha}${isCorrected ? ` after Holm's correction for ${metrics.length} metrics` : ''}${hasMargin ? ', and the metric does not pass' : ''}`,
        exit: '0 pass, 3 worse, 4 cannot tell',
      }),
      ...metrics.flatMap(({ metric, signature }) =>
        metric !== undefined && signature !== undefined ? [{ name: metric, text: signature }] : [],
      ),
      ...inputNotes(input),
    ],
  };
}

/** What to know first: the verdict and why, what the test set can show, and what to be careful with. */
function gateAnswer(report: GateReport, digits: number): Note[] {
  const { metrics, segments } = report;
  const unbounded = metrics.filter(({ margin }) => margin === undefined);
  return notes({
    answer: gateSentence(report, digits),
    power: powerText(report, digits),
    beware: [
      ...(segments < fewSegments ? [`There are only ${counted(segments, 'segment')}.`] : []),
      ...(report.verdict === 'pass' && unbounded.length > 0
        ? [
            `Not significantly worse does not mean as good: to test that, give a margin (--margin ${unbounded[0]!.metric ?? unbounded[0]!.name}=…).`,
          ]
        : []),
    ].join(' '),
  });
}

/** The verdict in a sentence. */
export function gateSentence(report: GateReport, digits: number): string {
  const { verdict, system, baseline, metrics, unit, units } = report;
  const points = (each: GatedMetric, value: number) => `${value.toFixed(decimalsOf(each, digits))} ${each.name}`;
  const those = metrics.filter((each) => each.verdict === verdict);
  if (verdict === 'worse') {
    const drops = those.map((each) => `${points(each, each.drop)} (${shownP(each.corrected)})`);
    return `Fail: ${system} is significantly worse than ${baseline}: by ${listed(drops)}.`;
  }
  if (verdict === 'unclear') {
    const drops = those.map((each) => `${points(each, each.high)} (margin ${each.margin})`);
    const needed = Math.max(...those.map((each) => each.needed!));
    return `Cannot tell: ${system} may be worse than ${baseline} by up to ${listed(drops)}. About ${needed} ${unit}s like these could tell if the drop is as observed; there are ${units}.`;
  }
  const bounded = those.filter(({ margin }) => margin !== undefined);
  const within = bounded.map((each) => {
    const bound = each.high < 0 ? `better by at least ${points(each, -each.high)}` : `worse by at most ${points(each, each.high)}`; // prettier-ignore
    return `${bound} (margin ${each.margin})`;
  });
  const others = those.filter(({ margin }) => margin === undefined).map(({ name }) => name);
  const sentences = [
    ...(bounded.length > 0 ? [`${system} keeps the margin to ${baseline}: it is ${listed(within)}.`] : []),
    ...(others.length > 0
      ? [`${bounded.length > 0 ? 'It' : system} is not significantly worse${bounded.length > 0 ? '' : ` than ${baseline}`} by ${either(others)}.`] // prettier-ignore
      : []),
  ];
  return `Pass: ${sentences.join(' ')}`;
}

const either = (names: readonly string[]): string => listed(names).replace(/ and (?=[^,]*$)/, ' or ');

function powerText({ metrics, unit, units }: GateReport, digits: number): string {
  const bounded = metrics.filter(({ power }) => power !== undefined);
  const others = metrics.filter(({ power }) => power === undefined);
  const passes = bounded.map(({ name, power }) => `${name} in ${percent(Math.floor(100 * power!) / 100)}`);
  const found = others.map((each) => `${each.detectable.toFixed(decimalsOf(each, digits))} ${each.name}`);
  return [
    ...(bounded.length > 0 ? [`With ${counted(units, unit)} like these, an output as good as the baseline passes ${listed(passes)} of cases.`] : []), // prettier-ignore
    ...(others.length > 0 ? [`A true drop of ${listed(found)} is found in 80 % of cases.`] : []),
  ].join(' ');
}

/** Metrics between 0 and 1 have more decimals. */
const decimalsOf = ({ score, baselineScore }: GatedMetric, digits: number): number =>
  Math.abs(score) <= 1 && Math.abs(baselineScore) <= 1 ? digits + 2 : digits;

/** A row for each metric. */
export const gateRows = ({ system, baseline, metrics, verdict, segments }: GateReport): Report =>
  plainReport(
    'Gate',
    ['metric', 'system', 'baseline', 'baseline_score', 'score', 'drop', 'low', 'high', 'margin', 'p', 'corrected_p', 'margin_p', 'verdict', 'power', 'detectable', 'needed', 'segments', 'gate'], // prettier-ignore
    metrics.map((each) => [
      each.metric ?? each.name,
      system,
      baseline,
      each.baselineScore,
      each.score,
      each.drop,
      each.low,
      each.high,
      each.margin,
      each.p,
      each.corrected,
      each.marginP,
      each.verdict,
      each.power,
      each.detectable,
      each.needed,
      segments,
      verdict,
    ]),
  );

/** A test case for each metric: `failure` where it is worse, `error` where the test set cannot tell. */
export function gateJunit(report: GateReport, digits: number): string {
  const { metrics, system, baseline } = report;
  const count = (verdict: GateVerdict): number => metrics.filter((each) => each.verdict === verdict).length;
  const suite = `name="assay gate" tests="${metrics.length}" failures="${count('worse')}" errors="${count('unclear')}" skipped="0"`;
  const cases = metrics.map((each) => {
    const said = gateSentence({ ...report, verdict: each.verdict, metrics: [each] }, digits);
    const head = `    <testcase classname="assay.gate" name="${escaped(`${each.metric ?? each.name}: ${system} against ${baseline}`)}"`;
    if (each.verdict === 'pass') return `${head}>\n      <system-out>${escaped(said)}</system-out>\n    </testcase>`;
    const kind = each.verdict === 'worse' ? 'failure' : 'error';
    return `${head}>\n      <${kind} type="${each.verdict}" message="${escaped(said)}"/>\n    </testcase>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${suite}>`,
    `  <testsuite ${suite}>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}
