/** Reads judgment files in any known format into one list. */
import { basename } from 'node:path';
import { UsageError, present } from '../core/index.ts';
import {
  JudgmentList,
  type JudgmentParsing,
  type PlaceOfError,
  isLanguage,
  languagePair,
  parseJudgments,
} from '../formats/index.ts';
import { type Edit, type Judgment, type Judgments, type Verdict, joinJudgments, keepApart } from '../human/index.ts';
import { type ByteStream, digestOf, withInput } from './input.ts';
import { type JudgmentSource, findRepeated } from './sharedTask/findRepeated.ts';

/** The judgment files to read and the options for reading them. */
export interface JudgmentRequest extends JudgmentParsing {
  readonly files: readonly string[];
  /** Leaves out any number of malformed rows, with a note, instead of at most 1 % of those of a file. */
  readonly lenient?: boolean;
  /** Throws an error at the first malformed row. */
  readonly strict?: boolean;
  /** Does not keep judgments apart that must not be pooled; see `keepApart`. */
  readonly together?: boolean;
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
  const { lenient = false, strict = false } = request;
  if (lenient && strict) {
    throw new UsageError('Malformed rows are either left out (--lenient) or refused (--strict). Use one of the two.');
  }
  const list = new JudgmentList(strict ? 'strict' : lenient ? 'lenient' : 'usual', request.orders);
  /** File names by the digest of their contents. */
  const names = new Map<string, string>();
  const digests: [name: string, digest: string][] = [];
  const sources: (JudgmentSource & { readonly name: string })[] = [];
  for (const path of request.files) {
    await withInput(path, request.stdin, async (input) => {
      const { name } = input;
      const held = list.mark();
      const { task = pairOfName(basename(path)) } = request;
      const format = await parseJudgments(input, list, { ...request, ...present({ task }) });
      sources.push({ name, format, judgments: completed(held(), toldByName(basename(path))) });
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
  const { dropped, notes, placeOfError } = list;
  const all = withEditors({ ...joinJudgments(sources.map((each) => each.judgments)), dropped });
  const { judgments, notes: apart } = request.together ? { judgments: all, notes: [] } : keepApart(all);
  const formats = sources.map(({ format }) => format);
  return { judgments, formats, notes: [...notes, ...apart], placeOfError, sha256: digestOf(digests) };
}

/** The year or test set, and the wave of collection, if the name of a file has them: `esa_generalMT2024_wave3.csv`. */
function toldByName(name: string): Pick<Judgment, 'testSet' | 'wave'> {
  const year = /(?:wmt|newstest|general-?mt)[-_.]?(?:20)?(\d\d)(?!\d)/i.exec(name)?.[1];
  const talks = /(?:^|[-_.])(ted(?:\d\d)?)(?=[-_.])/i.exec(name)?.[1]?.toLowerCase();
  const wave = /wave[-_.]?(\d+)/i.exec(name)?.[1];
  return present({ testSet: year === undefined ? talks : `wmt${year}`, wave });
}

/** `mqm_newstest2020_ende.tsv` is about `en-de`. */
function pairOfName(name: string): string | undefined {
  for (const [, from = '', to = ''] of name.matchAll(/(?<![a-z])([a-z]{2})-?([a-z]{2})(?=[-_.]|$)/g)) {
    if (from !== to && isLanguage(from) && isLanguage(to)) return languagePair(from, to);
  }
  return undefined;
}

function completed(judgments: Judgments, told: Partial<Judgment>): Judgments {
  if (Object.keys(told).length === 0) return judgments;
  const withThem = <Kind extends Judgment>(some: readonly Kind[]): Kind[] => some.map((each) => ({ ...told, ...each }));
  const { rankings, ratings, annotations, edits, verdicts, dropped } = judgments;
  return {
    rankings: withThem(rankings),
    ratings: withThem(ratings),
    annotations: withThem(annotations),
    edits: withThem(edits),
    verdicts: withThem(verdicts),
    dropped,
  };
}

/** Verdicts of some files refer to edits of another by id. */
function withEditors(judgments: Judgments): Judgments {
  const idOf = ({ task, edit, testSet }: Edit | Verdict): string => JSON.stringify([task, testSet ?? null, edit]);
  const editors = new Map(
    judgments.edits.flatMap((each) => (each.edit === undefined ? [] : [[idOf(each), each.judge]])),
  );
  if (editors.size === 0) return judgments;
  const verdicts = judgments.verdicts.map((each) =>
    each.editor === '' && each.edit !== undefined ? { ...each, editor: editors.get(idOf(each)) ?? '' } : each,
  );
  return { ...judgments, verdicts };
}
