/** The files of metrics and the names of their definitions, shared by the generator and `npm run new`. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Folders of src/metrics that are not families. */
const others = ['shared', 'testing'];

/** Returns the names of all families of metrics: the folders of src/metrics. */
export function metricFamilies(root) {
  return readdirSync(join(root, 'src/metrics'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !others.includes(entry.name))
    .map((entry) => entry.name)
    .sort();
}

/** Returns all metrics by id, each with its file below src/metrics: every file in the folder of a family is a metric. */
export function metricFiles(root) {
  return metricFamilies(root)
    .flatMap((family) => readdirSync(join(root, 'src/metrics', family)).map((name) => ({ file: `${family}/${name}` })))
    .filter(({ file }) => /\/[a-z0-9-]+\.ts$/.test(file))
    .map(({ file }) => ({ file, id: file.replace(/^.*\/|\.ts$/g, '') }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Returns the name of a definition in code: `bleuSbp` for the id `bleu-sbp`, `_4grr` for `4grr`. */
export function variableOf(id) {
  return id.replace(/^\d/, (digit) => `_${digit}`).replace(/-(.)/g, (_, letter) => letter.toUpperCase());
}
