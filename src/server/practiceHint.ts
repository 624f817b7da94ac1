/** Feedback on practice answers: whether the judge noticed the text that was damaged on purpose. */
import type { Answer, Assignment, Campaign, MarkedSpan } from '../human/index.ts';
import type { Hint } from './wire.ts';

export function practiceHint(campaign: Campaign, assignment: Assignment, answer: Answer): Hint {
  const place = assignment.entries.findIndex(({ damaged }) => damaged !== undefined);
  if (place < 0)
    return {
      verdict: 'open',
      text: 'No translation was damaged here, so there is no expected answer. Trust your own judgment.',
    };
  // As the screen names them.
  const which = assignment.entries.length === 1 ? 'This translation' : `Translation ${String.fromCharCode(65 + place)}`;
  const told = `${which} was damaged on purpose`;
  const hint = (isRight: boolean, right: string, wrong: string): Hint =>
    isRight ? { verdict: 'right', text: `${told}, ${right}.` } : { verdict: 'wrong', text: `${told}${wrong}` };
  const look = 'Look for words that do not belong there.';
  switch (answer.kind) {
    case 'none':
      return hint(false, '', '. You can always choose “Cannot judge”, but here the damage was visible.');
    case 'rank':
    case 'pairwise': {
      const rank = answer.ranks[place]!;
      const isBelow = answer.ranks.every((other, i) => i === place || other < rank);
      return hint(isBelow, 'and you ranked it below the others', `, so it should rank below the others. ${look}`);
    }
    case 'assess':
      return hint(answer.score <= 50, 'and you gave it a low score', '; a score below 50 was expected.');
    case 'mark': {
      const { segment, entries } = assignment;
      const { systems, damaged } = entries[place]!;
      const whole = campaign.outputs[systems[0]!]![segment]!;
      const isMarked = answer.errors.some((span) => touches(span, whole, damaged!));
      return hint(isMarked, 'and you marked the damage', `, and you did not mark the damage. ${look}`);
    }
    case 'edit':
      return hint(answer.outcome !== 'unchanged', 'and you did not leave it unchanged', ', so it needed a correction.');
    case 'accept': {
      const replaced = 'This translation was replaced on purpose: it does not mean the same as the reference';
      return answer.acceptable
        ? { verdict: 'wrong', text: `${replaced}. Compare the two word by word.` }
        : { verdict: 'right', text: `${replaced}.` };
    }
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
