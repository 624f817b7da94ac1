/** Every table and figure of the WMT09 paper, with the command that gives it and what we found. */
import { readTable } from '../../test/wmt09/paperTables.ts';
import type { JudgmentParts } from '../reproduceWmt09/guide.ts';
import { page, table } from '../reproduceWmt09/wording.ts';
import type { Wmt09 } from '../reproduceWmt09/wmt09.ts';
import { columns, generatedNote, run } from './papersPage.ts';

/** The first `count` sentences of a finding. */
const sentences = (text: string, count: number): string => text.split(/(?<=[^0-9]\.)\s(?=[A-Z0-9])/).slice(0, count).join(' '); // prettier-ignore

const folder = 'wmt09-ranking';

/** The test set in the languages that we have, with the tokenizer that agrees with English to the word. */
function figureOne({ tables, task }: Wmt09): string {
  const printed = readTable(new URL('wmt09_fig1_corpus_statistics.tsv', tables));
  const tokenizers = new Map([['en', 'europarl-en'], ['de', 'europarl-de'], ['es', 'europarl-other'], ['fr', 'europarl-fr']]); // prettier-ignore
  const references = new Map(task.parts.flatMap((part) => part.references.map(({ path }) => [part.task.slice(3), path] as const))); // prettier-ignore
  const counted = [...tokenizers].flatMap(([language, tokenizer]) => {
    const path = references.get(language) ?? references.get('en')!.replace(/\.en\.txt$/, `.${language}.txt`);
    const [found] = JSON.parse(run(`assay corpus '${path}' --tok ${tokenizer} --lowercase -f json`)).corpora;
    return [
      ['words', found.words],
      ['distinct_words', found.distinctWords],
    ].map(([statistic, value]) => {
      const row = printed.find((each) => each.get('corpus') === 'News Test Set' && each.get('statistic') === statistic && [...each.values()].includes(language))!; // prettier-ignore
      return Math.abs(Number(row.get('value')) - value);
    });
  });
  const exact = counted.filter((difference) => difference === 0).length;
  return `Test set: ${exact} of ${counted.length} figures for ${tokenizers.size} languages as printed, the others within ${Math.max(...counted)} words ([how they were counted](../guide/corpus.md#figure-1-of-wmt09)). Training corpora and three languages are not in our data.`;
}

export function wmt09IndexPage(wmt09: Wmt09, { table6, appendix, agreement, printed, errata }: JudgmentParts): string {
  const { judgments } = wmt09;
  const participants = new Set(judgments.rankings.flatMap(({ systems }) => systems));
  return page(
    '# WMT09 recomputed: every table and figure',
    generatedNote,
    `[The WMT09 paper, recomputed](../guide/wmt09.md) summarises the results. Commands read \`${folder}\`, a folder with the data of <https://www.statmt.org/wmt09/>, laid out as a [shared task](../guide/shared-task.md).`,
    table(
      [...columns],
      [
        ['Figure 1: sizes of corpora', `\`assay corpus ${folder}/text/newstest2009.en.txt --tok europarl-en --lowercase\``, figureOne(wmt09)], // prettier-ignore
        ['Tables 1 and 2: participants', `\`assay rank ${folder}\``, `Names of teams cannot be computed; the judgments name ${participants.size} systems, counting those of all language pairs.`], // prettier-ignore
        ['Table 3: items judged', `\`assay agree ${folder}\``, `[Nearly](../guide/wmt09-tables-errata.md): ${sentences(errata.finding, 1)}`], // prettier-ignore
        ['Table 4: agreement of judges', `\`assay agree ${folder}\``, `${sentences(agreement.finding, 2)} [Details](../guide/wmt09-tables-agreement.md).`], // prettier-ignore
        ['Figures 2 and 3: screenshots of the judging tools', '`assay judge`', 'Those tools are not in our data. `assay judge init --tasks rank edit accept` plans the same three tasks, with [pages of its own](../guide/judging.md).'], // prettier-ignore
        ['Figures 4 and 5: without first judgments, without judges who agree least', `\`assay agree ${folder} --curves --rerank\``, 'The curves are [drawn again](../guide/wmt09-tables-agreement.md); the paper prints no numbers to compare with.'], // prettier-ignore
        ['Figure 6, footnote 5: edited output that was acceptable', `\`assay accept ${folder}\``, 'Drawn again, without the ceiling of edited references, whose votes are missing. Footnote 5 does not follow from the released data ([why](../guide/wmt09-tables-agreement.md)).'], // prettier-ignore
        ['Table 5: best combinations and systems', `\`assay rank ${folder} --pairwise\``, 'A summary of Tables 6 and 14 to 24 in words; its cells follow from [those](../guide/wmt09-tables-ranking.md).'], // prettier-ignore
        ['Table 6: official results', `\`assay rank ${folder}\``, `${table6.finding} [All systems](../guide/wmt09-tables-ranking.md).`], // prettier-ignore
        ['Tables 7 and 8: metrics over systems', `\`assay meta ${folder} -m bleu ter …\``, `${sentences(printed.finding, 1)} The scores come from Tables 25 and 26; hu-en cannot be computed, since our copy of Table 25 breaks off there. [Details](../guide/wmt09-tables-metrics.md).`], // prettier-ignore
        ['Table 9: lemmas and deep lemmas of Czech', `\`assay meta ${folder} -t en-cs -m 'bleu(factor=lemma)' sempos\``, 'Cannot be computed: the five Czech outputs are not in our data, and deep lemmas need a Czech parser. [Every row has a metric](../guide/metrics.md#rows-of-published-tables), tested on other data.'], // prettier-ignore
        ['Tables 10 and 11: metrics over sentences', `\`assay meta ${folder} --segment-measure consistency\``, 'Not compared: a later edition of the paper says that both tables were miscalculated, with segments mismatched, and replaced them; our copy is the earlier one. [With today’s metrics](../guide/wmt09-tables-metrics.md#table-10-segments).'], // prettier-ignore
        ['Tables 12 and 13: ranks of systems as scores of sentences', `\`npm run reproduce:wmt09\``, `${sentences(printed.finding, 3).replace(sentences(printed.finding, 1), '').trim()} [Details](../guide/wmt09-tables-metrics.md).`], // prettier-ignore
        ['Tables 14 to 24: every pair of systems', `\`assay rank ${folder} --pairwise\``, `${sentences(appendix.finding, 1)} [All cells](../guide/wmt09-tables-ranking.md#every-pair-of-systems).`], // prettier-ignore
        ['Tables 25 and 26: scores of metrics', `\`assay score -r ${folder}/text/newstest2009.fr.txt ${folder}/outputs/en-fr/*.txt -m nist ter\``, 'For de-en, en-fr and en-es, whose outputs we have: BLEU, NIST, TER, bleusp, bleusp4114 and wcd6p4er are compared in `test/wmt09Tables.systems.test.ts`; [exceptions](../guide/wmt09-tables-errata.md). For other pairs, outputs are not in our data.'], // prettier-ignore
      ],
      3,
    ),
  );
}
