/** Reads files of judgments of any known format into one list. */
import { basename } from 'node:path';
import { UsageError } from '../../core/index.ts';
import type { Judgments } from '../../human/index.ts';
import { digestOf } from '../digestOf.ts';
import { formatById, formatByLines, unknownFormat } from '../fileFormat.ts';
import type { ByteStream } from '../input.ts';
import { withLines } from '../readLines.ts';
import { type JudgmentSource, findRepeated } from '../sharedTask/findRepeated.ts';
import { appraiseDa } from './appraiseDa.ts';
import { assay } from './assay.ts';
import { type JudgmentFormat, JudgmentList, type PlaceOfError } from './format.ts';
import { jsonl } from './jsonl.ts';
import { mqm } from './mqm.ts';
import { pearmut } from './pearmut.ts';
import { wmt09 } from './wmt09.ts';
import { wmtRanking } from './wmtRanking.ts';

/** Asked in this order which of them a file is. */
export const judgmentFormats: readonly JudgmentFormat[] = [wmt09, wmtRanking, appraiseDa, mqm, pearmut, jsonl, assay];

export interface JudgmentRequest {
  readonly files: readonly string[];
  /** The format of all files, where their first line does not tell. */
  readonly format?: string;
  /** What judgments belong to that do not say so themselves. */
  readonly task?: string;
  /** Leaves malformed rows out, and says so, where they would be errors. */
  readonly lenient?: boolean;
  /** How far judges have come in files read before, to go on from there; what is read is added to it. */
  readonly orders?: Map<string, number>;
  readonly stdin?: ByteStream;
}

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
  const formats: string[] = [];
  /** Names of files by the digest of what they hold. */
  const names = new Map<string, string>();
  const digests: [name: string, digest: string][] = [];
  const sources: (JudgmentSource & { readonly name: string })[] = [];
  for (const path of request.files) {
    await withLines(path, request.stdin, async (reader, input) => {
      const { name } = input;
      if ((await reader.offer(1, Infinity)) === 0) throw new UsageError(`${name} is empty.`);
      const format = formatOf(reader.peek(), name, request.format);
      formats.push(format.id);
      const before = list.size;
      const held = list.mark();
      list.file = { name, task: request.task ?? '', lines: () => reader.rest() };
      await format.read(list);
      if (list.size === before) throw new UsageError(`${name} has a header and no rows.`);
      sources.push({ name, format: format.id, judgments: held() });
      const digest = input.digest();
      const same = names.get(digest);
      if (same !== undefined)
        throw new UsageError(`${name} holds the same as ${same}: its judgments would count twice.`);
      names.set(digest, name);
      digests.push([basename(input.path), digest]);
    });
  }
  findRepeated(sources).forEach((original, i) => {
    if (original === undefined) return;
    const [again, first] = [sources[i]!.name, sources[original]!.name];
    throw new UsageError(`${again} holds the same judgments as ${first}: they would count twice.`);
  });
  const { rankings, ratings, annotations, edits, verdicts, dropped } = list;
  const judgments = { rankings, ratings, annotations, edits, verdicts, dropped };
  return { judgments, formats, notes: list.notes, placeOfError: list.placeOfError, sha256: digestOf(digests) };
}

function formatOf(firstLine: string, name: string, asked: string | undefined): JudgmentFormat {
  if (asked !== undefined) return formatById(judgmentFormats, asked, 'judgments');
  const format = formatByLines(judgmentFormats, [firstLine]);
  if (format) return format;
  throw unknownFormat(name, 'judgments', [firstLine], 'Name its format with --judgment-format', judgmentFormats);
}
