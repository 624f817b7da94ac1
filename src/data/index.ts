export {
  AnalysisStore,
  type Batch,
  type EmptyReferences,
  type FormatId,
  type FormatKind,
  type MtmeRating,
  type MtmeTask,
  type NbestFormat,
  type NbestOrder,
  type PlaceOfError,
  type ReadLattice,
  type TaskScores,
  type WeightStyle,
  type WmtCsvOptions,
  analysisFormats,
  featureFormats,
  formatIds,
  formatKinds,
  holdsAnalyses,
  invalidUtf8,
  isPlainText,
  judgmentFormats,
  latticeFormats,
  namesOf,
  nbestFormats,
  readAnalyses,
  structuredEndings,
  weightStyles,
  writeJudgments,
  writeJudgmentsJsonl,
  writeLattice,
  writeMtme,
  writeNbest,
  writeWeights,
  writeWmtCsv,
} from '../formats/index.ts';
export { digestOf } from './digestOf.ts';
export { filesLike, nameOfPattern } from './filePattern.ts';
export { type ByteStream, checkStandardInput } from './input.ts';
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
export { type TaskRequest, openTask } from './openTask.ts';
export { type JudgmentRequest, type ReadJudgments, readJudgments } from './readJudgments.ts';
export { readAllLines, readLines } from './readLines.ts';
export { type NbestRequest, type ReadNbest, holdLists, readNbest } from './readNbest.ts';
export { type ReadScores, type ScoreRequest, readScores } from './readScores.ts';
export { type ReadTexts, type TextRequest, type WithReferences, readTexts } from './readTexts.ts';
export { readWeights, readWeightsFor } from './readWeights.ts';
export { readWordClasses } from './readWordClasses.ts';
export { type SharedTaskOptions, openSharedTask } from './sharedTask/openSharedTask.ts';
export type { NamedFile, SharedTask, TaskPart } from './sharedTask/sharedTask.ts';
export { isInRoom } from './sharedTask/taskFolder.ts';
export { nameSystems } from './systemNames.ts';
export { type Task, withBatches } from './task.ts';
