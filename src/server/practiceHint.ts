/** Feedback on practice answers: whether the judge noticed the text that was damaged on purpose. */
import type { Answer, Assignment, Campaign, MarkedSpan } from '../human/index.ts';

export function practiceHint(campaign: Campaign, assignment: Assignment, answer: Answer): string {
  const place = assignment.entries.findIndex(({ damaged }) => damaged !== undefined);
  if (place < 0) return 'No text was damaged here, so there is no expected answer. Trust your own judgment.';
  const one = assignment.entries.length === 1;
  const told = one ? 'This text was damaged on purpose' : `Text ${place + 1} was damaged on purpose`;
  switch (answer.kind) {
    case 'none':
      return `${told}. You can always choose “Cannot judge”, but here the damage was visible.`;
    case 'rank':
    case 'pairwise': {
      const rank = answer.ranks[place]!;
      const found = answer.ranks.every((other, i) => i === place || other < rank);
      return found
        ? `Correct: ${lower(told)}, and you ranked it below the others.`
        : `${told}, so it should rank below the others. Look for words that do not belong there.`;
    }
    case 'assess':
      return answer.score <= 50
        ? `Correct: ${lower(told)}, and you gave it a low score.`
        : `${told}; a score below 50 was expected.`;
    case 'mark': {
      const { segment, entries } = assignment;
      const { systems, damaged } = entries[place]!;
      const whole = campaign.outputs[systems[0]!]![segment]!;
      return answer.errors.some((span) => touches(span, whole, damaged!))
        ? `Correct: ${lower(told)}, and you marked the damage.`
        : `${told}, and you did not mark the damage. Look for words that do not belong there.`;
    }
    case 'edit':
      return answer.outcome === 'unchanged'
        ? `${told}, so it needed a correction.`
        : `Correct: ${lower(told)}, and you did not leave it unchanged.`;
    case 'accept':
      return answer.acceptable
        ? 'This text was replaced on purpose: it does not mean the same as the reference. Compare the two word by word.'
        : 'Correct: this text was replaced on purpose and does not mean the same as the reference.';
  }
}

/** Whether an error span overlaps the damage: everything but the common beginning and end of the original and the damaged text. */
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
