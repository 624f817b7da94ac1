export { type Deletion, type DeletionParadox, deletionParadox } from './deletionParadox.ts';
export { type Comparison, type GenreFinding, genreParadox } from './genreParadox.ts';
export { type Paradox, deletion, genres, padding, paradoxRecipes, scattered } from './recipes.ts';
export { type Exchange, type SignTestFinding, signTestParadox } from './signTestParadox.ts';
export type { Recipe } from './situation.ts';
export { type Standing, systemStanding } from './standing.ts';
