/** ONNX Runtime, which the user installs: the native package, else that of WebAssembly. */
import { UsageError } from '../../../core/index.ts';
import { importEntry, packageEntry, packageVersion } from '../packages.ts';

/** What is used of either package. */
export interface Runtime {
  /** Name and version, `onnxruntime-node-1.30.0`. */
  readonly title: string;
  readonly InferenceSession: {
    create(model: string | Uint8Array, options?: object): Promise<Session>;
  };
  readonly Tensor: new (type: string, data: unknown, dims: readonly number[]) => Tensor;
}

export interface Session {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(inputs: Readonly<Record<string, Tensor>>, outputs?: readonly string[]): Promise<Readonly<Record<string, Tensor>>>;
}

export interface Tensor {
  readonly type: string;
  readonly data: unknown;
  readonly dims: readonly number[];
}

interface Found {
  readonly title: string;
  readonly entry: string;
}

const packages = ['onnxruntime-node', 'onnxruntime-web'];

/** The title of the package that would be loaded, which is part of signatures. */
export const runtimeTitle = async (): Promise<string> => (await findRuntime()).title;

export async function loadRuntime(): Promise<Runtime> {
  const { title, entry } = await findRuntime();
  const loaded = await importEntry<Runtime & { readonly default?: Runtime }>(title, entry);
  const { InferenceSession, Tensor } = loaded.InferenceSession ? loaded : loaded.default!;
  return { title, InferenceSession, Tensor };
}

async function findRuntime(): Promise<Found> {
  for (const name of packages) {
    const entry = packageEntry(name);
    if (entry !== undefined) return { title: `${name}-${await packageVersion(name, entry)}`, entry };
  }
  throw new UsageError(
    'Neural metrics need ONNX Runtime: npm install onnxruntime-node (or onnxruntime-web, which is slower but has no native code).',
  );
}
