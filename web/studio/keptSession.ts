/**
 * Keeps the session in the browser (IndexedDB) until it is forgotten: files, what they are, settings, columns and notes. Where the browser
 * refuses that, or another tab does it already, Studio works the same, and one line says that nothing is kept.
 */
import type { Session, SessionFacts, SessionFile } from './desk/messages.ts';
import { type StudioStore, usualSettings } from './studioStore.ts';

/** Changes are saved after this time, in milliseconds, even if others follow: while Studio computes, they do all the time. */
const settlingTime = 400;

/** How long a page waits for the one before it to give up its lock, in milliseconds. */
const lockPatience = 5000;

const factsStore = 'facts';
const filesStore = 'files';
const factsKey = 'session';

/** Why nothing is kept, as the page says it. */
const reasons = {
  elsewhere: 'Studio is open in another tab, so this one is not kept.',
  refused: 'This browser does not let pages keep data, so the session is not kept. Save it as a project to keep it.',
  full: 'The browser has no more storage for this page, so the latest changes are not kept. Save them as a project.',
  failed: 'The browser could not store the latest changes, so they are not kept. Save them as a project.',
} as const;

interface KeptFacts extends SessionFacts {
  readonly files: readonly Omit<SessionFile, 'contents'>[];
}

export class SessionKeeper {
  readonly #database: IDBDatabase | undefined;
  /** Why nothing can be kept at all. */
  readonly problem: string | undefined;
  /** The contents in the database, by path. */
  readonly #saved = new Map<string, Blob>();
  #savedFacts = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #saving: Promise<void> = Promise.resolve();

  private constructor(database: IDBDatabase | undefined, problem: string | undefined) {
    this.#database = database;
    this.problem = problem;
  }

  /** `place` is what sessions of different pages on one site differ by. Never fails. */
  static async open(place: string): Promise<SessionKeeper> {
    const name = `assay-studio ${place}`;
    if (!(await isOnlyTab(name))) return new SessionKeeper(undefined, reasons.elsewhere);
    try {
      return new SessionKeeper(await openDatabase(name), undefined);
    } catch {
      return new SessionKeeper(undefined, reasons.refused);
    }
  }

  /** The last session, if there is one and it can be read. */
  async read(): Promise<Session | undefined> {
    if (!this.#database) return undefined;
    try {
      const transaction = this.#database.transaction([factsStore, filesStore]);
      const files = transaction.objectStore(filesStore);
      const [facts, paths, blobs] = await Promise.all([
        result(transaction.objectStore(factsStore).get(factsKey) as IDBRequest<KeptFacts | undefined>),
        result(files.getAllKeys() as IDBRequest<string[]>),
        result(files.getAll() as IDBRequest<Blob[]>),
      ]);
      if (!facts) return undefined;
      paths.forEach((path, p) => this.#saved.set(path, blobs[p]!));
      const kept = facts.files.flatMap((file) => {
        const contents = this.#saved.get(file.path);
        return contents ? [{ ...file, contents }] : [];
      });
      return { ...facts, files: kept };
    } catch {
      return undefined;
    }
  }

  /** Saves whatever changes from now on. */
  follow(store: StudioStore): void {
    if (!this.#database) return;
    const save = (): void => {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#saving = this.#saving.then(() => this.#save(store));
    };
    store.subscribe(() => {
      this.#timer ??= setTimeout(save, settlingTime);
    });
    addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden' && this.#timer !== undefined) save();
    });
    addEventListener('pagehide', () => {
      if (this.#timer !== undefined) save();
    });
    store.onForget = save;
    save();
  }

  async #save(store: StudioStore): Promise<void> {
    const { files, ...facts } = store.session;
    const isEmpty = files.length === 0 && facts.notes.length === 0 && facts.settings === usualSettings;
    const list = files.map(({ contents: _contents, ...file }) => file);
    const key = isEmpty ? '' : JSON.stringify([facts, list]);
    const changed = files.filter(({ path, contents }) => this.#saved.get(path) !== contents);
    const paths = new Set(files.map(({ path }) => path));
    const removed = [...this.#saved.keys()].filter((path) => !paths.has(path));
    if (key === this.#savedFacts && changed.length === 0 && removed.length === 0) return;
    try {
      const transaction = this.#database!.transaction([factsStore, filesStore], 'readwrite');
      const done = finished(transaction);
      const kept = transaction.objectStore(filesStore);
      if (isEmpty) {
        transaction.objectStore(factsStore).clear();
        kept.clear();
      } else {
        transaction.objectStore(factsStore).put({ ...facts, files: list } satisfies KeptFacts, factsKey);
        for (const path of removed) kept.delete(path);
        for (const { path, contents } of changed) kept.put(contents, path);
      }
      await done;
      for (const path of removed) this.#saved.delete(path);
      for (const { path, contents } of changed) this.#saved.set(path, contents);
      this.#savedFacts = key;
      if (store.unkept !== undefined) tell(store, undefined);
    } catch (error) {
      tell(store, (error as DOMException | null)?.name === 'QuotaExceededError' ? reasons.full : reasons.failed);
    }
  }
}

function tell(store: StudioStore, unkept: string | undefined): void {
  if (store.unkept === unkept) return;
  store.unkept = unkept;
  store.changed();
}

/**
 * Holds a lock as long as the page is open. Another tab that holds it says so; a page that was reloaded cannot, and gives it up soon. Without
 * locks, as on pages that are not from a secure address, the last to save wins.
 */
async function isOnlyTab(name: string): Promise<boolean> {
  const { locks } = navigator as Partial<Navigator>;
  if (!locks) return true;
  const tabs = new BroadcastChannel(name);
  const waiting = new AbortController();
  return new Promise((resolve) => {
    const stop = (isOnly: boolean): void => {
      clearTimeout(timer);
      tabs.close();
      resolve(isOnly);
    };
    const giveUp = (): void => {
      waiting.abort();
      stop(false); // at once: Chromium passes over the abort of a request that it has not begun with
    };
    const hold = (): Promise<void> | undefined => {
      if (waiting.signal.aborted) return undefined;
      clearTimeout(timer);
      tabs.onmessage = ({ data }) => data === 'held?' && tabs.postMessage('held');
      resolve(true);
      return new Promise(() => {});
    };
    const timer = setTimeout(giveUp, lockPatience);
    tabs.onmessage = ({ data }) => data === 'held' && giveUp();
    tabs.postMessage('held?');
    locks.request(name, { signal: waiting.signal }, hold).catch(() => {
      if (!waiting.signal.aborted) stop(true); // the browser refuses locks
    });
  });
}

/** Rejects if the browser refuses, or if an older page blocks it. */
function openDatabase(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(factsStore);
      request.result.createObjectStore(filesStore);
    };
    request.onsuccess = () => {
      const database = request.result;
      database.onversionchange = () => database.close();
      resolve(database);
    };
    request.onerror = () => reject(request.error ?? new Error('refused'));
    request.onblocked = () => reject(new Error('blocked'));
  });
}

const result = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('not read'));
  });

const finished = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('not stored'));
  });
