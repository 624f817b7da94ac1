/** The rules of shared tasks and what they give: a page of the guide, a page of tables, and a figure as SVG. */
import {
  type AnnotatedSystems,
  type Judgments,
  type RankRuleId,
  type RankedSystems,
  type RatedSystems,
  compareRankings,
  rankAnnotationsByRule,
  rankRatingsByRule,
  rankRules,
  rankSystems,
  tasksOf,
} from '../../src/human/index.ts';
import {
  type Scores,
  scoreMeasures,
  scoresOfAnnotations,
  scoresOfRatings,
  systemMeasures,
} from '../../src/meta/index.ts';
import { type ChartFigure, charts, rankDefaults, reportRanking } from '../../src/report/index.ts';
import { drawFigures, image } from '../reproduceWmt09/drawFigures.ts';
import { commands, listed, numberWord, page, partOf, share, table } from '../reproduceWmt09/wording.ts';
import { winsAndClusters } from './published.ts';
import type { Assessed, Years } from './yearsData.ts';

export { openYears } from './yearsData.ts';

const note = '<!-- Written by npm run reproduce:years from the data; edit scripts/reproduceYears and run that. -->';
const { seed } = rankDefaults;

type Ranked = RankedSystems | RatedSystems | AnnotatedSystems;

const ruleOf = (id: RankRuleId) => rankRules.find((rule) => rule.id === id)!;
const clusterCount = ({ systems }: Ranked): number => systems.at(-1)!.cluster!;
const clustersText = (ranked: Ranked): string =>
  `${numberWord(clusterCount(ranked))} cluster${clusterCount(ranked) === 1 ? '' : 's'}`;
const rangeOf = ({ ranks }: Ranked['systems'][number]): string =>
  ranks!.best === ranks!.worst ? String(ranks!.best) : `${ranks!.best}–${ranks!.worst}`;
const shortName = (system: string): string =>
  system.replace(/^(?:newstest2016|wmt23)\./, '').replace(/\.\d+\.en-ro$/, '');

interface Part {
  readonly finding: string;
  readonly markdown: string;
}

/** WMT16, English–Romanian: its rule, and the same score with Assay's resamples. */
export function trueSkillPart({ wmt16 }: Pick<Years, 'wmt16'>): Part & { readonly figure: ChartFigure; readonly byRule: RankedSystems } {
  const comparisons = compareRankings('en-ro', wmt16.judgments.rankings);
  const byRule = rankSystems(comparisons, { ...ruleOf('wmt16').rankings!, seed });
  const usual = rankSystems(comparisons, { ...rankDefaults, by: 'trueskill' });
  const { published } = wmt16;
  const agreeing = byRule.systems.filter(({ system, ranks, cluster }, i) => {
    const official = published[i]!;
    return official.system === system && official.best === ranks!.best && official.worst === ranks!.worst && official.cluster === cluster;
  });
  const farthest = Math.max(
    ...byRule.systems.map(({ system, score }) => Math.abs(score - published.find((row) => row.system === system)!.score)),
  );
  const sizes = Array.from({ length: clusterCount(byRule) }, (_, c) => byRule.systems.filter(({ cluster }) => cluster === c + 1).length); // prettier-ignore
  const usualOf = (system: string) => usual.systems.find((each) => each.system === system)!;
  return {
    byRule,
    figure: charts.dotIntervals({
      id: 'years-wmt16',
      caption: 'WMT16, English–Romanian: rank ranges',
      note: 'Left by the rules of WMT16, right with whole rankings resampled.',
      value: { title: 'rank, WMT16', digits: 0, from: 0.5, to: byRule.systems.length + 0.5 },
      items: byRule.systems.map(({ system, ranks }, i) => ({ label: shortName(system), value: i + 1, interval: { low: ranks!.best, high: ranks!.worst } })),
      beside: [
        {
          value: { title: 'rank, Assay', digits: 0, from: 0.5, to: byRule.systems.length + 0.5 },
          items: byRule.systems.map(({ system }) => {
            const { ranks } = usualOf(system);
            return { label: shortName(system), value: usual.systems.findIndex((each) => each.system === system) + 1, interval: { low: ranks!.best, high: ranks!.worst } };
          }),
        },
      ],
    }),
    finding: `**WMT16, English–Romanian** (\`--rules wmt16\`). Order, rank range and cluster of ${partOf(agreeing.length, published.length)} systems are as published, with clusters of ${listed(sizes.map(numberWord))}; scores are within ${share(farthest)}. With whole rankings resampled there are ${clustersText(usual)} instead of ${numberWord(clusterCount(byRule))}: WMT16 treated the ten comparisons of a screen as independent, which makes ranges narrower than they should be.`,
    markdown: page(
      '## WMT16, English–Romanian',
      `${comparisons.rankings} rankings, ${comparisons.count} comparisons. Published are score, ranks and cluster; the last two columns are TrueSkill with whole rankings resampled, which is what \`--rank-by trueskill\` does.`,
      table(
        ['system', 'published', 'ranks', 'cluster', 'recomputed', 'ranks', 'cluster', 'Assay’s ranks', 'cluster'],
        published.map((row) => {
          const own = byRule.systems.find(({ system }) => system === row.system)!;
          const ours = usualOf(row.system);
          const official = row.best === row.worst ? String(row.best) : `${row.best}–${row.worst}`;
          return [shortName(row.system), share(row.score), official, String(row.cluster), share(own.score), rangeOf(own), String(own.cluster), rangeOf(ours), String(ours.cluster)];
        }),
      ),
    ),
  };
} // prettier-ignore

/** What a table of direct assessments has, recomputed: all in the digits that were printed. */
export function assessedPart(
  id: 'wmt21' | 'wmt22',
  { judgments, published, rawMeans }: Assessed,
): Part & { readonly rows: readonly (readonly string[])[] } {
  const rule = ruleOf(id);
  const ranked = rankRatingsByRule('cs-en', judgments.ratings, rule.ratings!(judgments.ratings), { seed });
  const usual = reportRanking(judgments, { formats: [], counts: {}, dropped: [], sha256: '' }, rankDefaults)
    .ratings[0]!;
  const digitsOf = (printed: string): number => printed.split('.')[1]?.length ?? 0;
  const winsOf = (system: string): number => {
    const at = ranked.systems.findIndex((each) => each.system === system);
    return ranked.p[at]!.filter((p, j) => j > at && p < 0.05).length;
  };
  const rows = published.map(({ system, raw, z, segments, ratings }) => {
    const own = ranked.systems.find((each) => each.system === system)!;
    const [wins, cluster] = winsAndClusters[id].get(system)!;
    return [
      system, z, share(own.score).replace(/^(−?)\./, '$10.').replace('−', '-'), String(segments), String(own.segments), String(ratings), String(own.ratings),
      raw, rawMeans.get(system)!.toFixed(1), String(wins), String(winsOf(system)), String(cluster), String(own.cluster),
      String(usual.systems.find((each) => each.system === system)!.cluster),
    ];
  }); // prettier-ignore
  const isSame = (printed: string, found: string): boolean => Number(printed) === Number(Number(found).toFixed(Math.max(digitsOf(printed), digitsOf(found)))); // prettier-ignore
  const same = (printed: number, found: number): number =>
    rows.filter((row) => isSame(row[printed]!, row[found]!)).length;
  const all = rows.length;
  return {
    rows,
    finding: `**${rule.title}, Czech–English, crowd workers** (\`--rules ${id}\`). As published, to the last digit: z of ${partOf(same(1, 2), all)} systems, the number of segments of ${partOf(same(3, 4), all)}, of ratings of ${partOf(same(5, 6), all)}, the raw mean of ${partOf(same(7, 8), all)} (from \`ad-seg-scores\`), the wins of ${partOf(same(9, 10), all)} and the cluster of ${partOf(same(11, 12), all)}. By default there ${clusterCount(usual) === 1 ? 'is' : 'are'} ${clustersText(usual)} instead of ${numberWord(clusterCount(ranked))}.`,
    markdown: page(
      `## ${rule.title}, Czech–English`,
      'Published and recomputed in turn: mean z, segments n, ratings N, raw mean, systems beaten, cluster. The last column is the cluster by default.',
      table(['system', 'z', '', 'n', '', 'N', '', 'raw', '', 'wins', '', 'cluster', '', 'default'], rows),
    ),
  };
}

/** WMT24, wave 3. */
export function domainsPart({ wmt24 }: Pick<Years, 'wmt24'>): Part {
  const rule = ruleOf('wmt24');
  const usual = reportRanking({ ...wmt24, annotations: [] }, { formats: [], counts: {}, dropped: [], sha256: '' }, rankDefaults).ratings; // prettier-ignore
  const tasks = tasksOf(wmt24.ratings).sort().map((task) => {
    const ratings = wmt24.ratings.filter((each) => each.task === task);
    return rankRatingsByRule(task, ratings, rule.ratings!(ratings), { seed });
  }); // prettier-ignore
  const told = tasks.map((ranked) => {
    const byDefault = usual.find(({ task }) => task === ranked.task)!;
    return `${ranked.task} has ${clustersText(ranked)} (by default ${numberWord(clusterCount(byDefault))}), and ${ranked.systems[0]!.system} comes first (by default ${byDefault.systems[0]!.system})`;
  });
  return {
    finding: `**WMT24, wave 3** (\`--rules wmt24\`). ${told.join('; ')}. The published tables pool four waves, so they cannot be compared with one.`,
    markdown: page(
      '## WMT24, wave 3',
      'The score is the mean over domains of raw ESA scores; the last columns are ranks and cluster by default, from standardised scores and Mann–Whitney tests.',
      ...tasks.flatMap((ranked) => {
        const byDefault = usual.find(({ task }) => task === ranked.task)!;
        return [
          `### ${ranked.task}`,
          table(
            ['system', 'mean of domains', 'raw mean', 'ranks', 'cluster', 'segments', 'default ranks', 'cluster'],
            ranked.systems.map((each) => {
              const other = byDefault.systems.find(({ system }) => system === each.system)!;
              return [each.system, each.score.toFixed(1), each.raw.toFixed(1), rangeOf(each), String(each.cluster), String(each.segments), rangeOf(other), String(other.cluster)];
            }),
          ),
        ];
      }),
    ),
  }; // prettier-ignore
}

/** One campaign by the rule of WMT24, and its scores for measures of agreement. */
function judged(judgments: Judgments): { readonly ranked: RatedSystems | AnnotatedSystems; readonly scores: Scores } {
  const { ratings, annotations } = ruleOf('wmt24');
  if (judgments.ratings.length > 0) {
    return {
      ranked: rankRatingsByRule('en-de', judgments.ratings, ratings!(judgments.ratings), { seed }),
      scores: scoresOfRatings('en-de', judgments.ratings, 'raw'),
    };
  }
  const { rule, weights } = annotations!;
  return {
    ranked: rankAnnotationsByRule('en-de', judgments.annotations, rule, weights, { seed }),
    scores: scoresOfAnnotations('en-de', judgments.annotations, weights),
  };
}

/** ESA, MQM and ESA-AI on the same texts. */
export function protocolPart({ protocols }: Pick<Years, 'protocols'>): Part {
  const all = [...protocols].map(([protocol, judgments]) => ({ protocol, ...judged(judgments) }));
  const pairs = all.flatMap((a, i) => all.slice(i + 1).map((b) => [a, b] as const));
  const shown = ['pearson', 'kendall', 'accuracy', 'soft-accuracy'].map((id) => systemMeasures.find((each) => each.id === id)!);
  const valueOf = (a: Scores, b: Scores, id: string): number => systemMeasures.find((each) => each.id === id)!.of(a, b, { seed }).value;
  const ofSegments = scoreMeasures.find(({ id }) => id === 'pearson')!;
  const segmentsOf = (a: Scores, b: Scores): number => ofSegments.of(a, b).value;
  const told = pairs.map(([a, b]) => `${a.protocol} and ${b.protocol} ${share(valueOf(a.scores, b.scores, 'accuracy'), 2)}`);
  const tops = all.map(({ protocol, ranked }) => `${numberWord(ranked.systems.filter(({ cluster }) => cluster === 1).length)} by ${protocol}`);
  const order = all[0]!.ranked.systems.map(({ system }) => system);
  return {
    finding: `**ESA, MQM and ESA-AI** on the same German translations of WMT23 (\`--rules wmt24\`). Share of pairs of systems that two protocols order alike: ${told.join(', ')}. Of ${numberWord(order.length)} systems, the top cluster has ${listed(tops)}.`,
    markdown: page(
      '## ESA, MQM and ESA-AI',
      'One campaign each, on the same German outputs of WMT23; ESA-AI starts from error spans of a program. Scores are means of raw scores, of MQM minus the sum of error weights.',
      table(
        ['system', ...all.flatMap(({ protocol }) => [protocol, 'ranks', 'cluster'])],
        order.map((name) => [
          shortName(name),
          ...all.flatMap(({ ranked, protocol }) => {
            const own = [...ranked.systems].find(({ system }) => system === name)!;
            return [own.score.toFixed(protocol === 'MQM' ? 2 : 1).replace('-', '−'), rangeOf(own), String(own.cluster)];
          }),
        ]),
      ),
      'How far two protocols agree: over systems, and over outputs (Pearson’s r).',
      table(
        ['', ...shown.map(({ title }) => title), 'outputs'],
        pairs.map(([a, b]) => [`${a.protocol}, ${b.protocol}`, ...shown.map(({ id }) => share(valueOf(a.scores, b.scores, id))), share(segmentsOf(a.scores, b.scores))]),
      ),
    ),
  };
} // prettier-ignore

export interface Guide {
  /** Pages by name, as Markdown that is still to be formatted. */
  readonly pages: ReadonlyMap<string, string>;
  /** SVG by name. */
  readonly figures: ReadonlyMap<string, string>;
}

/** The start of the page, and its end: what rules do. They need no data. */
export const introduction = (): string =>
  page(
    '# Ranking as shared tasks did',
    note,
    'To rank systems by the rules of a shared task, add `--rules`:',
    commands('assay rank esa_generalMT2024_wave3.csv --rules wmt24'),
    'A rule sets everything that changes the result: which judgments count, the score, the test, rank ranges and clusters. The report says first what the rule concludes, then what the rule does, and what Assay concludes without it. Everything else stays: `--unlisted` leaves out systems, `--seed` sets the seed of rules that draw at random.',
  );

export const rulesText = (): string =>
  page(
    '## What the rules do',
    ...rankRules
      .filter(({ id }) => id !== 'wmt21')
      .map(({ id, title, source, does, otherwise, checked }) =>
        id === 'wmt22'
          ? `**\`wmt21\`, \`wmt22\`** (${ruleOf('wmt21').source}; ${source}). ${does} _By default:_ ${otherwise} _Checked:_ ${checked}`
          : `**\`${id}\`** (${title === source ? title : source}). ${does} _By default:_ ${otherwise} _Checked:_ ${checked}`,
      ),
  );

export function makeGuide(years: Years): Guide {
  const trueSkill = trueSkillPart(years);
  const parts: readonly Part[] = [
    trueSkill,
    assessedPart('wmt21', years.wmt21),
    assessedPart('wmt22', years.wmt22),
    domainsPart(years),
    protocolPart(years),
  ];
  const summary = page(
    introduction(),
    image(trueSkill.figure),
    '## What they give',
    'Recomputed from the files that organisers published; [all tables](years-tables.md). WMT09 has [pages of its own](wmt09.md). `npm run reproduce:years -- --data ../shared/data` writes these pages; `--check` says whether they are current.',
    ...parts.map(({ finding }) => finding),
    rulesText(),
  );
  const tables = page(
    '# Ranking as shared tasks did: tables',
    note,
    '[The page](years.md) says what the rules do.',
    ...parts.map(({ markdown }) => markdown),
  );
  return {
    pages: new Map([
      ['years', `${summary}\n`],
      ['years-tables', `${tables}\n`],
    ]),
    figures: drawFigures([trueSkill.figure]),
  };
}
