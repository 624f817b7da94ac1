/** The examples of the guide to the library that show what they print: each is run as it stands, and must print that. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = readFileSync(`${root}docs/how-to/library.md`, 'utf8');
const examples = [...page.matchAll(/^## (.*)$|```js\n([^`]*(?:`[^`]+`[^`]*)*)```\n\n```text\n([^`]*)```/gm)];

describe('docs/how-to/library.md', () => {
  let heading = '';
  for (const [, named, code, printed] of examples) {
    heading = named ?? heading;
    if (code === undefined) continue;
    it(heading, () => {
      // A package may import itself by its name, from what was built.
      const found = execFileSync(process.execPath, ['--input-type=module', '--eval', code], { cwd: root, encoding: 'utf8' });
      expect(found).toBe(printed);
    }); // prettier-ignore
  }

  it('shows some', () => {
    expect(examples.filter(([, , code]) => code !== undefined)).toHaveLength(3);
  });
});
