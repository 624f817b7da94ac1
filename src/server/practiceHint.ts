/** What practice teaches: whether the judge found the text that was damaged on purpose, in words. */
import type { Answer, Assignment, Campaign, MarkedSpan } from '../human/index.ts';

export function practiceHint(campaign: Campaign, assignment: Assignment, answer: Answer): string {
  const place = assignment.entries.findIndex(({ damaged }) => damaged !== undefined);
  if (place < 0) return 'Nothing was damaged here, so no single answer is expected. Go by what you read.';
  const one = assignment.entries.length === 1;
  const told = one ? 'This text was damaged on purpose' : `Text ${place + 1} was damaged on purpose`;
  switch (answer.kind) {
    case 'none':
      return `${told}. You may always say that you cannot judge, but here the damage could be seen.`;
    case 'rank':
    case 'pairwise': {
      const rank = answer.ranks[place]!;
      const found = answer.ranks.every((other, i) => i === place || other < rank);
      return found
        ? `Well seen: ${lower(told)}, and you put it below the others.`
        : `${told}, so it should come below the others. Look for words that do not belong.`;
    }
    case 'assess':
      return answer.score <= 50
        ? `Well seen: ${lower(told)}, and you gave it a low score.`
        : `${told}; a score below 50 was expected.`;
    case 'mark': {
      const { segment, entries } = assignment;
      const { systems, damaged } = entries[place]!;
      const whole = campaign.outputs[systems[0]!]![segment]!;
      return answer.errors.some((span) => touches(span, whole, damaged!))
        ? `Well seen: ${lower(told)}, and you marked the place.`
        : `${told}, and what you marked does not cover the place. Look for words that do not belong.`;
    }
    case 'edit':
      return answer.outcome === 'unchanged'
        ? `${told}, so it needed a correction.`
        : `Well seen: ${lower(told)}, and you did not leave it as it was.`;
    case 'accept':
      return answer.acceptable
        ? 'This text was put here on purpose: it does not say what the reference says. Compare the two word by word.'
        : 'Well seen: this text was put here on purpose, and does not say what the reference says.';
  }
}

/** Whether a marked span meets what differs between the whole text and the damaged one: all but their common beginning and end. */
function touches({ side, start, end }: MarkedSpan, whole: string, damaged: string): boolean {
  if (side === 'source') return false;
  const shorter = Math.min(whole.length, damaged.length);
  let front = 0;
  while (front < shorter && whole[front] === damaged[front]) front++;
  let back = 0;
  while (back < shorter - front && whole.at(-1 - back) === damaged.at(-1 - back)) back++;
  return start <= damaged.length - back && end >= front;
}

const lower = (text: string): string => text[0]!.toLowerCase() + text.slice(1);
