export { type Scores, upward } from './scores.ts';
