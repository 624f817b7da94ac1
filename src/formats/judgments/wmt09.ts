/**
 * The WMT09 file (Callison-Burch et al. 2009): one row per screen, with up to five systems.
 * RANK: ranks. EDIT: an output edited by a judge. EDIT_ACCEPT: whether an output edited by an editor (second score) is acceptable.
 */
import { counted } from '../../core/index.ts';
import { detached } from '../lineReader.ts';
import type { JudgmentFormat, JudgmentList } from './format.ts';
import { Header, eachLine } from './rows.ts';
import { languagePair } from './languages.ts';

const mostSystems = 5;
const columns = [
  ...['JUDGEMENT_ID', 'TASK', 'TYPE', 'ITEM_ID', 'ANNOTATOR_ID', 'ANNOTATOR_TYPE_COUNT', 'TIME'],
  ...Array.from({ length: mostSystems }, (_, i) => [`SYSTEM_${i}`, `SCORE_${i}_A`, `SCORE_${i}_B`]).flat(),
  'EXTRA',
];
const firstSystem = columns.indexOf('SYSTEM_0');
const extra = columns.indexOf('EXTRA');

export const wmt09: JudgmentFormat = {
  id: 'wmt09',
  summary: 'TSV of WMT09: ranking, editing and yes/no judgments; items are numbered from 0',
  recognises: ([firstLine]) => firstLine.startsWith('JUDGEMENT_ID\tTASK\t'),
  async read(into) {
    /** The line of each JUDGEMENT_ID. */
    const seen = new Map<string, number>();
    let header: Header | undefined;
    await eachLine(into, (text, line) => {
      const fields = text.split('\t');
      if (header) readRow(fields, line, seen, into);
      else {
        header = new Header(into, fields);
        for (const column of columns) header.need(column);
      }
    });
  },
};

function readRow(fields: readonly string[], line: number, seen: Map<string, number>, into: JudgmentList): void {
  const refuse = (fault: string): void => into.refuse('rows', fault, line);
  const [id = '', task = '', type = '', item = '', judge = '', order = '', seconds = ''] = fields;
  // A row without the text of an edit ends one field earlier.
  if (fields.length !== extra && fields.length !== extra + 1) {
    return refuse(`${counted(fields.length, 'field')}, expected ${extra} or ${extra + 1}.`);
  }
  if (seen.has(id)) return refuse(`JUDGEMENT_ID ${id} is already used on line ${seen.get(id)}.`);
  seen.set(detached(id), line);
  if (!/^\d+$/.test(item) || !/^\d+$/.test(order)) {
    return refuse(`ITEM_ID and ANNOTATOR_TYPE_COUNT must be numbers, not "${item}" and "${order}".`);
  }
  if (task.trim() === '') return refuse('TASK is empty.');
  if (judge === '') return refuse('ANNOTATOR_ID is empty.');
  const answer = answers.get(type);
  if (!answer) return refuse(`TYPE must be RANK, EDIT or EDIT_ACCEPT, not "${type}".`);
  const entries = [];
  for (let at = firstSystem; at < extra; at += 3) {
    const [system = '', a = '', b = ''] = fields.slice(at, at + 3);
    if (system !== '') entries.push({ system: into.name(system), a, b });
    else if (a !== '' || b !== '') return refuse(`the score "${a || b}" has no system.`);
  }
  if (entries.length === 0) return into.leaveOut('rows without a system', line);
  const odd = entries.find(({ a }) => !answer.takes.test(a));
  if (odd) return refuse(`"${odd.a}" is not a valid answer to ${type}, which takes ${answer.words}.`);
  // One screen can show the same output as edited by several editors.
  const judged = new Set(entries.map(({ system, b }) => (type === 'EDIT_ACCEPT' ? `${system}\t${b}` : system)));
  if (judged.size < entries.length) return refuse('a system is named twice.');
  const common = {
    task: into.name(taskOf(task)),
    segment: into.name(String(Number(item) + 1)),
    judge: into.name(judge),
    order: Number(order),
    // One row of the original file has words here.
    ...(/^\d+(?:\.\d+)?$/.test(seconds) && { seconds: Number(seconds) }),
  };
  if (type === 'RANK') {
    into.rankings.push({
      ...common,
      systems: entries.map(({ system }) => system),
      ranks: entries.map(({ a }) => Number(a)),
    });
  } else if (type === 'EDIT') {
    const text = fields[extra];
    for (const { system, a } of entries) {
      const outcome = a === 'EDIT' ? 'edited' : a === 'OK' ? 'unchanged' : 'unable';
      const edited = outcome === 'edited' && text !== undefined ? { text: detached(text) } : {};
      into.edits.push({ ...common, system, outcome, ...edited });
    }
  } else {
    for (const { system, a, b } of entries) {
      into.verdicts.push({ ...common, system, editor: into.name(b), acceptable: a === '1' });
    }
  }
}

const answers = new Map([
  ['RANK', { takes: /^[1-5]$/, words: 'ranks from 1 to 5' }],
  ['EDIT', { takes: /^(?:EDIT|OK|BAD)$/, words: 'EDIT, OK or BAD' }],
  ['EDIT_ACCEPT', { takes: /^[01]$/, words: '0 or 1' }],
]);

/** `WMT09 German-English News` is `de-en`; other forms are kept. */
function taskOf(task: string): string {
  const [, from, to] = /^WMT09 (\w+)-(\w+) News$/.exec(task) ?? [];
  return from === undefined || to === undefined ? task : languagePair(from, to);
}
