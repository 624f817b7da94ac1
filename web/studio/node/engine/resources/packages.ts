/** Replaces src/engine/resources/packages.ts: packages with dictionaries are served with the page, if they were installed. */

import { UsageError } from '../../../../../src/core/index.ts';
import { bytesAt } from '../../fileTable.ts';

/** Only ONNX Runtime can be loaded: its server may have it where it has dictionaries. */
export const packageEntry = (name: string): string | undefined =>
  name === 'onnxruntime-web' ? 'resources/onnxruntime-web/dist/ort.wasm.min.mjs' : undefined;

export async function packageVersion(name: string): Promise<string> {
  try {
    const described = new TextDecoder().decode(await bytesAt(`resources/${name}/package.json`));
    return (JSON.parse(described) as Record<string, string>)['version']!;
  } catch {
    throw new UsageError(
      `Neural metrics need ${name}, which this page's server does not have. Type npm install ${name}, then assay studio; or copy the package to resources/${name} beside the page.`,
    );
  }
}

export const importEntry = async <Module>(_name: string, entry: string): Promise<Module> =>
  (await import(new URL(entry, location.href).href)) as Module;

export const packageDirectory = (name: string): string => `resources/${name}`;

export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0]!;
