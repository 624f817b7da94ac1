/** The protocol of `assay pipe` and `assay serve`: most methods are commands, run on texts that come with the request. */
import { UsageError, isUsageError, suggest, version } from '../../core/index.ts';
import { withHeldFiles } from '../../data/index.ts';
import { type Report, plainStyle } from '../../report/index.ts';
import { type AnyCommand, showForm } from '../command.ts';
import compare from '../commands/compare.ts';
import explain from '../commands/explain.ts';
import merge from '../commands/merge.ts';
import meta from '../commands/meta.ts';
import metrics from '../commands/metrics.ts';
import rank from '../commands/rank.ts';
import score from '../commands/score.ts';
import { keptOutputs } from '../output.ts';
import { countTexts, totalOf } from './countInParts.ts';
import { type Came, type Rights, keptName, listOf, readParams, shown } from './readParams.ts';
import { scoreAsSacrebleu } from './sacrebleu.ts';

/** Raised when a request of before would be read in another way, or an answer would lack something. */
export const protocolVersion = 1;

/** Methods that run a command. */
export const commandMethods: readonly AnyCommand[] = [score, merge, compare, explain, rank, meta, metrics];

/** Forms of a result that a request can ask for, besides its data. */
export const shownForms = ['text', 'markdown', 'latex', 'html', 'csv', 'tsv', 'tables', 'rows'] as const;

export interface Answer {
  /** That of the request; null if it could not be read. */
  readonly id: unknown;
  /** What `--format json` prints. */
  readonly result?: unknown;
  /** What the command prints on standard error. */
  readonly warnings?: readonly string[];
  /** Other forms of the result, by name. */
  readonly shown?: Readonly<Record<string, unknown>>;
  /** What the command writes to files, by option. */
  readonly files?: Readonly<Record<string, string>>;
  readonly error?: { readonly kind: 'usage' | 'bug'; readonly message: string };
}

/** Reads the bytes that follow a request, by their sizes. */
export type ReadAttached = (sizes: readonly number[]) => Promise<readonly Uint8Array[]>;

/**
 * Answers one request. Never throws: every fault is an answer. Requests must come one after the other. Without `readAttached`, no bytes can
 * follow a request.
 */
export async function answerRequest(request: string, rights: Rights, readAttached?: ReadAttached): Promise<Answer> {
  let id: unknown = null;
  try {
    const { id: given = null, method, params = {}, show = [], attached: sizes = [], ...rest } = parsed(request);
    id = given;
    // Before anything else is checked, so that the next request is found where it starts.
    const attached = await attachedBytes(sizes, readAttached);
    const other = Object.keys(rest)[0];
    if (other !== undefined) throw new UsageError(`A request has no member ${other}. ${suggest(other, members)}`);
    if (typeof method !== 'string') throw new UsageError(`method must be a text, not ${shown(method)}. ${suggest('', methodNames)}`); // prettier-ignore
    if (!isObject(params)) throw new UsageError(`params must be an object, not ${shown(params)}.`);
    return { id, ...(await answerMethod(method, params, formsOf(show), { ...rights, attached })) };
  } catch (error) {
    return { id, error: faultOf(error) };
  }
}

const members = ['id', 'method', 'params', 'show', 'attached'];

async function attachedBytes(sizes: unknown, read: ReadAttached | undefined): Promise<readonly Uint8Array[]> {
  const list = listOf(sizes, 'attached');
  if (list.length === 0) return [];
  if (!list.every((size): size is number => Number.isSafeInteger(size) && (size as number) >= 0)) {
    throw new UsageError('attached must hold the sizes, in bytes, of what follows the request.');
  }
  if (!read) throw new UsageError('attached: bytes can follow only requests to `assay pipe`. Send texts or content.');
  return read(list);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(request: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(request);
  } catch (error) {
    throw new UsageError(`The request is not valid JSON: ${(error as Error).message.slice(0, 100)}.`);
  }
  if (isObject(value)) return value;
  throw new UsageError(`A request must be an object such as {"id": 1, "method": "score", "params": {…}}, not ${shown(value)}.`); // prettier-ignore
}

export const faultOf = (error: unknown): NonNullable<Answer['error']> =>
  isUsageError(error)
    ? { kind: 'usage', message: error.message }
    : {
        kind: 'bug',
        message: `This is a bug in assay ${version}. ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      };

function formsOf(show: unknown): (typeof shownForms)[number][] {
  return listOf(show, 'show').map((each) => {
    const form = shownForms.find((known) => known === each);
    if (form === undefined) throw new UsageError(`show: ${shown(each)} is not known. ${suggest(String(each), shownForms)}`); // prettier-ignore
    return form;
  });
}

type Params = Readonly<Record<string, unknown>>;

async function answerMethod(
  method: string,
  params: Params,
  show: readonly (typeof shownForms)[number][],
  came: Came,
): Promise<Omit<Answer, 'id'>> {
  if (method === 'about') return { result: about };
  if (method === 'sacrebleu') return scoreAsSacrebleu(params, came);
  if (method === 'count') return countTexts(params, came);
  if (method === 'total') return totalOf(params);
  const command = commandMethods.find(({ name }) => name === method);
  if (!command) throw new UsageError(`There is no method ${method}. ${suggest(method, methodNames)}`);
  const { words, given, held, outputs } = readParams(command, params, came);
  const forms = command.forms!;
  for (const form of show) {
    if (!(form === 'rows' || form === 'csv' || form === 'tsv' ? forms.rows : forms.tables)) {
      throw new UsageError(`show: ${method} has no ${form}.`);
    }
  }
  const warnings: string[] = [];
  for (const option of outputs) keptOutputs.set(keptName(option), []);
  try {
    const result: unknown = await withHeldFiles(held, () =>
      command.run(words, given, {
        progress: () => undefined,
        warn: (message) => warnings.push(message),
        formats: show.length > 0 ? show : ['json'],
      }),
    );
    const shownAs = (form: (typeof shownForms)[number]): unknown => {
      if (form === 'tables' || form === 'rows') return forms[form]!(result, given) satisfies Report;
      return showForm(forms, result, given, form, plainStyle, false);
    };
    return {
      result: forms.data ? forms.data(result) : result,
      ...(warnings.length > 0 && { warnings }),
      ...(show.length > 0 && { shown: Object.fromEntries(show.map((form) => [form, shownAs(form)])) }),
      ...(outputs.length > 0 && {
        files: Object.fromEntries(outputs.map((option) => [option, keptOutputs.get(keptName(option))!.join('')])),
      }),
    };
  } finally {
    for (const option of outputs) keptOutputs.delete(keptName(option));
  }
}

export const methodNames: readonly string[] = [
  'about',
  ...commandMethods.map(({ name }) => name),
  'sacrebleu',
  'count',
  'total',
];

const about = { assay: version, protocol: protocolVersion, methods: methodNames };
