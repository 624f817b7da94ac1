/** Puts the segments of several files together, batch by batch. */
import { UsageError } from '../core/index.ts';
import type { FileRole, Part, Rows } from './part.ts';
import type { Batch, EmptyReferences } from './task.ts';

/** A file of the task and what it was given as. */
export interface Member {
  readonly role: FileRole;
  readonly part: Part;
}

export const givesReferences = ({ role }: Member): boolean => role === 'output' || role === 'reference';
const givesSource = ({ role }: Member): boolean => role !== 'labels';

/** What a batch may hold, so that long segments make short batches. */
const batchCharacters = 1 << 20;
const leastCharacters = 1 << 16;

export async function* readBatches(
  members: readonly Member[],
  batchSize: number,
  emptyReferences: EmptyReferences,
): AsyncGenerator<Batch> {
  const characters = Math.max(leastCharacters, Math.floor(batchCharacters / members.length));
  for (let start = 0; ;) {
    const offers = await inOrder(members.map(({ part }) => part.offer(batchSize, characters)));
    const size = Math.min(...offers);
    if (size === 0) {
      if (offers.some((offer) => offer > 0)) throw await unequalSizes(members);
      return;
    }
    const rows = members.map(({ part }) => part.take(size));
    const sources = joinSources(members, rows, start);
    yield {
      start,
      size,
      hypotheses: members.flatMap(({ role }, m) => (role === 'output' ? rows[m]!.hypotheses : [])),
      references: joinReferences(members, rows, start, size, emptyReferences),
      ...(sources ? { sources } : {}),
      labels: joinLabels(members, rows, start),
    };
    start += size;
  }
}

/** Of several faults the first file's is thrown, whichever came first in time. */
async function inOrder<T>(promises: readonly Promise<T>[]): Promise<T[]> {
  const results = await Promise.allSettled(promises);
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason as Error;
    return result.value;
  });
}

/** `sysA.txt has 1999 lines, ref.txt has 2000.`: all files that differ from the first with references. */
async function unequalSizes(members: readonly Member[]): Promise<UsageError> {
  const base = members.find((member) => givesReferences(member) && member.part.holds.references) ?? members[0]!;
  const wanted = await base.part.total();
  const said: string[] = [];
  let unit = '';
  for (const { part } of members) {
    const total = part === base.part ? wanted : await part.total();
    if (total === wanted) continue;
    unit = part.unit;
    said.push(`${part.file} has ${total} ${unit}${total === 1 ? '' : 's'}`);
  }
  const baseUnit = base.part.unit === unit ? '' : ` ${base.part.unit}${wanted === 1 ? '' : 's'}`;
  return new UsageError(
    `${said.join(', ')}, ${base.part.file} has ${wanted}${baseUnit}. All files must have the same segments.`,
  );
}

/** Whether a text is nothing but white space; most texts show at their first character that they are not. */
function isBlank(text: string): boolean {
  const first = text.charCodeAt(0);
  return !(first > 0x20 && first < 0x80) && text.trim() === '';
}

function joinReferences(
  members: readonly Member[],
  rows: readonly Rows[],
  start: number,
  size: number,
  emptyReferences: EmptyReferences,
): string[][] {
  const columns = members.flatMap((member, m) =>
    givesReferences(member) ? rows[m]!.references.map((texts) => ({ part: member.part, texts })) : [],
  );
  const joined = new Array<string[]>(size);
  for (let i = 0; i < size; i++) {
    const references: string[] = [];
    for (const { part, texts } of columns) {
      const text = texts[i];
      if (text === undefined) continue;
      if (emptyReferences !== 'keep' && isBlank(text)) {
        if (emptyReferences === 'missing') continue;
        throw new UsageError(
          `${part.where(start + i)}: the reference is empty. Fill it in, or use --empty-references missing or keep.`,
        );
      }
      references.push(text);
    }
    if (references.length === 0) {
      const { part } = members.find((member) => givesReferences(member) && member.part.holds.references)!;
      throw new UsageError(
        `Segment ${start + i + 1} has no reference (${part.where(start + i)}). Every segment needs at least one.`,
      );
    }
    joined[i] = references;
  }
  return joined;
}

function joinSources(members: readonly Member[], rows: readonly Rows[], start: number): readonly string[] | undefined {
  let found: { part: Part; texts: readonly string[] } | undefined;
  members.forEach((member, m) => {
    const texts = givesSource(member) ? rows[m]!.sources : undefined;
    if (!texts) return;
    if (!found) {
      found = { part: member.part, texts };
      return;
    }
    const first = found;
    const at = texts.findIndex((text, i) => text !== first.texts[i]);
    if (at >= 0) {
      throw new UsageError(
        `The source of segment ${start + at + 1} is not the same in ${first.part.file} and ${member.part.file}. ` +
          'Give the source once.',
      );
    }
  });
  return found?.texts;
}

function joinLabels(members: readonly Member[], rows: readonly Rows[], start: number): Map<string, readonly string[]> {
  const joined = new Map<string, { texts: (string | undefined)[]; part: Part }>();
  members.forEach(({ part }, m) => {
    for (const [name, texts] of rows[m]!.labels) {
      const first = joined.get(name);
      if (!first) {
        joined.set(name, { texts: [...texts], part });
        continue;
      }
      texts.forEach((text, i) => {
        const before = first.texts[i];
        if (text === undefined || text === before) return;
        if (before !== undefined) {
          throw new UsageError(
            `The ${name} of segment ${start + i + 1} is ${JSON.stringify(before)} in ${first.part.file} ` +
              `and ${JSON.stringify(text)} in ${part.file}. Correct one, or leave it out.`,
          );
        }
        first.texts[i] = text;
      });
    }
  });
  return new Map([...joined].map(([name, { texts }]) => [name, Array.from(texts, (text) => text ?? '')]));
}
