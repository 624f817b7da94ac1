/** The routes for organisers. Changes run one at a time; see `addOrganiserRoutes`. */
import { Readable } from 'node:stream';
import { exportCampaign, exportFormats } from '../../engine/index.ts';
import {
  type CampaignEvent,
  type CampaignRecord,
  type JudgeRecord,
  type TaskKind,
  addJudges,
  extendPlan,
  finishedEdits,
  planAcceptance,
  planSoFar,
} from '../../human/index.ts';
import { type Fields, choiceField, fieldsOf, filledField, integerField, listField, textField } from '../bodyFields.ts';
import { Refusal } from '../faults.ts';
import { makeId, makeSecretLink } from '../secretLinks.ts';
import { journalLines } from '../store/journalLines.ts';
import type { AddedJudges, CampaignTexts, ListedLinks, MadeLink, Planned } from '../wire.ts';
import { zip } from '../zip.ts';
import { answerRoutes } from './answerRoutes.ts';
import { type OrganiserRoute, type OrganiserVisit, asDownload } from './route.ts';

const mostJudges = 1_000;
const mostAssignments = 10_000;
const longestName = 200;
const longestReason = 1_000;
/** Of instructions and consent. */
const longestText = 20_000;

export const organiserRoutes: readonly OrganiserRoute[] = [
  {
    // The state of the campaign, a few seconds old at most.
    method: 'GET',
    path: '/api/organiser/live',
    async respond({ live, reply }) {
      const json = await live.value();
      reply.header('content-type', 'application/json; charset=utf-8');
      return json;
    },
  },
  {
    // The valid links, by their hashes. The links themselves are shown once, when created.
    method: 'GET',
    path: '/api/organiser/links',
    respond: ({ record, link: own }): ListedLinks => ({
      links: [...record.links].map(([hash, link]) => ({ hash, ...link, own: hash === own })),
    }),
  },
  { method: 'POST', path: '/api/organiser/freeze', respond: (visit) => freeze(visit, true) },
  { method: 'POST', path: '/api/organiser/thaw', respond: (visit) => freeze(visit, false) },
  { method: 'POST', path: '/api/organiser/close', respond: closeTask },
  { method: 'POST', path: '/api/organiser/open', respond: openTask },
  { method: 'POST', path: '/api/organiser/extend', respond: extend },
  { method: 'POST', path: '/api/organiser/add-judges', respond: addFurtherJudges },
  { method: 'POST', path: '/api/organiser/exclude', respond: (visit) => setCounting(visit, 'excluded') },
  { method: 'POST', path: '/api/organiser/include', respond: (visit) => setCounting(visit, 'included') },
  { method: 'POST', path: '/api/organiser/make-link', respond: makeLink },
  {
    // {judge}: removes the judge's answers from the journal, because the judge asked for it.
    method: 'POST',
    path: '/api/organiser/erase',
    async respond({ keeper, record, body }) {
      const judge = judgeNamed(record, textField(fieldsOf(body, ['judge']), 'judge', longestName));
      if (!judge.erased) await keeper.erase(judge.id);
      return {};
    },
  },
  {
    method: 'GET',
    path: '/api/organiser/texts',
    respond: ({ record }): CampaignTexts => ({ versions: record.texts }),
  },
  { method: 'POST', path: '/api/organiser/change', respond: changeTexts },
  ...answerRoutes,
  {
    // {hash}: ends the link and all its sessions at once.
    method: 'POST',
    path: '/api/organiser/revoke-link',
    async respond({ keeper, record, body, link }) {
      const hash = textField(fieldsOf(body, ['hash']), 'hash', 64);
      if (hash === link)
        throw new Refusal(409, 'You are signed in with this link. Create another link, open it, then revoke this one.');
      if (!record.link(hash)) throw new Refusal(404, 'There is no such link. It may have been revoked already.');
      await keeper.append([{ kind: 'link-revoked', hash }]);
      return {};
    },
  },
  { method: 'GET', path: '/api/organiser/export', respond: exportJudgments },
  {
    // The whole journal so far, one entry per line.
    method: 'GET',
    path: '/api/organiser/journal',
    respond({ keeper, reply }) {
      asDownload(reply, 'journal.jsonl', 'application/x-ndjson; charset=utf-8');
      return Readable.from(inChunks(journalLines(keeper.entries())));
    },
  },
];

/** While the campaign is frozen, answers are refused. */
async function freeze({ keeper, record, body }: OrganiserVisit, frozen: boolean): Promise<object> {
  fieldsOf(body, []);
  if (record.frozen !== frozen) await keeper.append([{ kind: frozen ? 'frozen' : 'thawed' }]);
  return {};
}

/**
 * {task}: closes a task. Closing `edit` also plans `accept` and stores the whole plan at once (WMT09, Callison-Burch et al. 2009, section
 * 3.3).
 */
async function closeTask({ keeper, record, body, random }: OrganiserVisit): Promise<Planned> {
  const { campaign } = record;
  const task = choiceField(fieldsOf(body, ['task']), 'task', campaign.kinds);
  if (!record.open.has(task)) return { assignments: 0 };
  const closed: CampaignEvent = { kind: 'closed', task };
  const edits = task === 'edit' && campaign.kinds.includes('accept') ? finishedEdits(record) : [];
  // Editing can be closed without any edits.
  if (edits.length === 0) {
    await keeper.append([closed]);
    return { assignments: 0 };
  }
  const { assignments, audit } = planAcceptance(planSoFar(record), edits, () => makeId(random));
  await keeper.append([closed, { kind: 'assigned', assignments }, { kind: 'opened', task: 'accept' }]);
  return { assignments: assignments.length, ...ofAccepting(audit.problems) };
}

const ofAccepting = (problems: readonly string[]): Pick<Planned, 'problems'> => {
  const found = problems.filter((problem) => problem.startsWith('accept: '));
  return found.length > 0 ? { problems: found } : {};
};

/** {task}: opens a task again. */
async function openTask({ keeper, record, body }: OrganiserVisit): Promise<object> {
  const task = choiceField(fieldsOf(body, ['task']), 'task', record.campaign.kinds);
  const accepted = [...record.judges.values()].some(({ assignments }) =>
    assignments.some(({ kind }) => kind === 'accept'),
  );
  if (task === 'edit' && accepted)
    throw new Refusal(409, 'Cannot open editing again: judges have already seen the references.');
  if (task === 'accept' && !accepted)
    throw new Refusal(409, 'There are no edits to accept yet. Close editing to plan accepting.');
  if (!record.open.has(task)) await keeper.append([{ kind: 'opened', task }]);
  return {};
}

/** {more, kinds?, judges?}: adds `more` assignments of each kind for each judge. */
async function extend({ keeper, record, body, random }: OrganiserVisit): Promise<Planned> {
  const fields = fieldsOf(body, ['more', 'kinds', 'judges']);
  const more = integerField(fields, 'more', 1, mostAssignments);
  const kinds = kindsOf(record, fields);
  const judges = judgesOf(record, fields);
  const id = (): string => makeId(random);
  const soFar = planSoFar(record);
  const lists = kinds.filter((kind) => kind !== 'accept');
  const planned = lists.length === 0 ? [] : extendPlan(soFar, more, id, { kinds: lists, ...judges }).assignments;
  const whole = { ...soFar, assignments: [...soFar.assignments, ...planned] };
  const accepting = kinds.includes('accept')
    ? planAcceptance(whole, finishedEdits(record), id, { perJudge: more, ...judges }).assignments
    : [];
  const assignments = [...planned, ...accepting];
  if (assignments.length > 0) await keeper.append([{ kind: 'assigned', assignments }]);
  return { assignments: assignments.length };
}

/** The requested kinds; by default the open ones. */
function kindsOf({ campaign, open }: CampaignRecord, fields: Fields): TaskKind[] {
  const kinds =
    'kinds' in fields
      ? listField(fields, 'kinds', campaign.kinds.length).map((kind) =>
          choiceField({ kinds: kind }, 'kinds', campaign.kinds),
        )
      : campaign.kinds.filter((kind) => open.has(kind));
  if (kinds.length === 0) throw new Refusal(409, 'No open task can be extended. Open a task first.');
  if (kinds.includes('accept') && open.has('edit'))
    throw new Refusal(409, 'Accepting is planned when editing is closed. Close editing first.');
  return kinds;
}

/** The requested judges; by default all who are not excluded. */
function judgesOf(record: CampaignRecord, fields: Fields): { judges?: string[] } {
  if (!('judges' in fields)) return {};
  // A judge named twice counts once.
  const names = new Set(
    listField(fields, 'judges', mostAssignments).map((judges) => textField({ judges }, 'judges', longestName)),
  );
  const judges = [...names].map((name) => judgeNamed(record, name));
  const erased = judges.find((judge) => judge.erased);
  if (erased) throw new Refusal(409, `${erased.id} was erased and cannot get more assignments.`);
  return { judges: judges.map((judge) => judge.id) };
}

function judgeNamed(record: CampaignRecord, id: string): JudgeRecord {
  const judge = record.judges.get(id);
  if (!judge) throw new Refusal(404, `There is no judge ${JSON.stringify(id)}.`);
  return judge;
}

/** {count}: adds judges with assignments of their own. The reply is the only time their secret links are shown. */
async function addFurtherJudges({ keeper, record, body, random }: OrganiserVisit): Promise<AddedJudges> {
  const count = integerField(fieldsOf(body, ['count']), 'count', 1, mostJudges);
  const { campaign, open } = record;
  if (open.size === 0) throw new Refusal(409, 'No open task is available for new judges. Open a task first.');
  const id = (): string => makeId(random);
  const soFar = planSoFar(record);
  const kinds = campaign.kinds.filter((kind) => kind !== 'accept' && open.has(kind));
  const { judges, assignments } = addJudges(soFar, count, id, { kinds });
  const whole = {
    campaign,
    judges: [...soFar.judges, ...judges],
    active: [...soFar.active, ...judges],
    assignments: [...soFar.assignments, ...assignments],
  };
  const accepting = open.has('accept')
    ? planAcceptance(whole, finishedEdits(record), id, { judges, perJudge: campaign.settings.perJudge }).assignments
    : [];
  const links = judges.map((judge) => ({ role: 'judge', judge, ...makeSecretLink('judge', random) }) as const);
  await keeper.append([
    ...judges.map((judge): CampaignEvent => ({ kind: 'judge-added', judge })),
    { kind: 'assigned', assignments: [...assignments, ...accepting] },
    ...links.map(({ role, judge, hash }): CampaignEvent => ({ kind: 'link-made', role, judge, hash })),
  ]);
  return { links };
}

/** {judge, reason}: excludes or includes a judge's answers. They stay in the journal either way. */
async function setCounting({ keeper, record, body }: OrganiserVisit, kind: 'excluded' | 'included'): Promise<object> {
  const fields = fieldsOf(body, ['judge', 'reason']);
  const judge = judgeNamed(record, textField(fields, 'judge', longestName));
  const reason = filledField(fields, 'reason', longestReason);
  await keeper.append([{ kind, judge: judge.id, reason }]);
  return {};
}

/** {title?, consent?, instructions?}: changes what judges read. Earlier versions stay in the journal, and answers name the one they were given by. */
async function changeTexts({ keeper, record, body }: OrganiserVisit): Promise<object> {
  const fields = fieldsOf(body, ['title', 'consent', 'instructions']);
  const { campaign } = record;
  const title = 'title' in fields ? filledField(fields, 'title', longestReason) : campaign.title;
  const consent = 'consent' in fields ? textField(fields, 'consent', longestText) : campaign.consent;
  const given = 'instructions' in fields ? fieldsOf(fields.instructions, campaign.kinds, '"instructions"') : {};
  const instructions: Partial<Record<TaskKind, string>> = {};
  for (const kind of campaign.kinds) {
    if (!(kind in given)) continue;
    const text = textField(given, kind, longestText);
    if (text !== (campaign.instructions[kind] ?? '')) instructions[kind] = text;
  }
  const changed = {
    ...(title !== campaign.title && { title }),
    ...(consent !== campaign.consent && { consent }),
    ...(Object.keys(instructions).length > 0 && { instructions }),
  };
  if (Object.keys(changed).length > 0) await keeper.append([{ kind: 'changed', ...changed }]);
  return {};
}

/** {role, judge}: a new secret link, shown this once. Older links work until they are revoked. */
async function makeLink({ keeper, record, body, random }: OrganiserVisit): Promise<MadeLink> {
  const fields = fieldsOf(body, ['role', 'judge']);
  const role = choiceField(fields, 'role', ['judge', 'organiser']);
  if (role === 'organiser') fieldsOf(body, ['role'], 'a link of an organiser');
  const judge = role === 'judge' ? judgeNamed(record, textField(fields, 'judge', longestName)) : undefined;
  if (judge?.erased) throw new Refusal(409, `${judge.id} was erased and cannot get a new link.`);
  const { path, hash } = makeSecretLink(role, random);
  const whose = { role, ...(judge && { judge: judge.id }) };
  await keeper.append([{ kind: 'link-made', ...whose, hash }]);
  return { ...whose, path, hash };
}

const typesOfExports = new Map([
  ['tsv', 'text/tab-separated-values; charset=utf-8'],
  ['csv', 'text/csv; charset=utf-8'],
  ['jsonl', 'application/x-ndjson; charset=utf-8'],
]);

/** ?format=assay|wmt-csv|jsonl|mtme: the judgments for other programs and a list of what was left out, as a ZIP archive; with &file=… one file of it. */
function exportJudgments({ record, query, reply }: OrganiserVisit): Buffer | string {
  const format = choiceField(query, 'format', exportFormats);
  const files = exportCampaign(record, format);
  const { file } = query;
  if (file === undefined) {
    asDownload(reply, `judgments-${format}.zip`, 'application/zip');
    return zip(files);
  }
  const text = typeof file === 'string' ? files.get(file) : undefined;
  if (text === undefined) throw new Refusal(404, `There is no such file. Available: ${[...files.keys()].join(', ')}.`);
  const name = String(file).split('/').at(-1)!;
  asDownload(reply, name, typesOfExports.get(name.split('.').at(-1)!) ?? 'text/plain; charset=utf-8');
  return text;
}

/** Characters sent at a time: one line at a time would be much slower. */
const chunk = 1 << 16;

async function* inChunks(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let text = '';
  for await (const line of lines) {
    text += line;
    if (text.length < chunk) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}
