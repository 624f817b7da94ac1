/** The files of the project, or of its installed package: the pages of the documentation, and what they may link to. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ProjectFiles } from '../../docs/index.ts';

const unwanted = /^(?:node_modules|dist|coverage|\.git)$/;

export function projectFiles(root: string): ProjectFiles {
  const inFolder = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = `${folder}${entry.name}`;
      if (unwanted.test(entry.name)) return [];
      return entry.isDirectory() ? inFolder(`${path}/`) : [path];
    });
  return { paths: inFolder('').toSorted(), read: (path) => readFileSync(join(root, path)) };
}
