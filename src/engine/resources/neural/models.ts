/** A model is a folder, or a .zip or .jar file, with a model in ONNX and its tokenizer. */
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { UsageError } from '../../../core/index.ts';
import { checkPin, splitPin } from '../pinned.ts';
import { checksumOfModel, folderFiles, isModelFile, pathOfModel } from './modelPlaces.ts';

/** The files of a model, unread. */
export interface ModelFiles {
  /** As the user named it. */
  readonly name: string;
  readonly path: string;
  /** Names within the folder or archive. */
  readonly files: readonly string[];
  /** The encoder; named model.onnx, or the only one. */
  readonly encoder: string;
  /** The head of a COMET model. */
  readonly head: string | undefined;
  /** The path of a file of a folder, which the runtime can open itself; undefined in an archive. */
  pathOf(file: string): string | undefined;
  read(file: string): Promise<Uint8Array>;
}

const headName = 'head.onnx';

export async function openModel(pinned: string): Promise<ModelFiles> {
  const { path: name } = splitPin(pinned, 'model');
  const path = pathOfModel(name);
  const inFolder = folderFiles(path);
  const place = inFolder ? openFolder(path, inFolder) : await openArchive(path);
  const onnx = place.files.filter((file) => file.endsWith('.onnx') && basename(file) !== headName);
  const encoder = onnx.find((file) => basename(file) === 'model.onnx') ?? (onnx.length === 1 ? onnx[0] : undefined);
  if (encoder === undefined) {
    throw new UsageError(
      onnx.length === 0
        ? `${path} holds no model: a file model.onnx is missing. Export the model to ONNX; see the guide on neural metrics.`
        : `${path} holds ${onnx.length} models: ${onnx.join(', ')}. Name one of them model.onnx.`,
    );
  }
  return { name, path, encoder, head: place.files.find((file) => basename(file) === headName), ...place };
}

/** The name of a model with its checksum; one that it already has must hold. */
export async function pinModel(name: string): Promise<string> {
  const { path, digits } = splitPin(name, 'model');
  const checksum = await checksumOfModel(pathOfModel(path));
  checkPin(path, digits, checksum);
  return `${path}@sha256:${checksum.slice(0, 12)}`;
}

type Place = Pick<ModelFiles, 'files' | 'pathOf' | 'read'>;

const openFolder = (path: string, files: readonly string[]): Place => ({
  files,
  pathOf: (file) => join(path, file),
  read: (file) => readFile(join(path, file)),
});

async function openArchive(path: string): Promise<Place> {
  const { unzipSync } = await import('fflate');
  const bytes = await readFile(path);
  const unzipped = (wants: (file: string) => boolean): Record<string, Uint8Array> => {
    try {
      return unzipSync(bytes, { filter: ({ name }) => wants(name) });
    } catch {
      throw new UsageError(`${path} is not a model: give a folder, or a .zip or .jar file.`);
    }
  };
  const files: string[] = [];
  unzipped((file) => {
    if (isModelFile(file)) files.push(file);
    return false;
  });
  return {
    files,
    pathOf: () => undefined,
    // oxlint-disable-next-line typescript/require-await -- files of a folder are read in turns
    read: async (wanted) => unzipped((file) => file === wanted)[wanted]!,
  };
}
