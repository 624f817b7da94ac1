/** The judgments of a campaign, and what reports say about their origin. */
import {
  type Assignment,
  type Campaign,
  type CampaignRecord,
  type CollectOptions,
  type GivenAnswer,
  countJudgments,
  countedAnswers,
  judgmentsFrom,
  keepApart,
} from '../../human/index.ts';
import { type CampaignJudgments, type LiveCampaign, type LiveOptions, reportLive } from '../../report/index.ts';
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

export function campaignJudgments(record: CampaignRecord, options: CollectOptions = {}): CampaignJudgments {
  const answers = countedAnswers(record, options);
  const { judgments, notes: apart } = keepApart(judgmentsFrom(record.campaign, answers));
  const first = options.answers === 'first' ? ['if a judge corrected an answer, the first one counts'] : [];
  const notes = [...first, ...apart];
  const input = {
    formats: ['campaign'],
    counts: countJudgments(judgments),
    dropped: judgments.dropped,
    notes,
    sha256: hashRecord(record),
  };
  return { judgments, input, answers };
}

/** Campaigns do not change, and are large. */
const hashes = new WeakMap<Campaign, string>();

function hashCampaign(campaign: Campaign): string {
  const known = hashes.get(campaign);
  if (known !== undefined) return known;
  const hash = createHash('sha256').update(JSON.stringify(campaign)).digest('hex');
  hashes.set(campaign, hash);
  return hash;
}

/** Over all that judgments are made from: the campaign, who is excluded, what was shown and what was answered, first and last. */
function hashRecord(record: CampaignRecord): string {
  const hash = createHash('sha256').update(hashCampaign(record.campaign));
  for (const { id, excluded, erased, answers } of record.judges.values()) {
    const lines = [JSON.stringify([id, excluded ?? null, erased])];
    for (const [assignment, { first, last, times }] of answers) {
      const asked = askedText(record.assignment(assignment));
      lines.push(`${assignment}\t${asked}\t${givenText(first)}${times > 1 ? `\t${givenText(last)}` : ''}`);
    }
    hash.update(lines.join('\n'));
  }
  return hash.digest('hex');
}

function askedText(assignment: Assignment | undefined): string {
  if (!assignment) return '';
  const { kind, segment, entries, part, repeats = '', edited } = assignment;
  const shown = entries.map(({ systems, damaged }) => (damaged === undefined ? '' : '!') + systems.join('+'));
  return `${kind} ${segment} ${shown.join(' ')} ${part} ${repeats} ${edited ? JSON.stringify(edited.editor) : ''}`;
}

/** Ranks make up most of a large campaign, and need no escapes. */
const givenText = ({ seq, answer, seconds }: GivenAnswer): string =>
  `${seq} ${seconds} ${'ranks' in answer ? answer.ranks.join(' ') : JSON.stringify(answer)}`;

export const liveCampaign = (
  record: CampaignRecord,
  options: LiveOptions & Pick<CollectOptions, 'answers'> = {},
): Promise<LiveCampaign> =>
  reportLive(record, campaignJudgments(record, options), { ...options, pause: () => nextTurn() });
