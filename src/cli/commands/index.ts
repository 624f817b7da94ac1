import type { AnyCommand } from '../command.ts';
import accept from './accept.ts';
import agree from './agree.ts';
import align from './align.ts';
import cache from './cache.ts';
import cluster from './cluster.ts';
import { completion } from './completion.ts';
import { config } from './config.ts';
import corpus from './corpus.ts';
import docs from './docs.ts';
import doctor from './doctor.ts';
import explain from './explain.ts';
import curve from './curve.ts';
import gate from './gate.ts';
import history from './history.ts';
import learn from './learn.ts';
import lattice from './lattice.ts';
import judge from './judge.ts';
import mbr from './mbr.ts';
import model from './model.ts';
import merge from './merge.ts';
import meta from './meta.ts';
import compare from './compare.ts';
import metrics from './metrics.ts';
import oracle from './oracle.ts';
import paradox from './paradox.ts';
import prepare from './prepare.ts';
import pipe from './pipe.ts';
import rank from './rank.ts';
import rerank from './rerank.ts';
import score from './score.ts';
import task from './task.ts';
import testset from './testset.ts';
import tune from './tune.ts';
import serve from './serve.ts';
import studio from './studio.ts';

export const commands: readonly AnyCommand[] = [
  score,
  merge,
  prepare,
  cluster,
  compare,
  gate,
  history,
  curve,
  align,
  explain,
  studio,
  docs,
  judge,
  rank,
  agree,
  accept,
  meta,
  task,
  learn,
  paradox,
  tune,
  rerank,
  mbr,
  lattice,
  oracle,
  metrics,
  testset,
  corpus,
  model,
  cache,
  doctor,
  config(() => commands),
  completion(() => commands),
  pipe,
  serve,
];
