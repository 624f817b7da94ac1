/** Judgments as JSON Lines, for other programs; they read back exactly. */
import { present } from '../../core/index.ts';
import type { Judgment, Judgments, MarkedError } from '../../human/index.ts';
import { isObject, tryJson } from '../json.ts';
import { eachLine } from './rows.ts';
import {
  type JudgmentFormat,
  type JudgmentKind,
  type JudgmentList,
  editOutcomes,
  annotatedItems,
  judgmentKinds,
  optionalNumbers,
  optionalTexts,
  ratedItems,
} from './format.ts';

export const jsonl: JudgmentFormat = {
  id: 'jsonl',
  summary: "Assay's own JSON Lines, one judgment per line: kind, task, segment, judge, order, and the answer",
  recognises([firstLine]) {
    const value = tryJson(firstLine);
    return isObject(value) && judgmentKinds.some((kind) => kind === value['kind']) && 'judge' in value;
  },
  async read(into) {
    /** Line numbers by what was judged. */
    const seen = new Map<string, number>();
    await eachLine(into, (text, line) => {
      const value = tryJson(text);
      const fault = isObject(value)
        ? readJudgment(new Fields(value, into), seen, line, into)
        : 'every line must hold one JSON object.';
      if (fault !== undefined) into.refuse('lines', fault, line);
    });
  },
};

/** Adds a judgment, or returns what is wrong with it. */
function readJudgment(fields: Fields, seen: Map<string, number>, line: number, into: JudgmentList): string | undefined {
  const kind = judgmentKinds.find((each) => each === fields.value('kind'));
  if (kind === undefined) return `"kind" must be one of ${judgmentKinds.join(', ')}.`;
  const segment = fields.name('segment');
  const judge = fields.name('judge');
  const task = fields.optionalName('task') ?? into.file.task;
  const order = fields.optionalNumber('order');
  const names = optionalTexts.map((field) => [field, fields.optionalName(field)] as const);
  const numbers = optionalNumbers.map((field) => [field, fields.optionalNumber(field, 0)] as const);
  const said = readers[kind](fields);
  if (fields.fault !== undefined) return fields.fault;
  const subject = JSON.stringify([kind, task, segment, judge, order ?? null, ...judged(kind, fields)]);
  const before = seen.get(subject);
  if (before !== undefined) {
    return order === undefined
      ? `the same judge judged the same on line ${before}. To keep repeated judgments, add "order".`
      : `the same ${kind}, by the same judge and with the same order, is on line ${before}.`;
  }
  seen.set(subject, line);
  const common = { task, segment, judge, order: order ?? into.nextOrder(kind, judge) };
  said({ ...common, ...present(Object.fromEntries([...names, ...numbers])) }, into);
  if (kind === 'annotation') for (const error of into.annotations.at(-1)!.errors) into.noteError(error, line);
  return undefined;
}

/** What is judged within a segment: the output and its edited text, or the ranked outputs. */
function judged(kind: JudgmentKind, fields: Fields): unknown[] {
  // All are strings, as checked above.
  if (kind === 'ranking') return [[...(fields.value('systems') as string[])].sort()];
  return [fields.value('system'), fields.value('item') ?? 'output', fields.value('editor')];
}

/** Each reads the fields of its kind and returns how to add the judgment if there is no error. */
const readers: Record<JudgmentKind, (fields: Fields) => (common: Judgment, into: JudgmentList) => void> = {
  ranking(fields) {
    const systems = fields.list('systems', (value) => (typeof value === 'string' ? value : undefined), 'texts');
    const ranks = fields.list('ranks', rankOf, 'whole numbers, 1 or more, or null');
    const shown = fields.has('shown') ? fields.list('shown', wholeNumber, 'whole numbers') : undefined;
    if (new Set(systems).size < systems.length) fields.refuse('a system is named twice.');
    if (ranks.length !== systems.length || (shown && shown.length !== systems.length)) {
      fields.refuse('"systems", "ranks" and "shown" must have the same length.');
    }
    return (common, into) => into.rankings.push({ ...common, systems, ranks, ...(shown && { shown }) });
  },
  rating(fields) {
    const system = fields.name('system');
    const score = fields.number('score');
    const item = fields.choice('item', ratedItems, 'output');
    const further = present({ scale: fields.optionalName('scale'), beside: fields.optionalName('beside') });
    return (common, into) => into.ratings.push({ ...common, system, score, item, ...further });
  },
  annotation(fields) {
    const system = fields.name('system');
    const errors = fields.list(
      'errors',
      errorOf,
      'objects with category, severity, side and optionally text, start and end',
    );
    const item = fields.choice('item', annotatedItems, 'output');
    const further = present({ beside: fields.optionalName('beside'), item: item === 'output' ? undefined : item });
    return (common, into) => into.annotations.push({ ...common, system, errors, ...further });
  },
  edit(fields) {
    const system = fields.name('system');
    const outcome = fields.choice('outcome', editOutcomes);
    const text = fields.optionalText('text');
    const edit = fields.optionalName('edit');
    return (common, into) => into.edits.push({ ...common, system, outcome, ...present({ text, edit }) });
  },
  verdict(fields) {
    const system = fields.name('system');
    const editor = fields.name('editor');
    const acceptable = fields.value('acceptable');
    if (typeof acceptable !== 'boolean') fields.refuse('"acceptable" must be true or false.');
    const edit = present({ edit: fields.optionalName('edit') });
    return (common, into) =>
      into.verdicts.push({ ...common, system, editor, acceptable: acceptable === true, ...edit });
  },
};

const wholeNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;

function rankOf(value: unknown): number | undefined {
  if (value === null) return NaN;
  const rank = wholeNumber(value);
  return rank !== undefined && rank >= 1 ? rank : undefined;
}

function errorOf(value: unknown): MarkedError | undefined {
  if (!isObject(value)) return undefined;
  const { category, severity, side, text, start, end } = value;
  if (typeof category !== 'string' || typeof severity !== 'string') return undefined;
  if (side !== 'source' && side !== 'output') return undefined;
  if (text !== undefined && typeof text !== 'string') return undefined;
  if (start !== undefined && wholeNumber(start) === undefined) return undefined;
  if (end !== undefined && wholeNumber(end) === undefined) return undefined;
  return { category, severity, side, ...present({ text, start: wholeNumber(start), end: wholeNumber(end) }) };
}

/** The fields of a judgment; keeps the first error. */
class Fields {
  fault: string | undefined;
  readonly #values: Readonly<Record<string, unknown>>;
  readonly #into: JudgmentList;

  constructor(values: Readonly<Record<string, unknown>>, into: JudgmentList) {
    this.#values = values;
    this.#into = into;
  }

  refuse(fault: string): void {
    this.fault ??= fault;
  }

  has(field: string): boolean {
    return Object.hasOwn(this.#values, field);
  }

  value(field: string): unknown {
    return this.has(field) ? this.#values[field] : undefined;
  }

  optionalText(field: string): string | undefined {
    const value = this.value(field);
    if (value === undefined || typeof value === 'string') return value;
    this.refuse(`"${field}" must be a string.`);
    return undefined;
  }

  optionalName(field: string): string | undefined {
    const text = this.optionalText(field);
    return text === undefined ? undefined : this.#into.name(text);
  }

  name(field: string): string {
    const name = this.optionalName(field);
    if (name === undefined) this.refuse(`"${field}" is missing.`);
    return name ?? '';
  }

  optionalNumber(field: string, least = -Infinity): number | undefined {
    const value = this.value(field);
    if (value === undefined) return undefined;
    if (typeof value === 'number' && Number.isFinite(value) && value >= least) return value;
    this.refuse(`"${field}" must be a number${least === -Infinity ? '' : `, ${least} or more`}.`);
    return undefined;
  }

  number(field: string): number {
    const value = this.optionalNumber(field);
    if (value === undefined) this.refuse(`"${field}" must be a number.`);
    return value ?? NaN;
  }

  choice<Choice extends string>(field: string, choices: readonly Choice[], otherwise?: Choice): Choice {
    const value = this.value(field) ?? otherwise;
    const found = choices.find((each) => each === value);
    if (found === undefined) this.refuse(`"${field}" must be one of ${choices.join(', ')}.`);
    return found ?? choices[0]!;
  }

  list<Item>(field: string, itemOf: (value: unknown) => Item | undefined, what: string): Item[] {
    const values = this.value(field);
    const found = Array.isArray(values) ? (values as unknown[]).map(itemOf) : [undefined];
    if (found.includes(undefined)) this.refuse(`"${field}" must be a list of ${what}.`);
    return found.filter((item) => item !== undefined);
  }
}

/**
 * Formats judgments as JSON Lines, one judgment on each line. Judgments that were left out on reading are not included. In a ranking,
 * `null` means that the judge gave no rank.
 */
export function writeJudgmentsJsonl({ rankings, ratings, annotations, edits, verdicts }: Judgments): string {
  return [
    ...rankings.map((each) => lineOf('ranking', each)),
    ...ratings.map((each) => lineOf('rating', each)),
    ...annotations.map((each) => lineOf('annotation', each)),
    ...edits.map((each) => lineOf('edit', each)),
    ...verdicts.map((each) => lineOf('verdict', each)),
  ].join('');
}

const lineOf = (kind: JudgmentKind, judgment: Judgment): string => `${JSON.stringify({ kind, ...judgment })}\n`;
