/** `assay rank`: which systems people judged best, and how sure that is. */
import { type Command, Option } from 'commander';
import {
  type ErrorWeight,
  type Identical,
  type PairTestId,
  type RankingMethodId,
  type RatingScale,
  type SignTies,
  pairTests,
  rankingMethods,
  systemsByTask,
  withOwnWeights,
} from '../../human/index.ts';
import { type RankReport, rankDefaults, rankRows, rankTables, reportRanking } from '../../report/index.ts';
import { integerBetween, numberBetween } from '../arguments.ts';
import type { CliCommand } from '../command.ts';
import { checkErrorWeights, errorWeightsOption } from '../errorWeights.ts';
import { type JudgmentOptions, declareJudgmentInput, nothingLeft, requestedJudgments } from '../judgmentInput.ts';
import { type ReportFormat, reportFormats, showReport } from '../reportForm.ts';
import { checkOutputs } from '../output.ts';
import { readSystemList, readUnlisted } from '../systemList.ts';

interface RankCommandOptions extends JudgmentOptions {
  by: RankingMethodId;
  pairwise?: boolean;
  test: PairTestId;
  signTies: SignTies;
  alpha?: number;
  constrained?: string;
  unlisted?: string;
  identical: Identical;
  ratings: RatingScale;
  excludeUnreliable?: boolean;
  weights?: readonly ErrorWeight[];
  samples: number;
  seed: number;
  level: number;
  format: ReportFormat;
  digits?: number;
  output?: string;
}

const rank: CliCommand<RankCommandOptions, RankReport> = {
  name: 'rank',
  summary: 'Rank systems by judgments of people.',
  examples: [
    ['assay rank judgments.tsv', 'all tasks: how often judged better or equal, wins, clusters'],
    [
      "assay rank judgments.tsv -t de-en --unlisted '*-combo*' --pairwise",
      'one task, without combinations, every pair',
    ],
    ['assay rank judgments.tsv --constrained constrained.tsv', 'constrained wins, too'],
    ['assay rank judgments.tsv --by trueskill --format json', 'by TrueSkill, for other programs'],
  ],

  declare(command: Command) {
    declareJudgmentInput(command);
    command
      .addOption(
        new Option('--by <score>', 'what orders systems that were ranked; see the guide')
          .choices(rankingMethods.map(({ id }) => id))
          .default(rankDefaults.by),
      )
      .option('--pairwise', 'how often each system was judged better than each other one')
      .addOption(
        new Option('--test <test>', 'test of the difference between two systems that were ranked')
          .choices(pairTests.map(({ id }) => id))
          .default(rankDefaults.test),
      )
      .addOption(
        new Option('--sign-ties <what>', 'what the sign test makes of ties: nothing, or half a win for each side')
          .choices(['dropped', 'split'])
          .default(rankDefaults.signTies),
      )
      .option(
        '--alpha <p>',
        'greatest p of a significant difference (default: 0.1 for rankings, 0.05 for ratings)',
        numberBetween(0, 1),
      )
      .option(
        '--constrained <systems>',
        'constrained systems: names with commas between, or a file (task, tab, system)',
      )
      .option('--unlisted <systems>', "systems that only count as opponents, likewise: '*-combo*'")
      .addOption(
        new Option('--identical <what>', 'two systems whose outputs are one text, shown once: alike, or not compared')
          .choices(['ties', 'left-out'])
          .default(rankDefaults.identical),
      )
      .addOption(
        new Option('--ratings <scale>', 'what orders systems that were rated')
          .choices(['standardised', 'raw'])
          .default(rankDefaults.scale),
      )
      .option('--exclude-unreliable', 'leave out judges who did not rate damaged outputs lower')
      .addOption(errorWeightsOption())
      .option(
        '--samples <number>',
        'resamples for rank ranges and tests',
        integerBetween(1, 1_000_000),
        rankDefaults.samples,
      )
      .option('--seed <number>', 'seed of the resamples', integerBetween(0, Number.MAX_SAFE_INTEGER), rankDefaults.seed)
      .option(
        '--level <percent>',
        'how much of its ranks the range of a system holds',
        numberBetween(50, 99.99),
        100 * rankDefaults.level,
      )
      .addOption(new Option('-f, --format <format>', 'form of the report').choices(reportFormats).default('text'))
      .option('-w, --digits <number>', 'decimals shown (default: 3, for pairs 2)', integerBetween(0, 15))
      .option('-o, --output <file>', 'write the report to a file');
  },

  async run(files, given, terminal) {
    checkOutputs([given.output], [...files, given.constrained, given.unlisted]);
    const { judgments, input, placeOfError } = await requestedJudgments(files, given);
    const systems = systemsByTask(judgments);
    if (systems.size === 0) {
      throw nothingLeft('There is nothing to rank by: no rankings, no ratings and no marked errors.', input);
    }
    checkErrorWeights(given.weights, judgments.annotations, placeOfError);
    const { by, test, signTies, identical, alpha, samples, seed, level } = given;
    const settings = {
      by,
      test,
      signTies,
      identical,
      alpha: alpha ?? rankDefaults.alpha,
      ratingAlpha: alpha ?? rankDefaults.ratingAlpha,
      scale: given.ratings,
      excludeUnreliable: given.excludeUnreliable ?? false,
      weights: withOwnWeights(given.weights ?? []),
      samples,
      seed,
      level: level / 100,
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

  show(report, { format, pairwise = false, digits }, style) {
    const forms = { tables: () => rankTables(report, pairwise, digits), rows: () => rankRows(report, pairwise) };
    return showReport(report, format, forms, style);
  },
};

export default rank;
