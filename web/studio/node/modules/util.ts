/** Replaces node:util. */
export const promisify =
  <In, Out>(work: (input: In, done: (error: unknown, result: Out) => void) => void) =>
  (input: In): Promise<Out> =>
    new Promise((resolve, reject) => {
      work(input, (error, result) => (error ? reject(error) : resolve(result)));
    });
