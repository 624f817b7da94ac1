/**
 * Writes what follows from the definitions: src/metrics/index.ts from the files in its folder, the script of the segment browser from
 * its source, docs/reference from the built package.
 * `--check` writes nothing and fails if a file is not as it would be written; `--index` writes only the first two, which need no build.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { makePageScript } from './webPages.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const check = process.argv.includes('--check');
const stale = [];

await emit('src/metrics/index.ts', metricIndex());
await emit('src/report/comparePage/script.generated.ts', await pageScript());
if (process.argv.includes('--index')) process.exit();
// The reference needs the index above to be built in.
const { metrics } = await import('../dist/metrics/index.js');
const { metricFacts } = await import('../dist/cli/commands/metrics.js');
const { formatKinds } = await import('../dist/formats/index.js');
const { commands } = await import('../dist/cli/commands/index.js');
const facts = metrics.map((definition) => metricFacts(definition));
await emit('docs/reference/README.md', referenceIndex());
for (const each of facts) await emit(`docs/reference/metrics/${each.id}.md`, metricPage(each));
await emit('docs/reference/commands.md', commandPage());
await emit('docs/reference/formats.md', formatPage());
await emit('docs/guide/metrics.md', guideWithTable());

if (stale.length > 0) {
  console.error(`Not as generated: ${stale.join(', ')}. Run npm run generate and commit the result.`);
  process.exitCode = 1;
}

async function emit(path, text) {
  const full = join(root, path);
  const formatted =
    path.endsWith('.ts') || path.startsWith('docs/guide/')
      ? await format(text, { ...(await resolveConfig(full)), filepath: full })
      : text;
  if (existsSync(full) && readFileSync(full, 'utf8') === formatted) return;
  if (check) stale.push(path);
  else {
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, formatted);
    console.log(`wrote ${path}`);
  }
}

function metricIndex() {
  const names = readdirSync(join(root, 'src/metrics'))
    .filter((file) => /^[a-z0-9-]+\.ts$/i.test(file) && file !== 'index.ts')
    .map((file) => file.replace(/\.ts$/, ''))
    .sort();
  const variable = (name) =>
    name.replace(/^\d/, (digit) => `_${digit}`).replace(/-(.)/g, (_, letter) => letter.toUpperCase());
  return `// Generated from the files in this folder by npm run generate.
import type { MetricDefinition } from '../core/index.ts';
${names.map((name) => `import ${variable(name)} from './${name}.ts';`).join('\n')}

export { ${names.map(variable).join(', ')} };

export const metrics: readonly MetricDefinition[] = [${names.map(variable).join(', ')}];
`;
}

async function pageScript() {
  const { script, hash } = await makePageScript();
  return `// Generated from web/segments/main.tsx by npm run generate, or without a build by node scripts/generate.js --index.
export const browserScript = ${JSON.stringify(script)};

/** Of the script, for the content security policy of pages. */
export const browserScriptHash = ${JSON.stringify(hash)};
`;
}

function referenceIndex() {
  return `# Reference

Generated from the definitions; edit those, then \`npm run generate\`.

- [Commands](commands.md)
- [Formats of files](formats.md)

| metric | name | better | what it measures |
|---|---|---|---|
${facts.map(({ id, name, better, summary }) => `| [\`${id}\`](metrics/${id}.md) | ${name} | ${better} | ${cell(summary)} |`).join('\n')}
`;
}

function metricPage({
  id,
  name,
  summary,
  better,
  decomposable,
  segments,
  cite,
  notes,
  options,
  statistics,
  signature,
  example,
}) {
  return `# ${name} (\`${id}\`)

${summary} ${better === 'higher' ? 'Higher' : 'Lower'} is better.

${cite}

\`\`\`
assay score -r ref.txt sys.txt -m '${example}'
\`\`\`

## Options

| option | in code | default | accepts | |
|---|---|---|---|---|
${options.map((each) => `| \`${each.key}\` | \`${each.option}\` | \`${each.default}\` | ${cell(each.accepts)} | ${cell(each.help)} |`).join('\n')}

## Statistics

Each segment yields a row of ${statistics.length} numbers; rows add up, and the score is computed from their sum: ${statistics.join(', ')}.
${decomposable ? 'The metric is decomposable: the score of a whole is a mean of those of its segments, with weights that no hypothesis can change.' : `The metric is not decomposable. Single segments are scored ${segments}.`}

Signature by default: \`${signature}\`
${notes.length === 0 ? '' : `\n## Notes\n\n${notes.map((note) => `- ${note}`).join('\n')}\n`}`;
}

/** The page is written by hand but for its table. */
function guideWithTable() {
  const page = readFileSync(join(root, 'docs/guide/metrics.md'), 'utf8');
  const { speeds } = JSON.parse(readFileSync(join(root, 'bench/speeds.json'), 'utf8'));
  const cost = (id) => {
    if (!speeds[id]) return '–'; // it depends on files of the user's
    return String(Number((speeds.bleu / speeds[id]).toPrecision(2)));
  };
  const rows = facts.map(
    ({ id, summary, decomposable, segments, cite }) =>
      `| [\`${id}\`](../reference/metrics/${id}.md) | ${cell(summary)} | ${cost(id)} | ${segments} | ${decomposable ? 'yes' : 'no'} | ${cell(paper(cite))} |`,
  );
  const table = `| metric | what it rewards | cost | single segments | decomposable | paper |\n|---|---|---|---|---|---|\n${rows.join('\n')}\n`;
  return page.replace(
    /(<!-- table of metrics.*-->\n)[\s\S]*(<!-- end of table -->)/,
    (_, start, end) => start + table + end,
  );
}

/** Authors and year of a citation. */
function paper(cite) {
  return /^(.*?\d{4}\))/.exec(cite)?.[1] ?? cite;
}

function commandPage() {
  const help = (...words) =>
    execFileSync(process.execPath, [join(root, 'dist/command/assay.cjs'), ...words, '--help'], {
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1', COLUMNS: '100' },
    });
  return `# Commands

Generated from the commands; edit those, then \`npm run generate\`.
${commands.map(({ name }) => `\n## assay ${name}\n\n\`\`\`\n${help(name).trimEnd()}\n\`\`\`\n`).join('')}
## assay sacrebleu

\`\`\`
${help('sacrebleu').trimEnd()}
\`\`\`
`;
}

function formatPage() {
  const code = (texts) => texts.map((text) => `\`${text}\``).join(', ');
  const tables = formatKinds.map(({ title, about, formats }) => {
    const named = formats.some(({ extensions }) => extensions);
    const systems = formats.every((format) => format.systems);
    const header = [
      'format',
      ...(named ? ['names end in'] : []),
      'what it is',
      ...(systems ? ['systems are named by'] : []),
    ];
    const rows = formats.map((format) => [
      code([format.id]),
      ...(named ? [code(format.extensions ?? [])] : []),
      cell(format.summary),
      ...(systems ? [cell(format.systems)] : []),
    ]);
    const lines = [header, header.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |\n`);
    return `\n## ${title}\n\n${about}\n\n${lines.join('')}`;
  });
  return `# Formats of files

Generated from the declarations of the formats; edit those, then \`npm run generate\`.

Names may end in \`.gz\`, and \`-\` is standard input. All text is UTF-8.
${tables.join('')}`;
}

function cell(text) {
  return text.replaceAll('|', '\\|');
}
