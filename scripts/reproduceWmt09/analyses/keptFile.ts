/** Files that are made once from the same ingredients. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const keyPath = (path: string): string => `${path}.key`;

/** Makes the file unless it is there and was made from the same ingredients. */
export async function keptFile(
  path: string,
  ingredients: readonly string[],
  make: () => Promise<string>,
): Promise<void> {
  const hash = createHash('sha256');
  for (const ingredient of ingredients) hash.update(`${ingredient.length}:`).update(ingredient);
  const key = hash.digest('hex');
  if (existsSync(path) && existsSync(keyPath(path)) && readFileSync(keyPath(path), 'utf8') === key) return;
  const text = await make();
  mkdirSync(dirname(path), { recursive: true });
  // The key comes last, so that a file that was interrupted is made again.
  writeFileSync(keyPath(path), '');
  writeFileSync(`${path}.part`, text);
  renameSync(`${path}.part`, path);
  writeFileSync(keyPath(path), key);
}
