export { type JudgmentRequest, type ReadJudgments, judgmentFormats, readJudgments } from './judgments/readJudgments.ts';
export { type FormatId, formatIds } from './formats/index.ts';
export type { ByteStream } from './input.ts';
export { type TaskRequest, openTask } from './openTask.ts';
export type { Batch, EmptyReferences, Task } from './task.ts';
export { invalidUtf8 } from './utf8.ts';
