export { compareSystemRuns, compareSystems } from './compare/compareSystems.ts';
export {
  type CompareTaskOptions,
  compareCounted,
  compareTask,
  countFileWords,
  scoresTask,
} from './compare/compareTask.ts';
export { type CreateOptions, createMetrics, loadMetric } from './createMetrics.ts';
export { holdsLearned, parseMetric } from './parseMetric.ts';
export { type EvaluateOptions, type Progress, evaluate } from './evaluate.ts';
export { findParadox } from './findParadox.ts';
export { type LearnRequest, learnMetric, learnWeights } from './learn/learnMetric.ts';
export { featureRequest, isFeature, requestedFeatures } from './learn/requestedFeatures.ts';
export { type CheckedModel, checkModel } from './resources/neural/checkModel.ts';
export { addModel, knownModels, pathOfModel, removeModel } from './resources/neural/modelPlaces.ts';
export { packageDirectory } from './resources/packages.ts';
export { stopPrograms } from './resources/program/runningPrograms.ts';
export { describeTask, evaluateTask } from './tasks/evaluateTask.ts';
export { scoreOutputs } from './tasks/scoreOutputs.ts';
export { selectMbr } from './tune/selectMbr.ts';
export { studyDeletion, tuneSystems } from './tune/tuneSystems.ts';
export { tuneWeights } from './tune/tuneWeights.ts';
export { type Threads, startThreads } from './threads.ts';
export { campaignJudgments, liveCampaign } from './campaigns/campaignJudgments.ts';
export { exportCampaign, exportFormats } from './campaigns/exportCampaign.ts';
