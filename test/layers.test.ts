/** Tests the rules that the compiler does not check: imports point down, the lower layers run in a browser, everything is registered. */
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { version } from '../src/core/index.ts';
import { metrics } from '../src/metrics/index.ts';

/** From top to bottom. A file may import from its own layer and from those below. */
const layers = [
  'api', 'cli', 'server', 'engine', 'data', 'formats', 'docs', 'report', 'compare',
  'paradox', 'tune', 'lattice', 'meta', 'human', 'measure', 'metrics', 'stats', 'text', 'core',
]; // prettier-ignore

/** These and all below run in a browser unchanged. */
const firstInBrowser = layers.indexOf('formats');

/** Packages that layers in the browser may import, each with the reason. */
const allowedPackages: Readonly<Record<string, string>> = {
  fflate: 'unpacks XLSX; without Node it does without threads',
  marked: 'reads Markdown; needs nothing of Node',
  papaparse: 'reads CSV with quotes; needs nothing of Node',
  sax: 'reads XML; without Node it does without its stream',
};

const source = new URL('../src/', import.meta.url);

const isForTests = (file: string): boolean =>
  file.endsWith('.test.ts') || file.endsWith('.cases.ts') || file.includes('/testing/');

const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts') && !isForTests(file));

/** What code imports or re-exports, types included, statically or not. */
function specifiersIn(code: string): string[] {
  const statements = code
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    .matchAll(/(?<!['"\w-])(?:from|import)\s*\(?\s*(['"])([^'"]+)\1/g);
  return [...statements].map(([, , specifier]) => specifier!);
}

const importsOf = (file: string): string[] => specifiersIn(readFileSync(new URL(file, source), 'utf8'));

const isRelative = (specifier: string): boolean => specifier.startsWith('.');

/** The path of an imported file within src, or with `..` in front when it lies outside. */
function resolved(file: string, specifier: string): string {
  const base = new URL(file, 'file:///assay/src/');
  const path = new URL(specifier, base).pathname;
  return path.startsWith('/assay/src/') ? path.slice('/assay/src/'.length) : `..${path}`;
}

const layerOf = (path: string): string => path.split('/')[0]!;
const inLayer = files.filter((file) => file.includes('/'));

/** Public names that need Node; all others are for browsers, too. */
const nodeOnly = ['api/data.ts', 'api/engine.ts'];
const inBrowser = files.filter(
  (file) => layers.indexOf(layerOf(file)) >= firstInBrowser || (layerOf(file) === 'api' && !nodeOnly.includes(file)),
);

describe('layers', () => {
  it('are looked at', () => {
    expect(inLayer.length).toBeGreaterThan(20);
    expect(inBrowser.length).toBeGreaterThan(20);
    expect(inLayer.flatMap(importsOf).length).toBeGreaterThan(50);
  });

  it('are all on the list', () => {
    expect(inLayer.filter((file) => !layers.includes(layerOf(file)))).toEqual([]);
  });

  it('import only downwards', () => {
    const wrong = inLayer.flatMap((file) =>
      importsOf(file)
        .filter(isRelative)
        .map((specifier) => resolved(file, specifier))
        .filter((target) => layers.indexOf(layerOf(target)) < layers.indexOf(layerOf(file)))
        .map((target) => `${file} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it('from formats to core need nothing of Node and no package', () => {
    const wrong = inBrowser.flatMap((file) =>
      importsOf(file)
        .filter((specifier) => !isRelative(specifier) && !(specifier in allowedPackages))
        .map((specifier) => `${file} imports ${specifier}`),
    );
    expect(wrong).toEqual([]);
  });

  it('from formats to core leave no digit to the engine: exponential and logarithm come from core/math.ts', () => {
    const inexact = /\bMath\.(?:exp|expm1|log|log2|log10|log1p|pow|sin|cos|tan|sinh|cosh|tanh|cbrt|hypot)\(/;
    const wrong = inBrowser.filter((file) => inexact.test(readFileSync(new URL(file, source), 'utf8')));
    expect(wrong).toEqual([]);
  });

  it('as exported to browsers do not reach above themselves', () => {
    const wrong = inBrowser.flatMap((file) =>
      importsOf(file)
        .filter(isRelative)
        .map((specifier) => resolved(file, specifier))
        .filter((target) => layers.indexOf(layerOf(target)) < firstInBrowser),
    );
    expect(wrong).toEqual([]);
  });
});

describe('front ends in web/', () => {
  const web = new URL('../web/', import.meta.url);
  const webFiles = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.tsx?$/.test(file));
  const imports = webFiles.flatMap((file) => {
    const code = readFileSync(new URL(file, web), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
    const statements = code.matchAll(/(?<!['"\w-])(import\s+type\b[^;'"]*?from|from|import)\s*\(?\s*(['"])([^'"]+)\2/g);
    return [...statements].map(([, how, , specifier]) => {
      const target = isRelative(specifier!)
        ? new URL(specifier!, new URL(file, 'file:///assay/web/')).pathname
        : specifier!;
      return { file, target: target.replace('/assay/', ''), typeOnly: /^import\s+type\b/.test(how!) };
    });
  });

  it('are looked at', () => {
    expect(webFiles.length).toBeGreaterThan(20);
    expect(imports.some(({ target, typeOnly }) => typeOnly && target === 'src/server/wire.ts')).toBe(true);
    expect(imports.some(({ target, typeOnly }) => !typeOnly && target.startsWith('src/human/'))).toBe(true);
    expect(imports.some(({ target }) => target === 'preact')).toBe(true);
  });

  it('import layers that run in a browser, types, each other and Preact', () => {
    const wrong = imports.filter(({ file, target, typeOnly }) => {
      // Its workers run the code of the command line, with replacements for Node.
      if (/^studio\/(?:desk|node)\//.test(file)) return false;
      if (target.startsWith('web/')) return false;
      if (target.startsWith('src/'))
        return !typeOnly && layers.indexOf(layerOf(target.slice('src/'.length))) < firstInBrowser;
      return !/^preact(?:\/hooks)?$/.test(target);
    });
    expect(wrong).toEqual([]);
  });

  it('share what is in shared/ and nothing else', () => {
    const folder = (path: string): string => path.replace('web/', '').split('/')[0]!;
    const wrong = imports.filter(
      ({ file, target }) =>
        target.startsWith('web/') &&
        folder(target) !== folder(file) &&
        folder(target) !== 'shared' &&
        // Studio shows the segment browser and the steps of result pages.
        !(folder(file) === 'studio' && /^(?:segments|steps)$/.test(folder(target))),
    );
    expect(wrong).toEqual([]);
  });
});

describe('imports', () => {
  const root = new URL('../', import.meta.url);
  const all = ['src', 'web'].flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, root), { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
      .filter((file) => /\.tsx?$/.test(file) && !isForTests(file)),
  );
  /** By file: the files it imports or re-exports, types included, statically or by `import()`. */
  const graph = new Map(
    all.map((file) => [
      file,
      specifiersIn(readFileSync(new URL(file, root), 'utf8'))
        .filter(isRelative)
        .map((specifier) => new URL(specifier, new URL(file, 'file:///')).pathname.slice(1)),
    ]),
  );

  it('are found whatever their kind', () => {
    const kinds = `import './a.ts'; import x from './b.ts'; import type { y } from './c.ts'; export * from './d.ts';
      export { type z } from './e.ts'; const f = await import('./f.ts'); type G = import('./g.ts').G; // './no.ts'
      import {\n  one,\n  two,\n} from './h.ts';`;
    expect(specifiersIn(kinds)).toEqual([...'abcdefgh'].map((name) => `./${name}.ts`));
    expect(graph.size).toBeGreaterThan(400);
  });

  it('go round in circles are found', () => {
    const made = new Map([['a', ['b', 'c']], ['b', ['d']], ['c', ['d']], ['d', ['e', 'none']], ['e', ['b']], ['f', ['f']]]); // prettier-ignore
    expect(cyclesIn(made)).toEqual([
      ['b', 'd', 'e', 'b'],
      ['f', 'f'],
    ]);
  });

  it('never go round in circles', () => {
    expect(cyclesIn(graph).map((cycle) => cycle.join(' → '))).toEqual([]);
  });
});

/** A cycle for every import that leads back to a file it was reached from, in a walk in depth. */
function cyclesIn(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  const walk = (file: string, path: readonly string[]): void => {
    const before = path.indexOf(file);
    if (before >= 0) cycles.push([...path.slice(before), file]);
    if (before >= 0 || done.has(file)) return;
    for (const next of imports.get(file) ?? []) walk(next, [...path, file]);
    done.add(file);
  };
  for (const file of imports.keys()) walk(file, []);
  return cycles;
}

describe('metrics', () => {
  /** In the folder of a family; a metric's parts are in a folder of its own below. */
  const own = files.filter((file) => /^metrics\/(?!shared\/)[^/]+\/[^/]+\.ts$/.test(file));

  it('have a file each', () => expect(own.length).toBeGreaterThan(0));

  it.each(own)('src/%s is in the index', async (file) => {
    const module = (await import(new URL(file, source).href)) as { default?: unknown };
    expect(module.default, 'its default export').toBeDefined();
    expect(metrics as readonly unknown[]).toContain(module.default);
  });

  it('are in the index once', () => {
    expect(metrics).toHaveLength(own.length);
    expect(new Set(metrics.map(({ id }) => id)).size).toBe(metrics.length);
  });
});

describe('what is known of a metric', () => {
  /** These name metrics without asking what they are. */
  const mayName: Readonly<Record<string, string>> = {
    'cli/commands/sacrebleu.ts': 'does what sacreBLEU does, which has three metrics',
    'cli/sacrebleu/flags.ts': 'the same',
    'cli/sacrebleu/metrics.ts': 'the same',
    'cli/input/sharedTaskInput.ts': 'metrics by default',
    'core/signature.ts': 'signatures of sacreBLEU, which has three metrics',
    'core/metric.ts': '`learned` is a property there',
    'engine/parseMetric.ts': 'an example in a message',
    'cli/commands/align.ts': 'a metric by default',
    'cli/commands/learn.ts': 'features by default',
    'cli/commands/mbr.ts': 'a metric by default',
    'cli/commands/oracle.ts': 'a metric by default',
    'cli/commands/paradox.ts': 'metrics by default',
    'cli/commands/rerank.ts': 'a metric by default',
    'cli/commands/explain.ts': 'metrics by default',
    'cli/commands/score.ts': 'metrics by default',
    'cli/commands/tune.ts': 'a metric by default',
    'cli/input/scoreInput.ts': 'metrics by default',
    'formats/scores/directionOf.ts': 'names of scores in files, of other programs, too; its test asks our metrics',
    'human/campaign/designOf.ts': 'a unit of marked text',
    'human/campaign/taskDesign.ts': 'a unit of marked text',
    'human/plan/campaignFile.ts': 'a unit of marked text',
    'human/plan/protocols.ts': 'a unit of marked text',
    'report/learn/learnReport.ts': 'a heading of a column',
    'text/language/analysis.ts': 'a factor of an analysis',
    'text/language/stemmers.ts': 'an ending, “eed”',
    'text/tokenizers/meteor.ts': 'a tokenizer',
    'text/tokenizers/simple.ts': 'a tokenizer',
    'text/tokenizers/tercom.ts': 'a tokenizer',
  };
  const quotedId = `(['"\`])(?:${metrics.map(({ id }) => id).join('|')})(?:\\(\\w+=\\w+\\))?`;
  const names = new RegExp(`${quotedId}\\1`);
  /** A quoted id, or the id of a definition, compared with something or looked up; a statistic found by its name. */
  const branches = new RegExp(
    [
      `(?:[!=]==?|\\bcase) *${quotedId}\\1`,
      String.raw`\bdefinition\.id *[!=]==?`,
      String.raw`\.(?:has|get|includes|indexOf)\((?:\w+\.)*definition\.id\)`,
      String.raw`\bstatistics\.(?:indexOf|findIndex|includes)\(`,
    ].join('|'),
  );
  const outside = files.filter((file) => !file.startsWith('metrics/') && file !== 'index.ts');
  const codeOf = (file: string): string =>
    readFileSync(new URL(file, source), 'utf8').replace(/(?<!\S)\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

  it('is asked of the metric: no other file names one', () => {
    expect(outside.filter((file) => names.test(codeOf(file)) && !(file in mayName))).toEqual([]);
  });

  it('is asked of the metric: files that may name one do not branch on it', () => {
    const ofSacrebleu = Object.keys(mayName).filter((file) => file.includes('sacrebleu'));
    expect(outside.filter((file) => branches.test(codeOf(file)) && !ofSacrebleu.includes(file))).toEqual([]);
  });

  it('may be named by files that do', () => {
    expect(Object.keys(mayName).filter((file) => !names.test(codeOf(file)))).toEqual([]);
  });

  it.each([
    "if (definition.id === 'bleu') return;",
    "case 'ter':",
    "const usual = ['bleu', 'bleu-sbp'].includes(definition.id);",
    'if (definition.id !== amber.id) throw wrong;',
    'forms.get(metric.definition.id)',
    "statistics.indexOf('reference length')",
  ])('is seen to be branched on: %s', (line) => expect(line).toMatch(branches));
});

it('the version in the code is that of the package', () => {
  const { version: published } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  ) as { version: string }; // prettier-ignore
  expect(version).toBe(published);
});
