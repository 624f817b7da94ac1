/** What README and guide show is what the commands print: every `console` block is run and compared. With UPDATE=1 they are rewritten. */
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const documents = ['README.md', 'examples/README.md', ...guidePages()];
const update = process.env['UPDATE'] === '1';

function guidePages(): string[] {
  return readdirSync(`${root}docs`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`);
}

const printed = new Map<string, string>();

/** Runs the typed lines in a shell that knows `assay`, in the root of the repository, as a pipe would, if no other document shows them. */
function run(typed: string): string {
  const known = printed.get(typed);
  if (known !== undefined) return known;
  const shell = `assay() { node dist/command/assay.cjs "$@"; }\n{ ${typed}\n} 2>&1 || true`;
  const now = execFileSync('bash', ['-c', shell], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', ASSAY_CACHE: 'off' },
  });
  printed.set(typed, now);
  return now;
}

for (const path of documents) {
  const text = readFileSync(`${root}${path}`, 'utf8');
  const blocks = [...text.matchAll(/```console\n([\s\S]*?)```/g)];
  if (blocks.length === 0) continue;
  describe(path, () => {
    let updated = text;
    it.each(blocks.map(([, block = '']) => ({ block, typed: block.split('\n', 1)[0]!.replace(/^\$ /, '') })))(
      '$typed',
      ({ block, typed }) => {
        const now = `$ ${typed}\n${run(typed)}`;
        if (update) {
          updated = updated.replace(`\`\`\`console\n${block}\`\`\``, () => `\`\`\`console\n${now}\`\`\``);
          writeFileSync(`${root}${path}`, updated);
        } else expect(now).toBe(block);
      },
    );
  });
}

it('some document shows a transcript', () => {
  expect(documents.some((path) => readFileSync(`${root}${path}`, 'utf8').includes('```console\n$ assay'))).toBe(true);
});
