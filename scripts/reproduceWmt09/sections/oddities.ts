/** What was noticed on the way. */
import { readTable, roundedTwice, systemOf, taskOf } from '../../../test/wmt09/paperTables.ts';
import { rankAsPaper } from '../../../test/wmt09/table6.ts';
import { grouped, listed, page, paperPair, share, table } from '../wording.ts';
import type { Wmt09 } from '../wmt09.ts';

export function odditiesSection(wmt09: Wmt09): string {
  const { judgments } = wmt09;
  const references = judgments.edits.filter(({ system }) => system === 'ref').length;
  const votes = judgments.verdicts.filter(({ system }) => system === 'ref').length;
  return page(
    '## Seen on the way',
    ...countsOfTable3(wmt09),
    [
      `- **Votes on references.** References were edited, too (${grouped(references)} edits), as a ceiling for systems. ${votes === 0 ? 'The released file has no vote on any of them' : `The released file has ${votes} votes on them`}, which may be most of the missing votes, and leaves Figure 6 without its ceiling.`,
      '- **Segments are counted from 0** in the file of judgments and from 1 in outputs: line = ITEM_ID + 1, as edited sentences show. In Tables 10 and 11 the two seem not to have been matched.',
      `- **Rounding.** ${othersText(wmt09)}`,
      '- **English–Spanish RWTH.** Its place among people’s scores in Tables 7 and 8 is not the one that the judgments give.',
      '- **Marks.** In the copy of Tables 18 and 19 every † was read as ‡; in Table 23 the two halves of the matrix carry different marks for some pairs of systems.',
      ...unmarkedText(wmt09),
      '- **Table 26** prints NIST of English–Spanish RBMT1, and bleusp, bleusp4114 and wcd6p4er of RBMT3, far from what their outputs give, while BLEU agrees; and, by less, NIST of English–French SYSTRAN. `test/wmt09Tables.systems.test.ts` lists the cells.',
    ].join('\n'),
  );
}

const columns = ['sentence_ranking', 'edited_translations', 'yes_no_judgments'] as const;

/** What the paper counted and the released file does not hold. */
function countsOfTable3({ judgments, tables }: Wmt09): string[] {
  const rows = readTable(new URL('wmt09_table03_judgment_counts.tsv', tables))
    .filter((row) => row.get('pair') !== 'total')
    .map((row) => {
      const pair = row.get('pair')!;
      const isOfPair = ({ task }: { readonly task: string }) => task === taskOf(pair);
      const found = [
        judgments.rankings.filter(isOfPair).reduce((sum, { systems }) => sum + systems.length, 0),
        judgments.edits.filter(isOfPair).length,
        judgments.verdicts.filter(isOfPair).length,
      ];
      return { pair, missing: columns.map((column, c) => Number(row.get(column)) - found[c]!) };
    });
  const total = (c: number) => rows.reduce((sum, { missing }) => sum + missing[c]!, 0);
  const complete = rows.filter(({ missing }) => missing[0] === 0).map(({ pair }) => pair);
  const extra = [...new Set(judgments.rankings.map(({ task }) => task))].filter(
    (task) => !rows.some(({ pair }) => taskOf(pair) === task),
  );
  return [
    `- **Table 3** counts outputs, not rankings: a ranking of five counts five times. The released file holds fewer than printed: ${grouped(total(0))} ranked outputs, ${grouped(total(1))} edits and ${grouped(total(2))} votes are missing. ${complete.length === 0 ? 'No pair has all ranked outputs.' : `All ranked outputs are there for ${listed(complete)}.`}${extra.length === 0 ? '' : ` On the other hand it has rankings of ${listed(extra)}, which the table does not list.`}`,
    table(
      ['missing', ...rows.map(({ pair }) => pair)],
      ['ranked outputs', 'edits', 'votes'].map((name, c) => [name, ...rows.map(({ missing }) => String(missing[c]))]),
    ),
  ];
}

/** The last two rows of Tables 14 to 24. */
function othersText({ judgments, tables }: Wmt09): string {
  const rows = readTable(new URL('wmt09_tables14_24_others.tsv', tables));
  const tasks = [...new Set(rows.map((row) => taskOf(row.get('pair')!)))];
  const figures = tasks.flatMap((task) => {
    const { systems } = rankAsPaper(task, judgments.rankings);
    return rows
      .filter((row) => taskOf(row.get('pair')!) === task)
      .flatMap((row) => {
        const { scores } = systems.find(({ system }) => system.replace('_', '').toLowerCase() === systemOf(row))!;
        return [
          { ours: scores.gt!, printed: Number(row.get('gt_others')) },
          { ours: scores.ge!, printed: Number(row.get('geq_others')) },
        ];
      });
  });
  const once = figures.filter(({ ours, printed }) => Number(ours.toFixed(2)) === printed).length;
  const twice = figures.filter(
    ({ ours, printed }) => Number(ours.toFixed(2)) !== printed && roundedTwice(ours) === printed,
  ).length;
  const others = figures.length - once - twice;
  return `Like some figures of Tables 6 and 7, some in the last two rows of Tables 14 to 24 are printed as if rounded to three digits and then to two: of ${figures.length}, ${once} round to the printed digits and ${twice} more only so${others === 0 ? '' : `; ${others} do neither`}.`;
}

/** First by ≥ others, and yet no win. */
function unmarkedText({ judgments, table6 }: Wmt09): string[] {
  const found = table6.tasks.flatMap((task) => {
    const [first] = rankAsPaper(task, judgments.rankings, table6).systems.filter(({ listed: isListed }) => isListed);
    return first && !first.win ? [`${paperPair(task)} ${first.system.toUpperCase()} (${share(first.score)})`] : [];
  });
  if (found.length === 0) return [];
  return [
    `- **First and no win.** ${listed(found)} ${found.length === 1 ? 'has' : 'have'} the highest figure of Table 6 and no ●: the figure pools all comparisons, the test looks at two systems at a time.`,
  ];
}
