/** Replaces the cutting of files into shards: a browser reads whole files. */
export function cutFiles(): never {
  throw new Error('There are no shards in a browser.');
}
