/**
 * The reference of the library: every name that `package.json` exports, with the first sentence written above it in the source and the
 * pages of the guide whose examples import it. A name without either has no business being public, and is an error.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseSync } from 'oxc-parser';

/** The text of the page. */
export function apiPage(root, metricIds) {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const examples = guideExamples(root);
  const silent = [];
  const sections = Object.entries(exports)
    .filter(([, target]) => target.endsWith('.js'))
    .map(([subpath, target]) => {
      const module = `assay${subpath.slice(1)}`;
      const file = join(root, target.replace('./dist', 'src').replace(/\.js$/, '.ts'));
      const { intro } = read(file);
      const names = [...namesOf(file)].sort(([a], [b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
      for (const [name, { file: place, sentence }] of names) {
        if (sentence === '' && !metricIds.has(name) && !examples.has(`${module} ${name}`))
          silent.push(`${module}: ${name} (${place})`);
      }
      const lines = names.map(([name, found]) => line(module, name, found, examples, metricIds));
      return { module, text: `## ${module}\n\n${intro}\n\n${lines.join('\n')}\n` };
    });
  if (silent.length > 0) {
    throw new Error(`Write a comment above what is public, and nothing says what it is:\n${silent.join('\n')}`);
  }
  return `# The library, name by name

Generated from the source; edit that, then \`npm run generate\`. [The library](../guide/library.md) shows how it is used. What is not listed here is internal and may change in any version.

${sections.map(({ module }) => `- [\`${module}\`](#${module.replace('/', '')})`).join('\n')}

${sections.map(({ text }) => text).join('\n')}`;
}

function line(module, name, { declaration, sentence }, examples, metricIds) {
  const metric = metricIds.get(name);
  if (metric !== undefined) return `- \`${name}\`: the metric [\`${metric}\`](metrics/${metric}.md)`;
  const shown = examples.get(`${module} ${name}`) ?? [];
  const links = shown.map((page) => `[example](../guide/${page})`).join(', ');
  return `- \`${declaration}\`${sentence && `: ${sentence}`}${links && ` (${links})`}`;
}

/** Pages of the guide by `module name` that their examples import. */
function guideExamples(root) {
  const pages = new Map();
  for (const page of readdirSync(join(root, 'docs/guide')).sort()) {
    const text = readFileSync(join(root, 'docs/guide', page), 'utf8');
    for (const [, names, module] of text.matchAll(/^import \{([^}]*)\} from '(assay[^']*)'/gm)) {
      for (const name of names.split(',').map((each) => each.trim())) {
        const key = `${module} ${name}`;
        pages.set(key, [...new Set([...(pages.get(key) ?? []), page])]);
      }
    }
  }
  return pages;
}

const parsed = new Map();

/** A file's statements, and the comment that it starts with. */
function read(file) {
  if (parsed.has(file)) return parsed.get(file);
  const source = readFileSync(file, 'utf8');
  const { program, comments, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const docs = comments.filter(({ type, value }) => type === 'Block' && value.startsWith('*'));
  const textOf = ({ value }) =>
    value
      .replace(/^\*|^\s*\* ?/gm, ' ')
      .replace(/\s+/g, ' ')
      .trim();
  const before = (start) =>
    docs.find(
      ({ end }) =>
        end <= start &&
        source
          .slice(end, start)
          .replace(/\/\/.*/g, '')
          .trim() === '',
    );
  const intro = docs[0]?.start === 0 ? textOf(docs[0]) : '';
  const module = { source, body: program.body, intro, textBefore: (start) => before(start) && textOf(before(start)) };
  parsed.set(file, module);
  return module;
}

/** What a module exports, by name: where it is declared, how, and the first sentence above it. */
function namesOf(file) {
  const names = new Map();
  for (const node of read(file).body) {
    if (node.type === 'ExportAllDeclaration') {
      for (const [name, found] of namesOf(join(dirname(file), node.source.value))) names.set(name, found);
    } else if (node.type === 'ExportNamedDeclaration') {
      for (const name of node.declaration ? declaredIn(node.declaration) : [])
        names.set(name, declaration(file, node, name));
      for (const { local, exported } of node.specifiers) names.set(exported.name, find(file, node.source, local.name));
    }
  }
  return names;
}

const declaredIn = (node) => (node.declarations ?? [node]).map(({ id }) => id.name);

/** What a name stands for in a file, or in the one that `source` says it comes from. */
function find(file, source, name) {
  if (source) return namesOf(join(dirname(file), source.value)).get(name) ?? missing(file, name);
  for (const node of read(file).body) {
    if (node.type === 'ImportDeclaration') {
      const specifier = node.specifiers.find(({ local }) => local.name === name);
      if (!specifier) continue;
      const from = join(dirname(file), node.source.value);
      return specifier.type === 'ImportDefaultSpecifier'
        ? { file: from, declaration: name, sentence: read(from).intro }
        : find(file, node.source, specifier.imported.name);
    }
    if (node.id?.name === name || node.declarations?.some(({ id }) => id.name === name)) {
      return declaration(file, node, name);
    }
  }
  return missing(file, name);
}

function missing(file, name) {
  throw new Error(`${file} exports ${name}, which is not there.`);
}

function declaration(file, node, name) {
  const { source, textBefore } = read(file);
  const declared = node.declaration ?? node;
  // A file that is named after what it exports says at its top what that is.
  const text = textBefore(node.start) ?? (basename(file, '.ts') === name ? read(file).intro : '');
  const sentence = /^.*?[.:](?=\s+[A-Z`]|$)/.exec(text)?.[0] ?? text;
  return { file, declaration: headOf(source, declared, name), sentence };
}

/** `name(parameters): Result` of functions, `class Name`, `type Name`, else the name alone. */
function headOf(source, node, name) {
  if (/^TSInterface|^TSTypeAlias/.test(node.type)) return `type ${name}`;
  if (node.type === 'ClassDeclaration') return `class ${name}`;
  const called =
    node.type === 'FunctionDeclaration' ? node : node.declarations?.find(({ id }) => id.name === name)?.init;
  if (!called || !/Function/.test(called.type)) return name;
  const parameters = called.params.map((each) => parameterOf(source, each));
  const result = called.returnType ? source.slice(called.returnType.start, called.returnType.end) : '';
  return `${name}(${parameters.join(', ')})${result.replace(/\s+/g, ' ')}`;
}

/** Its name, or `options` where it is taken apart at once; what has a default may be left out. */
function parameterOf(source, node) {
  const inner = node.type === 'AssignmentPattern' ? node.left : node;
  const rest = inner.type === 'RestElement';
  const target = rest ? inner.argument : inner;
  const optional = node.type === 'AssignmentPattern' || target.optional ? '?' : '';
  const annotation = inner.typeAnnotation ?? target.typeAnnotation;
  const type = annotation ? source.slice(annotation.start, annotation.end).replace(/\s+/g, ' ') : '';
  return `${rest ? '...' : ''}${target.name ?? 'options'}${optional}${type}`;
}
