/** The programs that external metrics have started, one for all metrics with the same command, since starting one may take long. */
import type { Program } from '../../../metrics/neural/external.ts';

export interface RunningProgram extends Program {
  stop(): void;
}

/** By what was ordered. */
export const running = new Map<string, Promise<RunningProgram>>();

/** Ends all programs that external metrics have started; a metric that is used again starts its program again. */
export async function stopPrograms(): Promise<void> {
  for (const program of running.values()) (await program.catch(() => undefined))?.stop();
}
