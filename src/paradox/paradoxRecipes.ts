/** By paradox, the ways to make it up; the first is the usual one. */
import { deletion } from './deletionRecipe.ts';
import { genres } from './genreRecipe.ts';
import { padding, scattered } from './signTestRecipes.ts';
import type { Recipe } from './situation.ts';

export type Paradox = 'sign-test' | 'genres' | 'deletion';

export const paradoxRecipes: Readonly<Record<Paradox, Readonly<Record<string, Recipe>>>> = {
  'sign-test': { padding, scattered },
  genres: { genres },
  deletion: { deletion },
};
