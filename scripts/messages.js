/** Prints every message that a user can get as an error or a warning, with its place: `npm run messages`. To read them in one voice. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Makers of errors and warnings, whose arguments hold the text. */
const makers = /^(?:UsageError|.*(?:[Ee]rror|[Rr]efuse|[Ww]arn|[Pp]roblem|[Cc]omplain|[Ff]ail)\w*)$/;

const files = ['src', 'web'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file).replaceAll('\\', '/'))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\.generated\.|\.cases\.|\/testing\//.test(file))
    .sort(),
);

for (const file of files) {
  const source = readFileSync(join(root, file), 'utf8');
  const seen = new Set();
  const printTexts = (node) => {
    if (node === null || typeof node !== 'object' || seen.has(node)) return;
    seen.add(node);
    const isText = (node.type === 'Literal' && typeof node.value === 'string') || node.type === 'TemplateLiteral';
    if (isText && / /.test(source.slice(node.start, node.end))) {
      const line = source.slice(0, node.start).split('\n').length;
      console.log(`${file}:${line}\t${source.slice(node.start + 1, node.end - 1).replace(/\s+/g, ' ')}`);
      return;
    }
    for (const child of Object.values(node)) {
      if (Array.isArray(child)) child.forEach(printTexts);
      else printTexts(child);
    }
  };
  const call = ({ callee, arguments: given }) => {
    const name = callee.type === 'MemberExpression' ? callee.property.name : callee.name;
    if (name !== undefined && makers.test(name)) given.forEach(printTexts);
  };
  new Visitor({ NewExpression: call, CallExpression: call }).visit(parseSync(file, source).program);
}
