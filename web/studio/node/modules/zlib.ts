/** Replaces node:zlib. */
import { gunzipSync } from 'fflate';

export function gunzip(bytes: Uint8Array, done: (error: unknown, result: Uint8Array) => void): void {
  done(undefined, gunzipSync(bytes));
}
