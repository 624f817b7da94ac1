import type { AnyCommand } from '../command.ts';
import metrics from './metrics.ts';
import paradox from './paradox.ts';
import score from './score.ts';

export const commands: readonly AnyCommand[] = [score, paradox, metrics];
