/** Replaces node:zlib. */
export function gunzip(bytes: Uint8Array, done: (error: unknown, result: Uint8Array) => void): void {
  void import('fflate')
    .then(({ gunzipSync }) => gunzipSync(bytes))
    .then(
      (result) => done(undefined, result),
      (error: unknown) => done(error, bytes),
    );
}
