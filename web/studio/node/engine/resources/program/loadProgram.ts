/** Replaces src/engine/resources/program/loadProgram.ts: a page runs no programs. */
import { UsageError } from '../../../../../../src/core/index.ts';

// oxlint-disable-next-line typescript/require-await -- as the original
export async function loadProgram(): Promise<never> {
  throw new UsageError(
    'external runs a program, which a page cannot do. Use assay score or assay compare on the command line.',
  );
}
