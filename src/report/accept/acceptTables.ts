/** Acceptability of edited outputs as tables to read. */
import type { SystemAcceptability, TaskAcceptability, Votes } from '../../human/index.ts';
import { type Cell, type Note, type Report, type Table, notes } from '../table.ts';
import { fine, left, numberCell, ofTask, plainReport, right } from '../wording.ts';
import type { AcceptReport } from './acceptReport.ts';
import { judgmentNotes } from '../notes.ts';

const title = 'Acceptability of edited outputs';

const outcomes = ['edited', 'unchanged', 'unable', 'unknown'] as const;
const outcomeWords: Readonly<Record<(typeof outcomes)[number], string>> = {
  edited: 'edited',
  unchanged: 'unchanged: no corrections needed',
  unable: 'unchanged: unable to correct',
  unknown: 'not among the edits',
};

/** Lays out an acceptability report as tables to read; percentages have `digits` decimals. */
export function acceptTables({ tasks, input }: AcceptReport, digits = 1): Report {
  return {
    title,
    tables: [...tasks.map((each) => systemTable(each, digits)), ...outcomeTable(tasks, digits), ...rankingTable(tasks)],
    notes: [...notesOn(tasks), ...judgmentNotes(input)],
  };
}

const percentCell = (part: number, of: number, digits: number): Cell => numberCell((100 * part) / of, digits);

function systemTable({ task, systems }: TaskAcceptability, digits: number): Table {
  const titles = ['yes %', '±', 'votes', 'edits', 'edited %', 'unchanged %', 'unable %'];
  return {
    caption: ofTask(task, 'edited outputs found acceptable'),
    columns: [left('system'), ...titles.map(right)],
    rows: systems.map(({ system, isReference, yes, votes, deviation, edits }) => {
      const { edited, unchanged, unable } = edits;
      const all = edited + unchanged + unable;
      return [
        isReference ? `${system} (reference)` : system,
        percentCell(yes, votes, digits),
        numberCell(100 * deviation, digits),
        String(votes),
        String(all),
        ...[edited, unchanged, unable].map((count) => percentCell(count, all, digits)),
      ];
    }),
  };
}

/** Votes by what the editor did: changed the output, found it correct, or was unable to correct it. */
function outcomeTable(tasks: readonly TaskAcceptability[], digits: number): Table[] {
  const systems = tasks.flatMap((each) => each.systems);
  const rows = outcomes.flatMap((outcome) => {
    const { yes, votes } = sumVotes(systems.map(({ byOutcome }) => byOutcome[outcome]));
    return votes === 0 ? [] : [[outcomeWords[outcome], percentCell(yes, votes, digits), String(votes)]];
  });
  if (rows.length === 0) return [];
  return [{ caption: 'Votes by what the editor did', columns: [left('output'), right('yes %'), right('votes')], rows }];
}

const sumVotes = (all: readonly Votes[]): Omit<Votes, 'share'> =>
  all.reduce((sum, { yes, votes }) => ({ yes: sum.yes + yes, votes: sum.votes + votes }), { yes: 0, votes: 0 });

function rankingTable(tasks: readonly TaskAcceptability[]): Table[] {
  const rows = tasks.flatMap(({ task, ranking }): Cell[][] =>
    ranking && ranking.systems > 1 ? [[task, numberCell(ranking.spearman, fine), String(ranking.systems)]] : [],
  );
  if (rows.length === 0) return [];
  return [
    {
      caption: 'Order of systems by yes votes against their order by ranking',
      columns: [left('task'), right('Spearman’s ρ'), right('systems')],
      rows,
    },
  ];
}

function notesOn(tasks: readonly TaskAcceptability[]): Note[] {
  const systems = tasks.flatMap((each) => each.systems);
  const isUnvoted = ({ isReference, votes }: SystemAcceptability) => isReference && votes === 0;
  return notes({
    'yes %':
      'of all votes on outputs of the system, including those that the editor left unchanged or was unable to correct',
    '±': 'binomial standard deviation, as if votes were independent',
    ρ:
      tasks.some(({ ranking }) => ranking) &&
      'between the share of yes votes and the share of comparisons not lost (≥ others)',
    reference: systems.some(isUnvoted) && 'was also edited, but the judgments have no votes on it',
  });
}

/** Lays out an acceptability report as rows of plain values for other programs. */
export function acceptRows({ tasks }: AcceptReport): Report {
  const titles = [
    'task', 'system', 'reference', 'yes', 'votes', 'share', 'deviation', 'low', 'high', 'edited', 'unchanged', 'unable',
    ...outcomes.flatMap((outcome) => [`${outcome}_yes`, `${outcome}_votes`]),
  ]; // prettier-ignore
  const rows = tasks.flatMap(({ task, systems }) =>
    systems.map(({ system, isReference, yes, votes, share, deviation, interval, edits, byOutcome }) => [
      ...[task, system, isReference ? 'yes' : '', yes, votes, share, deviation, interval.low, interval.high],
      ...[edits.edited, edits.unchanged, edits.unable],
      ...outcomes.flatMap((outcome) => [byOutcome[outcome].yes, byOutcome[outcome].votes]),
    ]),
  );
  return plainReport(title, titles, rows);
}
