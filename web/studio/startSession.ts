/** What happens when the page is opened: the last session comes back, or files of the command line are loaded; settings of a link apply. */
import type { SessionFile } from './desk/messages.ts';
import { SessionKeeper } from './keptSession.ts';
import { askToForget, readSettings, takeSettings } from './sessionActions.ts';
import { checkedSettings } from './settingsLink.ts';
import type { StudioStore } from './studioStore.ts';

const given = '#given/';

/** Does not wait for results. */
export async function startSession(store: StudioStore): Promise<void> {
  const here = new URL('.', location.href).href;
  const list = location.hash.startsWith(given) ? location.hash.slice(1) : undefined;
  // An address with files of the command line works once; later the browser has them.
  if (list !== undefined) history.replaceState(null, '', location.pathname + location.search);
  const linked = readSettings();
  const keeper = await SessionKeeper.open(new URL(here).pathname);
  store.unkept = keeper.problem;
  const kept = await keeper.read();
  const files = list === undefined ? undefined : await givenFiles(new URL(`${list}/`, here), store);
  const isSame = files && kept && String(pathsOf(files)) === String(pathsOf(kept.files));
  if (kept && (!files || isSame)) {
    // With files of the command line, what they contain now counts, and what was said about them before.
    const current = kept.files.map((file) => ({ ...file, contents: files?.find(({ path }) => path === file.path)?.contents ?? file.contents })); // prettier-ignore
    // On a slow machine the page can be used before this: what was added stays.
    const added = store.session.files;
    const others = current.filter(({ path }) => !added.some((file) => file.path === path));
    const settings = checkedSettings({ ...kept.settings }).settings;
    void store.restore({ ...kept, settings, files: [...others, ...added] });
    if (kept.files.length > 0) {
      store.say({
        text: 'Your last session is back.',
        action: { title: 'Start over', run: () => void askToForget(store) },
      });
    }
  } else if (files) void store.add(files);
  takeSettings(store, readSettings() ?? linked); // those of a link that was followed meanwhile first
  keeper.follow(store);
  addEventListener('hashchange', () => takeSettings(store));
  store.changed();
}

const pathsOf = (files: readonly { readonly path: string }[]): string[] => files.map(({ path }) => path).toSorted();

/** Files that `assay studio` was started with. */
async function givenFiles(folder: URL, store: StudioStore): Promise<SessionFile[] | undefined> {
  try {
    const list = (await (await found(new URL('list.json', folder))).json()) as { path: string; address: string }[];
    return await Promise.all(
      list.map(async ({ path, address }) => {
        const contents = await (await found(new URL(address, folder))).blob();
        return { path, contents: new File([contents], path.split('/').at(-1)!) };
      }),
    );
  } catch (error) {
    store.say({
      text: `Cannot load the files of the command line (${(error as Error).message}). Start assay studio again.`,
      isProblem: true,
    });
    return undefined;
  }
}

async function found(address: URL): Promise<Response> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
  return answer;
}
