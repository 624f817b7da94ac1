/**
 * The tables of WMT07, WMT08 and WMT09 (Callison-Burch et al. 2007–2009, section 3): one row per screen, with up to five systems and one or
 * two scores of each. WMT09 is TSV, the others are CSV without ids of rows.
 */
import { counted, present } from '../../core/index.ts';
import { detached } from '../lineReader.ts';
import type { FirstLines } from '../fileFormat.ts';
import type { JudgmentFormat, JudgmentList } from './format.ts';
import { Header, eachCsvRow, eachLine } from './rows.ts';

const mostSystems = 5;
const entryColumns = Array.from({ length: mostSystems }, (_, i) => [`SYSTEM_${i}`, `SCORE_${i}_A`, `SCORE_${i}_B`]);

/** What differs from year to year. Columns are in this order. */
interface Vintage {
  readonly first: readonly string[];
  readonly last: readonly string[];
  readonly types: readonly string[];
  /** Whether the file is CSV, whose rows end with their last system. */
  readonly isCsv: boolean;
}

const wmt09Table: Vintage = {
  first: ['JUDGEMENT_ID', 'TASK', 'TYPE', 'ITEM_ID', 'ANNOTATOR_ID', 'ANNOTATOR_TYPE_COUNT', 'TIME'],
  last: ['EXTRA'],
  types: ['RANK', 'EDIT', 'EDIT_ACCEPT'],
  isCsv: false,
};
const wmt07Table: Vintage = {
  first: ['TASK', 'TYPE', 'ITEM_ID', 'ANNOTATOR_ID', 'TIME'],
  last: [],
  types: ['NIST', 'RANK', 'CONSTITUENT', 'CONSTITUENT_ACCEPT'],
  isCsv: true,
};

export const wmt09 = format(
  'wmt09',
  'TSV of WMT09: ranking, editing and yes/no judgments; items are numbered from 0',
  wmt09Table,
);
export const wmt07 = format(
  'wmt07',
  'CSV of WMT07 and WMT08: adequacy and fluency, rankings of sentences and of constituents, yes/no judgments',
  wmt07Table,
);

function format(id: string, summary: string, vintage: Vintage): JudgmentFormat {
  const separator = vintage.isCsv ? ',' : '\t';
  const start = `${vintage.first.slice(0, 2).join(separator)}${separator}`;
  return {
    id,
    summary,
    recognises: ([firstLine]: FirstLines) => firstLine.startsWith(start),
    async read(into) {
      const rows = new Rows(vintage, into);
      if (vintage.isCsv) await eachCsvRow(into, (fields, line) => rows.read(fields, line));
      else await eachLine(into, (text, line) => rows.read(text.split('\t'), line));
    },
  };
}

interface Entry {
  readonly system: string;
  readonly a: string;
  readonly b: string;
}

class Rows {
  readonly #vintage: Vintage;
  readonly #into: JudgmentList;
  #header: Header | undefined;
  /** The line of each JUDGEMENT_ID. */
  readonly #seen = new Map<string, number>();

  constructor(vintage: Vintage, into: JudgmentList) {
    this.#vintage = vintage;
    this.#into = into;
  }

  read(fields: readonly string[], line: number): void {
    const { first, last } = this.#vintage;
    if (this.#header) {
      const fault = this.#readRow(fields, line);
      if (fault !== undefined) this.#into.refuse('rows', fault, line);
      return;
    }
    this.#header = new Header(this.#into, fields);
    for (const column of [...first, ...entryColumns.flat(), ...last]) this.#header.need(column);
  }

  /** Adds the judgments of a row, or returns what is wrong with it. */
  #readRow(fields: readonly string[], line: number): string | undefined {
    const { first, types, isCsv } = this.#vintage;
    const into = this.#into;
    const extra = first.length + 3 * mostSystems;
    // A row without the text of an edit ends one field earlier.
    const fits = isCsv
      ? fields.length <= extra && (fields.length - first.length) % 3 === 0
      : fields.length === extra || fields.length === extra + 1;
    if (!fits) {
      const right = isCsv ? `${first.length} and 3 for each system` : `${extra} or ${extra + 1}`;
      return `${counted(fields.length, 'field')}, expected ${right}.`;
    }
    const field = (column: string): string => fields[first.indexOf(column)] ?? '';
    const repeated = this.#repeats(field('JUDGEMENT_ID'), line);
    if (repeated !== undefined) return repeated;
    const [item, judge, type] = [field('ITEM_ID'), field('ANNOTATOR_ID'), field('TYPE')];
    const numbers = ['ITEM_ID', 'ANNOTATOR_TYPE_COUNT'].filter((column) => first.includes(column));
    if (numbers.some((column) => !/^\d+$/.test(field(column)))) {
      const given = numbers.map((column) => `"${field(column)}"`).join(' and ');
      return `${numbers.join(' and ')} must be ${numbers.length > 1 ? 'numbers' : 'a number'}, not ${given}.`;
    }
    if (field('TASK').trim() === '') return 'TASK is empty.';
    if (judge === '') return 'ANNOTATOR_ID is empty.';
    const answer = types.includes(type) ? answers.get(type) : undefined;
    if (!answer) return `TYPE must be ${types.slice(0, -1).join(', ')} or ${types.at(-1)}, not "${type}".`;
    const entries: Entry[] = [];
    for (let at = first.length; at < Math.min(extra, fields.length); at += 3) {
      const [system = '', a = '', b = ''] = fields.slice(at, at + 3);
      if (system !== '') entries.push({ system: into.name(system), a, b });
      else if (a !== '' || b !== '') return `the score "${a || b}" has no system.`;
    }
    if (entries.length === 0) return into.leaveOut('rows without a system', line);
    const odd = entries.find(({ a, b }) => !answer.takes.test(a) || (answer.isPair && !answer.takes.test(b)));
    if (odd) {
      const given = answer.takes.test(odd.a) ? odd.b : odd.a;
      return `"${given}" is not a valid answer to ${type}, which takes ${answer.words}.`;
    }
    // One screen can show the same output as edited by several editors.
    const judged = new Set(entries.map(({ system, b }) => (type === 'EDIT_ACCEPT' ? `${system}\t${b}` : system)));
    if (judged.size < entries.length) return 'a system is named twice.';
    const seconds = field('TIME');
    const common = {
      ...taskOf(field('TASK'), answer.of, into),
      segment: into.name(String(Number(item) + 1)),
      judge: into.name(judge),
      // One row of the original file of WMT09 has words here.
      ...present({ seconds: /^\d+(?:\.\d+)?$/.test(seconds) ? Number(seconds) : undefined }),
    };
    answer.add(common, entries, {
      into,
      line,
      text: fields[extra],
      orderOf: (kind) =>
        first.includes('ANNOTATOR_TYPE_COUNT')
          ? Number(field('ANNOTATOR_TYPE_COUNT'))
          : into.nextOrder(kind, common.judge),
    });
    return undefined;
  }

  #repeats(id: string, line: number): string | undefined {
    if (id === '') return undefined;
    const before = this.#seen.get(id);
    if (before !== undefined) return `JUDGEMENT_ID ${id} is already used on line ${before}.`;
    this.#seen.set(detached(id), line);
    return undefined;
  }
}

interface Common {
  readonly task: string;
  readonly testSet?: string;
  readonly segment: string;
  readonly judge: string;
  readonly seconds?: number;
}

interface Row {
  readonly into: JudgmentList;
  readonly line: number;
  /** The edited text. */
  readonly text: string | undefined;
  /** The order of the next judgment. */
  orderOf(kind: 'ranking' | 'rating' | 'edit' | 'verdict'): number;
}

/** What a type of row means. */
interface AnswerType {
  readonly takes: RegExp;
  readonly words: string;
  /** Whether both scores of a system are answers. */
  readonly isPair?: boolean;
  /** What is judged, if not sentences: it becomes part of the task. */
  readonly of?: string;
  add(common: Common, entries: readonly Entry[], row: Row): void;
}

function addRanking(common: Common, entries: readonly Entry[], { into, orderOf }: Row): void {
  // In WMT07, 5 was the best rank: see README.evaluation-dev-data at statmt.org/wmt08, which spells some out.
  const isFiveBest = common.testSet?.startsWith('wmt07') ?? false;
  const ranks = entries.map(({ a }) => (isFiveBest ? 6 - Number(a) : Number(a)));
  into.rankings.push({ ...common, order: orderOf('ranking'), systems: entries.map(({ system }) => system), ranks });
}

const answers = new Map<string, AnswerType>([
  ['RANK', { takes: /^[1-5]$/, words: 'ranks from 1 to 5', add: addRanking }],
  // Items are constituents, which have numbers of their own.
  ['CONSTITUENT', { takes: /^[1-5]$/, words: 'ranks from 1 to 5', of: 'constituents', add: addRanking }],
  [
    'NIST',
    {
      takes: /^[1-5-]$/,
      words: 'scores from 1 to 5, or - for none',
      isPair: true,
      add(common, entries, { into, line, orderOf }) {
        for (const { system, a, b } of entries) {
          for (const [criterion, score] of Object.entries({ adequacy: a, fluency: b })) {
            if (score === '-') into.leaveOut('missing scores (-)', line);
            else {
              const task = into.name(`${common.task}/${criterion}`);
              const order = orderOf('rating');
              into.ratings.push({ ...common, task, order, system, score: Number(score), scale: '1-5', item: 'output' });
            }
          }
        }
      },
    },
  ],
  [
    'EDIT',
    {
      takes: /^(?:EDIT|OK|BAD)$/,
      words: 'EDIT, OK or BAD',
      add(common, entries, { into, text, orderOf }) {
        for (const { system, a } of entries) {
          const outcome = a === 'EDIT' ? 'edited' : a === 'OK' ? 'unchanged' : 'unable';
          const edited = outcome === 'edited' && text !== undefined ? { text: detached(text) } : {};
          into.edits.push({ ...common, order: orderOf('edit'), system, outcome, ...edited });
        }
      },
    },
  ],
  [
    'EDIT_ACCEPT',
    {
      takes: /^[01]$/,
      words: '0 or 1',
      add(common, entries, { into, orderOf }) {
        for (const { system, a, b } of entries) {
          into.verdicts.push({ ...common, order: orderOf('verdict'), system, editor: into.name(b), acceptable: a === '1' }); // prettier-ignore
        }
      },
    },
  ],
  [
    'CONSTITUENT_ACCEPT',
    {
      takes: /^[123]$/,
      words: '1 (yes), 2 (no) or 3 (not sure)',
      of: 'constituents',
      add(common, entries, { into, line, orderOf }) {
        for (const { system, a } of entries) {
          if (a === '3') into.leaveOut('verdicts of “not sure”', line);
          else into.verdicts.push({ ...common, order: orderOf('verdict'), system, editor: '', acceptable: a === '1' });
        }
      },
    },
  ],
]);

/** `WMT08 German-English Europarl` is `de-en` of the test set `wmt08-europarl`; other forms are kept. */
function taskOf(task: string, of: string | undefined, into: JudgmentList): Pick<Common, 'task' | 'testSet'> {
  const [, year = '', from = '', to = '', rest = ''] = /^(WMT\d\d) (\w+)-(\w+) (.+)$/.exec(task.trim()) ?? [];
  const name = year === '' ? task : into.pair(from, to);
  const testSet = [year, ...(rest === 'News' ? [] : rest.split(' '))].join('-').toLowerCase();
  return {
    task: into.name(of === undefined ? name : `${name}/${of}`),
    ...(year !== '' && { testSet: into.name(testSet) }),
  };
}
