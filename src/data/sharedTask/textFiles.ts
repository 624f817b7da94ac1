/** Texts of a shared task, one segment a line: read to count and to check them. */
import { UsageError, counted } from '../../core/index.ts';
import { openLines } from '../formats/textFormat.ts';
import { Input } from '../input.ts';

/** What mt-metrics-eval writes where a system gave no translation. */
const noTranslation = '[No translation supplied]';

export class TextFiles {
  readonly digests: [path: string, digest: string][] = [];
  readonly #lengths = new Map<string, number>();
  #untranslated = 0;

  /** How many lines of all texts say that there is no translation. */
  get untranslated(): number {
    return this.#untranslated;
  }

  /**
   * The number of lines of all these texts, which must be that of the first; undefined if there are none.
   * Each file is read once, whoever asks; invalid UTF-8 and empty files are errors.
   */
  async check(paths: readonly string[]): Promise<number | undefined> {
    const [first, ...others] = paths;
    if (first === undefined) return undefined;
    const lines = await this.#length(first);
    for (const path of others) {
      const found = await this.#length(path);
      if (found !== lines) throw new UsageError(`${path} has ${counted(found, 'line')}, ${first} has ${lines}.`);
    }
    return lines;
  }

  async lines(path: string): Promise<string[]> {
    const all: string[] = [];
    await this.#read(path, (line) => all.push(line));
    return all;
  }

  async #length(path: string): Promise<number> {
    const known = this.#lengths.get(path);
    if (known !== undefined) return known;
    let length = 0;
    await this.#read(path, (line) => {
      length++;
      if (line === noTranslation) this.#untranslated++;
    });
    this.#lengths.set(path, length);
    return length;
  }

  async #read(path: string, take: (line: string) => void): Promise<void> {
    const input = await Input.open(path, process.stdin);
    try {
      const reader = await openLines(input);
      for await (const lines of reader.rest()) for (const line of lines) take(line);
    } finally {
      await input.close();
    }
    this.digests.push([path, input.digest()]);
  }
}
