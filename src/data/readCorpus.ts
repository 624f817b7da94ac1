/** Reads texts of any size once, as bytes, to count what is in them and to find lines of other texts. */
import { ByteLines } from '../formats/byteLines.ts';
import { CorpusCounter, type CorpusSettings, type CorpusStatistics, type Overlap, OverlapSearch, SoughtLines } from '../text/index.ts'; // prettier-ignore
import { type Input, withInput } from './input.ts';

/** Lines and bytes taken at a time. */
const mostLines = 1 << 14;
const mostBytes = 1 << 20;

export interface CorpusReading {
  readonly statistics: CorpusStatistics;
  /** By text that was sought. */
  readonly overlaps: readonly Overlap[];
  readonly sha256: string;
}

/** Lines that are not valid UTF-8 are counted, not refused. */
async function eachColumn(input: Input, use: (column: Uint8Array) => void): Promise<void> {
  const lines = new ByteLines({
    name: input.name,
    chunks: () => input.chunks(),
    decode: input.decode,
    isUtf8: () => true,
  });
  for (;;) {
    const count = await lines.offer(mostLines, mostBytes);
    if (count === 0) return;
    use(lines.take(count));
  }
}

/** Counts a text and searches it for others; `onProgress` gets the share of the file and the number of lines. */
export const readCorpus = (
  path: string,
  settings: CorpusSettings,
  sought: readonly SoughtLines[] = [],
  onProgress: (share: number | undefined, lines: number) => void = () => {},
): Promise<CorpusReading> =>
  withInput(path, undefined, async (input) => {
    const counter = new CorpusCounter(settings, input.isUtf8);
    const searches = sought.map((each) => new OverlapSearch(each));
    await eachColumn(input, (column) => {
      counter.add(column);
      for (const search of searches) search.add(column);
      onProgress(input.size === undefined ? undefined : input.bytesRead / input.size, counter.lines);
    });
    return {
      statistics: counter.statistics(),
      overlaps: searches.map((search) => search.overlap()),
      sha256: input.digest(),
    };
  });

/** The lines of a text that are to be found in others, and their n-grams. */
export const readSought = (path: string, n: number): Promise<SoughtLines> =>
  withInput(path, undefined, async (input) => {
    const sought = new SoughtLines(n);
    await eachColumn(input, (column) => sought.add(column));
    return sought;
  });
