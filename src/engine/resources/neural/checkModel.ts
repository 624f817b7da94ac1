/** Tries a model: what it can do, and how fast. */
import { openModel, pinModel } from './models.ts';
import { OnnxEncoder } from './loadEncoder.ts';
import { runtimeTitle } from './runtime.ts';

export interface CheckedModel {
  readonly name: string;
  /** The first digits of its sha256. */
  readonly checksum: string;
  /** What metrics can use of it. */
  readonly gives: readonly string[];
  readonly outputs: readonly string[];
  readonly words: number;
  readonly pieces: number;
  readonly runtime: string;
  readonly milliseconds: number;
  /** Whether each text must be run alone. */
  readonly alone: boolean;
}

const sample = 'The quick brown fox jumps over the lazy dog, and nobody knows why it does so every day.';

export async function checkModel(name: string): Promise<CheckedModel> {
  const pinned = await pinModel(name);
  const files = await openModel(pinned);
  const runtime = await runtimeTitle();
  const encoder = new OnnxEncoder(pinned, runtime);
  const { outputs, alone, can } = await encoder.describe();
  const [first] = can;
  const pieces = await encoder.countPieces(sample);
  await encoder.tryOut('warm up', first);
  const started = performance.now();
  await encoder.tryOut(sample, first);
  return {
    name,
    checksum: pinned.slice(pinned.lastIndexOf(':') + 1),
    gives: [
      ...(can.includes('pieces:last') ? ['vectors of pieces'] : []),
      ...(can.includes('mean') ? ['pooled sentence vectors'] : []),
      ...(can.includes('own') ? ['sentence vectors of its own'] : []),
      ...(files.head === undefined ? [] : ['a head for COMET']),
    ],
    outputs,
    words: sample.split(' ').length,
    pieces,
    runtime,
    milliseconds: performance.now() - started,
    alone,
  };
}
