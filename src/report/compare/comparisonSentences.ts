/** The answer of a comparison, and where it contradicts itself, in plain words. */
import type { Explanation } from '../../compare/index.ts';
import { counted } from '../../core/index.ts';
import type { ComparedRuns, ComparedSystems } from '../../stats/index.ts';
import { fewSegments } from '../score/scoreTables.ts';
import { type Note, notes } from '../table.ts';
import { listed, pText, shownP, signed } from '../wording.ts';
import type { CompareReport } from './compareReport.ts';
import type { PartLoss } from './comparisonAnswer.ts';
import { digitsOf } from './comparisonTables.ts';

/** At most five lines, each with what it is about. */
export function answerNotes(report: CompareReport, usual: number): Note[] {
  const { systems, metrics, answer } = report;
  const all = report.runs?.compared ?? report.compared;
  const decisive = all[answer.primary];
  if (!decisive) return [];
  const { name } = metrics[answer.primary]!;
  const digits = digitsOf(decisive, usual);
  return notes({
    answer: winnerText(report, decisive, name, digits),
    order: orderText(report, decisive, name, digits),
    metrics: metrics.length > 1 && agreementText(report, name),
    parts: answer.losses && partsText(answer.losses, systems, name, digits),
    beware: cautions(report, decisive).join(' '),
  });
}

function winnerText(
  { systems, answer }: CompareReport,
  { comparisons, settings }: ComparedSystems | ComparedRuns,
  name: string,
  digits: number,
): string {
  const { baseline } = settings;
  const [first, second] = answer.order.map((system) => systems[system]!);
  if (baseline !== undefined) return againstBaseline(systems, comparisons, baseline, name, digits);
  if (systems.length === 2) {
    const [only] = comparisons;
    const { difference, interval, corrected, isBound, verdict, reason } = only!;
    if (reason !== undefined) return `${first} and ${second} cannot be compared: ${lowerFirst(reason)}`;
    // sacreBLEU's formula finds a difference all the same.
    if (difference === 0 && interval.low === 0 && interval.high === 0)
      return `${first} and ${second} have the same ${name}.`;
    const facts = `${Math.abs(difference).toFixed(digits)} ${name} apart, ${shownP(corrected, isBound)}`;
    if (verdict === 0) return `${first} and ${second} do not differ significantly: ${facts}.`;
    const winner = systems[verdict > 0 ? only!.first : only!.second]!;
    return `${winner} is significantly better than ${winner === first ? second : first}: ${facts}.`;
  }
  const { unbeaten } = answer;
  const [top] = unbeaten;
  if (unbeaten.length === 1) {
    const beats = comparisons.filter(
      ({ first: a, second: b, verdict }) => (verdict > 0 && a === top) || (verdict < 0 && b === top),
    ).length;
    const others = systems.length - 1;
    return beats === others
      ? `${systems[top!]!} wins by ${name}: it is significantly better than every other system.`
      : `${systems[top!]!} leads by ${name}: no system is significantly better, and it is significantly better than ${beats} of ${others} others.`;
  }
  if (unbeaten.length === systems.length) return `No system is significantly better than another by ${name}.`;
  return `${listed(shortened(unbeaten.map((system) => systems[system]!)))} share the lead by ${name}: no system is significantly better than any of them.`;
}

function againstBaseline(
  systems: readonly string[],
  comparisons: (ComparedSystems | ComparedRuns)['comparisons'],
  baseline: number,
  name: string,
  digits: number,
): string {
  const by = (side: number): string[] =>
    comparisons
      .filter(({ verdict, reason }) => verdict === side && reason === undefined)
      .map(({ first, difference }) => `${systems[first]!} (${signed(difference, digits)})`);
  const [better, worse, equal] = [by(1), by(-1), by(0)];
  const are = (some: readonly string[], what: string): string[] =>
    some.length === 0 ? [] : [`${listed(shortened(some))} ${what.replace('#', some.length === 1 ? 'is' : 'are')}`];
  const parts = [
    ...are(better, '# significantly better'),
    ...are(worse, '# significantly worse'),
    ...are(equal, equal.length === 1 ? 'does not differ significantly' : 'do not differ significantly'),
  ];
  return `Compared with ${systems[baseline]!} by ${name}: ${parts.join('; ') || 'nothing can be said'}.`;
}

/** As many names as a line has room for. */
const mostNames = 6;
const shortened = (names: readonly string[]): string[] =>
  names.length <= mostNames ? [...names] : [...names.slice(0, mostNames - 1), `${names.length - mostNames + 1} others`];

/** `good 57.34 > terse 32.51 ≈ verbose 30.67`. */
function orderText(
  { systems, answer }: CompareReport,
  { systems: scored, settings, comparisons }: ComparedSystems | ComparedRuns,
  name: string,
  digits: number,
): string {
  const { order, undecided } = answer;
  const isUndecided = new Set(undecided.map(([, below]) => below));
  const hasBaseline = settings.baseline !== undefined;
  const shown = order.length <= mostNames + 2 ? order : order.slice(0, mostNames);
  const line = shown
    .map((system, at) => {
      const sign = at === 0 ? '' : hasBaseline ? ', ' : isUndecided.has(system) ? ' ≈ ' : ' > ';
      return `${sign}${systems[system]!} ${scored[system]!.score.toFixed(digits)}`;
    })
    .join('');
  const rest =
    shown.length < order.length ? ` … ${systems[order.at(-1)!]!} ${scored[order.at(-1)!]!.score.toFixed(digits)}` : '';
  const pairs = comparisons.length;
  const found = comparisons.filter(({ verdict }) => verdict !== 0).length;
  const ties =
    hasBaseline || systems.length < 3
      ? ''
      : undecided.length === 0
        ? ' Every neighbour differs significantly.'
        : ` ${found} of ${pairs} pairs differ significantly; ≈ joins neighbours that do not.`;
  return `By ${name}: ${line}${rest}.${ties}`;
}

/** Whether the other metrics agree. */
function agreementText({ systems, metrics, answer }: CompareReport, name: string): string {
  const { dissents, order, primary } = answer;
  const dissenting = new Set(dissents.map(({ metric }) => metric));
  const agreeing = metrics.filter((_, m) => m !== primary && !dissenting.has(m)).map((each) => each.name);
  const agree =
    agreeing.length === 0
      ? ''
      : `${listed(agreeing)} ${agreeing.length === 1 ? 'agrees' : 'agree'} with ${name}: ${systems[order[0]!]!} first, and no pair decided the other way.`;
  const others = dissents.map(({ metric, first, contradicted }) => {
    const reasons = [
      ...(first === order[0] ? [] : [`puts ${systems[first]!} first`]),
      ...(contradicted.length === 0
        ? []
        : contradicted.length === 1
          ? [`finds ${systems[contradicted[0]![0]]!} significantly better than ${systems[contradicted[0]![1]]!}`]
          : [`decides ${counted(contradicted.length, 'pair')} the other way`]),
    ];
    return `${metrics[metric]!.name} disagrees: it ${listed(reasons)}.`;
  });
  return [agree, ...others].filter((text) => text !== '').join(' ');
}

const mostParts = 2;

function partsText(losses: readonly PartLoss[], systems: readonly string[], name: string, digits: number): string {
  const [first] = losses;
  if (!first) return 'The best system is not significantly worse than another on any part of the test set.';
  const shown = losses
    .toSorted((a, b) => a.corrected - b.corrected || Math.abs(b.difference) - Math.abs(a.difference))
    .slice(0, mostParts)
    .map(
      ({ division, part, other, difference, corrected, isBound }) =>
        `${division} ${part} (${signed(difference, digits)} ${name} against ${systems[other]!}, ${shownP(corrected, isBound)})`,
    );
  const more = losses.length > mostParts ? ` and ${losses.length - mostParts} more` : '';
  return `${systems[first.winner]!} is significantly worse on ${listed(shown)}${more}.`;
}

/** What could make the answer wrong. */
function cautions(report: CompareReport, decisive: ComparedSystems | ComparedRuns): string[] {
  const { segments, systems, documents, unit, unitChosen, alternative, input } = report;
  const { units, settings } = decisive;
  const least = 'leastCorrected' in decisive ? decisive.leastCorrected : 0;
  const unclear = decisive.comparisons.find(({ reason }) => reason !== undefined);
  return [
    ...(least > settings.alpha
      ? [
          'Nothing can be significant here: there are too few samples for this number of pairs, or too few segments. See the cautions below.',
        ]
      : []),
    ...(unclear && systems.length > 2
      ? [
          `${systems[unclear.first]!} and ${systems[unclear.second]!} cannot be compared: ${lowerFirst(unclear.reason!)}`,
        ]
      : []),
    ...(segments < fewSegments ? [`There are only ${counted(segments, 'segment')}.`] : []),
    ...(unit === 'segment' && documents !== undefined && documents > 1 && documents < segments && unitChosen === 'auto'
      ? [
          `Segments are resampled one by one, since there are only ${counted(documents, 'document')}; segments of a document are similar, so p may be too small.`,
        ]
      : []),
    ...(unit === 'document' && unitChosen === 'auto'
      ? [`Whole documents are resampled (${units}).${alternativeText(report)}`]
      : alternative
        ? [alternativeText(report).trim()]
        : []),
    ...(input.references === 1 && systems.length > 0 ? ['There is one reference.'] : []),
  ].filter((text) => text !== '');
}

/** What resampling the other unit would change. */
function alternativeText({ systems, answer, alternative, compared }: CompareReport): string {
  const other = alternative?.compared[answer.primary];
  const main = compared[answer.primary];
  if (!alternative || !other || !main) return '';
  const changed = main.comparisons.flatMap((comparison, p) => {
    const otherwise = other.comparisons[p]!;
    return otherwise.verdict === comparison.verdict ? [] : [{ comparison, otherwise }];
  });
  if (changed.length === 0) return ` Resampling ${alternative.unit}s instead changes no verdict.`;
  const [{ comparison, otherwise }] = changed as [(typeof changed)[0]];
  const pair = `${systems[comparison.first]!} and ${systems[comparison.second]!} (${shownP(otherwise.corrected, otherwise.isBound)} instead of ${pText(comparison.corrected, comparison.isBound)})`;
  return ` Resampling ${alternative.unit}s instead changes the verdict on ${changed.length === 1 ? pair : `${counted(changed.length, 'pair')}, such as ${pair}`}.`;
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** Tests that go by single segments may contradict the scores, or themselves. */
export function contradictions(report: CompareReport): Note[] {
  const { systems, metrics, compared, explanation } = report;
  const ofTests = compared.flatMap(({ comparisons }, m) =>
    comparisons.flatMap(({ first, second, better, verdict, signTest }): Note[] => {
      const pair = `${systems[first]!} and ${systems[second]!}`;
      const text = signTest?.contradicts
        ? `The sign test contradicts itself on ${pair}: each is significantly better than the other, depending on which is the baseline.`
        : signTest?.againstScores
          ? `The sign test contradicts the scores of ${pair}: the system with the worse score wins more segments.`
          : verdict !== 0 && better === -verdict
            ? `The test uses segment scores and contradicts the system scores of ${pair}.`
            : undefined;
      return text === undefined ? [] : [{ name: metrics[m]!.name, text }];
    }),
  );
  return [
    ...ofTests,
    ...(explanation ? partsWarnings(report, explanation).map((text) => ({ name: 'parts', text })) : []),
  ];
}

/** Where the parts of a division contradict the whole, which is possible for a metric that is not a mean. */
function partsWarnings({ systems, metrics }: CompareReport, { divisions }: Explanation): string[] {
  return divisions.flatMap(({ name, checks, systems: places }) =>
    checks.flatMap((ofMetric, m) =>
      ofMetric
        .filter(({ contradicts }) => contradicts)
        .map(({ first, second, difference }) => {
          const isFirst = difference > 0 === metrics[m]!.higherIsBetter;
          const [winner, loser] = isFirst ? [places[first]!, places[second]!] : [places[second]!, places[first]!];
          return `${metrics[m]!.name} contradicts itself by ${name}: ${systems[winner]!} is better than ${systems[loser]!} on the whole, but in none of the parts.`;
        }),
    ),
  );
}
