export { type Cache, type CacheUse, clearCache, describeCache, openCache } from './cache/openCache.ts';
export { type CorpusReading, readCorpus, readSought } from './readCorpus.ts';
export { filesLike, nameOfPattern } from './filePattern.ts';
export { heldFile, withHeldFiles } from './heldFiles.ts';
export { appendHistory, checkHistory, currentCommit, readHistory } from './history.ts';
export { indexLines, versionOf } from './lineIndex.ts';
export { checkStandardInput, decodeUtf8, digestOf } from './input.ts';
export {
  LatticeFiles,
  type LatticeRequest,
  listDerivations,
  readForests,
  readLattices,
  unequalLattices,
} from './latticeFiles.ts';
export { type Task, type TaskRequest, checksumOf, openFiles, openTask, withBatches } from './openTask.ts';
export { type JudgmentRequest, type ReadJudgments, readJudgments } from './readJudgments.ts';
export { readAllLines, readLines, readWordClasses } from './readLines.ts';
export { type NbestRequest, type ReadNbest, holdLists, readNbest, readWeights, readWeightsFor } from './readNbest.ts';
export { mergePrepared, prepareMetrics, preparedOf, printPrepared, readPrepared } from './prepared.ts';
export { type ReadScores, type ScoreRequest, readScores, scoreFileOf } from './readScores.ts';
export { type TextRequest, readTexts } from './readTexts.ts';
export { type SharedTask, openSharedTask } from './sharedTask/openSharedTask.ts';
export type { TaskPart } from './sharedTask/findTexts.ts';
export { isInRoom } from './sharedTask/taskFolder.ts';
export { type Shard, printShard } from './shard.ts';
export { nameSystems } from './systemNames.ts';
export {
  type NamedStatistics,
  type Statistics,
  evaluationOf,
  finishedStatistics,
  inputOf,
  listed,
  mergeStatistics,
  missingShards,
  missingText,
  printStatistics,
  readStatistics,
  readSums,
  writtenSums,
} from './statistics.ts';
export { WorkFolder } from './workFolder.ts';
