/** Reads judgment files in any known format into one list. */
import { basename } from 'node:path';
import { UsageError } from '../core/index.ts';
import { JudgmentList, type JudgmentParsing, type PlaceOfError, parseJudgments } from '../formats/index.ts';
import type { Judgments } from '../human/index.ts';
import { type ByteStream, digestOf, withInput } from './input.ts';
import { type JudgmentSource, findRepeated } from './sharedTask/findRepeated.ts';

/** The judgment files to read and the options for reading them. */
export interface JudgmentRequest extends JudgmentParsing {
  readonly files: readonly string[];
  /** Skips malformed rows with a note instead of throwing an error. */
  readonly lenient?: boolean;
  /** The number of judgments of each judge in files read before; updated while reading. */
  readonly orders?: Map<string, number>;
  readonly stdin?: ByteStream;
}

/** The judgments read from files, with the formats, notes and hash of those files. */
export interface ReadJudgments {
  readonly judgments: Judgments;
  /** The format of each file. */
  readonly formats: readonly string[];
  /** Notes about judgments that were kept. */
  readonly notes: readonly string[];
  readonly placeOfError: PlaceOfError;
  readonly sha256: string;
}

export async function readJudgments(request: JudgmentRequest): Promise<ReadJudgments> {
  const list = new JudgmentList(request.lenient ?? false, request.orders);
  /** File names by the digest of their contents. */
  const names = new Map<string, string>();
  const digests: [name: string, digest: string][] = [];
  const sources: (JudgmentSource & { readonly name: string })[] = [];
  for (const path of request.files) {
    await withInput(path, request.stdin, async (input) => {
      const { name } = input;
      const held = list.mark();
      const format = await parseJudgments(input, list, request);
      sources.push({ name, format, judgments: held() });
      const digest = input.digest();
      const same = names.get(digest);
      if (same !== undefined)
        throw new UsageError(`${name} is the same as ${same}, so its judgments would count twice. Leave one out.`);
      names.set(digest, name);
      digests.push([basename(path), digest]);
    });
  }
  findRepeated(sources).forEach((original, i) => {
    if (original === undefined) return;
    const [again, first] = [sources[i]!.name, sources[original]!.name];
    throw new UsageError(`${again} has the same judgments as ${first}, so they would count twice. Leave one out.`);
  });
  const { rankings, ratings, annotations, edits, verdicts, dropped } = list;
  const judgments = { rankings, ratings, annotations, edits, verdicts, dropped };
  const formats = sources.map(({ format }) => format);
  return { judgments, formats, notes: list.notes, placeOfError: list.placeOfError, sha256: digestOf(digests) };
}
