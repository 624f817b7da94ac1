/** A made-up page with every kind of figure, names that mean trouble and values that are missing, for tests. */
import { charts } from '../charts/index.ts';
import type { Page, Section } from '../page.ts';

/** Numbers without chance that look like some. */
const wobble = (i: number): number => (((i * 7919) % 97) / 97 + ((i * 104_729) % 61) / 61) / 2;

export const troublesome = [
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  `"quoted" & 'single'`,
  'bell\u0007null\0',
  'مترجم',
  '\u202eoverride',
  '系统翻译',
  'half\ud800pair',
  '',
] as const;

const plain = ['google', 'uedin', 'stuttgart', 'rbmt1', 'rbmt2', 'rbmt3', 'usaar', 'liu', 'geneva', 'jhu-tromble'];
const systems = [...plain, ...troublesome];
const metrics = [
  'BLEU', 'BLEU-cased', 'chrF2', 'TER', 'NIST', 'RIBES', 'ROUGE-L', 'WER', 'PER', 'CDER', 'AMBER(1)', 'AMBER(1,4,6)',
  'BLEU-SBP', '4-GRR', 'wcd6p4er', 'bleusp', 'bleusp4114', 'GTM(e=1)', 'METEOR', 'TERp', 'ULC', 'MaxSim', 'DP', 'SemPOS', 'RTE(absolute)',
] as const; // prettier-ignore
const pairs = ['de-en', 'en-de', 'fr-en', 'en-fr', 'es-en', 'en-es', 'cz-en', 'en-cz', 'hu-en'];

const around = (value: number, half: number) => ({ low: value - half, high: value + half });
const human = systems.map((_, i) => 0.3 + 0.45 * wobble(i + 1));

const ranking: Section = {
  id: 'ranking',
  heading: 'Systems as judged by people',
  text: ['Each system with the share of comparisons in which it was judged better than or equal to another one.'],
  figures: [
    {
      kind: 'table',
      id: 'ranking-table',
      table: {
        caption: 'Systems by how often they were judged better or equal',
        columns: [
          { title: 'System', align: 'left' },
          { title: '≥ others', align: 'right' },
          { title: '> others', align: 'right' },
          { title: 'Judgments', align: 'right' },
          { title: 'Wins', align: 'left' },
        ],
        rows: systems.map((system, i) => [
          system,
          { value: i === 4 ? Number.NaN : human[i]!, digits: 2, best: i === 0 },
          { value: human[i]! - 0.35, digits: 2 },
          { value: 900 + 13 * i, digits: 0 },
          i < 2 ? '● *' : '',
        ]),
      },
      note: '● no other system is significantly better; * no other constrained system is.',
    },
    charts.dotIntervals({
      id: 'accepted',
      caption: 'Edited outputs that were acceptable',
      finding: 'Only the best system is ahead of the reference line.',
      value: { title: 'share acceptable', from: 0, to: 1 },
      items: systems.map((label, i) => ({
        label,
        value: i === 7 ? Number.NaN : human[i]!,
        ...(i === 3 || i === 7 ? {} : { interval: around(human[i]!, 0.04 + 0.05 * wobble(i)) }),
        group: i % 3 === 0 ? 'unconstrained' : 'constrained',
      })),
    }),
    charts.dotIntervals({
      id: 'ranks',
      caption: 'Ranges of ranks in 1,000 resamples',
      value: { title: 'rank', digits: 0 },
      items: plain.map((label, i) => ({ label, value: i + 1, interval: { low: Math.max(1, i), high: i + 3 } })),
    }),
    charts.pairMatrix({
      id: 'matrix',
      caption: 'How often the system of the column was judged better than that of the row',
      note: '* p ≤ 0.10, † p ≤ 0.05, ‡ p ≤ 0.01 by the sign test.',
      systems,
      shares: systems.map((_, r) => systems.map((__, c) => (r === 2 && c === 5 ? Number.NaN : wobble(31 * r + 7 * c)))),
      marks: systems.map((_, r) => systems.map((__, c) => ['', '*', '†', '‡'][(r * c) % 4]!)),
    }),
    charts.pairMatrix({
      id: 'small-matrix',
      caption: 'The same for three systems',
      systems: plain.slice(0, 3),
      shares: [
        [0, 0.41, 0.55],
        [0.52, 0, 0.6],
        [0.3, 0.25, 0],
      ],
      shareOf: 'row',
    }),
  ],
};

const agreement: Section = {
  id: 'agreement',
  heading: 'Agreement',
  figures: [
    charts.lines({
      id: 'discarded',
      caption: 'Agreement by the number of first judgments left out',
      x: { title: 'judgments left out of each judge' },
      panels: [
        {
          y: { title: 'kappa' },
          series: ['between judges', 'of judges with themselves'].map((name, s) => ({
            name,
            points: Array.from({ length: 21 }, (_, i) => {
              const y = 0.32 + 0.24 * s + 0.006 * i + 0.02 * wobble(i + s);
              return { x: 5 * i, y: i === 12 ? Number.NaN : y, interval: around(y, 0.03) };
            }),
          })),
        },
        {
          y: { title: 'share kept', from: 0, to: 1 },
          series: [
            {
              name: 'share kept',
              points: Array.from({ length: 21 }, (_, i) => ({ x: 5 * i, y: 1 - 0.03 * i })),
            },
          ],
        },
      ],
    }),
    charts.lines({
      id: 'many-series',
      caption: 'Eight series, one of them empty',
      x: { title: 'judges left out' },
      panels: [
        {
          y: { title: 'kappa', digits: 3 },
          series: Array.from({ length: 8 }, (_, s) => ({
            name: s === 3 ? '__proto__' : `series ${s + 1}`,
            points:
              s === 7 ? [] : Array.from({ length: 40 }, (__, i) => ({ x: i, y: 0.1 * s + 0.3 * wobble(i + 40 * s) })),
          })),
        },
      ],
    }),
  ],
};

const correlation: Section = {
  id: 'metrics',
  heading: 'Metrics against human judgments',
  text: ['Spearman’s rank correlation of each metric with the order by people.'],
  figures: [
    charts.heatMap({
      id: 'correlations',
      caption: 'Correlation with people, by metric and language pair',
      rows: metrics.slice(0, 18),
      columns: pairs,
      row: 'metric',
      column: 'language pair',
      value: 'Spearman’s ρ',
      values: metrics.slice(0, 18).map((_, r) => pairs.map((__, c) => 2 * wobble(r + 13 * c + 1) - 1)),
      intervals: metrics.slice(0, 18).map((_, r) =>
        pairs.map((__, c) => {
          const value = 2 * wobble(r + 13 * c + 1) - 1;
          return { low: Math.max(-1, value - 0.2), high: Math.min(1, value + 0.15) };
        }),
      ),
    }),
    charts.heatMap({
      id: 'many-columns',
      caption: 'Pairwise accuracy, metrics across',
      rows: systems,
      columns: metrics,
      row: 'system',
      column: 'metric',
      value: 'accuracy',
      from: 0,
      to: 1,
      values: systems.map((_, r) => metrics.map((__, c) => (r === 1 && c === 1 ? Number.NaN : wobble(r + 5 * c)))),
    }),
  ],
  sections: pairs.slice(0, 5).map((pair, p) => ({
    id: `metrics-${pair}`,
    heading: pair,
    figures: metrics.slice(0, 2).map((metric, m) =>
      charts.scatter({
        id: `${pair}-${metric.toLowerCase()}`,
        caption: `${metric} and people, ${pair}`,
        finding: 'Spearman’s ρ is 0.71.',
        x: { title: metric, digits: 1 },
        y: { title: '≥ others' },
        points: (p === 1 ? plain.slice(0, p) : systems).map((label, i) => {
          const [x, y] = [12 + 20 * wobble(i + 1) + 3 * wobble(i + p + m), human[i]! + 0.08 * wobble(i + 9 * p)];
          return {
            label,
            x: i === 6 ? Number.NaN : x,
            y,
            ...(m === 0 ? { xInterval: around(x, 0.8), yInterval: around(y, 0.02) } : {}),
            ...(p === 0 ? { group: i % 4 === 0 ? 'rule-based' : 'statistical' } : {}),
          };
        }),
      }),
    ),
  })),
};

export const samplePage: Page = {
  title: 'WMT09: findings of a made-up shared task',
  lead: 'Twenty systems, nine language pairs and twenty-five metrics, none of which ever were. The numbers are there to be looked at, not to be believed.',
  sections: [ranking, agreement, correlation],
  facts: [
    { name: 'assay', text: '0.0.0' },
    { name: 'BLEU', text: 'BLEU|nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:0.0.0' },
    { name: 'seed', text: '12345' },
    { name: 'left out', text: '3 rows without a judge; first: judgments.tsv, line 7' },
    { name: 'input', text: `sha256:${'0123456789abcdef'.repeat(4)}` },
    { name: 'trouble', text: '</dl><script>alert(2)</script>' },
  ],
};
