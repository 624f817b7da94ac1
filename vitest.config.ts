/**
 * Which tests run: `npm test` all but those named `*.systems.test.ts`; `--mode unit` those beside the code that are fast and need no
 * build; `--mode systems` what needs other systems or lasts long, with those named `*.slow.test.ts` at full length. ASSAY_TEST_EFFORT=10 draws ten times the cases, in any of them.
 */
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const ofSystems = '**/*.systems.test.ts';
const beside = 'src/**/*.test.ts';

/**
 * How many cases properties draw, as a share of what they ask for; and which files. Files of `shared` run in the same module graph, as
 * loading the same modules anew for each takes longer than most of them do.
 */
const modes = {
  test: { effort: 0.25, shared: [beside], apart: ['test/**/*.test.ts'], exclude: [ofSystems] },
  unit: {
    effort: 0.05,
    shared: [beside, 'test/{layers,formats}.test.ts'],
    apart: [],
    exclude: [ofSystems, '**/*.slow.test.ts'],
  },
  mutate: { effort: 0.3, shared: [beside], apart: [], exclude: [ofSystems] },
  systems: { effort: 1, shared: ['**/*.slow.test.ts'], apart: [ofSystems], exclude: [] },
};

export default defineConfig(({ mode }) => {
  const { effort, shared, apart, exclude } = modes[mode as keyof typeof modes] ?? modes.test;
  const kinds = [
    { include: shared, isolate: false },
    { include: apart, isolate: true },
  ];
  // All of it stands in the projects: what stands beside them is read again for each, with another mode.
  const common = {
    exclude,
    env: { ASSAY_TEST_MODE: mode, ASSAY_TEST_EFFORT: process.env['ASSAY_TEST_EFFORT'] ?? String(effort) },
    testTimeout: mode === 'systems' ? 600_000 : 60_000,
    hookTimeout: 120_000,
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
            sequence: { groupOrder: Number(kind.isolate) },
          },
        })),
      experimental: { fsModuleCache: true },
      maxWorkers: Math.max(2, availableParallelism() - 1), // the usual leaves one core alone, and of two that is half
    },
  };
});
