/** Test sets in which a metric contradicts itself, and tests that show it. */
export { type Paradox, deletionParadox, genreParadox, paradoxRecipes, signTestParadox } from '../paradox/index.ts';
