/** Claims of Song, Cohn and Specia (2013) about the parts of BLEU, on segments. */
import {
  type CorrectedDifference,
  type Difference,
  type Rule,
  compareSegments,
  correct,
  meanDifference,
  segmentValue,
} from '../compareMetrics.ts';
import { type Base, type Brevity, type Mean, bases, brevities, means, variant } from '../metricList.ts';
import type { Judged, JudgedMetrics } from '../scoreTasks.ts';
import { capitalised, listed, numberWord, partOf, share, signed, table } from '../wording.ts';
import type { Settings } from '../wmt09.ts';
import type { ClaimPart, ClaimRow } from './claims.ts';
import { countSure, holdsZero, shown, shownCorrected } from './differences.ts';

export function gridClaims(
  judged: JudgedMetrics,
  settings: Settings,
): { readonly markdown: readonly string[]; readonly rows: readonly ClaimRow[] } {
  const parts = [recallClaim(judged, settings), orderClaim(judged, settings), meanClaim(judged, settings)];
  return {
    rows: parts.map(({ row }) => row),
    markdown: [
      '## Parts of BLEU: recall, order, mean',
      'Song et al. (2013) replace the parts of BLEU one by one. They use segments of WMT09 to WMT11 that at least two judges compared and most agreed on, and leave the metric’s ties out of their τ. Here all judgments count, over all three pairs.',
      ...parts.flatMap(({ markdown }) => markdown),
    ],
  };
}

/** Two variants that differ in one part. */
interface Setting {
  readonly name: string;
  readonly first: string;
  readonly second: string;
}

/** The rules that are tested; the rule that counts ties half is used for the mean only. */
const rules = ['consistency', 'wmt13'] as const satisfies readonly Rule[];
const ruleNames = { consistency: 'By consistency', wmt13: 'By τ without ties' } as const;

interface Compared {
  readonly settings: readonly Setting[];
  readonly byRule: Readonly<Record<(typeof rules)[number], readonly CorrectedDifference[]>>;
  /** The mean over all settings: of all pairs, then of each. */
  readonly means: Readonly<Record<Rule, readonly Difference[]>>;
}

function compareSettings({ tasks, all }: JudgedMetrics, settings: readonly Setting[], how: Settings): Compared {
  const scoresOf = ({ scores }: Judged, { first, second }: Setting) =>
    [scores.get(first)!, scores.get(second)!] as const;
  const tested = (rule: Rule) =>
    correct(settings.map((setting) => compareSegments(all.comparisons, ...scoresOf(all, setting), rule, how)));
  const meanOf = (rule: Rule) =>
    [all, ...tasks].map((judged) =>
      meanDifference(
        judged.comparisons,
        settings.map((setting) => scoresOf(judged, setting)),
        rule,
        how,
      ),
    );
  return {
    settings,
    byRule: { consistency: tested('consistency'), wmt13: tested('wmt13') },
    means: { consistency: meanOf('consistency'), wmt13: meanOf('wmt13'), wmt14: meanOf('wmt14') },
  };
}

function recallClaim(judged: JudgedMetrics, how: Settings): ClaimPart {
  const settings = means.flatMap((mean) =>
    brevities.flatMap((brevity) =>
      [1, 2, 3, 4]
        .filter((n) => n > 1 || mean === 'A')
        .map((n): Setting => {
          const [first, second] = [variant('R', mean, brevity, n), variant('P', mean, brevity, n)];
          return { name: first.slice(1), first, second };
        }),
    ),
  );
  const found = compareSettings(judged, settings, how);
  return {
    row: [
      'Recall is better than precision',
      'Song et al. (2013): τ of RAC4 .2462, of PAC4 .2055',
      preference(found, 'recall', 'precision'),
    ],
    markdown: [
      '**Recall above precision?** They find recall generally ahead (Table 3), most of all without a brevity penalty: .2462 for RAC4 against .2055 for PAC4, but .1942 for RGBC4 against .2116 for PGBC4. Recall minus precision:',
      table(
        ['R − P', 'consistency', 'p', 'τ without ties', 'p'],
        [
          ...settings.map(({ name }, i) => [
            name,
            ...rules.flatMap((rule) => [shownCorrected(found.byRule[rule][i]!), share(found.byRule[rule][i]!.p)]),
          ]),
          ...meanRows(found, judged).map(([where, strict, tieless]) => [where!, strict!, '', tieless!, '']),
        ],
      ),
      `${summary(found, 'recall', 'precision')} ${brevityText(found)}`,
    ],
  };
}

function meanClaim(judged: JudgedMetrics, how: Settings): ClaimPart {
  const settings = bases.flatMap((base) =>
    brevities.flatMap((brevity) =>
      [2, 3, 4].map((n): Setting => {
        const [first, second] = [variant(base, 'A', brevity, n), variant(base, 'G', brevity, n)];
        return { name: first, first, second };
      }),
    ),
  );
  const found = compareSettings(judged, settings, how);
  const range = (rule: (typeof rules)[number]) => {
    const values = found.byRule[rule].map(({ value }) => value);
    return `from ${signed(Math.min(...values))} to ${signed(Math.max(...values))}`;
  };
  return {
    row: [
      'The arithmetic mean is better than the geometric',
      'Song et al. (2013): τ of PABC4 .2288, of PGBC4 .2116',
      preference(found, 'the arithmetic mean', 'the geometric mean'),
    ],
    markdown: [
      `**Arithmetic or geometric mean?** Their most consistent finding is that the arithmetic mean is better: .2288 for PABC4 against .2116 for PGBC4 (Table 3). Here the differences of the ${settings.length} settings (P, R, F; with and without B; up to two, three and four words) range ${range('consistency')} in consistency and ${range('wmt13')} in τ without ties. Their means:`,
      table(['A − G', 'consistency', 'τ without ties'], meanRows(found, judged)),
      summary(found, 'the arithmetic mean', 'the geometric mean'),
    ],
  };
}

const meanRows = ({ means: found }: Compared, { tasks }: JudgedMetrics): string[][] =>
  ['all', ...tasks.map(({ task }) => task)].map((where, at) => [
    `_mean, ${where}_`,
    ...rules.map((rule) => shown(found[rule][at]!)),
  ]);

/** Which of the two the mean over all settings prefers, by each measure. */
function preferences({ means: found }: Compared, first: string, second: string) {
  const side = (rule: Rule): string => {
    const mean = found[rule][0]!;
    return holdsZero(mean) ? 'neither' : mean.value > 0 ? first : second;
  };
  return { strict: side('consistency'), tieless: side('wmt13'), half: side('wmt14') };
}

/** The same for the summary. */
function preference(found: Compared, first: string, second: string): string {
  const { strict, tieless, half } = preferences(found, first, second);
  if (strict === tieless && tieless === half)
    return strict === 'neither' ? 'no measure prefers either' : `all measures prefer ${strict}`;
  return `consistency prefers ${strict}, τ without ties ${tieless}; if a tie counts half, ${half}`;
}

/** How often the first was ahead by each measure, and what the mean over all settings shows. */
function summary(compared: Compared, first: string, second: string): string {
  const { settings, byRule, means: found } = compared;
  const counts = rules.map((rule) => {
    const ahead = byRule[rule].filter(({ value }) => value > 0).length;
    return `${ruleNames[rule]} ${first} is ahead in ${partOf(ahead, settings.length)} settings, significantly after correction in ${numberWord(countSure(byRule[rule], 1))}, and significantly behind in ${numberWord(countSure(byRule[rule], -1))}.`;
  });
  const half = found.wmt14[0]!;
  const { strict: byStrict, tieless: byTieless, half: byHalf } = preferences(compared, first, second);
  const verdict =
    byStrict === byTieless
      ? byStrict === 'neither'
        ? 'In the mean over all settings neither measure distinguishes the two.'
        : `In the mean over all settings both measures prefer ${byStrict}.`
      : `In the mean over all settings consistency prefers ${byStrict}, and τ without ties prefers ${byTieless}: it depends on how ties count.`;
  return [
    ...counts,
    verdict,
    `If a tie counts half (τ of WMT14), the mean difference is ${shown(half)}, which prefers ${byHalf}.`,
  ].join(' ');
}

/** The range of differences with a brevity penalty and without, by τ without ties. */
function brevityText({ settings, byRule }: Compared): string {
  const range = (isWith: boolean) => {
    const values = byRule.wmt13.filter((_, i) => settings[i]!.first.includes('B') === isWith).map(({ value }) => value);
    return `from ${signed(Math.min(...values))} to ${signed(Math.max(...values))}`;
  };
  return `With a brevity penalty the differences in τ without ties range ${range(true)}, without one ${range(false)}.`;
}

interface OrderRow {
  readonly name: string;
  readonly values: Readonly<Record<(typeof rules)[number], readonly number[]>>;
}

function orderClaim(judged: JudgedMetrics, how: Settings): ClaimPart {
  const { all } = judged;
  const patterns: [Base, Mean, Brevity][] = bases.flatMap((base) =>
    means.flatMap((mean) => brevities.map((brevity): [Base, Mean, Brevity] => [base, mean, brevity])),
  );
  const rows = patterns.map((pattern): OrderRow => {
    const valuesOf = (rule: Rule) =>
      [1, 2, 3, 4].map((n) => segmentValue(all.comparisons, all.scores.get(variant(...pattern, n))!, rule));
    return {
      name: `${pattern.join('')}C`,
      values: { consistency: valuesOf('consistency'), wmt13: valuesOf('wmt13') },
    };
  });
  const found = compareSettings(
    judged,
    patterns.map((pattern, i) => ({
      name: rows[i]!.name,
      first: variant(...pattern, 1),
      second: variant(...pattern, 4),
    })),
    how,
  );
  const best = (rule: (typeof rules)[number]) =>
    rows.filter(({ values }) => values[rule][0] === Math.max(...values[rule])).length;
  return {
    row: [
      'Unigrams are better than longer n-grams',
      'Song et al. (2013): τ of RAC1 .2726, the highest',
      `best for ${partOf(best('consistency'), rows.length)} variants by consistency, for ${partOf(best('wmt13'), rows.length)} by τ without ties`,
    ],
    markdown: [
      '**Unigrams best?** They find RAC1 (.2726) far ahead of RAC2 to RAC4, and for the other variants little difference between orders, the best at two or three (Table 5). By the longest n-gram, with the highest in italics:',
      table(
        [
          '',
          ...['', 'τ '].flatMap((sign) => [
            `${sign}1`,
            '2',
            '3',
            '4',
            `${sign === '' ? 'consistency' : 'τ'}, 1 − 4`,
            'p',
          ]),
        ],
        rows.map(({ name, values }, i) => [
          name,
          ...rules.flatMap((rule) => [
            ...values[rule].map((value) => (value === Math.max(...values[rule]) ? `_${share(value)}_` : share(value))),
            shownCorrected(found.byRule[rule][i]!),
            share(found.byRule[rule][i]!.p),
          ]),
        ]),
      ),
      orderText(rows, found),
    ],
  };
}

function orderText(rows: readonly OrderRow[], { byRule, means: found }: Compared): string {
  const sentences = rules.map((rule) => {
    const best = rows.filter(({ values }) => values[rule][0] === Math.max(...values[rule])).map(({ name }) => name);
    const who = best.length === 0 ? 'none' : best.length === rows.length ? 'all' : listed(best);
    return `${ruleNames[rule]} unigrams alone are best for ${who} of the ${rows.length} rows; compared with n-grams up to four they are significantly better, after correction, in ${numberWord(countSure(byRule[rule], 1))} and significantly worse in ${numberWord(countSure(byRule[rule], -1))}.`;
  });
  const half = found.wmt14[0]!;
  const side = holdsZero(half)
    ? 'which is inconclusive'
    : half.value < 0
      ? 'against unigrams'
      : 'in favour of unigrams';
  return [
    ...sentences,
    `The fewer n-grams are counted, the more outputs have equal scores, which consistency counts as wrong. If a tie counts half, the mean difference of the rows is ${shown(half)}, ${side}.`,
    capitalised(
      byRule.wmt13.some(({ value }) => value > 0)
        ? `by τ without ties, unigrams are ahead for ${listed(rows.filter((_, i) => byRule.wmt13[i]!.value > 0).map(({ name }) => name))} only.`
        : 'unigrams are ahead nowhere.',
    ),
  ].join(' ');
}
