import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    setupFiles: ['test/setup.ts'],
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // The usual is one less than there are cores, which on two makes everything wait for everything.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
});
