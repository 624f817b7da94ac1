/**
 * What a reader sees, of reports made by hand: which cell is marked, which end of an interval comes first, where lines are, how rows are
 * sorted, what a difference is the difference of, and which title is above which column. Expected values were read off the data by eye.
 */
import { describe, expect, it } from 'vitest';
import {
  type Report,
  type TaskReport,
  acceptTables,
  agreeTables,
  compareTables,
  figuresOf,
  media,
  metaTables,
  pageHtml,
  rankTables,
  scoreTables,
  taskPage,
  taskTables,
  tuneTables,
} from './index.ts';
import type { Explanation } from '../compare/index.ts';
import { answerComparison } from './compare/comparisonAnswer.ts';
import { referenceTable } from './compare/explanationTables.ts';
import { pairwiseTable } from './rank/rankingTable.ts';
import { cellText } from './table.ts';
import {
  madeAcceptance,
  madeAgreement,
  madeComparison,
  madeMeta,
  madeRanking,
  madeRuns,
  madeScores,
  madeStudies,
  madeTuning,
} from './testing/madeReports.ts';

/** Titles and what is best have stars around them. */
const style = { bold: (text: string) => `*${text}*`, dim: (text: string) => text };

const cases: readonly (readonly [name: string, report: Report, expected: string])[] = [
  [
    'score',
    scoreTables(madeScores, 1),
    `
answer   long scores best by BLEU. Differences are not tested here: run assay compare.
order    By BLEU: long 30.0, short 20.0.
metrics  TER puts short first.
beware   There are only 3 segments. There is one reference.

*system*  *BLEU ↑*          *90 %*  *TER ↓*          *90 %*
long      *30.0*  [28.0, 33.0]   60.0  [55.0, 64.0]
short     20.0  [19.0, 22.0]   *50.0*  [46.0, 53.0]
`,
  ],
  [
    'compare',
    compareTables(madeComparison, 1, 5),
    `
answer  b and c share the lead by TER: no system is significantly better than any of them.
order   By TER: b 50.0 ≈ c 57.0 ≈ a 60.0. 1 of 2 pairs differ significantly; ≈ joins neighbours that do not.
beware  There are only 30 segments. There is one reference.

*Scores*
*system*  *TER ↓*          *90 %*  *rank*
b        *50.0*  [46.0, 53.0]   1–2
c        57.0  [49.0, 66.0]   1–3
a        60.0  [55.0, 64.0]   2–3

*TER: differences*
*system*  *other*  *difference*           *90 %*       *p*    *Holm*  *better*  *wins*  *losses*  *ties*
b       a           -10.0  [-14.0, -3.0]  <0.001  <0.008  b       87.5    10.0   2.5
c       a            -3.0    [-8.0, 1.0]   0.300   0.300          60.0    30.0  10.0
`,
  ],
  [
    'compare, with several runs',
    compareTables(madeRuns, 1, 5),
    `
answer  a is significantly better than b: 10.0 BLEU apart, p = 0.020.
order   By BLEU: a 30.0 > b 20.0.
beware  There are only 30 segments. There is one reference.

*BLEU: runs*
*system*  *mean ↑*  *runs*  *least*  *most*  *s of test sets*  *s of runs*
a         30.0     2   29.0  31.0             1.5        1.0
b         20.0     3   18.0  22.0             2.5        2.0

*BLEU: differences*
*system*  *other*  *difference*           *90 %*      *p*  *better*
b       a           -10.0  [-14.0, -3.0]  0.020  a
`,
  ],
  [
    'rank',
    rankTables(madeRanking, true),
    `
answer  de-en: a and b are best by ranking; they share the top cluster. de-en: a is best by rating, in a
        cluster of its own.
order   de-en: a ≈ b > c. de-en: a > b ≈ c. ≈ joins systems of one cluster.
beware  Fewer than 3 judges took part.

*de-en: 12 rankings by 2 judges, 24 comparisons*
*system*  *≥ others*  *> others*  *win*  *ranks*  *cluster*  *comparisons*
a          0.750     0.625  ●      1–2        1            8
b          0.625     0.500         1–2        1            8
────────────────────────────────────────────────────────────
c          0.250     0.125           3        2            8

*de-en: how often the system of the column was judged better than that of the row*
*than*          *a*     *b*     *c*
a                .13†  .00‡
b          .75†        .25*
c         1.00‡  .63*
───────────────────────────
> others   .63   .50   .13
≥ others   .75   .63   .25

*de-en: 9 ratings by 0 judges*
*system*     *raw*  *standardised*  *ranks*  *cluster*  *segments*  *ratings*
a       80.000         1.500      1        1         3        4
───────────────────────────────────────────────────────────────
b       60.000        -0.500    2–3        2         3        3
c       55.000        -1.000    2–3        2         2        2
`,
  ],
  [
    'agree',
    agreeTables(madeAgreement, 2),
    `
answer  Agreement between judges (ranking) is fair, κ 0.500. Of judges with themselves it is fair, κ 0.700.
yes/no  Agreement between judges (yes/no) is fair, κ 0.250. Of judges with themselves it is fair, κ 0.450.

*Agreement over all tasks*
*kind*     *between*           *P(A)*  *P(E)*     *κ*           *90 %*  *pairs*  *strength*
ranking  different judges  0.80  0.50  0.50   [0.20, 0.60]     10  fair
ranking  same judge        0.80  0.50  0.70   [0.40, 0.80]      5  fair
yes/no   different judges  0.80  0.50  0.25  [-0.05, 0.35]     10  fair
yes/no   same judge        0.80  0.50  0.45   [0.15, 0.55]      5  fair

*Coefficients over all judges at once*
*kind*     *coefficient*               *value*          *90 %*  *units*
ranking  Fleiss’ κ                  0.10  [0.00, 0.40]      7
ranking  Krippendorff’s α, labels   0.20  [0.10, 0.50]      7
yes/no   Fleiss’ κ                  0.10  [0.00, 0.40]      7
yes/no   Krippendorff’s α, labels   0.20  [0.10, 0.50]      7

*κ by task*
*kind*     *task*   *judges*  *different*           *90 %*  *pairs*  *same judge*          *90 %*  *pairs*
ranking  de-en       2       0.40   [0.10, 0.50]     10        0.60  [0.30, 0.70]      5
ranking  en-de       2       0.60   [0.30, 0.70]     10        0.80  [0.50, 0.90]      5
────────────────────────────────────────────────────────────────────────────────────────
yes/no   de-en       2       0.25  [-0.05, 0.35]     10        0.45  [0.15, 0.55]      5
`,
  ],
  [
    'accept',
    acceptTables(madeAcceptance, 1),
    `
*de-en: edited outputs found acceptable*
*system*         *yes %*     *±*  *votes*  *edits*  *edited %*  *unchanged %*  *unable %*
a               75.0  15.0      8      8      62.5         25.0      12.5
b (reference)   25.0  20.0      4      4     100.0          0.0       0.0

*Votes by what the editor did*
*output*                            *yes %*  *votes*
edited                             55.6      9
unchanged: no corrections needed  100.0      2
unchanged: unable to correct        0.0      1

*Order of systems by yes votes against their order by ranking*
*task*   *Spearman’s ρ*  *systems*
de-en        -0.500        2
`,
  ],
  [
    'meta',
    metaTables(madeMeta, true, 2),
    `
answer    TER agrees best with people over systems (r 0.750), significantly better than every other metric.
segments  BLEU agrees best with people over segments (τ 0.375).
beware    Correlations over fewer than 8 systems are uncertain: see the confidence intervals.

*de-en, systems: 2 judged of 3 scored, people by ranking*
*metric*     *r*          *90 %*     *ρ*  *not sig. beaten*
TER     0.75  [0.40, 0.80]  0.13  ●
BLEU    0.50  [0.20, 0.60]  0.25

*de-en, segments: people by ranking*
*metric*     *τ*          *90 %*  *counted*
BLEU    0.38  [0.30, 0.40]        9
TER     0.25  [0.10, 0.30]        9

*de-en, systems: p, one-sided; small if the metric of the row agrees better than that of the column (williams, pearson)*
*metric*  *cluster*    *TER*   *BLEU*
TER           1         0.020
BLEU          2  0.980
`,
  ],
  [
    'meta, with studies',
    metaTables(madeStudies, false, 3),
    `
answer  BLEU, parts: all agrees best over segments (τ 0.375; the baseline).
study   BLEU, order: all agrees best over segments (τ 0.375; none has 0.250).

*BLEU: parts*
*variant*  *systems: r*       *Δ*  *segments: τ*       *Δ*
all           0.500                *0.375*
────────────────────────────────────────────────
none          *0.750*  +0.250        0.250  -0.125
gone              –       –            –       –

*BLEU: order*
*variant*  *systems: r*       *Δ*  *segments: τ*       *Δ*
none          *0.750*                0.250
────────────────────────────────────────────────
all           0.500  -0.250        *0.375*  +0.125

*de-en, systems: 2 judged of 3 scored, people by ranking*
*metric*      *r*            *90 %*      *ρ*  *not sig. beaten*
TER     0.750  [0.400, 0.800]  0.125  ●
BLEU    0.500  [0.200, 0.600]  0.250

*de-en, segments: people by ranking*
*metric*      *τ*            *90 %*  *counted*
BLEU    0.375  [0.300, 0.400]        9
TER     0.250  [0.100, 0.300]        9
`,
  ],
  [
    'tune',
    tuneTables(madeTuning, 1),
    `
tuned to TER  On the segments tuned on it is 10.0 better than the start by TER: 50.0 against 60.0.
TER           It contradicts itself on the segments tuned on: weights for each domain are no worse on any domain
              than weights for all, but worse on the whole.
beware        No segments were held out, so other segments may gain less. Add --hold-out 0.5.

*Scores on the 5 segments tuned on*
*translations*            *BLEU ↑*  *TER ↓*  *length*
as decoded                10.0   70.0   0.900
start                     *30.0*   60.0   1.000
tuned to TER              20.0   *50.0*   1.100
tuned to TER by domain    25.0   55.0   1.200

*Tuned to TER: weights for all against weights for each domain, segments tuned on*
*domain*  *segments*  *for all*  *length*  *for each*  *length*  *Δ BLEU*  *Δ TER*
news           2     50.0   1.100      48.0   1.200    +5.0   -2.0
web            3     52.0   1.100      51.0   1.200    +5.0   -1.0
──────────────────────────────────────────────────────────────────
all            5     50.0   1.100      55.0   1.200    +5.0   +5.0

*Weights*
*feature*  *start*  *tuned to TER*
lm         0.5          0.25
tm         0.5          0.75

*Weights by domain: tuned to TER by domain*
*feature*  *news*  *web*
lm          1    0
tm          0    1
`,
  ],
];

describe('the tables of a report', () => {
  it.each(cases)('%s', (_, report, expected) => {
    expect(`\n${media.text({ ...report, notes: [] }, style)}`).toBe(expected);
  });
});

const task: TaskReport = {
  version: '0',
  name: 'made',
  rank: madeRanking,
  agree: madeAgreement,
  accept: madeAcceptance,
  meta: madeMeta,
  input: { ...madeRanking.input, notes: [] },
};

describe('a task', () => {
  it('shows systems first, then judges, edits, scores and metrics', () => {
    const before = [rankTables(madeRanking, true), agreeTables(madeAgreement), acceptTables(madeAcceptance)];
    const [first, last] = [before.flatMap(({ tables }) => tables), metaTables(madeMeta, true, 3).tables];
    const { tables } = taskTables(task);
    expect(tables.slice(0, first.length)).toEqual(first);
    expect(tables.slice(first.length, -last.length).map(({ caption }) => caption)).toEqual([
      'de-en: scores of systems',
    ]);
    expect(tables.slice(-last.length)).toEqual(last);
  });

  it.each([
    ['text', ['system  ranking  BLEU ↑  TER ↓', 'a         0.750   30.00  60.00', 'b         0.250   20.00  50.00']],
    ['markdown', ['| system | ranking | BLEU ↑ | TER ↓ |', '| a | 0.750 | **30.00** | 60.00 |', '| b | 0.250 | 20.00 | **50.00** |']],
    ['latex', ['system & ranking & BLEU $\\uparrow$ & TER $\\downarrow$ \\\\', 'a & 0.750 & \\textbf{30.00} & 60.00 \\\\', 'b & 0.250 & 20.00 & \\textbf{50.00} \\\\']],
    ['html', ['<span>de-en: scores of systems</span>', '<td class="right"><strong>30.00</strong></td><td class="right">60.00</td>', '<td class="right">20.00</td><td class="right"><strong>50.00</strong></td>']],
  ] as const)('has the scores of systems by metric as %s', (medium, lines) => {
    const shown = medium === 'html' ? pageHtml(taskPage(task)) : media[medium](taskTables(task));
    for (const line of lines) expect(shown).toContain(line);
  }); // prettier-ignore

  const charts = new Map(figuresOf(taskPage(task)).flatMap((each) => (each.kind === 'chart' ? [[each.id, each]] : [])));
  const dataOf = (id: string): string[] => {
    const { columns, rows } = charts.get(id)!.data;
    const cells = rows.map((row) => row.map((cell) => cellText(cell)));
    return [columns.map(({ title }) => title), ...cells].map((row) => row.join(' | '));
  };

  it.each([
    ['ranks-de-en', ['system | rank | low | high', 'a | 1 | 1 | 2', 'b | 2 | 1 | 2', 'c | 3 | 3 | 3']],
    ['pairs-de-en', ['judged better | than | share | mark', 'b | a | 0.13 | †', 'c | a | 0.00 | ‡', 'a | b | 0.75 | †', 'c | b | 0.25 | *', 'a | c | 1.00 | ‡', 'b | c | 0.63 | *']],
    ['acceptable-de-en', ['system | group | share acceptable | low | high', 'a | system | 0.75 | 0.60 | 0.90', 'b | reference | 0.25 | 0.05 | 0.45']],
    ['scatter-de-en-ter', ['system | TER (lower is better) | ranking', 'a | 60.00 | 0.75', 'b | 50.00 | 0.25']],
    ['scatter-de-en-bleu', ['system | BLEU (higher is better) | ranking', 'a | 30.00 | 0.75', 'b | 20.00 | 0.25']],
  ])('draws %s', (id, expected) => expect(dataOf(id)).toEqual(expected)); // prettier-ignore

  it('has metrics from the best to the worst', () => {
    expect([...charts.keys()].filter((id) => id.startsWith('scatter'))).toEqual([
      'scatter-de-en-ter',
      'scatter-de-en-bleu',
    ]);
  });
});

describe('smaller parts', () => {
  it('reference outputs are like: percent of the segments that have it', () => {
    // Four segments, two of which have a second reference.
    const of = (alone: readonly number[], tied: number, unmatched: number) => ({ alone, tied, unmatched, credit: [] });
    const table = referenceTable({ ...madeRuns }, { offered: [4, 2], bySystem: [of([1, 1], 2, 0), of([3, 0], 0, 1)] });
    expect(`\n${media.text({ title: '', tables: [table], notes: [] })}`).toBe(`
Closest reference by shared n-grams, percent of segments
system  reference 1  reference 2  several  none
a              25.0         50.0     50.0   0.0
b              75.0          0.0      0.0  25.0
`);
  });

  // The widths of three names, two more for each, and the longest again: 100 columns are room enough.
  it.each([
    [[25, 23, 21], ['than', 'a'.repeat(25), 'b'.repeat(23), 'c'.repeat(21)], 'a'.repeat(25)],
    [[26, 22, 21], ['than', '1', '2', '3'], ` 1 ${'a'.repeat(26)}`],
  ])('names of %j letters head the columns of pairs: %j', (lengths, titles, first) => {
    const [ranking] = madeRanking.rankings;
    const named = ranking!.systems.map((each, s) => ({ ...each, system: each.system.repeat(lengths[s]!) }));
    const { columns, rows } = pairwiseTable({ ...ranking!, systems: named });
    expect(columns.map(({ title }) => title)).toEqual(titles);
    expect(rows[0]![0]).toBe(first);
  });

  it('where the best system by score loses significantly', () => {
    // Parts compare systems 2 and 0, then 1 and 2, of which 2 is best. `verdict` is positive if the first is better.
    const pair = (verdict: number, difference: number) => ({ first: 0, second: 1, verdict, difference, corrected: 0.01, isBound: false }); // prettier-ignore
    const part = (label: string, ...comparisons: readonly object[]) => ({ label, byMetric: [{ comparisons }] });
    const divisions = [
      { name: 'domain', systems: [2, 0], buckets: [part('won', pair(1, 5)), part('lost', pair(-1, -3)), part('even', pair(0, -1))] },
      { name: 'length', systems: [1, 2], buckets: [part('won', pair(-1, -5)), part('lost', pair(1, 4)), { label: 'unknown', byMetric: [] }] },
      { name: 'others', systems: [1, 0], buckets: [part('lost', pair(-1, -2), pair(1, 2))] },
    ]; // prettier-ignore
    const compared = { higherIsBetter: true, comparisons: [], systems: [{ score: 1 }, { score: 2 }, { score: 3 }] };
    const { losses } = answerComparison([compared], 0, undefined, { divisions } as unknown as Explanation);
    const told = { winner: 2, corrected: 0.01, isBound: false };
    expect(losses).toEqual([
      { ...told, division: 'domain', part: 'lost', other: 0, difference: -3 },
      { ...told, division: 'length', part: 'lost', other: 1, difference: -4 },
    ]);
  });
});

describe('media mark the best cell and draw the line below the right row', () => {
  const cell = (value: number, best = false) => ({ value, digits: 1, best });
  const report: Report = {
    title: 'T',
    tables: [
      {
        columns: [{ title: 'system', align: 'left' }, { title: 'x', align: 'right' }, { title: 'y', align: 'right' }],
        rows: [['a', cell(1), cell(4, true)], ['b', cell(2, true), cell(3)], ['c', cell(0), cell(2)]],
        lines: [2],
      }, // prettier-ignore
    ],
    notes: [],
  };
  const lines = (text: string, mark: RegExp): string[] => text.split('\n').filter((line) => mark.test(line));

  it.each([
    ['markdown', /^\|/, ['| system | x | y |', '| :--- | ---: | ---: |', '| a | 1.0 | **4.0** |', '| b | **2.0** | 3.0 |', '| c | 0.0 | 2.0 |']],
    ['latex', /&|tabular\}\{/, ['\\begin{tabular}{lrr}', 'system & x & y \\\\', 'a & 1.0 & \\textbf{4.0} \\\\', 'b & \\textbf{2.0} & 3.0 \\\\ \\midrule', 'c & 0.0 & 2.0 \\\\']],
    ['html', /^<tr/, [
      '<tr><th scope="row" class="left"><bdi>a</bdi></th><td class="right">1.0</td><td class="right"><strong>4.0</strong></td></tr>',
      '<tr class="line"><th scope="row" class="left"><bdi>b</bdi></th><td class="right"><strong>2.0</strong></td><td class="right">3.0</td></tr>',
      '<tr><th scope="row" class="left"><bdi>c</bdi></th><td class="right">0.0</td><td class="right">2.0</td></tr>',
    ]],
    ['csv', /,/, ['system,x,y', 'a,1,4', 'b,2,3', 'c,0,2']],
  ] as const)('%s', (medium, mark, expected) => {
    expect(lines(media[medium](report), mark)).toEqual(expected);
  }); // prettier-ignore
});
