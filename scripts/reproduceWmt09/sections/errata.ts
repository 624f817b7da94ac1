/** Discrepancies between the paper, its copy and the released data. */
import type { GuidePart } from '../guidePart.ts';
import { readTable, roundedTwice, systemOf, taskOf } from '../../../test/wmt09/paperTables.ts';
import { rankAsPaper } from '../../../test/wmt09/table6.ts';
import { grouped, listed, page, paperPair, share, table } from '../wording.ts';
import type { Wmt09 } from '../wmt09.ts';

export function errataSection(wmt09: Wmt09): GuidePart {
  const { judgments } = wmt09;
  const references = judgments.edits.filter(({ system }) => system === 'ref').length;
  const votes = judgments.verdicts.filter(({ system }) => system === 'ref').length;
  const counts = countsOfTable3(wmt09);
  const markdown = page(
    '## Discrepancies',
    ...counts.markdown,
    [
      `- **Votes on references.** References were edited as well (${grouped(references)} edits), as a ceiling for systems. The released file has ${votes === 0 ? 'no votes' : `${votes} votes`} on them. They may be most of the missing votes; without them Figure 6 has no ceiling.`,
      '- **Segments count from 0** in the file of judgments and from 1 in outputs: line = ITEM_ID + 1, as edited sentences show. Tables 10 and 11 seem to have confused the two.',
      `- **Rounding.** ${othersText(wmt09)}`,
      '- **English–Spanish RWTH.** Its rank in Tables 7 and 8 differs from the one that the judgments give.',
      '- **Marks.** In our copy of Tables 18 and 19 every † was read as ‡; in Table 23 the two halves of the matrix have different marks for some pairs of systems.',
      ...unmarkedText(wmt09),
      '- **Table 26** prints NIST of English–Spanish RBMT1, and bleusp, bleusp4114 and wcd6p4er of RBMT3, far from the scores of their outputs, while BLEU agrees; NIST of English–French SYSTRAN differs by less. `test/wmt09Tables.systems.test.ts` lists the cells.',
    ].join('\n'),
  );
  return {
    markdown,
    finding: `${counts.finding}${votes === 0 ? ', including all votes on references' : ''}. Some scores of Table 26 do not follow from the outputs, and some figures were rounded twice.`,
  };
}

const columns = ['sentence_ranking', 'edited_translations', 'yes_no_judgments'] as const;

/** What the paper counted and the released file lacks. */
function countsOfTable3({ judgments, tables }: Wmt09): {
  readonly markdown: readonly string[];
  readonly finding: string;
} {
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
  const missing = `${grouped(total(0))} ranked outputs, ${grouped(total(1))} edits and ${grouped(total(2))} votes of Table 3 are missing from the released file`;
  return {
    finding: missing,
    markdown: [
      `- **Table 3** counts outputs, not rankings: a ranking of five counts five times. ${missing}. ${complete.length === 0 ? 'No pair has all ranked outputs.' : `All ranked outputs are present for ${listed(complete)}.`}${extra.length === 0 ? '' : ` The file also has rankings of ${listed(extra)}, which the table does not list.`}`,
      table(
        ['missing', ...rows.map(({ pair }) => pair)],
        ['ranked outputs', 'edits', 'votes'].map((name, c) => [name, ...rows.map((row) => String(row.missing[c]))]),
      ),
    ],
  };
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
  return `Some figures of Tables 6 and 7 and of the last two rows of Tables 14 to 24 were rounded to three digits and then to two. Of the ${figures.length} in these rows, ${once} round to the printed digits directly and ${twice} more only in this way${others === 0 ? '' : `; ${others} do neither`}.`;
}

/** First by ≥ others, but not a win. */
function unmarkedText({ judgments, table6 }: Wmt09): string[] {
  const found = table6.tasks.flatMap((task) => {
    const [first] = rankAsPaper(task, judgments.rankings, table6).systems.filter(({ listed: isListed }) => isListed);
    return first && !first.win ? [`${paperPair(task)} ${first.system.toUpperCase()} (${share(first.score)})`] : [];
  });
  if (found.length === 0) return [];
  return [
    `- **First but not a win.** ${listed(found)} ${found.length === 1 ? 'has' : 'have'} the highest figure of Table 6 but no ●: the figure pools all comparisons, and the test looks at two systems at a time.`,
  ];
}
