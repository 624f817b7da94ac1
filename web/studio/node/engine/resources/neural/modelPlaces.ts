/** Replaces src/engine/resources/neural/modelPlaces.ts: models are dropped like other files. */
import { UsageError } from '../../../../../../src/core/index.ts';
import { createHash } from '../../../modules/crypto.ts';
import { bytesAt, fileAt, filesIn } from '../../../fileTable.ts';

export const isModelFile = (file: string): boolean => /\.(?:onnx|onnx[._]data|json)$/.test(file);

export const folderFiles = (path: string): string[] | undefined =>
  fileAt(path) ? undefined : filesIn(path).filter(isModelFile).sort();

export async function checksumOfModel(path: string): Promise<string> {
  const files = folderFiles(path);
  if (!files) return checksumOf(path);
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\n${await checksumOf(`${path}/${file}`)}\n`);
  return hash.digest('hex');
}

const checksumOf = async (path: string): Promise<string> =>
  createHash('sha256')
    .update(await bytesAt(path))
    .digest('hex');

export function pathOfModel(name: string): string {
  if (fileAt(name) || filesIn(name).length > 0) return name;
  throw new UsageError(`There is no model ${name} among the files. Drop it: a folder, or a .zip or .jar file.`);
}
