/**
 * Our own table of judgments: TSV with a header, its columns in any order, a row for each output that was judged (for each error, if errors
 * were marked). What a row says is told by its column `kind`, or by the columns there are. `writeJudgments` writes it.
 */
import { UsageError } from '../../core/index.ts';
import type { Edit, MarkedError, Rating } from '../../human/index.ts';
import { detached } from '../lineReader.ts';
import { eachLine } from './eachRow.ts';
import { unescaped } from './escapes.ts';
import type { JudgmentFile, JudgmentFormat, JudgmentKind, JudgmentList } from './format.ts';
import { Header, columnNames, numberOf } from './header.ts';

/** The columns that only rows of one kind have; the first of them tells the kind where there is no column for it. */
export const columnsOfKind: Readonly<Record<JudgmentKind, readonly string[]>> = {
  ranking: ['rank', 'ranking', 'shown'],
  rating: ['score', 'item'],
  annotation: ['severity', 'category', 'side', 'text'],
  edit: ['outcome', 'text'],
  verdict: ['acceptable', 'editor'],
};
export const commonColumns: readonly string[] = ['task', 'segment', 'document', 'judge', 'order', 'seconds', 'system'];

const kinds = Object.keys(columnsOfKind) as JudgmentKind[];
const told = (names: { has(name: string): boolean }): JudgmentKind[] =>
  kinds.filter((kind) => names.has(columnsOfKind[kind][0]!));

export const assay: JudgmentFormat = {
  id: 'assay',
  summary:
    'TSV of our own, a row for each output: task, segment, judge, system, and rank, score, severity, outcome or acceptable',
  recognises([firstLine]) {
    const names = columnNames(firstLine, '\t');
    return names.has('judge') && (names.has('kind') || told(names).length > 0);
  },
  async read(file, into) {
    let rows: Rows | undefined;
    await eachLine(file, (text, line) => {
      const fields = text.split('\t');
      if (rows) rows.read(fields, line);
      else rows = new Rows(file, fields, into);
    });
    rows?.finish();
  },
};

/** What all rows say. `order` is undefined where the file has no such column. */
interface Common {
  readonly task: string;
  readonly segment: string;
  readonly document?: string;
  readonly judge: string;
  readonly order: number | undefined;
  readonly seconds?: number;
}

/** Judgments that take several rows, as they come in. */
interface OpenRanking {
  readonly common: Common;
  readonly line: number;
  readonly systems: string[];
  readonly ranks: number[];
  /** Undefined where an output was shown by itself. */
  readonly shown: (number | undefined)[];
}
interface OpenAnnotation {
  readonly common: Common;
  readonly system: string;
  readonly errors: MarkedError[];
  /** Whether a row said that there is no error. */
  clean: boolean;
}

class Rows {
  readonly #file: JudgmentFile;
  readonly #into: JudgmentList;
  readonly #header: Header;
  /** The kind of all rows, where there is no column for it. */
  readonly #kind: JudgmentKind | undefined;
  #fields: readonly string[] = [];
  #line = 0;
  readonly #rankings = new Map<string, OpenRanking>();
  readonly #annotations = new Map<string, OpenAnnotation>();
  /** Ratings, edits and verdicts, each of which is one row. */
  readonly #seen = new Map<string, number>();

  constructor(file: JudgmentFile, names: readonly string[], into: JudgmentList) {
    this.#file = file;
    this.#into = into;
    this.#header = new Header(file, names);
    for (const column of ['segment', 'judge', 'system']) this.#header.need(column);
    const known = told({ has: (name) => this.#header.find(name) >= 0 });
    if (this.#header.find('kind') < 0) {
      if (known.length === 0) this.#header.need('rank', 'score', 'severity', 'outcome', 'acceptable');
      if (known.length > 1) {
        const columns = known.map((kind) => columnsOfKind[kind][0]).join(' and ');
        throw new UsageError(
          `${file.name}, line 1: with ${columns} there must be a column kind, which says what each row is.`,
        );
      }
      this.#kind = known[0];
    }
  }

  read(fields: readonly string[], line: number): void {
    if (!this.#header.fits(fields, line, this.#into)) return;
    this.#fields = fields;
    this.#line = line;
    const kind = this.#kind ?? kinds.find((each) => each === this.#raw('kind'));
    if (kind === undefined) return this.#refuse(`kind must be one of ${kinds.join(', ')}, not "${this.#raw('kind')}".`);
    const common = this.#common();
    const system = this.#text('system');
    if (typeof common === 'string') return this.#refuse(common);
    if (system === undefined) return this.#refuse('system is empty.');
    const fault = this.#readers[kind](common, this.#into.name(system));
    if (fault !== undefined) this.#refuse(fault);
  }

  /** Each takes up a row, or says what is wrong with it. */
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
        this.#into.leaveOut('rankings without a rank', this.#file, line);
        continue;
      }
      const order = this.#order('ranking', common);
      const known = shown.filter((output) => output !== undefined);
      // Any number that no other output has will do for one that was shown by itself.
      const next = Math.max(0, ...known) + 1;
      const numbered = known.length > 0 && { shown: shown.map((output, i) => output ?? next + i) };
      this.#into.rankings.push({ ...common, order, systems, ranks, ...numbered });
    }
    for (const { common, system, errors } of this.#annotations.values()) {
      this.#into.annotations.push({ ...common, order: this.#order('annotation', common), system, errors });
    }
  }

  #readRank(common: Common, system: string): string | undefined {
    const rank = this.#raw('rank');
    const shown = this.#raw('shown');
    if (!/^(?:[1-9]\d*)?$/.test(rank))
      return `rank must be a whole number from 1 on, or empty if there is none, not "${rank}".`;
    if (!/^\d*$/.test(shown)) return `shown must be a whole number, not "${shown}".`;
    const id = this.#raw('ranking');
    const key = keyOf(common, id);
    let open = this.#rankings.get(key);
    if (!open) {
      open = { common, line: this.#line, systems: [], ranks: [], shown: [] };
      this.#rankings.set(key, open);
    }
    if (open.systems.includes(system)) {
      return `${system} was ranked before by the same judge in the same ${id === '' ? 'segment; a column ranking tells rankings apart' : 'ranking'}.`;
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
    const score = numberOf(this.#raw('score'));
    const item = items.find((each) => each === (this.#raw('item') || 'output'));
    if (score === undefined) return `score must be a number, not "${this.#raw('score')}".`;
    if (item === undefined) return `item must be one of ${items.join(', ')}, not "${this.#raw('item')}".`;
    const again = this.#repeats('rating', common, system, item);
    if (again !== undefined) return again;
    this.#into.ratings.push({ ...common, order: this.#order('rating', common), system, score, item });
    return undefined;
  }

  #readError(common: Common, system: string): string | undefined {
    const [category, severity, text] = [this.#text('category'), this.#text('severity'), this.#text('text')];
    const side = this.#raw('side') || 'output';
    if (side !== 'source' && side !== 'output') return `side must be source or output, not "${side}".`;
    const clean = severity === undefined;
    if (clean && (category !== undefined || text !== undefined)) {
      return 'severity is empty, but there is a category or a text: a row without an error has none of them.';
    }
    const key = keyOf(common, system);
    const open = this.#annotations.get(key) ?? { common, system, errors: [], clean: false };
    if (open.clean || (clean && open.errors.length > 0)) {
      return `one row says that ${system} has no errors in this segment, another is of the same judge and output.`;
    }
    this.#annotations.set(key, open);
    if (clean) open.clean = true;
    else {
      const name = (value: string): string => this.#into.name(value);
      const error = { category: name(category ?? ''), severity: name(severity), side } as const;
      open.errors.push(text === undefined ? error : { ...error, text: detached(text) });
      this.#into.noteError(error, this.#file, this.#line);
    }
    return undefined;
  }

  #readEdit(common: Common, system: string): string | undefined {
    const outcome = outcomes.find((each) => each === this.#raw('outcome'));
    const text = this.#text('text');
    if (outcome === undefined) return `outcome must be one of ${outcomes.join(', ')}, not "${this.#raw('outcome')}".`;
    const again = this.#repeats('edit', common, system);
    if (again !== undefined) return again;
    const edit = { ...common, order: this.#order('edit', common), system, outcome };
    this.#into.edits.push(text === undefined ? edit : { ...edit, text: detached(text) });
    return undefined;
  }

  #readVerdict(common: Common, system: string): string | undefined {
    const acceptable = answers.get(this.#raw('acceptable').toLowerCase());
    const editor = this.#into.name(this.#text('editor') ?? '');
    if (acceptable === undefined) return `acceptable must be yes or no, not "${this.#raw('acceptable')}".`;
    const again = this.#repeats('verdict', common, system, editor);
    if (again !== undefined) return again;
    this.#into.verdicts.push({ ...common, order: this.#order('verdict', common), system, editor, acceptable });
    return undefined;
  }

  #common(): Common | string {
    const segment = this.#text('segment');
    const document = this.#text('document');
    const judge = this.#text('judge');
    const order = numberOf(this.#raw('order'));
    const seconds = numberOf(this.#raw('seconds'));
    if (segment === undefined) return 'segment is empty.';
    if (judge === undefined) return 'judge is empty.';
    if (order === undefined && this.#header.find('order') >= 0)
      return `order must be a number, not "${this.#raw('order')}".`;
    if (this.#raw('seconds') !== '' && (seconds === undefined || seconds < 0)) {
      return `seconds must be a number from 0 on, not "${this.#raw('seconds')}".`;
    }
    const name = (value: string): string => this.#into.name(value);
    return {
      task: name(this.#text('task') ?? this.#file.task),
      segment: name(segment),
      ...(document !== undefined && { document: name(document) }),
      judge: name(judge),
      order,
      ...(seconds !== undefined && { seconds }),
    };
  }

  #order(kind: JudgmentKind, { judge, order }: Common): number {
    return order ?? this.#into.nextOrder(kind, judge);
  }

  /** Says so if the same judge said something of the same output before, and no order tells that from a row that was doubled. */
  #repeats(kind: JudgmentKind, common: Common, ...rest: string[]): string | undefined {
    const key = JSON.stringify([kind, keyOf(common, ''), ...rest]);
    const before = this.#seen.get(key);
    this.#seen.set(key, this.#line);
    if (before === undefined) return undefined;
    return common.order === undefined
      ? `${article[kind]} ${kind} of the same output by the same judge stands on line ${before}; a column order tells apart what was said twice.`
      : `the same ${kind}, of the same judge and with the same order, stands on line ${before}.`;
  }

  /** A field as it stands there; empty if there is no such column. */
  #raw(column: string): string {
    return this.#fields[this.#header.find(column)] ?? '';
  }

  /** A field as text; undefined if it is empty. */
  #text(column: string): string | undefined {
    const raw = this.#raw(column);
    return raw === '' ? undefined : unescaped(raw);
  }

  #refuse(fault: string): void {
    this.#into.refuse('rows', fault, this.#file, this.#line);
  }
}

const article: Readonly<Record<JudgmentKind, string>> = {
  ranking: 'a',
  rating: 'a',
  annotation: 'an',
  edit: 'an',
  verdict: 'a',
};
const items: readonly Rating['item'][] = ['output', 'reference', 'damaged', 'repeat'];
const outcomes: readonly Edit['outcome'][] = ['edited', 'unchanged', 'unable'];
const answers = new Map([
  ['yes', true],
  ['no', false],
  ['1', true],
  ['0', false],
  ['true', true],
  ['false', false],
]);

const keyOf = ({ task, judge, segment, order }: Common, id: string): string =>
  JSON.stringify([task, judge, segment, order ?? null, id]);
