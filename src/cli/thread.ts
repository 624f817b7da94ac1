/** What the threads of the bundled command run: the bundle of `engine/thread.ts`, from bytecode. */
import type answerPiece from '../engine/thread.ts';
import { runBundle } from './bytecode.ts';

/** A hash of each bundle by its name, put in by the build. */
declare const builds: Readonly<Record<string, string>>;

const { exports, keep } = runBundle<{ default: typeof answerPiece }>('thread', builds['thread']!, (url) => import(url));
let pieces = 0;

/** A thread is ended from outside, so it keeps bytecode when it has done some pieces. */
async function answerAndKeep(piece: never): Promise<unknown> {
  const result = await exports.default(piece);
  if (++pieces === 4) keep!();
  return result;
}

export default keep ? answerAndKeep : exports.default;
