/** Checks that an answer fits its assignment. Returns only the fields that were checked. */
import { UsageError } from '../core/index.ts';
import type { Answer, Assignment, Campaign, MarkedSpan } from '../human/index.ts';
import { type Fields, choiceField, fieldsOf, filledField, integerField, listField, numberField } from './bodyFields.ts';
import { shownTexts } from './showAssignment.ts';

/** In UTF-16 units. Together with the longest comment it fits into a request (at most three bytes per unit). */
export const longestEdit = 20_000;
const mostErrors = 500;

export function checkAnswer(campaign: Campaign, assignment: Assignment, sent: unknown): Answer {
  const answer = fieldsOf(sent, ['kind', 'ranks', 'score', 'errors', 'outcome', 'text', 'acceptable'], 'the answer');
  const kind = choiceField(answer, 'kind', [assignment.kind, 'none']);
  const only = (...names: string[]): Fields => fieldsOf(answer, ['kind', ...names], `an answer of kind ${kind}`);
  switch (kind) {
    case 'none':
      only();
      return { kind };
    case 'rank':
    case 'pairwise':
      return { kind, ranks: checkRanks(only('ranks'), assignment.entries.length) };
    case 'assess':
      return { kind, score: numberField(only('score'), 'score', 0, 100) };
    case 'mark': {
      const fields = only('errors', 'score');
      const errors = listField(fields, 'errors', mostErrors).map((error) => checkSpan(campaign, assignment, error));
      return { kind, errors, ...('score' in fields && { score: numberField(fields, 'score', 0, 100) }) };
    }
    case 'edit': {
      const outcome = choiceField(only('outcome', 'text'), 'outcome', ['edited', 'unchanged', 'unable']);
      if (outcome === 'edited') return { kind, outcome, text: filledField(answer, 'text', longestEdit) };
      only('outcome');
      return { kind, outcome };
    }
    case 'accept': {
      const { acceptable } = only('acceptable');
      if (typeof acceptable !== 'boolean') throw new UsageError('"acceptable" must be true or false.');
      return { kind, acceptable };
    }
  }
}

function checkRanks(fields: Fields, texts: number): number[] {
  const ranks = listField(fields, 'ranks', texts);
  if (
    ranks.length !== texts ||
    !ranks.every((rank) => Number.isInteger(rank) && Number(rank) >= 1 && Number(rank) <= texts)
  )
    throw new UsageError(
      `"ranks" must be a list with a whole number from 1 to ${texts} for each of the ${texts} texts.`,
    );
  return ranks as number[];
}

function checkSpan(campaign: Campaign, assignment: Assignment, sent: unknown): MarkedSpan {
  const { severities, categories } = campaign.errors;
  const fields = fieldsOf(sent, ['side', 'start', 'end', 'severity', 'category'], 'a marked error');
  const side = choiceField(fields, 'side', ['source', 'output']);
  const text = side === 'source' ? campaign.segments[assignment.segment]!.source : shownTexts(campaign, assignment)[0];
  if (text === undefined) throw new UsageError('An error span is in the source, but this assignment has no source.');
  const start = integerField(fields, 'start', 0, text.length);
  const end = integerField(fields, 'end', start, text.length);
  if (side === 'output' && start === end)
    throw new UsageError('An error span in the output must not be empty. Mark missing content in the source.');
  return {
    side,
    start,
    end,
    severity: choiceField(fields, 'severity', severities),
    // Campaigns that ask for severities alone have no categories.
    category: choiceField(fields, 'category', categories.length === 0 ? [''] : categories),
  };
}
