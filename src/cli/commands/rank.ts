/** `assay rank`: which systems people judged best, and how certain that is. */
import { UsageError, integers, numbers, oneOf, pick, present } from '../../core/index.ts';
import {
  type Judgments,
  type RankRule,
  countJudgments,
  pairTests,
  rankRules,
  rankingMethods,
  systemsByTask,
} from '../../human/index.ts';
import {
  countsText,
  judgmentsOfRule,
  rankDefaults,
  rankPage,
  rankRows,
  rankTables,
  reportRanking,
} from '../../report/index.ts';
import { defineCommand } from '../command.ts';
import * as judged from '../input/judgmentInput.ts';
import { level, samples, seed } from '../input/sharedOptions.ts';
import { flagOf, toggle, value } from '../options.ts';

const rank = defineCommand({
  name: 'rank',
  summary: 'Rank systems by human judgments.',
  examples: [
    ['assay rank judgments.tsv', 'all tasks: how often judged better or equal, wins, clusters'],
    [
      "assay rank judgments.tsv -t de-en --unlisted '*-combo*' --pairwise",
      'one task, without system combinations, with every pair',
    ],
    ['assay rank judgments.tsv --constrained constrained.tsv', 'also mark the winners among constrained systems'],
    ['assay rank judgments.tsv --rank-by trueskill --format json', 'by TrueSkill, for other programs'],
    ['assay rank esa.csv --rules wmt24', 'as the shared task of that year did'],
  ],

  arguments: [judged.judgmentFiles],
  options: {
    ...judged.judgmentOptions,
    rules: value(oneOf(rankRules.map(({ id }) => id)), {
      value: 'year',
      help: `rank as a shared task did, whose rules set method, test, level and resamples: ${rankRules.map(({ id, summary }) => `${id}: ${summary}`).join('; ')}`,
    }),
    rankBy: value(oneOf(rankingMethods.map(({ id }) => id)), {
      value: 'score',
      default: rankDefaults.by,
      help: 'how to order systems that were ranked; see the guide',
    }),
    pairwise: toggle({ help: 'show how often each system was judged better than every other' }),
    test: value(oneOf(pairTests.map(({ id }) => id)), {
      value: 'test',
      default: rankDefaults.test,
      help: 'significance test between two systems that were ranked',
    }),
    signTies: value(oneOf(['dropped', 'split']), {
      value: 'what',
      default: rankDefaults.signTies,
      help: 'how the sign test counts ties: not at all, or as half a win for each side',
    }),
    alpha: value(numbers(0, 1), {
      value: 'p',
      help: `significance level (default: ${rankDefaults.alpha} for rankings, ${rankDefaults.ratingAlpha} for ratings)`,
    }),
    constrained: judged.constrained,
    unlisted: judged.unlisted,
    identical: judged.identical,
    ratings: value(oneOf(['standardised', 'raw']), {
      value: 'scale',
      default: rankDefaults.scale,
      help: 'how to order systems that were rated',
    }),
    excludeUnreliable: toggle({ help: 'leave out judges who did not rate damaged outputs lower' }),
    errorWeights: judged.errorWeights,
    samples: samples('resamples for rank ranges and tests', rankDefaults.samples),
    seed: seed('seed of the resamples', rankDefaults.seed),
    level: level(rankDefaults.level, 'percentage of resampled ranks that a rank range covers'),
    digits: value(integers(0, 15), { letter: 'd', help: 'decimals shown (default: 3; for pairs 2)' }),
  },

  async run(files, given, terminal) {
    const { judgments, input, placeOfError } = await judged.requestedJudgments(files, given);
    const systems = systemsByTask(judgments);
    if (systems.size === 0) {
      throw judged.nothingLeft('Cannot rank systems: there are no rankings, ratings or marked errors.', input);
    }
    const rule = rankRules.find(({ id }) => id === given.rules);
    if (rule) checkRule(rule, judgments, given);
    const marked = rule ? [] : judgments.annotations;
    const weights = judged.checkedWeights(given.errorWeights, marked, placeOfError);
    const settings = {
      by: given.rankBy,
      ...pick(given, ['test', 'signTies', 'identical']),
      alpha: given.alpha ?? rankDefaults.alpha,
      ratingAlpha: given.alpha ?? rankDefaults.ratingAlpha,
      scale: given.ratings,
      excludeUnreliable: given.excludeUnreliable ?? false,
      weights,
      ...pick(given, ['samples', 'seed']),
      level: given.level / 100,
      ...present({ rule: rule?.id }),
    };
    return reportRanking(judgments, input, settings, {
      ...judged.listedSystems(given, systems),
      onProgress: ({ share, task }) => terminal.progress({ share, text: `resamples of ${task}` }),
    });
  },

  forms: {
    tables: (report, { pairwise = false, digits }) => rankTables(report, pairwise, digits),
    rows: (report, { pairwise = false }) => rankRows(report, pairwise),
    page: (report, { digits }) => rankPage(report, digits),
  },
});

/** A rule sets these, so they cannot be typed besides. */
const setByRules = ['rankBy', 'test', 'signTies', 'alpha', 'ratings', 'excludeUnreliable', 'errorWeights', 'samples', 'level'] as const; // prettier-ignore

function checkRule(rule: RankRule, judgments: Judgments, given: Readonly<Partial<Record<string, unknown>>>): void {
  const typed = setByRules.find((name) => given[name] !== undefined && given[name] !== rank.options[name].default);
  if (typed !== undefined) {
    throw new UsageError(`--rules ${rule.id} sets what ${flagOf(typed)} would change. Leave one of them out.`);
  }
  if (systemsByTask(judgmentsOfRule(judgments, rule)).size > 0) return;
  const fitting = rankRules.filter((each) => systemsByTask(judgmentsOfRule(judgments, each)).size > 0);
  throw new UsageError(
    `The rules of ${rule.title} rank by ${rule.rankings ? 'rankings' : 'ratings'}, but the judgments hold ${countsText(countJudgments(judgments))}. Rules that fit: ${fitting.map(({ id }) => id).join(', ')}.`,
  );
}

export default rank;
