/** `assay rank`: which systems people judged best, and how sure that is. */
import { integers, numbers, oneOf } from '../../core/index.ts';
import { pairTests, rankingMethods, systemsByTask, withOwnWeights } from '../../human/index.ts';
import { rankDefaults, rankRows, rankTables, reportRanking } from '../../report/index.ts';
import { defineCommand } from '../command.ts';
import { checkErrorWeights, errorWeights } from '../errorWeights.ts';
import { identical, judgmentFiles, judgmentOptions, nothingLeft, requestedJudgments } from '../judgmentInput.ts';
import { toggle, value } from '../options.ts';
import { level, samples, seed } from '../sharedOptions.ts';
import { constrained, readSystemList, readUnlisted, unlisted } from '../systemList.ts';

const rank = defineCommand({
  name: 'rank',
  summary: 'Rank systems by judgments of people.',
  examples: [
    ['assay rank judgments.tsv', 'all tasks: how often judged better or equal, wins, clusters'],
    [
      "assay rank judgments.tsv -t de-en --unlisted '*-combo*' --pairwise",
      'one task, without combinations, every pair',
    ],
    ['assay rank judgments.tsv --constrained constrained.tsv', 'constrained wins, too'],
    ['assay rank judgments.tsv --rank-by trueskill --format json', 'by TrueSkill, for other programs'],
  ],

  arguments: [judgmentFiles],
  options: {
    ...judgmentOptions,
    rankBy: value(oneOf(rankingMethods.map(({ id }) => id)), {
      value: 'score',
      default: rankDefaults.by,
      help: 'what orders systems that were ranked; see the guide',
    }),
    pairwise: toggle({ help: 'how often each system was judged better than each other one' }),
    test: value(oneOf(pairTests.map(({ id }) => id)), {
      value: 'test',
      default: rankDefaults.test,
      help: 'test of the difference between two systems that were ranked',
    }),
    signTies: value(oneOf(['dropped', 'split']), {
      value: 'what',
      default: rankDefaults.signTies,
      help: 'what the sign test makes of ties: nothing, or half a win for each side',
    }),
    alpha: value(numbers(0, 1), {
      value: 'p',
      help: 'greatest p of a significant difference (default: 0.1 for rankings, 0.05 for ratings)',
    }),
    constrained,
    unlisted,
    identical,
    ratings: value(oneOf(['standardised', 'raw']), {
      value: 'scale',
      default: rankDefaults.scale,
      help: 'what orders systems that were rated',
    }),
    excludeUnreliable: toggle({ help: 'leave out judges who did not rate damaged outputs lower' }),
    errorWeights,
    samples: samples(rankDefaults.samples, 'resamples for rank ranges and tests'),
    seed: seed('seed of the resamples', rankDefaults.seed),
    level: level(rankDefaults.level, 'how much of its ranks the range of a system holds'),
    digits: value(integers(0, 15), { letter: 'd', help: 'decimals shown (default: 3, for pairs 2)' }),
  },

  async run(files, given, terminal) {
    const { judgments, input, placeOfError } = await requestedJudgments(files, given);
    const systems = systemsByTask(judgments);
    if (systems.size === 0) {
      throw nothingLeft('There is nothing to rank by: no rankings, no ratings and no marked errors.', input);
    }
    checkErrorWeights(given.errorWeights, judgments.annotations, placeOfError);
    const { test, signTies, alpha } = given;
    const settings = {
      by: given.rankBy,
      test,
      signTies,
      identical: given.identical,
      alpha: alpha ?? rankDefaults.alpha,
      ratingAlpha: alpha ?? rankDefaults.ratingAlpha,
      scale: given.ratings,
      excludeUnreliable: given.excludeUnreliable ?? false,
      weights: withOwnWeights(given.errorWeights ?? []),
      samples: given.samples,
      seed: given.seed,
      level: given.level / 100,
    };
    const isConstrained =
      given.constrained === undefined ? undefined : readSystemList(given.constrained, '--constrained', systems);
    const isListed = given.unlisted === undefined ? undefined : readUnlisted(given.unlisted, systems);
    return reportRanking(judgments, input, settings, {
      ...(isConstrained && { isConstrained }),
      ...(isListed && { isListed }),
      onProgress: ({ share, task }) => terminal.progress({ share, text: `resamples of ${task}` }),
    });
  },

  forms: {
    tables: (report, { pairwise = false, digits }) => rankTables(report, pairwise, digits),
    rows: (report, { pairwise = false }) => rankRows(report, pairwise),
  },
});

export default rank;
