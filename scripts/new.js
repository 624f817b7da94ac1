/**
 * Creates the files of a new metric, text format or command: `npm run new metric NAME [FAMILY]`, `npm run new format NAME`,
 * `npm run new command NAME`. Writes a working example and its test, adds it to the list of its kind if that list is written by hand, and
 * runs the generator. Then replace the example by your own code; ARCHITECTURE.md describes each part.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { metricFamilies, metricFiles, variableOf } from './metricFiles.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const kinds = { metric: newMetric, format: newFormat, command: newCommand };
const [kind = '', name = '', family] = process.argv.slice(2);

try {
  if (!(kind in kinds) || name === '')
    throw new Error('usage: npm run new metric NAME [FAMILY], npm run new format NAME, or npm run new command NAME');
  if (!/^[a-z0-9][a-z0-9-]*$/.test(name)) {
    throw new Error(`"${name}" cannot name a ${kind}. Use lower-case letters, digits and hyphens.`);
  }
  const made = await kinds[kind](variableOf(name));
  execFileSync(process.execPath, [join(root, 'scripts/generate.js')], { stdio: 'inherit' });
  console.log(`Now edit ${made.join(' and ')}. After changing a declaration, run npm run generate.`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 2;
}

async function write(path, text) {
  const full = join(root, path);
  writeFileSync(full, await format(text, { ...(await resolveConfig(full)), filepath: full }));
  console.log(`wrote ${path}`);
}

function refuseExisting(...paths) {
  const there = paths.find((path) => existsSync(join(root, path)));
  if (there) throw new Error(`${there} already exists. Choose another name.`);
}

/** Adds an import and an entry of a list to a file. */
async function enter(path, importLine, list) {
  const text = readFileSync(join(root, path), 'utf8');
  const imports = text.lastIndexOf("';\n", text.indexOf('export const')) + "';\n".length;
  const [whole, start, entries] = list.exec(text);
  const entered = `${start}${entries.trimEnd().replace(/,$/, '')}, ${variableOf(name)}]`;
  await write(path, (text.slice(0, imports) + importLine + text.slice(imports)).replace(whole, entered));
}

async function newMetric(variable) {
  const families = metricFamilies(root);
  const chosen = family ?? 'ngram';
  if (!families.includes(chosen))
    throw new Error(`Unknown family ${chosen}. Families of metrics: ${families.join(', ')}.`);
  const same = metricFiles(root).find(({ id }) => id === name);
  if (same) throw new Error(`The metric ${name} already exists: src/metrics/${same.file}. Choose another name.`);
  const base = `src/metrics/${chosen}/${name}`;
  refuseExisting(`${base}.ts`, `${base}.test.ts`);
  await write(
    `${base}.ts`,
    `/** ${name}: what it rewards, in a line. The paper it is from. */
import { type Counter, type MetricBody, type Text, defineMetric } from '../../core/index.ts';
import { CommonTokens } from '../../text/index.ts';
import { meanOfSegments } from '../shared/bestReference.ts';
import { wordNeeds, wordOptions, wordView } from '../shared/wordOptions.ts';

export default defineMetric({
  id: '${name}',
  summary: 'Words of the reference that the hypothesis has, too, as a share, averaged over segments.',
  cite: 'Author (${new Date().getFullYear()}): Title. Venue.',
  notes: ['Each segment counts against the reference of which it has most; an empty reference does not count.'],
  example: '${name}(case=lc)',
  options: wordOptions,
  needs: wordNeeds,
  create: (settings, resources): MetricBody => ({
    name: '${name.toUpperCase()}',
    reads: [wordView(settings, resources)],
    counter,
    ...meanOfSegments,
  }),
});

function counter(): Counter {
  const common = new CommonTokens();
  let references: readonly Text[] = [];
  return {
    prepare(texts) {
      references = texts;
    },
    collect([hypothesis], rows, at) {
      let [best, counts] = [0, 0];
      for (const [reference] of references) {
        const length = reference!.end - reference!.start;
        if (length === 0) continue;
        counts = 1;
        best = Math.max(best, common.count(hypothesis!, reference!) / length);
      }
      rows[at] = best;
      rows[at + 1] = counts;
    },
  };
}
`,
  );
  await write(
    `${base}.test.ts`,
    `import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scorer } from '../testing/cases.ts';
import ${variable} from './${name}.ts';

const scores = scorer(${variable});

describe('by hand', () => {
  it.each([
    ['the cat sat', ['the cat sat down'], 75],
    ['b a', ['a b'], 100],
    ['a', ['', 'b'], 0],
  ] as const)('%j against %j', (hypothesis, references, expected) => {
    expect(scores({ tokenizer: 'none' }, [hypothesis], [references]).corpus).toBeCloseTo(expected, 10);
  });
});

/** The formula of the paper, without regard to speed. */
function plainScore(hypothesis: string, reference: string): number {
  const left = hypothesis.split(' ');
  const words = reference.split(' ');
  const found = words.filter((word) => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  return (100 * found.length) / words.length;
}

it('is what the plain formula gives', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 8 }).map((words) => words.join(' '));
  fc.assert(
    fc.property(text, text, (hypothesis, reference) => {
      const { corpus } = scores({ tokenizer: 'none' }, [hypothesis], [[reference]]);
      expect(corpus).toBeCloseTo(plainScore(hypothesis, reference), 10);
    }),
  );
});
`,
  );
  return [`${base}.ts`, `${base}.test.ts`];
}

async function newFormat(variable) {
  const base = `src/formats/texts/${name}`;
  refuseExisting(`${base}.ts`, `${base}.test.ts`);
  await write(
    `${base}.ts`,
    `/** ${name}: what such a file holds, in a line. */
import { UsageError } from '../../core/index.ts';
import { linesAs } from './text.ts';
import { type TextFormat, linePart, openLines } from './textFormat.ts';

export const ${variable} = {
  id: '${name}',
  summary: 'numbered text: a segment a line, after its number and a tab',
  extensions: ['.${name.replaceAll('-', '')}'],
  systems: 'the file name',
  async open(source, role) {
    const textsOf = (lines: readonly string[], before: number) =>
      lines.map((line, i) => textOf(line, \`\${source.name}, line \${before + i + 1}\`));
    return linePart(source.name, await openLines(source), linesAs(role, textsOf));
  },
} as const satisfies TextFormat;

function textOf(line: string, place: string): string {
  const [, text] = /^\\d+\\t(.*)$/.exec(line) ?? [];
  if (text === undefined) throw new UsageError(\`\${place}: a number and a tab must come first, as in 1 and a text.\`);
  return text;
}
`,
  );
  await write(
    `${base}.test.ts`,
    `import { describe, expect, it } from 'vitest';
import { ${variable} } from './${name}.ts';

async function read(text: string) {
  const source = { name: 'x', chunks: async function* () { yield new TextEncoder().encode(text); } };
  const part = await ${variable}.open(source, 'output');
  return part.take(await part.offer(100, 10_000)).hypotheses;
}

describe('${name}', () => {
  it('is read', async () => {
    expect(await read('1\\tEin Haus\\n2\\t\\n')).toEqual([['Ein Haus', '']]);
  });

  it('says where it is broken', async () => {
    await expect(read('1\\ta\\nb\\n')).rejects.toThrow('x, line 2: a number and a tab must come first');
  });
});
`,
  );
  await enter(
    'src/formats/texts/index.ts',
    `import { ${variable} } from './${name}.ts';\n`,
    /(textFormats = \[)([^\]]*)\]/,
  );
  const guide = 'docs/how-to/scoring.md';
  const row = `| \`.${name.replaceAll('-', '')}\` | numbered text: a segment a line, after its number and a tab |\n`;
  await write(guide, readFileSync(join(root, guide), 'utf8').replace(/(?<=\| `\.factored`.*\n)/, row));
  return [`${base}.ts`, `${base}.test.ts`, `its row in ${guide}`];
}

async function newCommand(variable) {
  const base = `src/cli/commands/${name}`;
  refuseExisting(`${base}.ts`, `${base}.test.ts`);
  const summary = 'Count the words of files.';
  await write(
    `${base}.ts`,
    `/** \`assay ${name}\`: what it does, in a line. */
import { readAllLines } from '../../data/index.ts';
import type { Report } from '../../report/index.ts';
import { countWords } from '../../text/index.ts';
import { defineCommand } from '../command.ts';
import { digits } from '../input/sharedOptions.ts';

interface FileWords {
  readonly file: string;
  readonly lines: number;
  readonly words: number;
}

const ${variable} = defineCommand({
  name: '${name}',
  summary: '${summary}',
  examples: [['assay ${name} sys.txt', 'words of a file']],
  arguments: [{ typed: '<files...>', help: 'files, one segment a line' }],
  options: { digits: digits(1, 'decimals of means') },

  async run(files): Promise<readonly FileWords[]> {
    const counted = files.map(async (file) => {
      const lines = await readAllLines(file);
      return { file, lines: lines.length, words: lines.reduce((sum, line) => sum + countWords(line), 0) };
    });
    return Promise.all(counted);
  },

  forms: { tables: (counted, given) => tables(counted, given.digits), rows: (counted) => tables(counted, allDigits) },
});

export default ${variable};

/** Rows for other programs have all digits. */
const allDigits = 15;

const tables = (counted: readonly FileWords[], decimals: number): Report => ({
  title: 'Words',
  tables: [
    {
      columns: [{ title: 'file', align: 'left' }, { title: 'words', align: 'right' }, { title: 'words a line', align: 'right' }],
      rows: counted.map(({ file, lines, words }) => [file, String(words), (words / lines).toFixed(decimals)]),
    },
  ],
  notes: [],
});
`,
  );
  await write(
    `${base}.test.ts`,
    `import { expect, it } from 'vitest';
import { runTyped } from '../testing/runTyped.ts';
import ${variable} from './${name}.ts';

const file = 'examples/good.txt';

it('shows what it found', async () => {
  const { result, shown } = await runTyped(${variable}, [file]);
  expect(result).toMatchObject([{ file }]);
  expect(shown).toMatch(/^file +words +words a line$/m);
});

it('refuses a file that is not there', async () => {
  await expect(runTyped(${variable}, ['nowhere.txt'])).rejects.toThrow('nowhere.txt');
});
`,
  );
  await enter(
    'src/cli/commands/index.ts',
    `import ${variable} from './${name}.ts';\n`,
    /(commands: readonly AnyCommand\[\] = \[)([^\]]*)\]/,
  );
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const entry = `- \`assay ${name}\` ${summary.charAt(0).toLowerCase()}${summary.slice(1, -1)}\n`;
  await write('README.md', readme.replace(/(?=- `assay metrics`)/, entry));
  return [`${base}.ts`, `${base}.test.ts`, 'its line in README.md'];
}
