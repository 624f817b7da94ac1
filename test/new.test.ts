/** Tests what `npm run new` refuses: it writes nothing and exits with code 2. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const script = fileURLToPath(new URL('../scripts/new.js', import.meta.url));

it.each([
  [[], 'usage: npm run new metric NAME [FAMILY]'],
  [['metric'], 'usage: npm run new metric NAME [FAMILY]'],
  [['metric', 'Ter'], '"Ter" cannot name a metric. Use lower-case letters, digits and hyphens.'],
  [['metric', 'ter', 'edit'], 'The metric ter already exists: src/metrics/edit/ter.ts. Choose another name.'],
  [['metric', 'ter', 'ngram'], 'The metric ter already exists: src/metrics/edit/ter.ts. Choose another name.'],
  [['metric', 'ter'], 'The metric ter already exists: src/metrics/edit/ter.ts. Choose another name.'],
  [
    ['metric', 'newest', 'words'],
    'Unknown family words. Families of metrics: alignment, analysis, combined, edit, neural, ngram.',
  ],
  [['format', 'tsv'], 'src/formats/texts/tsv.ts already exists. Choose another name.'],
  [['command', 'score'], 'src/cli/commands/score.ts already exists. Choose another name.'],
])('refuses %j', (words, message) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...words], { encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain(message);
});
