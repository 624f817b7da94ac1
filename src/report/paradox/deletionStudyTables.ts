/** Systems tuned with and without deletion, as tables and sentences. */
import { counted } from '../../core/index.ts';
import type { DeletionOutcome, DeletionStudyReport } from './deletionStudyReport.ts';
import { metricColumns, metricTitles } from '../score/scoreTables.ts';
import { type Cell, type Note, type Report, type Table, notes } from '../table.ts';
import { fine, left, right, shownP } from '../wording.ts';
import { brevityOf } from './brevity.ts';

type Part = DeletionStudyReport['parts'][number];

export function deletionStudyTables(report: DeletionStudyReport, digits: number): Report {
  const { metrics, objectives, parts } = report;
  const titles = metricTitles(metrics);
  return {
    title: 'Deletion in n-best lists',
    tables: objectives.flatMap((objective, o) =>
      parts.map((part) => outcomeTable(report, part, o, titles[objective]!, digits)),
    ),
    findings: titles.map((name, m) => ({ name, text: verdict(report, m, titles, digits) })),
    notes: notesOf(report),
  };
}

function outcomeTable(
  { systems, metrics }: DeletionStudyReport,
  { set, segments, outcomes }: Part,
  o: number,
  objective: string,
  digits: number,
): Table {
  const ofSystems = outcomes[o]!;
  // One length ratio is enough to see which system is short.
  const brief = ofSystems[0]!.standings.findIndex((standing) => brevityOf(standing));
  return {
    caption: `Tuned to ${objective}: ${counted(segments, 'segment')} ${set}`,
    columns: [
      left('deletion'),
      right('words %'),
      right('segments %'),
      ...(brief < 0 ? [] : [right('ratio')]),
      ...metricColumns(metrics).flatMap((column) => [column, left('')]),
    ],
    rows: systems.map((system, s): Cell[] => {
      const { standings, against, deletedSegments } = ofSystems[s]!;
      return [
        system,
        { value: 100 * wordShare(ofSystems[s]!), digits: 1 },
        { value: (100 * deletedSegments) / segments, digits: 1 },
        ...(brief < 0 ? [] : [{ value: brevityOf(standings[brief]!)!.ratio, digits: fine }]),
        ...standings.flatMap(({ score }, m) => [{ value: score, digits }, against ? signOf(against[m]!) : '']),
      ];
    }),
  };
}

const wordShare = ({ words, deletedWords }: DeletionOutcome): number => (words === 0 ? 0 : deletedWords / words);

type Against = NonNullable<DeletionOutcome['against']>[number];

/** As in the paper's tables: one sign for p < 0.05, two for p < 0.01. */
function signOf({ verdict, corrected }: Against): string {
  if (verdict === 0) return '';
  return (verdict > 0 ? '+' : '-').repeat(corrected < 0.01 ? 2 : 1);
}

/**
 * How a metric scores systems tuned to it or, if none was, those tuned to the first objective, as in the paper's Table 7. It reports the
 * held-out segments, because scores on the tuning set are optimistic; it reports the tuning set if nothing is held out.
 */
function verdict(
  { parts, objectives, systems }: DeletionStudyReport,
  m: number,
  titles: readonly string[],
  digits: number,
) {
  const own = objectives.indexOf(m);
  const outcomes = parts.at(-1)!.outcomes[Math.max(0, own)]!;
  const before = outcomes[0]!.standings[m]!.score.toFixed(digits);
  const said = outcomes.flatMap((outcome, s) => {
    const found = outcome.against?.[m];
    if (!found) return [];
    const name = `${systems[s]!} deletion`;
    if (outcome.deletedWords === 0) return [`${name} leaves out nothing`];
    const judged =
      found.verdict === 0 ? 'makes no significant difference' : `is ${found.verdict > 0 ? 'rewarded' : 'punished'}`;
    const facts = [`${before} to ${outcome.standings[m]!.score.toFixed(digits)}`];
    if (!Number.isNaN(found.corrected)) facts.push(shownP(found.corrected));
    return [
      `${name} leaves out ${(100 * wordShare(outcome)).toFixed(1)} % of the words and ${judged} (${facts.join(', ')})`,
    ];
  });
  return `tuned to ${own < 0 ? titles[objectives[0]!]! : 'it'}: ${said.join('; ')}.`;
}

function notesOf(report: DeletionStudyReport): Note[] {
  const { systems, candidates, deletion, seed, restarts, startedFrom, test, parts } = report;
  const { first, longest } = deletion;
  const missing = longest === 1 ? 'each of their words' : `each run of up to ${longest} of their words`;
  return notes({
    word: `the first ${counted(first, 'text')} of each list also without ${missing}; decoder features are unchanged`,
    sentence: 'each list also with an empty text, whose decoder features are all 0',
    candidates: systems.map((system, s) => `${system} ${candidates[s]}`).join(', '),
    tuning: `MERT from ${startedFrom}, ${counted(restarts, 'random start')}, seed ${seed}; runs with deletion start from the weights found without it, at which nothing is deleted`,
    signs: `compared with none: + better, - worse, p at most ${test.alpha}; ++ and --, p below 0.01; paired bootstrap, ${test.samples} samples, seed ${test.seed}, corrected for two comparisons by Holm`,
    findings:
      parts.length > 1
        ? 'by metric, on the held-out segments'
        : 'by metric, on the segments tuned on, which is optimistic: none are held out',
  });
}
