/** Ranks the systems of one task by ratings of their outputs, and checks the judges. */
import { UsageError } from '../../core/index.ts';
import type { Rating } from '../judgments.ts';
import { type JudgeCheck, checkJudges } from './judgeChecks.ts';
import { type ScoredSystem, rankByMannWhitney } from './rankScores.ts';
import { type RatingScale, ratingScores } from './ratingScores.ts';

export interface RateOptions {
  /** Which of the two scores gives the order and is tested. */
  readonly scale: RatingScale;
  /** A difference is significant if its p is at most this. */
  readonly alpha: number;
  /** Leaves out judges who did not notice damage. */
  readonly excludeUnreliable: boolean;
  readonly isListed?: (system: string) => boolean;
}

export interface RatedSystem extends ScoredSystem {
  readonly standardised: number;
  readonly raw: number;
  readonly ratings: number;
}

export interface RatedSystems {
  readonly task: string;
  /** Ratings of outputs that count. */
  readonly ratings: number;
  /** From best to worst. */
  readonly systems: readonly RatedSystem[];
  /** How likely the row's scores are to be this much above the column's by chance; 1 on and below the diagonal. */
  readonly p: readonly (readonly number[])[];
  readonly judges: readonly JudgeCheck[];
  /** Judges left out because they did not notice damage. */
  readonly excluded: readonly string[];
  /** Judges whose ratings cannot be standardised and count only in raw scores. */
  readonly withoutSpread: readonly string[];
}

export function rankRatings(task: string, all: readonly Rating[], options: RateOptions): RatedSystems {
  const judges = checkJudges(task, all);
  const excluded = options.excludeUnreliable
    ? judges.filter(({ reliable }) => reliable === false).map(({ judge }) => judge)
    : [];
  const isExcluded = new Set(excluded);
  const ratings = all.filter((each) => each.task === task && each.item === 'output' && !isExcluded.has(each.judge));
  if (ratings.length === 0 && excluded.length > 0) {
    throw new UsageError(
      `No judge of ${task} noticed damaged outputs: without unreliable judges there is nothing left.`,
    );
  }
  const standardised = ratingScores(task, ratings, 'standardised');
  const raw = ratingScores(task, ratings, 'raw');
  const ranked = rankByMannWhitney(options.scale === 'raw' ? raw : standardised, options.alpha, options.isListed);
  const place = new Map(raw.systems.map((system, s) => [system, s]));
  return {
    task,
    ratings: ratings.length,
    systems: ranked.systems.map((each) => ({
      ...each,
      standardised: standardised.ofSystems[place.get(each.system)!]!,
      raw: raw.ofSystems[place.get(each.system)!]!,
      ratings: ratings.filter(({ system }) => system === each.system).length,
    })),
    p: ranked.p,
    judges,
    excluded,
    withoutSpread: standardised.judgesLeftOut,
  };
}
