export { bootstrap, bootstrapAll, percentileInterval } from './bootstrap.ts';
export { Pcg64 } from './random.ts';
