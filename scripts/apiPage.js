/**
 * Makes the reference of the library: every name that the modules in `package.json` export, with the first sentence of its doc comment and
 * links to the guide pages whose examples import it. A public name without a doc comment is an error.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseSync } from 'oxc-parser';

/** Returns the text of the page. */
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
        if (sentence === '' && !metricIds.has(name)) silent.push(`${module}: ${name} (${place})`);
      }
      const lines = names.map(([name, found]) => line(module, name, found, examples, metricIds));
      return { module, text: `## ${module}\n\n${intro}\n\n${lines.join('\n')}\n` };
    });
  if (silent.length > 0) {
    throw new Error(`Public names without a doc comment:\n${silent.join('\n')}`);
  }
  return `# Library

<!-- Generated from the doc comments in the source. To change it, edit those and run npm run generate. -->

All public names. [Use the JavaScript library](../how-to/library.md) shows how to use them. Names that are not listed here are internal and may change in any version.

${sections.map(({ module }) => `- [\`${module}\`](#${module.replace('/', '')})`).join('\n')}

${sections.map(({ text }) => text).join('\n')}`;
}

function line(module, name, { declaration, sentence }, examples, metricIds) {
  const metric = metricIds.get(name);
  const anchor = `<a id="${module.replace('/', '-')}.${name}"></a>`;
  if (metric !== undefined) return `- ${anchor}\`${name}\`: the metric [\`${metric}\`](metrics/${metric}.md)`;
  const shown = examples.get(`${module} ${name}`) ?? [];
  const links = shown.map((page) => `[example](../${page})`).join(', ');
  return `- ${anchor}\`${declaration}\`${sentence && `: ${sentence}`}${links && ` (${links})`}`;
}

/** Returns the guide pages by `module name` that their examples import. */
function guideExamples(root) {
  const pages = new Map();
  const isPage = (path) => path.endsWith('.md') && !path.startsWith('reference');
  for (const page of readdirSync(join(root, 'docs'), { recursive: true }).map(String).filter(isPage).sort()) {
    const text = readFileSync(join(root, 'docs', page), 'utf8');
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
const named = new Map();

/** Parses a file: its statements, its first comment, and the comment before any statement. */
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

/** Returns the exports of a module by name: the file and form of each declaration, and the first sentence of its comment. */
function namesOf(file) {
  const known = named.get(file);
  if (known) return known;
  const names = new Map();
  named.set(file, names);
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

/** Finds the declaration of a name in a file, or in the file that `source` imports it from. */
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
  // If a file has the name of its export, the comment at its top describes that export.
  const text = textBefore(node.start) ?? (basename(file, '.ts') === name ? read(file).intro : '');
  const sentence = /^.*?\.(?=\s+[A-Z`]|$)/.exec(text)?.[0] ?? text;
  return { file, declaration: headOf(source, declared, name), sentence };
}

/** Returns `name(parameters): Result` for a function, `class Name`, `type Name`, or else the name alone. */
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

/** Returns a parameter as `name: Type`; a destructured one is called `options`, and one with a default is optional. */
function parameterOf(source, node) {
  const inner = node.type === 'AssignmentPattern' ? node.left : node;
  const rest = inner.type === 'RestElement';
  const target = rest ? inner.argument : inner;
  const optional = node.type === 'AssignmentPattern' || target.optional ? '?' : '';
  const annotation = inner.typeAnnotation ?? target.typeAnnotation;
  const type = annotation ? source.slice(annotation.start, annotation.end).replace(/\s+/g, ' ') : '';
  return `${rest ? '...' : ''}${target.name ?? 'options'}${optional}${type}`;
}
