/**
 * Feedback on answers: in the tutorial, whether the answer is the expected one, in practice and attention checks, whether the judge noticed
 * the text that was damaged on purpose.
 */
import {
  type Answer,
  type Assignment,
  type Campaign,
  type MarkedSpan,
  designOf,
  textAnswers,
  tutorialFaults,
} from '../human/index.ts';
import { commonEnds } from './showAssignment.ts';
import type { StoredAnswer } from './wire.ts';

export type Hint = Required<Pick<StoredAnswer, 'hint'>> & Pick<StoredAnswer, 'right'>;

export function practiceHint(campaign: Campaign, assignment: Assignment, answer: Answer): Hint {
  const item = assignment.tutorial === undefined ? undefined : campaign.tutorial?.[assignment.tutorial];
  if (item) {
    const [fault] = tutorialFaults(item, answer);
    return fault === undefined ? { hint: 'Correct.', right: true } : { hint: `Not yet. ${fault}`, right: false };
  }
  const place = assignment.entries.findIndex(({ damaged }) => damaged !== undefined);
  if (place < 0) return { hint: 'No text was damaged here, so there is no expected answer. Trust your own judgment.' };
  const one = assignment.entries.length === 1;
  const told = one ? 'This text was damaged on purpose' : `${nameOfText(place)} was damaged on purpose`;
  const correct = (found: string): Hint => ({
    hint: `Correct: ${one ? lower(told) : told}, and you ${found}.`,
    right: true,
  });
  const wrong = (hint: string): Hint => ({ hint: told + hint, right: false });
  switch (answer.kind) {
    case 'none':
      return wrong('. You can always choose “Cannot judge”, but here the damage was visible.');
    case 'rank':
    case 'pairwise': {
      const rank = answer.ranks[place]!;
      const found = answer.ranks.every((other, i) => i === place || other < rank);
      return found
        ? correct('ranked it below the others')
        : wrong(', so it should rank below the others. Look for words that do not belong there.');
    }
    case 'assess':
    case 'mark': {
      const said = textAnswers(answer);
      const { errors, scores } = said[place]!;
      const others = said.flatMap(({ scores: other }, i) => (i === place ? [] : (other?.[0] ?? [])));
      if (others.length > 0 && scores) {
        return others.every((other) => other > scores[0]!)
          ? correct('scored it below the others')
          : wrong(', so it should score below the others. Look for words that do not belong there.');
      }
      if (answer.kind === 'assess') {
        const { min, max } = designOf(campaign, 'assess').scales[0]!;
        const middle = (min + max) / 2;
        return scores![0]! <= middle
          ? correct('gave it a low score')
          : wrong(`; a score below ${middle} was expected.`);
      }
      const { systems, damaged } = assignment.entries[place]!;
      const whole = campaign.outputs[systems[0]!]![assignment.segment]!;
      return errors!.some((span) => touches(span, whole, damaged!))
        ? correct('marked the damage')
        : wrong(', and you did not mark the damage. Look for words that do not belong there.');
    }
    case 'edit':
      return answer.outcome === 'unchanged'
        ? wrong(', so it needed a correction.')
        : correct('did not leave it unchanged');
    case 'accept':
      return answer.acceptable
        ? {
            hint: 'This text was replaced on purpose: it does not mean the same as the reference. Compare the two word by word.',
            right: false,
          }
        : {
            hint: 'Correct: this text was replaced on purpose and does not mean the same as the reference.',
            right: true,
          };
  }
}

/** As the screen names it: `Translation A`. */
const nameOfText = (place: number): string => `Translation ${String.fromCharCode(65 + place)}`;

/** Whether an error span overlaps the damage: everything but the common beginning and end of the original and the damaged text. */
function touches({ side, start, end, marker }: MarkedSpan, whole: string, damaged: string): boolean {
  if (side === 'source' || marker !== undefined) return false;
  const { front, back } = commonEnds(whole, damaged);
  return start <= damaged.length - back && end >= front;
}

const lower = (text: string): string => text[0]!.toLowerCase() + text.slice(1);
