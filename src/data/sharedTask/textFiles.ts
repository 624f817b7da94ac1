/** Texts of a shared task, one segment a line: read to count and to check them. */
import { UsageError, counted } from '../../core/index.ts';
import { type LineReader, openLines } from '../../formats/index.ts';
import { withInput } from '../input.ts';

/** What mt-metrics-eval writes where a system gave no translation. */
const noTranslation = '[No translation supplied]';

export class TextFiles {
  readonly digests: [path: string, digest: string][] = [];
  readonly #lengths = new Map<string, number>();
  /** How many lines of all texts say that there is no translation. */
  untranslated = 0;

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

  /** All lines of a file. */
  async lines(path: string): Promise<string[]> {
    return this.#read(path, (reader) => reader.all());
  }

  async #length(path: string): Promise<number> {
    const known = this.#lengths.get(path);
    if (known !== undefined) return known;
    let length = 0;
    await this.#read(path, async (reader) => {
      for await (const lines of reader.rest()) {
        length += lines.length;
        this.untranslated += lines.filter((line) => line === noTranslation).length;
      }
    });
    this.#lengths.set(path, length);
    return length;
  }

  #read<T>(path: string, use: (reader: LineReader) => Promise<T>): Promise<T> {
    return withInput(path, undefined, async (input) => {
      const read = await use(await openLines(input));
      this.digests.push([path, input.digest()]);
      return read;
    });
  }
}
