/**
 * Selects the tests to run. `npm test` runs all but `*.systems.test.ts`. `--mode unit` runs the fast tests next to the code, which need no
 * build. `--mode systems` runs the tests that need other systems or take long, and the `*.slow.test.ts` at full length. In any mode,
 * ASSAY_TEST_EFFORT=10 makes properties draw ten times as many cases.
 */
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const ofSystems = '**/*.systems.test.ts';
const beside = 'src/**/*.test.ts';
/** Tests outside src that start no browser and change nothing that others see. */
const plain = [
  'test/{formats,guide,layers,libraryGuide,words,workedExamples,wmt09{Agree,Analyses,Campaign,Meta,Rank}}.test.ts',
  'test/web/{activeTime,commandLine,forms,organiserWords,studioViews,textUnits}.test.ts',
  'test/web/segments/*.test.ts',
];

/**
 * The files of each mode, and the share of the requested cases that properties draw. `shared` files run in one module graph, because loading
 * the same modules again for each file takes longer than most of them run; `apart` files run isolated.
 */
const modes = {
  test: { effort: 0.15, shared: [beside, ...plain], apart: ['test/**/*.test.ts'], exclude: [ofSystems] },
  unit: {
    effort: 0.05,
    shared: [beside, 'test/{layers,formats}.test.ts'],
    apart: [],
    exclude: [ofSystems, '**/*.slow.test.ts'],
  },
  mutate: { effort: 0.3, shared: [beside], apart: [], exclude: [ofSystems] },
  torture: { effort: 1, shared: [], apart: ['test/serverCrash.systems.test.ts'], exclude: [] },
  systems: { effort: 1, shared: ['**/*.slow.test.ts'], apart: [ofSystems], exclude: [] },
};

export default defineConfig(({ mode }) => {
  const { effort, shared, apart, exclude } = modes[mode as keyof typeof modes] ?? modes.test;
  const kinds = [
    { include: shared, isolate: false, exclude },
    { include: apart, isolate: true, exclude: [...exclude, ...plain] },
  ];
  // Everything goes into the projects: vitest reads settings outside them again for each project, with another mode.
  const common = {
    env: { ASSAY_TEST_MODE: mode, ASSAY_TEST_EFFORT: process.env['ASSAY_TEST_EFFORT'] ?? String(effort) },
    testTimeout: mode === 'systems' ? 1_800_000 : 180_000, // a busy machine may take ten times as long as an idle one
    hookTimeout: mode === 'systems' ? 600_000 : 180_000,
    expect: { poll: { timeout: 30_000 } }, // as long as Playwright waits
  };
  return {
    resolve: { alias: { 'fast-check': fileURLToPath(new URL('test/fastCheck.ts', import.meta.url)) } },
    test: {
      projects: kinds
        .filter(({ include }) => include.length > 0)
        .map((kind) => ({
          extends: true as const,
          test: {
            ...common,
            ...kind,
            name: kind.isolate ? 'apart' : 'shared',
            // Browsers and servers depend on what else the machine does. A retry is reported, and a test that fails twice fails.
            retry: kind.isolate ? 1 : 0,
            sequence: { groupOrder: Number(kind.isolate) },
          },
        })),
      experimental: { fsModuleCache: true },
      maxWorkers: Math.max(2, availableParallelism() - 1), // the default leaves one core free, which is half of two
    },
  };
});
