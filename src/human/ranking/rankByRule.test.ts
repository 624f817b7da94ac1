/** Each rule against a plain restatement of what its organisers computed, on made-up campaigns. */
import { describe, expect, it } from 'vitest';
import { Pcg64, bcaBound, mannWhitney, stouffer, wilcoxon } from '../../stats/index.ts';
import type { Annotation, Rating } from '../judgments.ts';
import { unlikelyJudges } from './judgeChecks.ts';
import { rankAnnotationsByRule, rankRatingsByRule } from './rankByRule.ts';
import { type RankRuleId, rankRules } from './rankRules.ts';

const seed = 5;
const ruleOf = (id: RankRuleId) => rankRules.find((rule) => rule.id === id)!;

/** Six systems, the odd ones a little worse than the one before, judged twice, with repeats, damaged documents and ratings of documents. */
function campaign(number: number): Rating[] {
  const random = new Pcg64(number);
  const ratings: Rating[] = [];
  const orders = new Map<string, number>();
  const add = (judge: string, wave: string, system: number, segment: number, item: Rating['item'], score: number) => {
    const order = orders.get(judge) ?? 0;
    orders.set(judge, order + 1);
    const document = `d${Math.floor(segment / 4)}`;
    ratings.push({
      task: 'x-y', segment: item === 'document' ? document : `s${segment}`, document, judge, order, wave, item,
      domain: ['news', 'social', 'speech'][segment % 3]!, system: `sys${system}`, batch: `${wave}${document}`,
      score: Math.max(0, Math.min(100, Math.round(score))), started: order, ended: order + 0.5,
    }); // prettier-ignore
  };
  for (const wave of ['1', '2']) {
    for (let first = 0; first < 32; first += 4) {
      const judge = `j${(first / 4 + Number(wave)) % 5}`;
      for (let system = 0; system < 6; system++) {
        if (random.float() < 0.15) continue; // not every output is judged
        const isDamaged = random.float() < 0.2;
        for (let segment = first; segment < first + 4; segment++) {
          const score =
            80 - 9 * Math.floor(system / 2) - (system % 2) - 3 * (segment % 5) + 40 * (random.float() - 0.5);
          const isBad = isDamaged && segment % 2 === 1;
          add(judge, wave, system, segment, isBad ? 'damaged' : 'output', isBad ? score / 2 : score);
          if (random.float() < 0.1) add(judge, wave, system, segment, 'output', score + 5);
          if (random.float() < 0.1) add(judge, wave, system, segment, 'repeat', score - 3);
        }
        add(judge, wave, system, first, 'document', 50);
      }
    }
  }
  return ratings;
}

type Row = [system: string, score: string, best: number, worst: number, cluster: number];
const mean = (all: readonly number[]): number => all.reduce((sum, each) => sum + each, 0) / all.length;
const unique = (all: readonly string[]): string[] => [...new Set(all)];
const sorted = (scores: Record<string, number>): string[] =>
  Object.keys(scores).sort((a, b) => scores[b]! - scores[a]!);
const rows = (order: readonly string[], scores: Record<string, number>, ranks: number[][], clusters: number[]): Row[] =>
  order.map((system, i) => [system, scores[system]!.toFixed(9), ranks[i]![0]!, ranks[i]![1]!, clusters[i]!]);

/** Segment means by system. */
function segments(ratings: readonly Rating[]): Record<string, Record<string, number>> {
  const found: Record<string, Record<string, number>> = {};
  for (const system of unique(ratings.map((each) => each.system))) {
    found[system] = {};
    const own = ratings.filter((each) => each.system === system);
    for (const segment of unique(own.map((each) => each.segment))) {
      found[system][segment] = mean(own.filter((each) => each.segment === segment).map(({ score }) => score));
    }
  }
  return found;
}

/** z of each rating; the standard deviation divides by n − 1. */
function standardised(ratings: readonly Rating[]): Rating[] {
  return ratings.map((each) => {
    const own = ratings.filter(({ judge }) => judge === each.judge).map(({ score }) => score);
    const deviation = Math.sqrt(own.reduce((sum, score) => sum + (score - mean(own)) ** 2, 0) / (own.length - 1));
    return { ...each, score: (each.score - mean(own)) / deviation };
  });
}

/** Appraise: wins and losses, ranges from them, and a line where the fewest wins are the systems left. */
function byWins(ratings: readonly Rating[], shared: boolean, rangeIsCluster = false): Row[] {
  const of = segments(ratings);
  const scores = Object.fromEntries(Object.entries(of).map(([system, own]) => [system, mean(Object.values(own))]));
  const order = sorted(scores);
  const wins = order.map(() => 0);
  const losses = order.map(() => 0);
  for (let a = 0; a < order.length; a++) {
    for (let b = a + 1; b < order.length; b++) {
      const [x, y] = [of[order[a]!]!, of[order[b]!]!];
      const common = Object.keys(x).filter((segment) => segment in y);
      const [ofX, ofY] = shared ? [common.map((s) => x[s]!), common.map((s) => y[s]!)] : [Object.values(x), Object.values(y)];
      if (mannWhitney(ofX, ofY, 'greater').p >= 0.05) continue;
      wins[a]!++;
      losses[b]!++;
    }
  }
  const clusters: number[] = [];
  let cluster = 1;
  let fewest = order.length;
  for (let i = 0; i < order.length; i++) {
    clusters.push(cluster);
    fewest = Math.min(fewest, wins[i]!);
    if (fewest === order.length - (i + 1)) cluster++;
  }
  const ranks = order.map((_, i) =>
    rangeIsCluster
      ? [clusters.findIndex((each) => each === clusters[i]) + 1, clusters.filter((each) => each <= clusters[i]!).length]
      : [losses[i]! + 1, order.length - wins[i]!],
  );
  return rows(order, scores, ranks, clusters);
} // prettier-ignore

/** Blocks of a judge's ratings; one with a damaged output is dropped whole. */
function withoutBadDocuments(ratings: readonly Rating[]): Rating[] {
  const kept: Rating[] = [];
  let block: Rating[] = [];
  const flush = () => {
    if (!block.some(({ item }) => item === 'damaged')) kept.push(...block);
    block = [];
  };
  const byTime = [...ratings].sort((a, b) => (a.judge === b.judge ? a.order - b.order : a.judge < b.judge ? -1 : 1));
  for (const each of byTime) {
    const last = block.at(-1);
    const key = ({ judge, system, document }: Rating) => `${judge}|${system}|${document}`;
    if (last && (last.item === 'document' || key(last) !== key(each))) flush();
    block.push(each);
  }
  flush();
  return kept;
}

interface Seen {
  segment: string;
  domain: string;
  score: number;
}

/** Pairs as an outer join of two tables on the segment makes them: every row with every row. */
const joined = (x: readonly Seen[], y: readonly Seen[]): { domain: string; difference: number }[] =>
  x.flatMap((a) =>
    y.flatMap((b) => (a.segment === b.segment ? [{ domain: a.domain, difference: a.score - b.score }] : [])),
  );

function wmt24(ratings: readonly Rating[]): Row[] {
  const last = new Map<string, Rating>();
  for (const each of [...ratings.filter(({ item }) => item === 'output')].sort((a, b) => a.ended! - b.ended!)) {
    last.set([each.judge, each.system, each.segment, each.wave].join('|'), each);
  }
  const all = [...last.values()];
  const systems = unique(all.map(({ system }) => system));
  const seen = Object.fromEntries(
    systems.map((system) => {
      const own = all.filter((each) => each.system === system);
      return [
        system,
        unique(own.map(({ segment, wave }) => `${segment}|${wave}`)).map((key): Seen => {
          const some = own.filter(({ segment, wave }) => `${segment}|${wave}` === key);
          return { segment: some[0]!.segment, domain: some[0]!.domain!, score: mean(some.map(({ score }) => score)) };
        }),
      ];
    }),
  );
  const domains = unique(all.map(({ domain }) => domain!));
  const scores = Object.fromEntries(
    systems.map((system) => [system, mean(domains.map((domain) => mean(seen[system]!.filter((each) => each.domain === domain).map(({ score }) => score))))]),
  ); // prettier-ignore
  const order = sorted(scores);
  const p = (a: string, b: string): number => {
    const pairs = joined(seen[a]!, seen[b]!);
    return stouffer(domains.map((domain) => wilcoxon(pairs.filter((each) => each.domain === domain).map(({ difference }) => difference), 'two-sided', 'scipy').p)); // prettier-ignore
  };
  const ranks = order.map((system) => {
    const better = order.filter((other) => other !== system && p(system, other) < 0.05 && scores[other]! > scores[system]!);
    const worse = order.filter((other) => other !== system && p(system, other) < 0.05 && scores[other]! < scores[system]!);
    return [better.length + 1, order.length - worse.length];
  }); // prettier-ignore
  // As the organisers' loop: a system stretches its cluster to the last one it does not differ from.
  const clusters: number[] = [];
  let until = -1;
  let cluster = 1;
  order.forEach((system, i) => {
    if (until <= i) until = -1;
    for (let j = i + 1; j < order.length; j++) if (p(system, order[j]!) > 0.05) until = Math.max(until, j);
    clusters.push(cluster);
    if (until === -1) cluster++;
  });
  return rows(order, scores, ranks, clusters);
}

/** Two columns, one a wave, and a table with the second column exchanged below. */
function wmt25(ratings: readonly Rating[]): Row[] {
  const once = new Map<string, Rating>();
  for (const each of ratings) if (each.item === 'output') once.set([each.system, each.segment, each.wave].join('|'), each);
  const all = [...once.values()];
  const segmentNames = unique(all.map(({ segment }) => segment));
  const systems = unique(all.map(({ system }) => system));
  const column = (system: string, wave: string): number[] =>
    segmentNames.map((segment) => once.get([system, segment, wave].join('|'))?.score ?? NaN);
  const scores = Object.fromEntries(
    systems.map((system) => [system, mean(all.filter((each) => each.system === system).map(({ score }) => score))]),
  );
  const order = sorted(scores);
  const isBetter = (a: string, b: string): boolean => {
    const first = [...column(a, '1'), ...column(a, '2'), ...column(a, '1'), ...column(a, '2')];
    const second = [...column(b, '1'), ...column(b, '2'), ...column(b, '2'), ...column(b, '1')];
    const differences = first.map((x, i) => x - second[i]!).filter((each) => !Number.isNaN(each));
    return wilcoxon(differences, 'greater', 'scipy').p < 0.025;
  };
  const ranks = order.map((system, i) => {
    let [start, end] = [i + 1, i + 1];
    for (const other of order.slice(0, i).reverse()) {
      if (isBetter(other, system)) break;
      start--;
    }
    for (const other of order.slice(i + 1)) {
      if (isBetter(system, other)) break;
      end++;
    }
    return [start, end];
  });
  let cluster = 1;
  const clusters = order.map((_, i) => {
    const ends = ranks.slice(0, i).every(([, b]) => b! <= i) && ranks.slice(i).every(([a]) => a! > i);
    if (i > 0 && ends) cluster++;
    return cluster;
  });
  return rows(order, scores, ranks, clusters);
} // prettier-ignore

function wmt26(ratings: readonly Rating[]): Row[] {
  const outputs = ratings.filter(({ item }) => item === 'output');
  const unlikely = plainUnlikely(outputs);
  const of = segments(outputs.filter(({ judge }) => !unlikely.includes(judge)));
  const scores = Object.fromEntries(Object.entries(of).map(([system, own]) => [system, mean(Object.values(own))]));
  const order = sorted(scores);
  const isBetter = (a: string, b: string): boolean => {
    const [x, y] = [of[a]!, of[b]!];
    const random = new Pcg64(seed);
    const settings = { level: 0.95, resamples: 100, random };
    const differences = Object.keys(x).filter((segment) => segment in y).map((segment) => x[segment]! - y[segment]!);
    if (differences.length >= 2 && differences.some((each) => each > 0) && bcaBound([Float64Array.from(differences)], settings) > 0) return true;
    return bcaBound([Float64Array.from(Object.values(x)), Float64Array.from(Object.values(y))], settings) > 0;
  }; // prettier-ignore
  const size = order.length;
  const ranks = order.map((system, i) => {
    let top = i;
    for (; top > 0; top--) if (isBetter(order[top - 1]!, system)) break;
    // The organisers' loop never gets to the last system.
    let bottom = i;
    for (let r = i; r < size - 1; r++) {
      bottom = r;
      if (isBetter(system, order[r + 1]!)) break;
    }
    return [top + 1, bottom + 1];
  });
  let cluster = 1;
  const clusters = order.map((_, i) => {
    if (i > 0 && order.slice(0, i).every((up) => order.slice(i).every((down) => isBetter(up, down)))) cluster++;
    return cluster;
  });
  return rows(order, scores, ranks, clusters);
}

function plainUnlikely(ratings: readonly Rating[]): string[] {
  const scoresOf = (system: string) => ratings.filter((each) => each.system === system).map(({ score }) => score);
  const variance = (all: readonly number[]) => all.reduce((sum, each) => sum + (each - mean(all)) ** 2, 0) / (all.length - 1);
  return unique(ratings.map(({ judge }) => judge)).filter((judge) => {
    const own = ratings.filter((each) => each.judge === judge);
    if (unique(own.map(({ batch }) => batch!)).length < 3) return false;
    const fits: number[] = [];
    own.forEach((a, i) => own.forEach((b, j) => {
      if (j <= i || a.batch !== b.batch || a.segment !== b.segment || a.system === b.system) return;
      const [x, y] = [scoresOf(a.system), scoresOf(b.system)];
      if (x.length <= 10 || y.length <= 10) return;
      fits.push(2 ** -((a.score - b.score - (mean(x) - mean(y))) ** 2 / (2 * (variance(x) + variance(y)) + 1e-6)));
    }));
    return fits.length > 0 && mean(fits) < 0.75;
  });
} // prettier-ignore

const outputs = (ratings: readonly Rating[]) => ratings.filter(({ item }) => item === 'output');
const withRepeats = (ratings: readonly Rating[]) =>
  ratings.filter(({ item }) => item === 'output' || item === 'repeat');
/** One judgment of an output in a wave, as WMT25 had. */
const once = (ratings: readonly Rating[]): Rating[] => [
  ...new Map(ratings.map((each) => [JSON.stringify([each.system, each.segment, each.wave, each.item]), each])).values(),
];
const inZ = (ratings: readonly Rating[]): Rating[] =>
  ratings.map((each) => ({ ...each, score: each.score / 50 - 1, scale: 'z' }));

const plain: [string, RankRuleId, (all: readonly Rating[]) => readonly Rating[], (all: readonly Rating[]) => Row[]][] =
  [
    ['from Appraise', 'wmt21', (all) => all, (all) => byWins(standardised(outputs(all)), true)],
    ['from Appraise', 'wmt22', (all) => all, (all) => byWins(standardised(outputs(all)), true)],
    ['of crowd workers', 'wmt22', inZ, (all) => byWins(withRepeats(all), false, true)],
    ['', 'wmt23', (all) => all, (all) => byWins(withRepeats(withoutBadDocuments(all)), true)],
    ['', 'wmt24', (all) => all, wmt24],
    ['', 'wmt25', once, wmt25],
    ['', 'wmt26', (all) => all, wmt26],
  ];

describe.each(plain)('%s %s', (_, id, prepare, restated) => {
  it.each([1, 2, 3, 4])('campaign %i', (number) => {
    const ratings = prepare(campaign(number));
    const found = rankRatingsByRule('x-y', ratings, ruleOf(id).ratings!(ratings), { seed });
    const shown = found.systems.map((each): Row => [each.system, each.score.toFixed(9), each.ranks.best, each.ranks.worst, each.cluster]); // prettier-ignore
    expect(shown).toEqual(restated(ratings));
    expect(new Set(shown.map(([, , , , cluster]) => cluster)).size).toBeGreaterThan(0);
  });
});

it('the campaigns decide something: not all systems are alike, and not all differ', () => {
  const clusters = plain.flatMap(([, id, prepare]) =>
    [1, 2, 3, 4].map((number) => {
      const ratings = prepare(campaign(number));
      return rankRatingsByRule('x-y', ratings, ruleOf(id).ratings!(ratings), { seed }).systems.at(-1)!.cluster;
    }),
  );
  expect(clusters.filter((count) => count > 1 && count < 6).length).toBeGreaterThan(clusters.length / 2);
});

it('finds judges who answer at random, and only those', () => {
  const honest = campaign(1);
  const random = new Pcg64(9);
  const made = outputs(honest).map((each) => (each.judge === 'j1' ? { ...each, score: random.below(2) * 100 } : each));
  expect(unlikelyJudges(made)).toEqual(plainUnlikely(made));
  expect(unlikelyJudges(made)).toEqual(['j1']);
  const ranked = rankRatingsByRule('x-y', made, ruleOf('wmt26').ratings!(made), { seed });
  expect(ranked.excluded).toEqual(['j1']);
  expect(ranked.ratings).toBe(made.filter(({ judge }) => judge !== 'j1').length);
});

it('ranks marked errors by the weights of WMT24', () => {
  const error = (severity: string, category: string) => ({ severity, category, side: 'output' as const });
  const annotations = [
    ['a', [error('minor', 'Fluency/Punctuation')]],
    ['b', [error('major', 'Accuracy/Creative Reinterpretation'), error('critical', 'Other')]],
    ['c', [error('major', 'Non-translation!'), error('minor', 'Style')]],
  ].map(([system, errors]): Annotation => ({ task: 'x-y', segment: '1', judge: 'j', order: 0, system: system as string, errors: errors as Annotation['errors'] })); // prettier-ignore
  const { rule, weights } = ruleOf('wmt24').annotations!;
  const { systems } = rankAnnotationsByRule('x-y', annotations, rule, weights, { seed });
  expect(systems.map(({ system, score, errors }) => [system, score, errors])).toEqual([['a', -0.1, 1], ['b', -5, 2], ['c', -26, 2]]); // prettier-ignore
});

it('says that nothing counts', () =>
  expect(() => rankRatingsByRule('x-y', campaign(1).filter(({ item }) => item === 'document'), ruleOf('wmt24').ratings!([]), { seed })).toThrow(
    'No judgment of x-y counts by this rule',
  )); // prettier-ignore
