/** Reads several files side by side and joins their segments, batch by batch. */
import { UsageError } from '../../core/index.ts';
import { BlankLines, ColumnTexts, type TextColumns, isBlank } from './columnTexts.ts';
import { roleOf } from './columns.ts';
import { type Table, TablePart, alignTable, checkTable } from './table.ts';
import type { FileRole, Part, Rows } from './textFormat.ts';

/** What to do with an empty reference: refuse it, treat it as missing, or use it like any other. */
export type EmptyReferences = 'error' | 'missing' | 'keep';

/** A run of segments; all lists have one entry for each of them. */
export interface Batch {
  /** Number of segments before this batch. */
  readonly start: number;
  readonly size: number;
  /** By system, then segment. */
  readonly hypotheses: readonly (readonly string[])[];
  /** By segment, at least one each; all are empty if nothing has references. */
  readonly references: readonly (readonly string[])[];
  readonly sources?: readonly string[];
  /** Labels of the segments, such as `document` and `domain`: by name, then segment; every batch has the same names. */
  readonly labels: ReadonlyMap<string, readonly string[]>;
  /**
   * The texts as they were read, if that was as UTF-8; strings are then made only when they are asked for. A copy (`{ ...batch }`) does
   * not have them, since it may change texts.
   */
  readonly columnTexts?: ColumnTexts;
}

/** A file of the task and what it was given as. */
export interface Member {
  readonly role: FileRole;
  readonly part: Part;
}

const givesReferences = ({ role }: Member): boolean => role === 'output' || role === 'reference';
const givesSource = ({ role }: Member): boolean => role !== 'labels';

/**
 * Brings files that name their segments into the order of the first file with references, and checks that the task is complete.
 * With `strict`, every reference must have all segments. `needReferences` names the metrics that need references; without any,
 * references are optional.
 */
export function alignMembers(
  members: readonly Member[],
  strict: boolean,
  needReferences?: readonly string[],
): Member[] {
  const named = members.filter(({ part }) => part instanceof TablePart && part.table.keys !== undefined);
  const base = named.find((member) => givesReferences(member) && member.part.holds.references) ?? named[0];
  const baseTable = base && (base.part as TablePart).table;
  const aligned = members.map((member) => {
    if (!baseTable || !named.includes(member)) return member;
    const { table } = member.part as TablePart;
    checkTable(table, strict);
    if (member === base || table.keyKind !== baseTable.keyKind) return member;
    return { role: member.role, part: new TablePart(alignTable(table, baseTable.keys!, baseTable, strict)) };
  });
  checkHoldings(aligned, needReferences);
  return withoutUnequalLabels(aligned);
}

/** Leaves out labels of translations, such as their state, that are not the same in all files that have them. */
function withoutUnequalLabels(members: readonly Member[]): Member[] {
  const tables = members.flatMap(({ part }) => (part instanceof TablePart ? [part.table] : []));
  const unequal = new Map<string, readonly Table[]>();
  for (const name of new Set(tables.flatMap(({ labels, hasOwnLabels }) => (hasOwnLabels ? [...labels.keys()] : [])))) {
    const holders = tables.filter(({ labels }) => labels.has(name));
    const [first, ...others] = holders.map(({ labels }) => labels.get(name)!);
    if (others.some((texts) => texts.some((text, i) => text !== first![i]))) unequal.set(name, holders);
  }
  if (unequal.size === 0) return [...members];
  return members.map((member) => {
    if (!(member.part instanceof TablePart && member.part.table.hasOwnLabels)) return member;
    const { table } = member.part;
    const labels = new Map([...table.labels].filter(([name]) => !unequal.has(name)));
    // Reported once, with the first of the files.
    const notes = [...unequal].flatMap(([name, holders]) =>
      holders.find(({ hasOwnLabels }) => hasOwnLabels) === table
        ? [`${name} is not used as a label, since it differs between ${holders.map(({ file }) => file).join(', ')}.`]
        : [],
    );
    return { ...member, part: new TablePart({ ...table, labels, notes: [...table.notes, ...notes] }) };
  });
}

/** Whether a file has references that count. */
export const hasReferences = (members: readonly Member[]): boolean =>
  members.some((member) => givesReferences(member) && member.part.holds.references);

function checkHoldings(members: readonly Member[], needReferences: readonly string[] | undefined): void {
  for (const { role, part } of members) {
    if (role === 'reference' && !part.holds.references) throw new UsageError(`${part.file} has no references.`);
    if (role === 'source' && !part.holds.source) throw new UsageError(`${part.file} has no source.`);
  }
  if (needReferences?.length !== 0 && !hasReferences(members)) {
    const who = needReferences
      ? `, which ${needReferences.join(' and ')} need${needReferences.length > 1 ? '' : 's'}`
      : '';
    throw new UsageError(
      `No references given${who}. Pass them with -r, or pass a file that has references.${columnHint(members, 'reference')}`,
    );
  }
  const files = members.flatMap(({ role, part }) => (role === 'output' ? [part.file] : []));
  if (files.length > 0 && !members.some(({ role, part }) => role === 'output' && part.holds.systems.length > 0)) {
    throw new UsageError(
      `No system given: ${files.join(', ')} ${files.length === 1 ? 'has' : 'have'} no outputs.${columnHint(members, 'hypothesis')}`,
    );
  }
}

/** A hint for outputs with unknown columns: one of them can be the missing one. */
function columnHint(members: readonly Member[], role: string): string {
  for (const { role: given, part } of members) {
    const unknown = given === 'output' ? (part.holds.columns ?? []).filter((name) => roleOf(name) === undefined) : [];
    if (unknown.length > 0)
      return ` If they are in a column of ${part.file} (${unknown.join(', ')}), name it: --columns ${role}=COLUMN.`;
  }
  return '';
}

/** Notes on what was left out of a file, including content beyond the role it was given. */
export function notesOf({ role, part: { file, holds, notes } }: Member): string[] {
  const extra: string[] = [];
  if (role === 'source' && holds.references) extra.push('references');
  if ((role === 'source' || role === 'reference') && holds.systems.length > 0) extra.push('systems');
  if (extra.length === 0) return [...notes];
  return [...notes, `${file}: its ${extra.join(' and ')} are ignored, since it was given as ${role}.`];
}

/** The maximum size of a batch; long segments make short batches. */
const batchCharacters = 1 << 20;
const leastCharacters = 1 << 16;

export async function* readBatches(
  members: readonly Member[],
  batchSize: number,
  emptyReferences: EmptyReferences,
  decode?: (bytes: Uint8Array) => string | undefined,
): AsyncGenerator<Batch> {
  const blankLines = new BlankLines();
  const characters = Math.max(leastCharacters, Math.floor(batchCharacters / members.length));
  for (let start = 0; ;) {
    const offers = await inOrder(members.map(({ part }) => part.offer(batchSize, characters)));
    const size = Math.min(...offers);
    if (size === 0) {
      if (offers.some((offer) => offer > 0)) throw await unequalSizes(members);
      return;
    }
    const taken = members.map(({ part }) => part.takeColumn?.(size) ?? part.take(size));
    const columns = columnsOf(members, taken, size);
    if (columns && (emptyReferences === 'keep' || !columns.references.some((column) => blankLines.isIn(column)))) {
      const labels = joinLabels(
        members.filter(({ role }) => role === 'labels'),
        taken.filter((rows): rows is Rows => !(rows instanceof Uint8Array)),
        start,
      );
      const release = (): void =>
        members.forEach(({ part }, m) => void (taken[m] instanceof Uint8Array && part.release?.(taken[m])));
      yield columnBatch(start, labels, new ColumnTexts(columns, decode, release));
    } else {
      const rows = members.map(({ part }, m) => {
        const some = taken[m]!;
        return some instanceof Uint8Array ? part.rowsOf!(some) : some;
      });
      const sources = joinSources(members, rows, start);
      yield {
        start,
        size,
        hypotheses: members.flatMap(({ role }, m) => (role === 'output' ? rows[m]!.hypotheses : [])),
        references: joinReferences(members, rows, start, size, emptyReferences),
        ...(sources ? { sources } : {}),
        labels: joinLabels(members, rows, start),
      };
    }
    start += size;
  }
}

/** What was taken as columns, if all texts were; labels are never. */
function columnsOf(
  members: readonly Member[],
  taken: readonly (Uint8Array | Rows)[],
  size: number,
): TextColumns | undefined {
  if (members.some(({ role, part }) => role !== 'labels' && !part.takeColumn)) return undefined;
  const ofRole = (wanted: FileRole): Uint8Array[] =>
    taken.filter((some, m): some is Uint8Array => some instanceof Uint8Array && members[m]!.role === wanted);
  const [source] = ofRole('source');
  return { size, references: ofRole('reference'), hypotheses: ofRole('output'), ...(source && { source }) };
}

function columnBatch(start: number, labels: Batch['labels'], texts: ColumnTexts): Batch {
  const batch = {
    start,
    size: texts.size,
    labels,
    get hypotheses() {
      return texts.hypotheses;
    },
    get references() {
      return texts.references;
    },
  };
  if (texts.columns.source) Object.defineProperty(batch, 'sources', { get: () => texts.sources, enumerable: true });
  return Object.defineProperty(batch, 'columnTexts', { value: texts });
}

/** If several files have errors, throws that of the first file, no matter which was found first. */
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
  if (columns.length === 0) return Array.from({ length: size }, () => []);
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
  let found: { role: FileRole; part: Part; texts: readonly string[] } | undefined;
  members.forEach((member, m) => {
    const texts = givesSource(member) ? rows[m]!.sources : undefined;
    if (!texts) return;
    if (!found) {
      found = { ...member, texts };
      return;
    }
    const first = found;
    const at = texts.findIndex((text, i) => text !== first.texts[i]);
    if (at >= 0) {
      throw new UsageError(
        `The source of segment ${start + at + 1} is not the same in ${first.part.file} and ${member.part.file}. ` +
          (first.role === 'source' || member.role === 'source'
            ? 'Give the source once.'
            : 'Give files that have the same segments in the same order.'),
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
