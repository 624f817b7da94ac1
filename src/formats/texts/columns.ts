/** Which columns of a TSV file, or keys of a JSON object, hold what. */
import { UsageError } from '../../core/index.ts';

export type Column =
  | { readonly holds: 'source' }
  | { readonly holds: 'reference' }
  /** A system without a name is called after its file. */
  | { readonly holds: 'hypothesis'; readonly system: string | undefined }
  | { readonly holds: 'label'; readonly name: string };

const sources = new Set(['source', 'src']);
const hypotheses = new Set(['hypothesis', 'hyp', 'mt', 'translation', 'target', 'output']);
const documents = new Set(['document', 'doc', 'docid', 'doc_id']);
/** `ref`, `ref:A`, `ref.A`, `refA`, `ref1`, `ref_2`, `reference 3`; not `ref_length`. */
const reference = /^(?:reference|ref)(?:[:.].+|[ _-]?(?:\d+|[a-z]))?$/;
const namedSystem = /^(?:hypothesis|hyp|mt|system|output):(.*)$/is;
export const systemColumn = /^(?:system|sys)$/i;
export const segmentColumn = /^(?:segment|seg|id|sid|segment_id)$/i;

/** The names known, for messages. */
export const knownColumns = 'source, ref (also ref:A, ref1, …), hyp (also hyp:NAME), document, domain';

export function columnOf(typed: string): Column {
  const name = typed.trim();
  const lower = name.toLowerCase();
  if (sources.has(lower)) return { holds: 'source' };
  if (reference.test(lower)) return { holds: 'reference' };
  if (hypotheses.has(lower)) return { holds: 'hypothesis', system: undefined };
  const system = namedSystem.exec(name)?.[1]?.trim();
  if (system !== undefined && system !== '') return { holds: 'hypothesis', system };
  return labelOf(name);
}

/** A column that is a label whatever its name. */
export function labelOf(typed: string): Column & { readonly holds: 'label' } {
  const name = typed.trim();
  const lower = name.toLowerCase();
  return { holds: 'label', name: documents.has(lower) ? 'document' : lower === 'domain' ? 'domain' : name };
}

/** Whether a name is one of those known, rather than a label of the user's own. */
export const isKnown = (column: Column): boolean =>
  column.holds !== 'label' || column.name === 'document' || column.name === 'domain';

/** In long form each row is one segment of one system: the columns that say which; undefined if it is not long form. */
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

/** Refuses names that say the same thing twice. */
export function checkColumns(place: string, names: readonly string[], columns: readonly Column[]): void {
  const seen = new Map<string, string>();
  columns.forEach((column, i) => {
    const typed = names[i]!;
    if (typed.trim() === '') throw new UsageError(`${place}: column ${i + 1} has no name.`);
    const meaning = meaningOf(column, typed);
    const first = seen.get(meaning);
    if (first !== undefined) {
      const advice = meaning === 'hypothesis' ? ' Name the systems, as in hyp:NAME.' : ' Leave one of them out.';
      throw new UsageError(`${place}: columns "${first}" and "${typed}" hold the same thing.${advice}`);
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
