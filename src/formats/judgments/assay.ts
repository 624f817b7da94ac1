/**
 * Assay's own table of judgments: TSV with a header, columns in any order, one row per judged output (per error, if errors were
 * marked). The column `kind` says what a row is; without it, the other columns do.
 */
import { UsageError, present } from '../../core/index.ts';
import type { Annotation, Judgment, Judgments, MarkedError } from '../../human/index.ts';
import { entryOf } from '../entryOf.ts';
import { detached } from '../lineReader.ts';
import { finiteNumber } from '../numbers.ts';
import {
  type JudgmentFormat,
  type JudgmentKind,
  type JudgmentList,
  annotatedItems,
  editOutcomes,
  judgmentKinds,
  optionalNumbers,
  optionalTexts,
  ratedItems,
} from './format.ts';
import { Header, columnNames, eachLine } from './rows.ts';

/** The columns that only one kind of row has; the first of them implies the kind if there is no column `kind`. */
const columnsOfKind: Readonly<Record<JudgmentKind, readonly string[]>> = {
  ranking: ['rank', 'ranking', 'shown'],
  rating: ['score', 'item', 'scale', 'beside'],
  annotation: ['severity', 'category', 'side', 'text', 'start', 'end', 'item', 'beside'],
  edit: ['outcome', 'text', 'edit'],
  verdict: ['acceptable', 'editor', 'edit'],
};
const commonColumns: readonly string[] = [
  ...['task', 'segment', ...optionalTexts, 'judge', 'order', ...optionalNumbers, 'system'],
];

const told = (names: { has(name: string): boolean }): JudgmentKind[] =>
  judgmentKinds.filter((kind) => names.has(columnsOfKind[kind][0]!));

export const assay: JudgmentFormat = {
  id: 'assay',
  summary:
    "Assay's own TSV, one row per output: task, segment, judge, system, and rank, score, severity, outcome or acceptable",
  recognises([firstLine]) {
    const names = columnNames(firstLine, '\t');
    return names.has('judge') && (names.has('kind') || told(names).length > 0);
  },
  async read(into) {
    let rows: Rows | undefined;
    await eachLine(into, (text, line) => {
      const fields = text.split('\t');
      if (rows) rows.read(fields, line);
      else rows = new Rows(fields, into);
    });
    rows?.finish();
  },
};

/** What all rows have. `order` is undefined if the file has no such column. */
type Common = Omit<Judgment, 'order'> & { readonly order: number | undefined };

/** Judgments that take several rows, while they are being read. */
interface OpenRanking {
  readonly common: Common;
  readonly line: number;
  readonly systems: string[];
  readonly ranks: number[];
  /** Undefined if an output was shown alone. */
  readonly shown: (number | undefined)[];
}
interface OpenAnnotation {
  readonly common: Common;
  readonly system: string;
  readonly errors: MarkedError[];
  readonly further: Pick<Annotation, 'item' | 'beside'>;
  /** Whether a row says that there is no error. */
  clean: boolean;
}

class Rows {
  readonly #into: JudgmentList;
  readonly #header: Header;
  /** The kind of all rows, if there is no column `kind`. */
  readonly #kind: JudgmentKind | undefined;
  #fields: readonly string[] = [];
  #line = 0;
  readonly #rankings = new Map<string, OpenRanking>();
  readonly #annotations = new Map<string, OpenAnnotation>();
  /** Ratings, edits and verdicts, which take one row each. */
  readonly #seen = new Map<string, number>();

  constructor(names: readonly string[], into: JudgmentList) {
    this.#into = into;
    this.#header = new Header(into, names);
    for (const column of ['segment', 'judge', 'system']) this.#header.need(column);
    const known = told({ has: (name) => this.#header.find(name) >= 0 });
    if (this.#header.find('kind') < 0) {
      if (known.length === 0) this.#header.need('rank', 'score', 'severity', 'outcome', 'acceptable');
      if (known.length > 1) {
        const columns = known.map((kind) => columnsOfKind[kind][0]).join(' and ');
        throw new UsageError(
          `${into.file.name}, line 1: the columns ${columns} need a column kind, which says what each row is.`,
        );
      }
      this.#kind = known[0];
    }
  }

  read(fields: readonly string[], line: number): void {
    if (!this.#header.fits(fields, line)) return;
    this.#fields = fields;
    this.#line = line;
    const kind = this.#kind ?? judgmentKinds.find((each) => each === this.#raw('kind'));
    if (kind === undefined)
      return this.#refuse(`kind must be one of ${judgmentKinds.join(', ')}, not "${this.#raw('kind')}".`);
    const common = this.#common();
    const system = this.#text('system');
    if (typeof common === 'string') return this.#refuse(common);
    if (system === undefined) return this.#refuse('system is empty.');
    const fault = this.#readers[kind](common, this.#into.name(system));
    if (fault !== undefined) this.#refuse(fault);
  }

  /** Each reads a row, or returns what is wrong with it. */
  readonly #readers: Record<JudgmentKind, (common: Common, system: string) => string | undefined> = {
    ranking: (common, system) => this.#readRank(common, system),
    rating: (common, system) => this.#readRating(common, system),
    annotation: (common, system) => this.#readError(common, system),
    edit: (common, system) => this.#readEdit(common, system),
    verdict: (common, system) => this.#readVerdict(common, system),
  };

  finish(): void {
    for (const { common, line, systems, ranks, shown } of this.#rankings.values()) {
      if (ranks.every(Number.isNaN)) {
        this.#into.leaveOut('rankings without a rank', line);
        continue;
      }
      const order = this.#order('ranking', common);
      const known = shown.filter((output) => output !== undefined);
      // An output shown alone gets any number that no other output has.
      const next = Math.max(0, ...known) + 1;
      const numbered = known.length > 0 && { shown: shown.map((output, i) => output ?? next + i) };
      this.#into.rankings.push({ ...common, order, systems, ranks, ...numbered });
    }
    for (const { common, system, errors, further } of this.#annotations.values()) {
      this.#into.annotations.push({ ...common, order: this.#order('annotation', common), system, errors, ...further });
    }
  }

  #readRank(common: Common, system: string): string | undefined {
    const rank = this.#raw('rank');
    const shown = this.#raw('shown');
    if (!/^(?:[1-9]\d*)?$/.test(rank))
      return `rank must be a whole number, 1 or more, or empty for none, not "${rank}".`;
    if (!/^\d*$/.test(shown)) return `shown must be a whole number, not "${shown}".`;
    const id = this.#raw('ranking');
    const key = keyOf(common, id);
    const open = entryOf(this.#rankings, key, () => ({
      common,
      line: this.#line,
      systems: [],
      ranks: [],
      shown: [],
    }));
    if (open.systems.includes(system)) {
      return `${system} was already ranked by the same judge in the same ${id === '' ? 'segment. To tell rankings apart, add a column ranking' : 'ranking'}.`;
    }
    if (open.common.seconds !== common.seconds || open.common.document !== common.document) {
      return `seconds and document must be the same in all rows of a ranking, which starts on line ${open.line}.`;
    }
    open.systems.push(system);
    open.ranks.push(rank === '' ? NaN : Number(rank));
    open.shown.push(shown === '' ? undefined : Number(shown));
    return undefined;
  }

  #readRating(common: Common, system: string): string | undefined {
    const score = finiteNumber(this.#raw('score'));
    const item = ratedItems.find((each) => each === (this.#raw('item') || 'output'));
    if (score === undefined) return `score must be a number, not "${this.#raw('score')}".`;
    if (item === undefined) return `item must be one of ${ratedItems.join(', ')}, not "${this.#raw('item')}".`;
    const again = this.#repeats('rating', common, system, item);
    if (again !== undefined) return again;
    const order = this.#order('rating', common);
    const further = present({ scale: this.#name('scale'), beside: this.#name('beside') });
    this.#into.ratings.push({ ...common, order, system, score, item, ...further });
    return undefined;
  }

  #readError(common: Common, system: string): string | undefined {
    const [category, severity, text] = [this.#text('category'), this.#text('severity'), this.#text('text')];
    const side = this.#raw('side') || 'output';
    if (side !== 'source' && side !== 'output') return `side must be source or output, not "${side}".`;
    const clean = severity === undefined;
    if (clean && (category !== undefined || text !== undefined)) {
      return 'severity is empty, but category or text is not. Leave all three empty in a row without an error.';
    }
    const item = annotatedItems.find((each) => each === (this.#raw('item') || 'output'));
    if (item === undefined) return `item must be one of ${annotatedItems.join(', ')}, not "${this.#raw('item')}".`;
    const [start, end] = [this.#place('start'), this.#place('end')];
    if (typeof start === 'string' || typeof end === 'string') return 'start and end must be whole numbers, 0 or more.';
    const key = keyOf(common, system);
    const further = present({ item: item === 'output' ? undefined : item, beside: this.#name('beside') });
    const open = this.#annotations.get(key) ?? { common, system, errors: [], further, clean: false };
    if (open.clean || (clean && open.errors.length > 0)) {
      return `one row says that ${system} has no errors in this segment, but the same judge has another row for the same output.`;
    }
    this.#annotations.set(key, open);
    if (clean) open.clean = true;
    else {
      const name = (value: string): string => this.#into.name(value);
      const error = { category: name(category ?? ''), severity: name(severity), side } as const;
      open.errors.push({ ...error, ...present({ text: text && detached(text), start, end }) });
      this.#into.noteError(error, this.#line);
    }
    return undefined;
  }

  #readEdit(common: Common, system: string): string | undefined {
    const outcome = editOutcomes.find((each) => each === this.#raw('outcome'));
    const text = this.#text('text');
    if (outcome === undefined)
      return `outcome must be one of ${editOutcomes.join(', ')}, not "${this.#raw('outcome')}".`;
    const again = this.#repeats('edit', common, system);
    if (again !== undefined) return again;
    const further = present({ text: text && detached(text), edit: this.#name('edit') });
    this.#into.edits.push({ ...common, order: this.#order('edit', common), system, outcome, ...further });
    return undefined;
  }

  #readVerdict(common: Common, system: string): string | undefined {
    const answer = this.#raw('acceptable').toLowerCase();
    const acceptable = yes.includes(answer);
    const editor = this.#into.name(this.#text('editor') ?? '');
    if (!acceptable && !no.includes(answer)) return `acceptable must be yes or no, not "${this.#raw('acceptable')}".`;
    const again = this.#repeats('verdict', common, system, editor);
    if (again !== undefined) return again;
    const edit = present({ edit: this.#name('edit') });
    this.#into.verdicts.push({ ...common, order: this.#order('verdict', common), system, editor, acceptable, ...edit });
    return undefined;
  }

  #common(): Common | string {
    const segment = this.#text('segment');
    const judge = this.#text('judge');
    const order = finiteNumber(this.#raw('order'));
    if (segment === undefined) return 'segment is empty.';
    if (judge === undefined) return 'judge is empty.';
    if (order === undefined && this.#header.find('order') >= 0)
      return `order must be a number, not "${this.#raw('order')}".`;
    const numbers = optionalNumbers.map((column) => [column, finiteNumber(this.#raw(column))] as const);
    const odd = numbers.find(([column, value]) => this.#raw(column) !== '' && !(value !== undefined && value >= 0));
    if (odd) return `${odd[0]} must be a number, 0 or more, not "${this.#raw(odd[0])}".`;
    const texts = optionalTexts.map((column) => [column, this.#name(column)] as const);
    const name = (value: string): string => this.#into.name(value);
    return {
      task: name(this.#text('task') ?? this.#into.file.task),
      segment: name(segment),
      judge: name(judge),
      order,
      ...present(Object.fromEntries([...texts, ...numbers])),
    };
  }

  #order(kind: JudgmentKind, { judge, order }: Common): number {
    return order ?? this.#into.nextOrder(kind, judge);
  }

  /** Refuses a second judgment of the same output by the same judge unless `order` shows that it is not a duplicate row. */
  #repeats(kind: JudgmentKind, common: Common, ...rest: string[]): string | undefined {
    const key = JSON.stringify([kind, keyOf(common, ''), ...rest]);
    const before = this.#seen.get(key);
    this.#seen.set(key, this.#line);
    if (before === undefined) return undefined;
    return common.order === undefined
      ? `${/^[ae]/.test(kind) ? 'an' : 'a'} ${kind} of the same output by the same judge is on line ${before}. To keep repeated judgments, add a column order.`
      : `the same ${kind}, by the same judge and with the same order, is on line ${before}.`;
  }

  /** A field as written; empty if there is no such column. */
  #raw(column: string): string {
    return this.#fields[this.#header.find(column)] ?? '';
  }

  /** A field as text; undefined if it is empty. */
  #text(column: string): string | undefined {
    const raw = this.#raw(column);
    return raw === '' ? undefined : unescaped(raw);
  }

  /** The same, stored once for all judgments. */
  #name(column: string): string | undefined {
    const text = this.#text(column);
    return text === undefined ? undefined : this.#into.name(text);
  }

  /** A position in a text; undefined if there is none, the field if it is not one. */
  #place(column: string): number | string | undefined {
    const raw = this.#raw(column);
    return raw === '' ? undefined : /^\d{1,9}$/.test(raw) ? Number(raw) : raw;
  }

  #refuse(fault: string): void {
    this.#into.refuse('rows', fault, this.#line);
  }
}

const yes = ['yes', '1', 'true'];
const no = ['no', '0', 'false'];

const keyOf = ({ task, judge, segment, order }: Common, id: string): string =>
  JSON.stringify([task, judge, segment, order ?? null, id]);

/** The fields of a row, by column. */
type WrittenRow = ReadonlyMap<string, string>;

/** Columns that every judgment needs. */
const needed = ['kind', 'task', 'segment', 'judge', 'order', 'system'];

/**
 * Formats judgments as a TSV table in Assay's own format, which reads back exactly. Use it to convert any format. The table has only the
 * columns that the judgments need. Judgments that were left out on reading are not included.
 */
export function writeJudgments(judgments: Judgments): string {
  const rows = [...rowsOf(judgments)];
  const used = new Set([...needed, ...rows.flatMap((row) => [...row.keys()])]);
  const known = ['kind', ...commonColumns, ...Object.values(columnsOfKind).flat()];
  const columns = [...new Set(known)].filter((column) => used.has(column));
  const lines = rows.map((row) => columns.map((column) => row.get(column) ?? '').join('\t'));
  return [columns.join('\t'), ...lines, ''].join('\n');
}

function* rowsOf({ rankings, ratings, annotations, edits, verdicts }: Judgments): Generator<WrittenRow> {
  for (const [r, ranking] of rankings.entries()) {
    for (const [i, system] of ranking.systems.entries()) {
      const rank = ranking.ranks[i]!;
      yield row('ranking', ranking, system, {
        ranking: String(r + 1),
        rank: Number.isNaN(rank) ? '' : String(rank),
        shown: ranking.shown && String(ranking.shown[i]),
      });
    }
  }
  for (const rating of ratings) {
    const { system, score, item, scale, beside } = rating;
    yield row('rating', rating, system, {
      score: String(score),
      item,
      scale: optional(scale),
      beside: optional(beside),
    });
  }
  for (const annotation of annotations) {
    const { system, errors, item, beside } = annotation;
    const further = { item, beside: optional(beside) };
    if (errors.length === 0) yield row('annotation', annotation, system, { severity: '', ...further });
    for (const { category, severity, side, text, start, end } of errors) {
      yield row('annotation', annotation, system, {
        ...{ category: escaped(category), severity: escaped(severity), side, text: optional(text), ...further },
        ...{ start: numbered(start), end: numbered(end) },
      });
    }
  }
  for (const edit of edits) {
    const { system, outcome, text } = edit;
    yield row('edit', edit, system, { outcome, text: optional(text), edit: optional(edit.edit) });
  }
  for (const verdict of verdicts) {
    const acceptable = verdict.acceptable ? 'yes' : 'no';
    const { system, editor, edit } = verdict;
    yield row('verdict', verdict, system, { editor: escaped(editor), acceptable, edit: optional(edit) });
  }
}

function row(
  kind: JudgmentKind,
  judgment: Judgment,
  system: string,
  fields: Readonly<Record<string, string | undefined>>,
): WrittenRow {
  const { task, segment, judge, order } = judgment;
  const all = {
    kind,
    // If it is empty, the reader uses the task that it was given.
    task: task && escaped(task),
    segment: escaped(segment),
    judge: escaped(judge),
    order: String(order),
    ...Object.fromEntries([
      ...optionalTexts.map((column) => [column, optional(judgment[column])]),
      ...optionalNumbers.map((column) => [column, numbered(judgment[column])]),
    ]),
    system: escaped(system),
    ...fields,
  };
  return new Map(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

const optional = (text: string | undefined): string | undefined => (text === undefined ? undefined : escaped(text));

const numbered = (value: number | undefined): string | undefined => (value === undefined ? undefined : String(value));

/** Escapes that make texts in fields read back exactly: \t, \n, \r and \\, and \e for an empty text. */
const codes = new Map([
  ['\\', '\\\\'],
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\r', '\\r'],
]);
const texts = new Map([...codes].map(([text, code]) => [code, text]));

/** An empty field means that there is no text, so an empty text needs an escape. */
export const escaped = (text: string): string =>
  text === '' ? '\\e' : text.replace(/[\\\t\n\r]/g, (character) => codes.get(character)!);

/** A backslash that does not start an escape is kept. */
export const unescaped = (field: string): string =>
  field === '\\e' ? '' : field.replace(/\\[\\tnr]/g, (code) => texts.get(code)!);
