import type { AnyCommand } from '../command.ts';
import accept from './accept.ts';
import agree from './agree.ts';
import meta from './meta.ts';
import compare from './compare.ts';
import metrics from './metrics.ts';
import paradox from './paradox.ts';
import rank from './rank.ts';
import score from './score.ts';
import task from './task.ts';

export const commands: readonly AnyCommand[] = [score, compare, rank, agree, accept, meta, task, paradox, metrics];
