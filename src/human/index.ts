export { type Comparisons, type Identical, compareRankings } from './comparisons.ts';
export {
  type Annotation,
  type Dropped,
  type Edit,
  type Judgment,
  type Judgments,
  type MarkedError,
  type Ranking,
  type Rating,
  type Verdict,
  tasksOf,
} from './judgments.ts';
