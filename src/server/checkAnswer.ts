/** Checks that an answer fits its assignment. Returns only the fields that were checked. */
import { UsageError, present } from '../core/index.ts';
import {
  type Answer,
  type Assignment,
  type Campaign,
  type MarkedSpan,
  type Marking,
  type Scale,
  type TaskDesign,
  type TextAnswer,
  categoryPaths,
  designOf,
} from '../human/index.ts';
import { type Fields, choiceField, fieldsOf, filledField, integerField, listField, numberField } from './bodyFields.ts';
import { shownPartner, shownTexts } from './showAssignment.ts';

/** In UTF-16 units. Together with the longest comment it fits into a request (at most three bytes per unit). */
export const longestEdit = 20_000;
const mostErrors = 500;

const answerFields = ['kind', 'ranks', 'score', 'errors', 'texts', 'document', 'outcome', 'text', 'acceptable'];
const longestNote = 1_000;

/** `asksDocument`: the answer must score the document, too; see `asksDocumentScore`. */
export function checkAnswer(campaign: Campaign, assignment: Assignment, sent: unknown, asksDocument = false): Answer {
  const answer = fieldsOf(sent, answerFields, 'the answer');
  const kind = choiceField(answer, 'kind', [assignment.kind, 'none']);
  const only = (...names: string[]): Fields => fieldsOf(answer, ['kind', ...names], `an answer of kind ${kind}`);
  switch (kind) {
    case 'none':
      only();
      return { kind };
    case 'rank':
    case 'pairwise':
      return { kind, ranks: checkRanks(only('ranks'), shownTexts(campaign, assignment).length) };
    case 'assess':
    case 'mark':
      return checkScored(campaign, assignment, answer, kind, asksDocument);
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

/** Scores and marked errors: of one output on one scale as `score` and `errors`, otherwise as `texts`. */
function checkScored(
  campaign: Campaign,
  assignment: Assignment,
  answer: Fields,
  kind: 'assess' | 'mark',
  asksDocument: boolean,
): Answer {
  const design = designOf(campaign, kind);
  const outputs = shownTexts(campaign, assignment);
  const source = design.shows.includes('source') ? shownPartner(campaign, 'source', assignment) : undefined;
  const only = (...names: string[]): Fields => fieldsOf(answer, ['kind', ...names], `an answer of kind ${kind}`);
  const [scale] = design.scales;
  const check = (errors: readonly MarkedSpan[], score: number | undefined): void => checkRules(design, errors, score);
  if (outputs.length === 1 && design.scales.length <= 1 && !asksDocument && !('texts' in answer)) {
    const fields = only(...(kind === 'mark' ? ['errors'] : []), ...(scale ? ['score'] : []));
    if (kind === 'assess') return { kind, score: checkScore(fields, 'score', scale!) };
    const errors = checkErrors(design, fields, outputs[0]!, source);
    const isGiven = 'score' in fields || (scale && !scale.isOptional);
    const score = isGiven ? { score: checkScore(fields, 'score', scale!) } : {};
    check(errors, score.score);
    return { kind, errors, ...score };
  }
  const fields = only('texts', ...(asksDocument ? ['document'] : []));
  const needsScores = design.scales.some(({ isOptional }) => !isOptional);
  const texts = listOfAll(fields, 'texts', outputs.length).map((each, i): TextAnswer => {
    const names = [...(kind === 'mark' ? ['errors'] : []), ...(scale ? ['scores'] : [])];
    const text = fieldsOf(each, names, 'an item of "texts"');
    const errors = kind === 'mark' ? checkErrors(design, text, outputs[i]!, source) : undefined;
    const scores = 'scores' in text || needsScores ? checkScores(design, text) : undefined;
    check(errors ?? [], scores?.[0]);
    return present({ errors, scores });
  });
  if (!asksDocument) return { kind, texts };
  const document = listOfAll(fields, 'document', outputs.length);
  return { kind, texts, document: document.map((score) => checkScore({ document: score }, 'document', scale!)) };
}

function listOfAll(fields: Fields, name: string, count: number): readonly unknown[] {
  const list = listField(fields, name, count);
  if (list.length !== count) throw new UsageError(`"${name}" must have an item for each of the ${count} texts.`);
  return list;
}

function checkScores({ scales }: TaskDesign, fields: Fields): number[] {
  const scores = listField(fields, 'scores', scales.length);
  if (scores.length !== scales.length)
    throw new UsageError(`"scores" must have a number for each of ${scales.map(({ id }) => id).join(', ')}.`);
  return scores.map((score, s) => checkScore({ [scales[s]!.id]: score }, scales[s]!.id, scales[s]!));
}

/** Campaigns of the first version took any number between the ends. */
function checkScore(fields: Fields, name: string, { min, max, step }: Scale): number {
  const score = numberField(fields, name, min, max);
  const steps = (score - min) / step;
  if (step > 1 && Math.abs(steps - Math.round(steps)) > 1e-9)
    throw new UsageError(`"${name}" must be a number from ${min} to ${max} in steps of ${step}.`);
  return score;
}

function checkRules({ rules }: TaskDesign, errors: readonly MarkedSpan[], score: number | undefined): void {
  for (const { below, otherwise } of rules) {
    if (otherwise === 'refuse' && score !== undefined && score < below && errors.length === 0)
      throw new UsageError(`A score below ${below} needs at least one marked error.`);
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

function checkErrors(design: TaskDesign, fields: Fields, output: string, source: string | undefined): MarkedSpan[] {
  const marking = design.marking!;
  const errors = listField(fields, 'errors', marking.most ?? mostErrors).map((error) =>
    checkSpan(marking, error, output, source),
  );
  const paths = new Map(categoryPaths(marking.categories).map(({ path, category }) => [path, category]));
  const whole = errors.find(({ category }) => paths.get(category)?.isWhole);
  if (whole && errors.length > 1)
    throw new UsageError(`An error of category ${whole.category} covers the whole text; remove the others.`);
  return errors;
}

function checkSpan(marking: Marking, sent: unknown, output: string, source: string | undefined): MarkedSpan {
  const paths = categoryPaths(marking.categories);
  const known = ['side', 'start', 'end', 'severity', 'category'];
  const hasNotes = paths.some(({ category }) => category.needsNote);
  const more = [...(marking.markers.length > 0 ? ['marker'] : []), ...(hasNotes ? ['note'] : [])];
  const fields = fieldsOf(sent, [...known, ...more], 'a marked error');
  const side = choiceField(fields, 'side', marking.inSource ? ['source', 'output'] : ['output']);
  const text = side === 'source' ? source : output;
  if (text === undefined) throw new UsageError('An error span is in the source, but this assignment has no source.');
  const start = integerField(fields, 'start', 0, text.length);
  const end = integerField(fields, 'end', start, text.length);
  const markerIds = marking.markers.map(({ id }) => id);
  const marker = 'marker' in fields ? choiceField(fields, 'marker', markerIds) : undefined;
  if (marker !== undefined && (side !== 'output' || start !== text.length))
    throw new UsageError('An error with "marker" must start and end at the end of the output.');
  if (side === 'output' && start === end && marker === undefined)
    throw new UsageError(`An error span in the output must not be empty. ${forMissing(marking)}`);
  // Campaigns that ask for severities alone have no categories.
  const category = choiceField(fields, 'category', paths.length === 0 ? [''] : paths.map(({ path }) => path));
  const found = paths.find(({ path }) => path === category)?.category;
  const sides = found?.side ?? 'output';
  if (found && sides !== 'both' && sides !== side)
    throw new UsageError(`Errors of category ${category} are marked in the ${sides}.`);
  const severity = choiceField(
    fields,
    'severity',
    found?.severity === undefined ? marking.severities.map(({ name }) => name) : [found.severity],
  );
  const note = 'note' in fields || found?.needsNote ? filledField(fields, 'note', longestNote) : undefined;
  return { side, start, end, severity, category, ...present({ marker, note }) };
}

const forMissing = ({ markers, inSource }: Marking): string =>
  inSource
    ? 'Mark missing content in the source.'
    : `Mark missing content as ${markers[0]?.text ?? 'an error nearby'}.`;
