/** Everything that runs in Node and in a browser alike. */
export * from './core/index.ts';
export * from './measure/index.ts';
export * from './metrics/index.ts';
