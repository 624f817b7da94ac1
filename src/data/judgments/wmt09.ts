/**
 * The file of WMT09 (Callison-Burch et al. 2009): one row for each screen, up to five systems in it.
 * RANK: ranks. EDIT: what a judge made of an output. EDIT_ACCEPT: whether what an editor (second score) made of it is acceptable.
 */
import type { JudgmentFile, JudgmentFormat, JudgmentList } from './format.ts';

const header = 'JUDGEMENT_ID\tTASK\tTYPE\tITEM_ID\tANNOTATOR_ID\tANNOTATOR_TYPE_COUNT\tTIME\tSYSTEM_0';
const firstSystem = 7;
const mostSystems = 5;
const extra = firstSystem + 3 * mostSystems;

export const wmt09: JudgmentFormat = {
  id: 'wmt09',
  summary: 'TSV of WMT09: ranking, editing and yes/no judgments; its items count from 0',
  recognises: (firstLine) => firstLine.startsWith(header),
  async read(file, into) {
    let line = 0;
    for await (const lines of file.lines()) {
      for (const text of lines) if (++line > 1) readRow(text.split('\t'), line, file, into);
    }
  },
};

function readRow(fields: readonly string[], line: number, file: JudgmentFile, into: JudgmentList): void {
  const [, task = '', type = '', item = '', judge = '', order = '', seconds = ''] = fields;
  // A row without the text of an edit ends one field earlier.
  if (fields.length !== extra && fields.length !== extra + 1) {
    into.refuse('rows', `${fields.length} fields, where ${extra} or ${extra + 1} belong.`, file, line);
    return;
  }
  if (!/^\d+$/.test(item) || !/^\d+$/.test(order)) {
    into.refuse('rows', `ITEM_ID and ANNOTATOR_TYPE_COUNT must be numbers, not "${item}" and "${order}".`, file, line);
    return;
  }
  const common = {
    task: languagePair(task),
    segment: String(Number(item) + 1),
    judge,
    order: Number(order),
    ...(/^\d+(?:\.\d+)?$/.test(seconds) && { seconds: Number(seconds) }),
  };
  const entries = Array.from({ length: mostSystems }, (_, i) => fields.slice(firstSystem + 3 * i, firstSystem + 3 * i + 3))
    .filter(([system]) => system !== undefined && system !== '')
    .map(([system = '', a = '', b = '']) => ({ system, a, b })); // prettier-ignore
  const odd = entries.find(({ a }) => !answers.get(type)?.test(a));
  if (!answers.has(type)) {
    into.refuse('rows', `TYPE must be RANK, EDIT or EDIT_ACCEPT, not "${type}".`, file, line);
  } else if (entries.length === 0) {
    into.leaveOut('rows without a system', file, line);
  } else if (
    new Set(entries.map(({ system, b }) => `${system}\t${type === 'EDIT_ACCEPT' ? b : ''}`)).size < entries.length
  ) {
    into.refuse('rows', 'a system is named twice.', file, line);
  } else if (odd) {
    into.refuse('rows', `"${odd.a}" is no answer to ${type}, which takes ${accepted.get(type)}.`, file, line);
  } else if (type === 'RANK') {
    into.rankings.push({
      ...common,
      systems: entries.map(({ system }) => system),
      ranks: entries.map(({ a }) => Number(a)),
    });
  } else if (type === 'EDIT') {
    const text = fields[extra];
    for (const { system, a } of entries) {
      const outcome = a === 'EDIT' ? 'edited' : a === 'OK' ? 'unchanged' : 'unable';
      into.edits.push({ ...common, system, outcome, ...(outcome === 'edited' && text !== undefined && { text }) });
    }
  } else {
    for (const { system, a, b } of entries) {
      into.verdicts.push({ ...common, system, editor: b, acceptable: a === '1' });
    }
  }
}

const answers = new Map([
  ['RANK', /^[1-5]$/],
  ['EDIT', /^(?:EDIT|OK|BAD)$/],
  ['EDIT_ACCEPT', /^[01]$/],
]);
const accepted = new Map([
  ['RANK', 'ranks from 1 to 5'],
  ['EDIT', 'EDIT, OK or BAD'],
  ['EDIT_ACCEPT', '0 or 1'],
]);

const languages = new Map([
  ['German', 'de'],
  ['English', 'en'],
  ['Spanish', 'es'],
  ['French', 'fr'],
  ['Czech', 'cs'],
  ['Hungarian', 'hu'],
  ['Multisource', 'multi'],
  ['All', 'all'],
]);

/** `WMT09 German-English News` is `de-en`; what is not of this form stays as it is. */
function languagePair(task: string): string {
  const [, from = '', to = ''] = /^WMT09 (\w+)-(\w+) News$/.exec(task) ?? [];
  const source = languages.get(from);
  const target = languages.get(to);
  return source === undefined || target === undefined ? task : `${source}-${target}`;
}
