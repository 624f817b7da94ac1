/** Runs a model: cuts texts into pieces, puts texts of like length together, and keeps the vectors of the latest texts. */
import type { Tokenizer as PieceTokenizer } from '@huggingface/tokenizers';
import { basename } from 'node:path';
import { UsageError } from '../../../core/index.ts';
import { openCache } from '../../../data/index.ts';
import {
  type Encoder,
  type KeptScore,
  LongTexts,
  type PieceCutter,
  type PieceVectors,
  type Vectors,
} from '../../../text/index.ts';
import { reasonOf } from '../packages.ts';
import { splitPin } from '../pinned.ts';
import { type ModelFiles, openModel } from './models.ts';
import { type Runtime, type Session, type Tensor, loadRuntime, runtimeTitle } from './runtime.ts';

/** The model is loaded when the first text is encoded: scores from the cache need none. */
export async function loadEncoder(model: string): Promise<Encoder> {
  if (model === '') throw new UsageError(noModel);
  return new OnnxEncoder(model, await runtimeTitle());
}

export async function loadPieceCutter(model: string): Promise<PieceCutter> {
  if (model === '') throw new UsageError(noModel);
  const cutter = await Cutter.of(await openModel(model));
  return { cut: (text) => cutter.cut(text).own };
}

const noModel =
  'Neural metrics need a model: bertscore(model=PATH), where PATH is a folder, a .zip or .jar file, or a name of `assay model list`.';

/** Pieces in one run of the model, with padding; more are not faster on CPUs. */
const piecesAtOnce = 2048;
const textsAtOnce = 64;
/** Bytes of vectors that are kept for texts that come again. */
const bytesKept = 384 * 2 ** 20;

/** The settings of a model: its own files, which say more than we need, or assay.json next to it. */
interface ModelSettings {
  /** The most pieces that the model reads, with those it adds. */
  readonly longest: number;
  /** The piece that fills up shorter texts of a batch. */
  readonly filler: number;
  /** Written before each text, such as `query: ` for E5. */
  readonly prefix: string;
  /** The pooling of its own sentence vector, if no output of the model is one. */
  readonly pool: 'mean' | 'cls' | undefined;
}

interface CutText {
  /** The pieces with those added, as the model reads them. */
  readonly ids: readonly number[];
  /** The pieces of the text itself. */
  readonly own: Int32Array;
  /** How many pieces are added before the text. */
  readonly before: number;
  /** Whether it was too long. */
  readonly isCut: boolean;
}

/** The tokenizer of a model. */
class Cutter {
  readonly #tokenizer: PieceTokenizer;
  readonly #settings: ModelSettings;
  readonly #added: ReadonlySet<number>;

  static async of(files: ModelFiles): Promise<Cutter> {
    const json = files.files.filter((file) => file.endsWith('tokenizer.json'));
    const tokenizer = json.find((file) => basename(file) === 'tokenizer.json') ?? json[0];
    if (tokenizer === undefined) {
      throw new UsageError(`${files.path} has no tokenizer: a file tokenizer.json is missing. Copy it from where the model is from.`); // prettier-ignore
    }
    const described = (await readJson(files, tokenizer)) as Described;
    const named = (name: string) => files.files.find((file) => basename(file) === name);
    const config = named('tokenizer_config.json');
    const own = named('assay.json');
    return new Cutter(
      files,
      described,
      config === undefined ? {} : ((await readJson(files, config)) as Described),
      own === undefined ? {} : ((await readJson(files, own)) as Described),
      await import('@huggingface/tokenizers'),
    );
  }

  private constructor(
    { path }: ModelFiles,
    tokenizer: Described,
    config: Described,
    own: Described,
    { Tokenizer }: typeof import('@huggingface/tokenizers'),
  ) {
    try {
      this.#tokenizer = new Tokenizer(tokenizer, config);
      this.#added = new Set(this.#tokenizer.encode('').ids);
    } catch (error) {
      throw new UsageError(`The tokenizer of ${path} cannot be read: ${reasonOf(error)}`);
    }
    const truncation = tokenizer['truncation'] as { max_length?: number } | null | undefined;
    const longest = own['max_length'] ?? truncation?.max_length ?? config['model_max_length'];
    this.#settings = {
      // Packages write a huge number where they know none.
      longest: typeof longest === 'number' && longest < 1e6 ? longest : 512,
      filler: this.#filler(tokenizer, config),
      prefix: typeof own['prefix'] === 'string' ? own['prefix'] : '',
      pool: own['pooling'] === 'mean' || own['pooling'] === 'cls' ? own['pooling'] : undefined,
    };
  }

  /** Some models look for this piece instead of the mask. */
  #filler(tokenizer: Described, config: Described): number {
    const padding = tokenizer['padding'] as { pad_id?: number } | null | undefined;
    const named = config['pad_token'] as string | { content?: string } | null | undefined;
    const names = [typeof named === 'object' ? named?.content : named, '<pad>', '[PAD]'];
    const ids = names.map((name) => (name === undefined ? undefined : this.#tokenizer.token_to_id(name)));
    return padding?.pad_id ?? ids.find((id) => id !== undefined) ?? 0;
  }

  get filler(): number {
    return this.#settings.filler;
  }

  get longest(): number {
    return this.#settings.longest;
  }

  get pool(): ModelSettings['pool'] {
    return this.#settings.pool;
  }

  /** A text that is too long loses its end. */
  cut(text: string): CutText {
    const { longest, prefix } = this.#settings;
    let { ids } = this.#tokenizer.encode(prefix + text);
    let before = 0;
    while (before < ids.length && this.#added.has(ids[before])) before++;
    let after = 0;
    while (after < ids.length - before && this.#added.has(ids[ids.length - 1 - after])) after++;
    const isCut = ids.length > longest;
    if (isCut) ids = [...ids.slice(0, longest - after), ...ids.slice(ids.length - after)];
    return { ids, own: Int32Array.from(ids.slice(before, ids.length - after)), before, isCut };
  }
}

type Described = Record<string, unknown>;

async function readJson(files: ModelFiles, file: string): Promise<unknown> {
  try {
    return JSON.parse(new TextDecoder().decode(await files.read(file)));
  } catch (error) {
    throw new UsageError(`${file} of ${files.path} cannot be read: ${reasonOf(error)}`);
  }
}

/** What is kept of a text: some vectors, by kind. */
type Kept = Map<Vectors, Float32Array | PieceVectors>;

interface LoadedModel {
  readonly runtime: Runtime;
  readonly session: Session;
  readonly cutter: Cutter;
  /** Whether a text changes the vectors of others in its batch. */
  readonly alone: boolean;
}

export class OnnxEncoder implements Encoder {
  readonly signature: string;
  readonly scores: KeptScores;
  readonly long = new LongTexts();
  readonly #model: string;
  /** Without its checksum, for messages. */
  readonly #name: string;
  readonly #wanted = new Set<Vectors>();
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;
  #loaded: Promise<LoadedModel> | undefined;
  #head: Promise<Session> | undefined;

  constructor(model: string, title: string) {
    this.#model = model;
    this.#name = splitPin(model, 'model').path;
    this.signature = title;
    this.scores = new KeptScores(`${model.slice(model.lastIndexOf('@') + 1)} ${title} `);
  }

  want(vectors: Vectors): void {
    this.#wanted.add(vectors);
  }

  async pieces(texts: readonly string[], layer: string, onProgress?: (share: number) => void) {
    return (await this.#encode(texts, `pieces:${layer}`, onProgress)) as PieceVectors[];
  }

  async sentences(texts: readonly string[], vectors: 'mean' | 'cls' | 'own', onProgress?: (share: number) => void) {
    return (await this.#encode(texts, vectors, onProgress)) as Float32Array[];
  }

  async head(features: Float32Array, rows: number): Promise<ArrayLike<number>> {
    const { runtime } = await this.#load();
    const session = await (this.#head ??= openModel(this.#model).then(async (files) => {
      if (files.head === undefined) {
        throw new UsageError(`${files.path} has no head.onnx, which COMET needs. Convert the model with examples/scorers/convert_comet.py.`); // prettier-ignore
      }
      return createSession(runtime, files, files.head, await files.read(files.head));
    }));
    const [input] = session.inputNames;
    const [output] = session.outputNames;
    try {
      const found = await session.run({
        [input!]: new runtime.Tensor('float32', features, [rows, features.length / rows]),
      });
      return floatsOf(found[output!]!, this.#model);
    } catch (error) {
      throw new UsageError(`The head of ${this.#name} fails: ${reasonOf(error)}`);
    }
  }

  /** Its outputs, whether texts must be run alone, and the vectors that it can give. */
  async describe(): Promise<{ outputs: readonly string[]; alone: boolean; can: Vectors[] }> {
    const { session, cutter, alone } = await this.#load();
    const kinds: Vectors[] = ['pieces:last', 'mean', 'cls', 'own'];
    const can = kinds.filter((vectors) => {
      try {
        return this.#source(vectors, session, cutter);
      } catch {
        return false;
      }
    });
    return { outputs: session.outputNames, alone, can };
  }

  async countPieces(text: string): Promise<number> {
    return (await this.#load()).cutter.cut(text).own.length;
  }

  /** Runs one text. */
  async tryOut(text: string, vectors: Vectors | undefined): Promise<void> {
    if (vectors === undefined) throw new UsageError(`The model ${this.#name} has no vectors that a metric can use.`);
    await this.#encode([text], vectors);
  }

  #load(): Promise<LoadedModel> {
    return (this.#loaded ??= (async () => {
      const files = await openModel(this.#model);
      const runtime = await loadRuntime();
      const bytes = await files.read(files.encoder);
      const [session, cutter] = await Promise.all([
        createSession(runtime, files, files.encoder, bytes),
        Cutter.of(files),
      ]);
      // Dynamic quantization takes its scale from the whole batch.
      const alone = holds(bytes, 'DynamicQuantizeLinear');
      return { runtime, session, cutter, alone };
    })());
  }

  async #encode(
    texts: readonly string[],
    vectors: Vectors,
    onProgress?: (share: number) => void,
  ): Promise<(Float32Array | PieceVectors)[]> {
    this.#wanted.add(vectors);
    const found = new Map<string, Kept>();
    const missing: string[] = [];
    for (const text of new Set(texts)) {
      const kept = this.#kept.get(text);
      if (kept?.has(vectors)) found.set(text, kept);
      else missing.push(text);
    }
    let done = found.size;
    if (missing.length > 0) {
      const { cutter, alone, ...model } = await this.#load();
      const cut = missing.map((text) => ({ text, ...cutter.cut(text) }));
      // Texts of like length have little padding.
      for (const { text, isCut } of cut) if (isCut) this.long.add(text, cutter.longest);
      cut.sort((a, b) => b.ids.length - a.ids.length);
      for (let from = 0; from < cut.length;) {
        const most = alone ? 1 : Math.max(1, Math.min(textsAtOnce, Math.floor(piecesAtOnce / cut[from]!.ids.length)));
        const batch = cut.slice(from, from + most);
        const outputs = await this.#run(model, cutter, batch);
        batch.forEach(({ text }, i) => {
          found.set(text, outputs[i]!);
          this.#keep(text, outputs[i]!);
        });
        from += batch.length;
        done += batch.length;
        onProgress?.(done / (found.size + cut.length - from));
      }
    }
    return texts.map((text) => found.get(text)!.get(vectors)!);
  }

  /** Drops the oldest texts when they take too much memory. */
  #keep(text: string, kept: Kept): void {
    const before = this.#kept.get(text);
    if (before) {
      this.#bytes -= bytesOf(before);
      this.#kept.delete(text);
      for (const [vectors, values] of before) if (!kept.has(vectors)) kept.set(vectors, values);
    }
    this.#kept.set(text, kept);
    this.#bytes += bytesOf(kept);
    for (const [oldest, values] of this.#kept) {
      if (this.#bytes <= bytesKept || oldest === text) break;
      this.#kept.delete(oldest);
      this.#bytes -= bytesOf(values);
    }
  }

  async #run(
    { runtime, session }: Pick<LoadedModel, 'runtime' | 'session'>,
    cutter: Cutter,
    batch: readonly CutText[],
  ): Promise<Kept[]> {
    const longest = Math.max(...batch.map(({ ids }) => ids.length));
    const dims = [batch.length, longest];
    const ids = new BigInt64Array(batch.length * longest).fill(BigInt(cutter.filler));
    const mask = new BigInt64Array(batch.length * longest);
    batch.forEach((text, b) => {
      for (let i = 0; i < text.ids.length; i++) {
        ids[b * longest + i] = BigInt(text.ids[i]!);
        mask[b * longest + i] = 1n;
      }
    });
    const given: Record<string, BigInt64Array> = {
      input_ids: ids,
      attention_mask: mask,
      token_type_ids: new BigInt64Array(ids.length),
    };
    const unknown = session.inputNames.find((name) => !Object.hasOwn(given, name));
    if (unknown !== undefined) {
      throw new UsageError(`The model ${this.#name} has an input ${unknown}; only input_ids, attention_mask and token_type_ids are supported.`); // prettier-ignore
    }
    const inputs = Object.fromEntries(
      session.inputNames.map((name) => [name, new runtime.Tensor('int64', given[name], dims)]),
    );
    const sources = new Map([...this.#wanted].map((vectors) => [vectors, this.#source(vectors, session, cutter)]));
    const outputs = await session.run(inputs, [...new Set([...sources.values()].map(({ output }) => output))]);
    return batch.map((text, b) => {
      const kept: Kept = new Map();
      for (const [vectors, { output, pool }] of sources) {
        const tensor = outputs[output]!;
        const size = tensor.dims.at(-1)!;
        const values = floatsOf(tensor, this.#model);
        const length = tensor.dims.length === 3 ? tensor.dims[1]! : 1;
        const own = values.subarray(b * length * size, (b + 1) * length * size);
        kept.set(vectors, pool === 'pieces' ? piecesOf(text, own, size) : pooled(text, own, size, pool));
      }
      return kept;
    });
  }

  /** The output of the model that has these vectors, and what is made of it. */
  #source(vectors: Vectors, { outputNames }: Session, cutter: Cutter): { output: string; pool: Pool } {
    const last = outputNames.find((name) => /^(?:last_hidden_state|token_embeddings)$/.test(name));
    const sentence = outputNames.find((name) => /^sentence_embeddings?$/.test(name));
    const missing = (what: string): UsageError =>
      new UsageError(`The model ${this.#name} has no ${what}; its outputs are ${outputNames.join(', ')}.`);
    if (vectors === 'own') {
      if (sentence !== undefined) return { output: sentence, pool: 'as it is' };
      if (last !== undefined && cutter.pool) return { output: last, pool: cutter.pool };
      throw missing('sentence vector of its own (an output sentence_embedding, or pooling in assay.json)');
    }
    if (vectors === 'mean' || vectors === 'cls') {
      if (last === undefined) throw missing('vectors of pieces to pool (an output last_hidden_state)');
      return { output: last, pool: vectors };
    }
    const layer = vectors.slice('pieces:'.length);
    const output =
      layer === 'last' ? last : outputNames.find((name) => new RegExp(`^hidden_states?[._]${layer}$`).test(name));
    if (output === undefined) throw missing(`layer ${layer} (an output ${layer === 'last' ? 'last_hidden_state' : `hidden_states.${layer}`})`); // prettier-ignore
    return { output, pool: 'pieces' };
  }
}

/** Scores of earlier runs, by checksum of the model and runtime. */
class KeptScores {
  readonly #prefix: string;
  readonly #cache = openCache('models');

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  get(key: string): KeptScore | undefined {
    const bytes = this.#cache.get(this.#prefix + key);
    if (!bytes || bytes.length % 4 !== 0 || bytes.length < 8) return undefined;
    const [limit = 0, ...long] = Array.from({ length: bytes.length / 4 - 2 }, (_, i) => wordAt(bytes, 2 + i));
    return { score: new DataView(bytes.buffer, bytes.byteOffset).getFloat64(0, true), limit, long };
  }

  /** The score; if texts were too long, also the limit and their places. */
  put(key: string, { score, limit, long }: KeptScore): void {
    const words = long.length > 0 ? [limit, ...long] : [];
    const bytes = new DataView(new ArrayBuffer(8 + 4 * words.length));
    bytes.setFloat64(0, score, true);
    words.forEach((word, i) => bytes.setUint32(8 + 4 * i, word, true));
    this.#cache.put(this.#prefix + key, new Uint8Array(bytes.buffer));
  }

  flush(): void {
    this.#cache.flush();
  }
}

const wordAt = (bytes: Uint8Array, place: number): number =>
  new DataView(bytes.buffer, bytes.byteOffset).getUint32(4 * place, true);

type Pool = 'pieces' | 'mean' | 'cls' | 'as it is';

/** Vectors of length one, those of added pieces last. */
function piecesOf({ ids, own, before }: CutText, values: Float32Array, size: number): PieceVectors {
  const vectors = new Float32Array(ids.length * size);
  let to = 0;
  const put = (piece: number): void => {
    let squares = 0;
    for (let k = piece * size, end = k + size; k < end; k++) squares += values[k]! * values[k]!;
    const length = Math.sqrt(squares) || 1;
    for (let k = piece * size, end = k + size; k < end; k++) vectors[to++] = values[k]! / length;
  };
  for (let i = 0; i < own.length; i++) put(before + i);
  for (let i = 0; i < ids.length; i++) if (i < before || i >= before + own.length) put(i);
  return { pieces: own, vectors, size };
}

/** The mean is over all pieces, also those added, as is usual. */
function pooled({ ids }: CutText, values: Float32Array, size: number, pool: Pool): Float32Array {
  if (pool !== 'mean') return values.slice(0, size);
  const mean = new Float64Array(size);
  for (let i = 0; i < ids.length; i++) for (let k = 0; k < size; k++) mean[k]! += values[i * size + k]!;
  return Float32Array.from(mean, (sum) => sum / ids.length);
}

function bytesOf(kept: Kept): number {
  let bytes = 0;
  for (const values of kept.values()) bytes += values instanceof Float32Array ? values.byteLength : values.vectors.byteLength; // prettier-ignore
  return bytes;
}

function floatsOf({ type, data }: Tensor, model: string): Float32Array {
  if (type === 'float32') return data as Float32Array;
  throw new UsageError(`The model ${model} outputs ${type}; only float32 is supported.`);
}

async function createSession(runtime: Runtime, files: ModelFiles, file: string, bytes: Uint8Array): Promise<Session> {
  try {
    const path = runtime.title.startsWith('onnxruntime-node') ? files.pathOf(file) : undefined;
    return await runtime.InferenceSession.create(path ?? bytes);
  } catch (error) {
    throw new UsageError(`${file} of ${files.path} cannot be loaded: ${reasonOf(error)}`);
  }
}

/** Whether some ASCII text is among the bytes. */
function holds(bytes: Uint8Array, text: string): boolean {
  const wanted = new TextEncoder().encode(text);
  for (let at = bytes.indexOf(wanted[0]!); at >= 0; at = bytes.indexOf(wanted[0]!, at + 1)) {
    if (wanted.every((byte, i) => bytes[at + i] === byte)) return true;
  }
  return false;
}
