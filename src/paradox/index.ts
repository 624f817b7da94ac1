export {
  type Deletion,
  type DeletionFinding,
  type DeletionParadox,
  deletable,
  deletionParadox,
} from './deletionParadox.ts';
export { deletion } from './deletionRecipe.ts';
export { type Comparison, type GenreFinding, type Part, genreParadox } from './genreParadox.ts';
export { genres } from './genreRecipe.ts';
export { type Paradox, paradoxRecipes } from './paradoxRecipes.ts';
export { type Exchange, type SignTestFinding, signTestParadox, significance } from './signTestParadox.ts';
export { padding, scattered } from './signTestRecipes.ts';
export type { Recipe, Situation } from './situation.ts';
export { type Standing, systemStanding } from './standing.ts';
