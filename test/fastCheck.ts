/**
 * Stands in for fast-check in tests, so that one setting says how many cases all properties draw: few while one works, the number that a
 * property asks for in `npm test`, many in `npm run test:systems`. The same cases come in every run, so that a failure can be seen
 * again. Making a failure smaller ends after a while, as a large one is better than none.
 */
import * as fastCheck from '../node_modules/fast-check/lib/fast-check.js';

export * from '../node_modules/fast-check/lib/fast-check.js';

const effort = Number(process.env['ASSAY_TEST_EFFORT'] ?? 1);
const usualRuns = 100;

fastCheck.configureGlobal({ seed: 20260, interruptAfterTimeLimit: 40_000 * Math.max(1, effort) });

export const assert: typeof fastCheck.assert = ((property, parameters = {}) =>
  fastCheck.assert(property, {
    ...parameters,
    numRuns: Math.ceil((parameters.numRuns ?? usualRuns) * effort),
  })) as typeof fastCheck.assert;

export default { ...fastCheck, assert };
