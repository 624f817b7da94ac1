/**
 * Named values that a page keeps in the browser between visits. If storage is full or forbidden, they last as long as the page stays open.
 */
export class KeptData {
  readonly #storage: Storage | null;
  readonly #memory = new Map<string, string>();
  readonly #prefix: string;

  /** The prefix separates the names from those of other pages at the same address. */
  constructor(prefix: string, storage: Storage | null = browserStorage()) {
    this.#prefix = prefix;
    this.#storage = storage;
  }

  /** False if the value is lost when the page is closed. */
  keep(name: string, value: unknown): boolean {
    const text = JSON.stringify(value);
    try {
      if (this.#storage) {
        this.#storage.setItem(this.#prefix + name, text);
        this.#memory.delete(name);
        return true;
      }
    } catch {
      // Storage is full: remove the older value, which `find` would return otherwise.
      this.#storage?.removeItem(this.#prefix + name);
    }
    this.#memory.set(name, text);
    return false;
  }

  /** Undefined if there is no value or it cannot be read. */
  find(name: string): unknown {
    const text = this.#memory.get(name) ?? this.#storage?.getItem(this.#prefix + name);
    if (text === undefined || text === null) return undefined;
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  }

  forget(name: string): void {
    this.#memory.delete(name);
    this.#storage?.removeItem(this.#prefix + name);
  }

  /** Names with this prefix, in no particular order. */
  names(beginning: string): string[] {
    const found = new Set([...this.#memory.keys()].filter((name) => name.startsWith(beginning)));
    const storage = this.#storage;
    for (let i = 0; storage && i < storage.length; i++) {
      const key = storage.key(i);
      if (key?.startsWith(this.#prefix + beginning)) found.add(key.slice(this.#prefix.length));
    }
    return [...found];
  }
}

function browserStorage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null; // forbidden by the reader's settings
  }
}
