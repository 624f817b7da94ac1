/** Finds judgments among the files, and texts that metrics can be evaluated on. */
import { type StudioFile, type StudioStore, nameOf } from '../studioStore.ts';

/** The names of folders that hold outputs, and of those that hold what people said. */
const outputRooms = /^(?:system[-_])?outputs$/i;
const humanRooms = /^(?:judge?ments|human[-_]scores)$/i;

/** The folder of a shared task, if one was dropped: it has outputs and what people said of them. */
export function taskFolderIn(paths: readonly string[]): string | undefined {
  const rooms = new Map<string, Set<'outputs' | 'people'>>();
  for (const path of paths) {
    const parts = path.split('/');
    for (let i = 1; i < parts.length - 1; i++) {
      const room = outputRooms.test(parts[i]!) ? 'outputs' : humanRooms.test(parts[i]!) ? 'people' : undefined;
      if (!room) continue;
      const folder = parts.slice(0, i).join('/');
      rooms.set(folder, (rooms.get(folder) ?? new Set()).add(room));
    }
  }
  const found = [...rooms].filter(([, has]) => has.size === 2).map(([folder]) => folder);
  return found.sort((a, b) => a.length - b.length || (a < b ? -1 : 1))[0];
}

export const hasPeople = (store: StudioStore): boolean =>
  store.filesOf('judgments').length > 0 || taskFolderIn(store.files.map(({ path }) => path)) !== undefined;

/** Where loaded files are put to be read as a shared task. */
export const arrangedFolder = 'loaded files';

export type Arranged =
  | { readonly files: readonly (readonly [path: string, contents: Blob])[] }
  /** What to do so that they can be. */
  | { readonly remedy: string };

/** Arranges loaded files as the folder of a shared task. `tasks` are those that the judgments name. */
export function arrangeTask(
  files: Readonly<Record<'system' | 'reference' | 'source' | 'judgments' | 'scores', readonly StudioFile[]>>,
  tasks: readonly string[],
): Arranged {
  const { system, reference, source, judgments, scores } = files;
  if (system.length < 2 || reference.length === 0) {
    return {
      remedy:
        'Add the outputs of the judged systems and a reference translation, or the folder of a shared task, to see how well metrics agree with people.',
    };
  }
  if (tasks.length > 1) {
    return {
      remedy: `The judgments are of ${tasks.length} tasks (${tasks.join(', ')}). Add the folder of a shared task, which says which output is of which task.`,
    };
  }
  const other = [...system, ...reference].find(({ facts }) => facts?.format !== 'text');
  if (other) {
    return {
      remedy: `${other.path} is not plain text. To see how well metrics agree with people, add outputs and references as plain text, one segment per line.`,
    };
  }
  const task = tasks[0] || 'task';
  const end = (path: string): string => `.txt${/\.(?:gz|zst)$/i.exec(path)?.[0] ?? ''}`;
  return {
    files: [
      ...system.map(({ path, name, contents }) => [`outputs/${task}/${name ?? nameOf(path)}${end(path)}`, contents] as const),
      ...reference.map(({ path, contents }, r) => [`references/${task}.${String.fromCodePoint(65 + r)}${end(path)}`, contents] as const),
      ...source.slice(0, 1).map(({ path, contents }) => [`sources/${task}${end(path)}`, contents] as const),
      ...judgments.map(({ path, contents }) => [`judgments/${path.replaceAll('/', ' ')}`, contents] as const),
      ...scores.map(({ path, contents }) => [`scores/${path.replaceAll('/', ' ')}`, contents] as const),
    ].map(([path, contents]) => [`${arrangedFolder}/${path}`, contents] as const), // prettier-ignore
  };
}
