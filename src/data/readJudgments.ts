/** Reads files of judgments of any known format into one list. */
import { basename } from 'node:path';
import { UsageError } from '../core/index.ts';
import { JudgmentList, type JudgmentParsing, type PlaceOfError, parseJudgments } from '../formats/index.ts';
import type { Judgments } from '../human/index.ts';
import { type ByteStream, digestOf, withInput } from './input.ts';
import { type JudgmentSource, findRepeated } from './sharedTask/findRepeated.ts';

/** Which files of judgments to read, and how. */
export interface JudgmentRequest extends JudgmentParsing {
  readonly files: readonly string[];
  /** Leaves malformed rows out, and says so, where they would be errors. */
  readonly lenient?: boolean;
  /** How far judges have come in files read before, to go on from there; what is read is added to it. */
  readonly orders?: Map<string, number>;
  readonly stdin?: ByteStream;
}

/** Judgments, and what is to be said of the files they come from. */
export interface ReadJudgments {
  readonly judgments: Judgments;
  /** The format of each file. */
  readonly formats: readonly string[];
  /** What is worth knowing of judgments that were kept. */
  readonly notes: readonly string[];
  readonly placeOfError: PlaceOfError;
  readonly sha256: string;
}

export async function readJudgments(request: JudgmentRequest): Promise<ReadJudgments> {
  const list = new JudgmentList(request.lenient ?? false, request.orders);
  /** Names of files by the digest of what they hold. */
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
        throw new UsageError(`${name} holds the same as ${same}: its judgments would count twice.`);
      names.set(digest, name);
      digests.push([basename(path), digest]);
    });
  }
  findRepeated(sources).forEach((original, i) => {
    if (original === undefined) return;
    const [again, first] = [sources[i]!.name, sources[original]!.name];
    throw new UsageError(`${again} holds the same judgments as ${first}: they would count twice.`);
  });
  const { rankings, ratings, annotations, edits, verdicts, dropped } = list;
  const judgments = { rankings, ratings, annotations, edits, verdicts, dropped };
  const formats = sources.map(({ format }) => format);
  return { judgments, formats, notes: list.notes, placeOfError: list.placeOfError, sha256: digestOf(digests) };
}
