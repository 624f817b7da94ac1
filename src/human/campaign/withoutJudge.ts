/** What stays of an event when a judge is erased: the plan, which says nothing of the person, and what others answered. */
import type { Assignment } from './campaign.ts';
import type { CampaignEvent } from './events.ts';

/**
 * The same event if it says nothing of the judge but the pseudonym. Answers, consent, links and reasons become `blank`; in assignments of
 * others, the text goes that the judge wrote. A journal of what is left can be replayed, and gives the record that `erased` gives.
 */
export function withoutJudge(event: CampaignEvent, judge: string): CampaignEvent {
  switch (event.kind) {
    case 'answered':
    case 'consented':
    case 'link-made':
    case 'excluded':
    case 'included':
      return event.judge === judge ? { kind: 'blank' } : event;
    case 'assigned':
      if (!event.assignments.some((assignment) => isTextOf(assignment, judge))) return event;
      return { ...event, assignments: event.assignments.map((assignment) => withoutTextOf(assignment, judge)) };
    case 'created':
    case 'judge-added':
    case 'link-revoked':
    case 'opened':
    case 'closed':
    case 'frozen':
    case 'thawed':
    case 'erased':
    case 'blank':
      return event;
  }
}

/** Whether a text is shown that this judge wrote. What an editor left unchanged is the output of a system. */
export function isTextOf({ edited }: Assignment, editor: string): boolean {
  return edited?.editor === editor && edited.outcome === 'edited';
}

export function withoutTextOf(assignment: Assignment, editor: string): Assignment {
  const { edited, entries } = assignment;
  if (!edited || !isTextOf(assignment, editor)) return assignment;
  // In a check the same text stands in place of another output, too.
  const blanked = entries.map((entry) => (entry.damaged === undefined ? entry : { ...entry, damaged: '' }));
  return { ...assignment, entries: blanked, edited: { ...edited, text: '' } };
}
