/** The tables of WMT10 other than its rankings (Callison-Burch et al. 2010, section 3): edits, and verdicts on them. */
import { present } from '../../core/index.ts';
import type { Edit } from '../../human/index.ts';
import { detached } from '../lineReader.ts';
import type { JudgmentList } from './format.ts';
import { tableFormat } from './tableFormat.ts';

const place = { from: ['srclang'], to: ['trglang'], segment: ['srcIndex'], document: ['documentId'], edit: ['editId'] };
type Place = keyof typeof place;

/** The fields of both tables; a string says what is wrong. */
function commonOf(field: (column: Place) => string, judge: string, system: string, into: JudgmentList) {
  if (judge === '' || system === '') return 'judge and system must not be empty.';
  if (field('from') === '' || field('to') === '') return 'srclang and trglang must not be empty.';
  if (!/^[1-9]\d*$/.test(field('segment'))) return `srcIndex must be a number, 1 or more, not "${field('segment')}".`;
  const named = (text: string): string | undefined => (text === '' ? undefined : into.name(text));
  return {
    task: into.pair(field('from'), field('to')),
    segment: into.name(field('segment')),
    judge: into.name(judge),
    system: into.name(system),
    ...present({ document: named(field('document')), edit: named(field('edit')) }),
  };
}

const outcomes = new Map<string, Edit['outcome']>([
  ['EDIT', 'edited'],
  ['OK', 'unchanged'],
  ['BAD', 'unable'],
]);

export const wmt10Edits = tableFormat({
  id: 'wmt10-edits',
  summary: 'TSV of edits from WMT10 (`data_EDT`): EDIT, OK or BAD, and the edited text',
  marks: ['editId', 'editorId', 'system1actionStr'],
  columns: {
    ...place,
    judge: ['editorId'],
    system: ['system1Id'],
    action: ['system1actionStr'],
    text: ['system1edit'],
  },
  texts: true,
  rows: (into) => ({
    take(field, line) {
      const common = commonOf(field, field('judge'), field('system'), into);
      if (typeof common === 'string') return common;
      if (field('action') === 'N/A') return into.leaveOut('rows without an edit (N/A)', line);
      const outcome = outcomes.get(field('action'));
      if (!outcome) return `system1actionStr must be EDIT, OK or BAD, not "${field('action')}".`;
      // If nothing was edited, the column repeats the output.
      const text = outcome === 'edited' ? { text: detached(field('text')) } : {};
      into.edits.push({ ...common, order: into.nextOrder('edit', common.judge), outcome, ...text });
      return undefined;
    },
  }),
});

export const wmt10Verdicts = tableFormat({
  id: 'wmt10-verdicts',
  summary: 'CSV of verdicts from WMT10 (`data_ACC`): YES, NO or UNK for each edit',
  marks: ['editId', 'judgment', 'systemId'],
  columns: { ...place, judge: ['judgeId'], system: ['systemId'], judgment: ['judgment'] },
  rows: (into) => ({
    take(field, line) {
      const common = commonOf(field, field('judge'), field('system'), into);
      if (typeof common === 'string') return common;
      const judgment = field('judgment');
      if (judgment === 'UNK') return into.leaveOut('rows without a verdict (UNK)', line);
      if (judgment !== 'YES' && judgment !== 'NO') return `judgment must be YES, NO or UNK, not "${judgment}".`;
      const order = into.nextOrder('verdict', common.judge);
      // The table of edits has the editor; `readJudgments` looks it up if it is read as well.
      into.verdicts.push({ ...common, order, editor: '', acceptable: judgment === 'YES' });
      return undefined;
    },
  }),
});
