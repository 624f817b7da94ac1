export { namesOf } from './fileFormat.ts';
export { type FormatKind, formatKinds } from './formatKinds.ts';
export { AnalysisStore, analysisFormats, holdsAnalyses, readAnalyses } from './analyses/index.ts';
export type { PlaceOfError } from './judgments/format.ts';
export { type JudgmentRequest, type ReadJudgments, judgmentFormats, readJudgments } from './judgments/readJudgments.ts';
export { writeJudgments } from './judgments/assay.ts';
export { writeJudgmentsJsonl } from './judgments/jsonl.ts';
export { type WmtCsvOptions, writeWmtCsv } from './judgments/writeWmtCsv.ts';
export { type MtmeRating, type MtmeTask, writeMtme } from './sharedTask/writeMtme.ts';
export { type FormatId, formatIds, isPlainText, structuredEndings } from './formats/index.ts';
export { type ReadScores, type ScoreRequest, readScores } from './scores/readScores.ts';
export type { TaskScores } from './scores/assembleScores.ts';
export { type SharedTaskOptions, openSharedTask } from './sharedTask/openSharedTask.ts';
export type { NamedFile, SharedTask, TaskPart } from './sharedTask/sharedTask.ts';
export { isInRoom } from './sharedTask/taskFolder.ts';
export { digestOf } from './digestOf.ts';
export { filesLike, nameOfPattern } from './filePattern.ts';
export { type ByteStream, checkStandardInput } from './input.ts';
export { nameSystems } from './systemNames.ts';
export { type TaskRequest, openTask } from './openTask.ts';
export { type Batch, type EmptyReferences, type Task, withBatches } from './task.ts';
export { invalidUtf8 } from './utf8.ts';
export { readAllLines, readLines } from './readLines.ts';
export { readWordClasses } from './readWordClasses.ts';
export { type NbestFormat, featureFormats, nbestFormats } from './nbest/nbestFormat.ts';
export { type NbestRequest, type ReadNbest, holdLists, readNbest } from './nbest/readNbest.ts';
export { readWeights, readWeightsFor } from './nbest/readWeights.ts';
export { type NbestOrder, writeNbest } from './nbest/writeNbest.ts';
export { type WeightStyle, weightStyles, writeWeights } from './nbest/weightFormats.ts';
export { latticeFormats, writeLattice } from './lattices/formats.ts';
export {
  type ForestRequest,
  LatticeFiles,
  type LatticeFilesRequest,
  listDerivations,
  readForests,
  unequalLattices,
} from './lattices/latticeFiles.ts';
export { type LatticeRequest, type ReadLattice, readLattices } from './lattices/readLattices.ts';
export { type ReadTexts, type TextRequest, type WithReferences, readTexts } from './readTexts.ts';
