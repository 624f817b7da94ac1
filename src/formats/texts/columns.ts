/** Which columns of a TSV, CSV or XLSX file, keys of a JSON object, or languages of a TMX file hold what. */
import { UsageError } from '../../core/index.ts';

export type Column =
  | { readonly holds: 'source' }
  | { readonly holds: 'reference' }
  /** A system without a name is named after its file. */
  | { readonly holds: 'hypothesis'; readonly system: string | undefined }
  | { readonly holds: 'label'; readonly name: string };

const sources = new Set(['source', 'src']);
const hypotheses = new Set(['hypothesis', 'hyp', 'mt', 'translation', 'target', 'output']);
const documents = new Set(['document', 'doc', 'docid', 'doc_id']);
/** `ref`, `ref:A`, `ref.A`, `refA`, `ref1`, `ref_2`, `reference 3`; not `ref_length`. */
const reference = /^(?:reference|ref)(?:[:.].+|[ _-]?(?:\d+|[a-z]))?$/;
/** Lists of references and objects of systems, which only JSON can hold. */
export const manyReferences = /^(?:references|refs)$/i;
export const manySystems = /^(?:systems|hypotheses|outputs)$/i;
/** The name that `ChosenColumns` gives a column that was replaced by a chosen one. */
const chosenLabel = /^label:(.+)$/s;
const namedSystem = /^(?:hypothesis|hyp|mt|system|output):(.*)$/is;
export const systemColumn = /^(?:system|sys)$/i;
export const segmentColumn = /^(?:segment|seg|id|sid|segment_id)$/i;

/** The known names, for messages. */
export const knownColumns = 'source, ref (also ref:A, ref1, …), hyp (also hyp:NAME), document, domain';

export function columnOf(typed: string): Column {
  const name = typed.trim();
  const label = chosenLabel.exec(name)?.[1];
  if (label !== undefined) return labelOf(label);
  const lower = name.toLowerCase();
  if (sources.has(lower)) return { holds: 'source' };
  if (reference.test(lower)) return { holds: 'reference' };
  if (hypotheses.has(lower)) return { holds: 'hypothesis', system: undefined };
  const system = namedSystem.exec(name)?.[1]?.trim();
  if (system !== undefined && system !== '') return { holds: 'hypothesis', system };
  return labelOf(name);
}

/** A column that is always a label. */
export function labelOf(typed: string): Column & { readonly holds: 'label' } {
  const name = typed.trim();
  const lower = name.toLowerCase();
  return { holds: 'label', name: documents.has(lower) ? 'document' : lower === 'domain' ? 'domain' : name };
}

/** Whether a name is known, rather than the user's own label. */
export const isKnown = (column: Column): boolean =>
  column.holds !== 'label' || column.name === 'document' || column.name === 'domain';

/** In long form, each row is one segment of one system: the columns that identify it; undefined if it is not long form. */
export function longForm(names: readonly string[]): { system: number; segment: number; document: number } | undefined {
  const columns = names.map(columnOf);
  const system = names.findIndex((name) => systemColumn.test(name.trim()));
  const hasHypothesis = columns.some((column) => column.holds === 'hypothesis' && column.system === undefined);
  if (system < 0 || !hasHypothesis) return undefined;
  return {
    system,
    segment: names.findIndex((name) => segmentColumn.test(name.trim())),
    document: columns.findIndex((column) => column.holds === 'label' && column.name === 'document'),
  };
}

/** Refuses names that mean the same. */
export function checkColumns(place: string, names: readonly string[], columns: readonly Column[]): void {
  const seen = new Map<string, string>();
  columns.forEach((column, i) => {
    const typed = names[i]!;
    if (typed.trim() === '') throw new UsageError(`${place}: column ${i + 1} has no name.`);
    const meaning = meaningOf(column, typed);
    const first = seen.get(meaning);
    if (first !== undefined) {
      const advice = meaning === 'hypothesis' ? ' Name the systems, as in hyp:NAME.' : ' Remove one of them.';
      throw new UsageError(`${place}: columns "${first}" and "${typed}" mean the same.${advice}`);
    }
    seen.set(meaning, typed);
  });
}

function meaningOf(column: Column, typed: string): string {
  if (column.holds === 'label') return `label ${column.name}`;
  if (column.holds === 'reference') return `reference ${typed.trim().toLowerCase()}`;
  if (column.holds === 'source' || column.system === undefined) return column.holds;
  return `system ${column.system}`;
}

/** The roles that a column can have. */
const roles = ['hypothesis', 'reference', 'source', 'system', 'segment', 'document', 'domain'] as const;
type ColumnRole = (typeof roles)[number];

/** What can be chosen: columns by role, and the sheet of a workbook that has the columns. */
export const columnRoles = [...roles, 'sheet'] as const;

/** Column names by role; `sheet` names a sheet of an XLSX file. */
export type ColumnsByRole = Readonly<Partial<Record<(typeof columnRoles)[number], string | readonly string[]>>>;

/** Columns that the user chose; other columns whose names imply the same role become labels. */
export class ChosenColumns {
  /** The name that gives a chosen column its role. */
  readonly #meant = new Map<string, string>();
  readonly #roles: ReadonlySet<string>;
  readonly #missing: Set<string>;
  readonly #sheets: readonly string[];
  readonly #missingSheets: Set<string>;
  readonly #found = new Set<string>();

  constructor({ sheet = [], ...chosen }: ColumnsByRole) {
    this.#sheets = [sheet].flat();
    this.#missingSheets = new Set(this.#sheets);
    const given = Object.entries(chosen).map(([role, names]) => [role, [names].flat()] as const);
    this.#roles = new Set(given.map(([role]) => role));
    for (const [role, names] of given) {
      for (const name of names) {
        if (this.#meant.has(name)) throw new UsageError(`The column ${name} is chosen twice.`);
        // If there are several outputs, each is a system named after its column.
        const isNamed = role === 'reference' || (role === 'hypothesis' && names.length > 1);
        this.#meant.set(name, isNamed ? `${role}:${name}` : role);
      }
      const isMany = role === 'reference' || role === 'hypothesis';
      if (names.length > 1 && !isMany) {
        throw new UsageError(`Columns ${names.join(' and ')} cannot both be the ${role}.`);
      }
    }
    this.#missing = new Set(this.#meant.keys());
  }

  /** The name that gives a column its role. */
  meant(name: string): string {
    const typed = name.trim();
    const chosen = this.#meant.get(typed);
    if (chosen !== undefined) return chosen;
    const role = roleOf(typed);
    return role !== undefined && this.#roles.has(role) ? `label:${typed}` : name;
  }

  /** The role that was chosen for a column, whatever its name implies. */
  roleOf(name: string): 'hypothesis' | 'reference' | 'source' | undefined {
    const [role] = (this.#meant.get(name.trim()) ?? '').split(':', 1);
    return role === 'hypothesis' || role === 'reference' || role === 'source' ? role : undefined;
  }

  /** The chosen one of the sheets of a workbook; undefined if it has none of those chosen. Upper and lower case are equal, as in Excel. */
  sheetOf(sheets: readonly string[]): string | undefined {
    const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();
    for (const typed of this.#sheets) {
      const found = sheets.find((name) => same(name, typed));
      if (found === undefined) continue;
      this.#missingSheets.delete(typed);
      return found;
    }
    return undefined;
  }

  /** Records the columns of a file. */
  see(names: readonly string[]): void {
    for (const name of names) {
      this.#found.add(name.trim());
      this.#missing.delete(name.trim());
    }
  }

  /** Call this after the last file. */
  check(): void {
    if (this.#missingSheets.size > 0) {
      throw new UsageError(
        `There is no sheet ${[...this.#missingSheets].join(', ')} (--columns sheet=NAME) in any XLSX file.`,
      );
    }
    if (this.#missing.size === 0) return;
    const found = this.#found.size === 0 ? 'No file has columns.' : `Columns found: ${[...this.#found].join(', ')}.`;
    throw new UsageError(`There is no column ${[...this.#missing].join(', ')} (--columns). ${found}`);
  }
}

/** The role that a name gives a column, if known. */
export function roleOf(typed: string): ColumnRole | undefined {
  const name = typed.trim();
  if (systemColumn.test(name)) return 'system';
  if (segmentColumn.test(name)) return 'segment';
  if (manyReferences.test(name)) return 'reference';
  if (manySystems.test(name)) return 'hypothesis';
  const column = columnOf(name);
  if (column.holds !== 'label') return column.holds;
  return column.name === 'document' || column.name === 'domain' ? column.name : undefined;
}

/** Whether a line is a header that names columns of texts, and not a text. */
export function isHeader(line: string, delimiter: string): boolean {
  const names = line.split(delimiter).map((name) => name.replace(/^"(.*)"$/, '$1'));
  const isText = (name: string): boolean => ['hypothesis', 'reference', 'source'].includes(roleOf(name) ?? '');
  return names.length > 1 && names.every((name) => /^[\w:.-]{1,40}$/.test(name)) && names.some(isText);
}

/** How to choose columns by hand, with those that a file has. */
export function choosingAdvice(names: readonly string[]): string {
  const [first = 'COLUMN', second = 'COLUMN'] = names.filter((name) => roleOf(name) === undefined);
  return `Choose columns, for example --columns hypothesis=${first.trim()},reference=${second.trim()}.`;
}
