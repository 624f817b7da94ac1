/** Test sets in which a metric contradicts itself, and what shows it. */
export { type Paradox, deletionParadox, genreParadox, paradoxRecipes, signTestParadox } from '../paradox/index.ts';
