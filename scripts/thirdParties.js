/** Collects the licences of the packages in our bundles, because they require that their notices are included. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Returns one text with the notices of all packages among the input files of the bundles. */
export function thirdParties(root, inputs) {
  const folders = new Set(
    inputs.flatMap((path) => /^(?:\.\.\/)*(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []),
  );
  const notices = [...folders]
    .sort((a, b) => (a < b ? -1 : 1))
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
      const file = readdirSync(join(root, folder)).find((each) => /^licen[cs]e/i.test(each));
      const text = file ? readFileSync(join(root, folder, file), 'utf8').trim() : `License: ${license}`;
      return `${name} ${version}\n\n${text}\n`;
    });
  return `Assay's bundles contain code of these packages, under their licences.\n\n${notices.join('\n----\n\n')}`;
}
