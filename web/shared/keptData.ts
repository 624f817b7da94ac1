/**
 * What a page keeps in the browser from visit to visit, by name. Where the browser has no room or allows no storage, it is kept for as long
 * as the page stays open.
 */
export class KeptData {
  readonly #storage: Storage | null;
  readonly #memory = new Map<string, string>();
  readonly #prefix: string;

  /** All names begin with the prefix in the browser, which other pages of the same address share. */
  constructor(prefix: string, storage: Storage | null = browserStorage()) {
    this.#prefix = prefix;
    this.#storage = storage;
  }

  /** False if it will be gone when the page is closed. */
  keep(name: string, value: unknown): boolean {
    const text = JSON.stringify(value);
    try {
      if (this.#storage) {
        this.#storage.setItem(this.#prefix + name, text);
        this.#memory.delete(name);
        return true;
      }
    } catch {
      // Full: an older value would otherwise be found in its place.
      this.#storage?.removeItem(this.#prefix + name);
    }
    this.#memory.set(name, text);
    return false;
  }

  /** Undefined if there is none, or nothing that can be read. */
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

  /** Names that begin like this, in no particular order. */
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
