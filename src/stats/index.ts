export { bootstrap, bootstrapAll, percentileInterval } from './bootstrap.ts';
export { type Composite, compareScores, composite } from './composite.ts';
export { Pcg64 } from './random.ts';
export { type SignTest, signTest, splitProbability } from './signTest.ts';
