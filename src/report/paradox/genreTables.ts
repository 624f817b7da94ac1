/** Two systems on the parts of a test set and on the whole, as tables and sentences. */
import type { Comparison, GenreFinding } from '../../paradox/index.ts';
import type { GenreReport } from './paradoxReport.ts';
import { metricColumns, metricTitles, scoreCell } from '../score/scoreTables.ts';
import type { Report, Table } from '../table.ts';
import { fineText, left, listed, right, signed } from '../wording.ts';
import { brevityCells, brevityColumns, brevityOf } from './brevity.ts';

/** More parts than this are not listed one by one in a sentence. */
const mostListed = 4;

export function genreTables(report: GenreReport, digits: number): Report {
  const { systems, metrics, findings, label } = report;
  const titles = metricTitles(metrics);
  const blocks = blocksOf(report);
  const scores: Table = {
    caption: `Scores by ${label} and overall`,
    columns: [left(label), right('segments'), left('system'), ...metricColumns(metrics)],
    rows: blocks.flatMap(({ name, of }) =>
      systems.map((system, s) => [
        name,
        String(of(findings[0]!).segments),
        system,
        ...findings.map((finding, m) => {
          const all = of(finding).standings.map(({ score }) => score);
          return scoreCell(all[s]!, all, metrics[m]!.higherIsBetter, digits);
        }),
      ]),
    ),
  };
  const differences: Table = {
    caption: `Differences: ${systems[1]!} − ${systems[0]!}`,
    columns: [left(label), ...metricColumns(metrics)],
    rows: blocks.map(({ name, of }) => [name, ...findings.map((finding) => signed(of(finding).difference, digits))]),
  };
  return {
    title: 'Parts and the whole',
    tables: [scores, differences, ...brevityTable(report)],
    findings: findings.map((finding, m) => ({ name: titles[m]!, text: verdict(finding, systems, digits) })),
    notes: [],
  };
}

/** The parts, then the whole. */
function blocksOf({ findings }: GenreReport): { name: string; of: (finding: GenreFinding) => Comparison }[] {
  const parts = findings[0]!.parts.map(({ value }, p) => ({
    name: value === '' ? '(none)' : value,
    of: (finding: GenreFinding): Comparison => finding.parts[p]!,
  }));
  return [...parts, { name: 'all', of: (finding) => finding.whole }];
}

function brevityTable(report: GenreReport): Table[] {
  const { systems, metrics, findings, label } = report;
  const which = findings.flatMap(({ whole }, m) => (brevityOf(whole.standings[0]!) ? [m] : []));
  if (which.length === 0) return [];
  return [
    {
      caption: 'Why: length ratios and brevity penalties',
      columns: [left(label), left('system'), ...brevityColumns(metrics, which)],
      rows: blocksOf(report).flatMap(({ name, of }) =>
        systems.map((system, s) => [
          name,
          system,
          ...which.flatMap((m) => brevityCells(of(findings[m]!).standings[s]!)),
        ]),
      ),
    },
  ];
}

function verdict(finding: GenreFinding, systems: readonly string[], digits: number): string {
  const { parts, whole, contradicts, isBetween } = finding;
  if (contradicts) {
    const winner = whole.better!;
    const against = ({ standings }: Comparison) =>
      `${standings[winner]!.score.toFixed(digits)} against ${standings[1 - winner]!.score.toFixed(digits)}`;
    const shown = parts.slice(0, mostListed).map((part) => `${part.value} ${against(part)}`);
    if (parts.length > mostListed) shown.push(`${parts.length - mostListed} more parts with the same result`);
    return (
      `contradicts itself: ${systems[winner]!} is better on the whole (${against(whole)}), but on no part: ` +
      `${listed(shown)}.${brevityReason(finding, systems)}`
    );
  }
  const outside = isBetween
    ? ''
    : ` But the difference on the whole (${signed(whole.difference, digits)}) does not lie between those of the parts, so it is not their mean.`;
  if (whole.better === null) return `does not contradict itself: the systems are equal on the whole.${outside}`;
  const agreeing = parts.filter(({ better }) => better === whole.better);
  const where =
    agreeing.length === parts.length
      ? 'on every part and on the whole'
      : `on the whole and on ${agreeing.length > mostListed ? `${agreeing.length} of ${parts.length} parts` : listed(agreeing.map(({ value }) => value))}`;
  return `does not contradict itself: ${systems[whole.better]!} is better ${where}.${outside}`;
}

/** Brevity penalties of each system. */
function brevityReason({ parts, whole }: GenreFinding, systems: readonly string[]): string {
  const said = systems.flatMap((system, s) => {
    const penalties = parts.slice(0, mostListed).flatMap(({ value, standings }) => {
      const brevity = brevityOf(standings[s]!);
      return brevity ? [`${fineText(brevity.penalty)} on ${value}`] : [];
    });
    const all = brevityOf(whole.standings[s]!);
    return all ? [`${system} ${listed([...penalties, `${fineText(all.penalty)} on the whole`])}`] : [];
  });
  return said.length === 0 ? '' : ` Brevity penalties: ${said.join('; ')}.`;
}
