/**
 * Which tests run: `npm test` all but those named `*.systems.test.ts`; `--mode unit` those beside the code that are fast and need no
 * build; `--mode systems` what needs other systems or lasts long. ASSAY_TEST_EFFORT=10 draws ten times the cases, in any of them.
 */
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const ofSystems = '**/*.systems.test.ts';

/** How many cases properties draw, as a share of what they ask for; and which files. */
const modes = {
  test: { effort: 1, include: ['src/**/*.test.ts', 'test/**/*.test.ts'], exclude: [ofSystems] },
  unit: {
    effort: 0.05,
    include: ['src/**/*.test.ts', 'test/{layers,formats}.test.ts'],
    exclude: [ofSystems, '**/*.slow.test.ts'],
  },
  mutate: { effort: 0.3, include: ['src/**/*.test.ts'], exclude: [ofSystems] },
  systems: { effort: 1, include: [ofSystems], exclude: [] },
};

export default defineConfig(({ mode }) => {
  const { effort, include, exclude } = modes[mode as keyof typeof modes] ?? modes.test;
  return {
    resolve: { alias: { 'fast-check': fileURLToPath(new URL('test/fastCheck.ts', import.meta.url)) } },
    test: {
      include,
      exclude,
      env: { ASSAY_TEST_MODE: mode, ASSAY_TEST_EFFORT: process.env['ASSAY_TEST_EFFORT'] ?? String(effort) },
      // Loading the same modules anew for each file takes longer than most files do.
      isolate: mode !== 'unit',
      experimental: { fsModuleCache: mode === 'unit' },
      testTimeout: mode === 'systems' ? 600_000 : 60_000,
      hookTimeout: 120_000,
      // The usual is one less than there are cores, which on two makes everything wait for everything.
      maxWorkers: Math.max(2, availableParallelism() - 1),
    },
  };
});
