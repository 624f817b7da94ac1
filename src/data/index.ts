export { filesLike, nameOfPattern } from './filePattern.ts';
export { type ByteStream, checkStandardInput, digestOf } from './input.ts';
export {
  type ForestRequest,
  LatticeFiles,
  type LatticeFilesRequest,
  type LatticeRequest,
  listDerivations,
  readForests,
  readLattices,
  unequalLattices,
} from './latticeFiles.ts';
export { type Task, type TaskRequest, openTask, withBatches } from './openTask.ts';
export { type JudgmentRequest, type ReadJudgments, readJudgments } from './readJudgments.ts';
export { readAllLines, readLines, readWordClasses } from './readLines.ts';
export { type NbestRequest, type ReadNbest, holdLists, readNbest, readWeights, readWeightsFor } from './readNbest.ts';
export { type ReadScores, type ScoreRequest, readScores } from './readScores.ts';
export { type ReadTexts, type TextRequest, type WithReferences, readTexts } from './readTexts.ts';
export { type SharedTask, type SharedTaskOptions, openSharedTask } from './sharedTask/openSharedTask.ts';
export type { NamedFile, TaskPart } from './sharedTask/findTexts.ts';
export { isInRoom } from './sharedTask/taskFolder.ts';
export { nameSystems } from './systemNames.ts';
