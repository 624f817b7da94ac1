import { expect, it } from 'vitest';
import { madeMeta, madeRankings } from '../testing/madeReports.ts';
import { metaLatex } from './metaTables.ts';
import { rankingLatex } from './rankingTables.ts';

it('the table of a metrics-task paper: mean and cluster, then cluster and agreement of each task, the first cluster bold', () => {
  expect(rankingLatex(madeRankings, 3).trimEnd().split('\n')).toEqual([
    '% needs \\usepackage{booktabs}',
    '\\begin{table*}',
    '\\centering',
    '\\caption{Agreement of metrics with people: mean over 2 tasks and its significance cluster, then cluster and agreement in each task. Bold: first cluster. Underlined: baselines. *: without references.}',
    '\\begin{tabular}{l|rr|rr|rr}',
    '\\toprule',
    'task & \\multicolumn{2}{|l}{mean} & \\multicolumn{2}{|l}{de-en} & \\multicolumn{2}{|l}{fr-en} \\\\',
    'level & \\multicolumn{2}{|l}{} & \\multicolumn{2}{|l}{system} & \\multicolumn{2}{|l}{segment} \\\\',
    'measure & \\multicolumn{2}{|l}{} & \\multicolumn{2}{|l}{Pearson’s r} & \\multicolumn{2}{|l}{acc\\_eq} \\\\',
    'weight & \\multicolumn{2}{|l}{} & \\multicolumn{2}{|l}{0.667} & \\multicolumn{2}{|l}{0.333} \\\\',
    '\\midrule',
    '\\underline{BLEU} & \\textbf{0.625} & \\textbf{1} & \\textbf{1} & \\textbf{0.500} & 2 & 0.500 \\\\',
    '\\underline{TER} & \\textbf{0.500} & \\textbf{1} & 2 & $-$0.250 & \\textbf{1} & \\textbf{0.750} \\\\',
    'PER* & 0.250 & 2 & \\textbf{1} & \\textbf{0.250} & 3 & 0.250 \\\\',
    '\\underline{NIST} & -- & -- & -- & 0.125 & -- & -- \\\\',
    '\\bottomrule',
    '\\end{tabular}',
    '\\end{table*}',
  ]);
});

it('stands before all other tables, and is not there for a single task', () => {
  expect(metaLatex(madeRankings, false, 3)).toContain(`\\end{table*}\n\n\\noindent`);
  expect(metaLatex(madeMeta, false, 3)).not.toContain('table*');
});
