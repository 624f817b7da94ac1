/** What readers do with a session as a whole: forget it, open a project, add files to it. */
import type { AddedFile } from './droppedFiles.ts';
import { type ReadSettings, checkedSettings, settingsFromHash } from './settingsLink.ts';
import type { StudioStore } from './studioStore.ts';

export async function askToForget(store: StudioStore): Promise<void> {
  const isSure = await store.ask({
    title: 'Forget everything?',
    text: 'Studio removes all files, settings and notes from this page and from the browser’s storage. The files on your computer stay as they are.',
    yes: 'Forget everything',
  });
  if (!isSure) return;
  store.forget();
  store.onForget();
  store.say(undefined);
  location.hash = '#files';
}

const isProject = ({ path }: AddedFile): boolean => /\.assay$/i.test(path);

/** Adds files; a project among them replaces everything first. */
export async function openFiles(store: StudioStore, files: readonly AddedFile[]): Promise<void> {
  const projects = files.filter(isProject);
  const [project] = projects;
  if (project) {
    if (projects.length > 1) {
      store.say({ text: 'Open one project at a time. Nothing was changed.', isProblem: true });
      return;
    }
    if (!(await openProject(store, project))) return;
  }
  await store.add(files.filter((file) => !isProject(file)));
}

/** False if it was not opened; then nothing has changed. */
async function openProject(store: StudioStore, { path, contents }: AddedFile): Promise<boolean> {
  try {
    const { settings: given, ...session } = await store.desk.ask('unpack', [path, contents]);
    const isWanted =
      store.files.length === 0 ||
      (await store.ask({
        title: `Open ${path}?`,
        text: 'The project replaces the files, settings and notes that are open now. Save them as a project first if you need them.',
        yes: 'Open the project',
      }));
    if (!isWanted) return false;
    const { settings, refused } = checkedSettings({ ...given });
    const restored = store.restore({ ...session, settings });
    store.say({
      text:
        refused.length === 0
          ? `The project ${path} is open.`
          : `The project ${path} is open. These settings were not understood and have their defaults: ${refused.join(', ')}.`,
    });
    await restored;
    return true;
  } catch (error) {
    store.say({ text: (error as Error).message, isProblem: true });
    return false;
  }
}

/** Takes settings from the address, and removes them there. */
export function takeSettings(store: StudioStore, read = readSettings()): void {
  if (!read) return;
  store.choose(read.settings);
  store.say({
    text:
      read.refused.length === 0
        ? 'The settings of the link are in use.'
        : `The settings of the link are in use, except those that were not understood: ${read.refused.join(', ')}.`,
  });
  // The view does not change by itself when the address is replaced.
  dispatchEvent(new PopStateEvent('popstate'));
}

/** The settings that the address names. They are removed from it, so that they do not come back later. */
export function readSettings(): ReadSettings | undefined {
  const read = settingsFromHash(location.hash);
  if (read) history.replaceState(null, '', `${location.pathname}${location.search}#files`);
  return read;
}
