/** The form of an assignment: its state, its conversion to an answer, and its draft in the browser. */
import { categoryPaths, textAnswers } from '../../../src/human/campaign/designOf.ts';
import type { Answer, MarkedSpan, Scale } from '../../../src/human/index.ts';
import type { ShownAssignment } from '../../../src/server/wire.ts';
import type { KeptData } from '../keptData.ts';
import { letter } from './words.ts';

/** Null marks a field that is not filled in yet. */
export type Form =
  | { readonly kind: 'rank'; readonly ranks: readonly (number | null)[] }
  | { readonly kind: 'pairwise'; readonly better: 'first' | 'second' | 'neither' | null }
  | {
      readonly kind: 'assess' | 'mark';
      readonly texts: readonly TextForm[];
      /** By text: the score of the whole document, if it is asked for. */
      readonly document?: readonly (number | null)[];
    }
  | { readonly kind: 'edit'; readonly outcome: 'edited' | 'unchanged' | 'unable' | null; readonly text: string }
  | { readonly kind: 'accept'; readonly acceptable: boolean | null };

/** What is said about one translation. */
export interface TextForm {
  /** An error without its category is not complete yet. */
  readonly errors: readonly MarkedSpan[];
  /** By scale. */
  readonly scores: readonly (number | null)[];
}

export type FormOf<Kind extends Form['kind']> = Kind extends 'assess' | 'mark'
  ? Extract<Form, { readonly texts: unknown }>
  : Extract<Form, { readonly kind: Kind }>;

/** Props of the fields of every kind of assignment. */
export interface KindProps<Kind extends Form['kind']> {
  readonly assignment: ShownAssignment;
  readonly form: FormOf<Kind>;
  readonly change: (form: FormOf<Kind>) => void;
  /** Whether single-key shortcuts are enabled. */
  readonly shortcuts: boolean;
  /** Announces a text to screen readers. */
  readonly say: (text: string) => void;
  /** Where something is missing, after the judge tried to submit. */
  readonly point: { readonly text: number; readonly error?: number } | undefined;
  /** What a click selects, where the judge may choose. */
  readonly selectBy: {
    readonly value: 'word' | 'character';
    readonly set: (value: 'word' | 'character') => void;
  };
}

/** The server rejects longer edits. */
const longestEdit = 20_000;

export function emptyForm(assignment: ShownAssignment): Form {
  const { kind, texts } = assignment;
  switch (kind) {
    case 'rank':
      return { kind, ranks: texts.map(() => null) };
    case 'pairwise':
      return { kind, better: null };
    case 'assess':
    case 'mark': {
      const { design, prefilled, asksDocumentScore } = assignment;
      return {
        kind,
        texts: texts.map((_, i) => ({ errors: prefilled?.[i] ?? [], scores: design.scales.map(() => null) })),
        ...(asksDocumentScore && { document: texts.map(() => null) }),
      };
    }
    case 'edit':
      return { kind, outcome: null, text: texts[0]?.text ?? '' };
    case 'accept':
      return { kind, acceptable: null };
  }
}

/** The form that gave this answer. */
export function formOfAnswer(answer: Answer, assignment: ShownAssignment): Form {
  const empty = emptyForm(assignment);
  switch (answer.kind) {
    case 'rank':
    case 'pairwise': {
      const [first = 0, second = 0] = answer.ranks;
      if (empty.kind === 'rank') return { kind: 'rank', ranks: empty.ranks.map((_, i) => answer.ranks[i] ?? null) };
      if (empty.kind === 'pairwise')
        return { kind: 'pairwise', better: first < second ? 'first' : second < first ? 'second' : 'neither' };
      return empty;
    }
    case 'assess':
    case 'mark': {
      if (empty.kind !== 'assess' && empty.kind !== 'mark') return empty;
      const given = textAnswers(answer);
      const document = 'document' in answer ? answer.document : undefined;
      return {
        ...empty,
        texts: empty.texts.map(({ errors, scores }, i) => ({
          errors: given[i]?.errors ?? errors,
          scores: scores.map((_, s) => given[i]?.scores?.[s] ?? null),
        })),
        ...(empty.document && { document: empty.document.map((_, i) => document?.[i] ?? null) }),
      };
    }
    case 'edit':
      return {
        kind: 'edit',
        outcome: answer.outcome,
        text: answer.outcome === 'edited' ? answer.text : (assignment.texts[0]?.text ?? ''),
      };
    case 'accept':
      return { kind: 'accept', acceptable: answer.acceptable };
    case 'none':
      return empty;
  }
}

export type Filled =
  /** The judge may submit it after reading the warning. */
  | { readonly answer: Answer; readonly warning?: string }
  /** What is missing, and where: the translation, and its error if one is not complete. */
  | { readonly missing: string; readonly at?: { readonly text: number; readonly error?: number } };

/** The answer, or a message that says what is missing. */
export function fillIn(form: Form, assignment: ShownAssignment): Filled {
  const { texts } = assignment;
  switch (form.kind) {
    case 'rank': {
      const ranks = form.ranks.filter((rank) => rank !== null);
      const left = form.ranks.length - ranks.length;
      if (left > 0)
        return { missing: left === 1 ? 'One translation has no rank yet.' : `${left} translations have no rank yet.` };
      return { answer: { kind: 'rank', ranks } };
    }
    case 'pairwise':
      if (form.better === null) return { missing: 'Choose the better translation, or “Equally good”.' };
      return {
        answer: {
          kind: 'pairwise',
          ranks: form.better === 'first' ? [1, 2] : form.better === 'second' ? [2, 1] : [1, 1],
        },
      };
    case 'assess':
    case 'mark':
      return fillInTexts(form, assignment);
    case 'edit': {
      if (form.outcome === null)
        return {
          missing: 'Correct the text, or choose “No corrections needed” or “Unable to correct”.',
        };
      if (form.outcome !== 'edited') return { answer: { kind: 'edit', outcome: form.outcome } };
      // A segment is one line; pasted text may have several.
      const text = wholeCharacters(form.text.replace(/\s*[\r\n\u2028\u2029]+\s*/g, ' ').trim());
      if (text.length > longestEdit) return { missing: `The corrected text is longer than ${longestEdit} characters.` };
      if (text === '')
        return { missing: 'The corrected text is empty. If you cannot correct it, choose “Unable to correct”.' };
      if (text === texts[0]?.text.trim())
        return { missing: 'You have not changed the text. If it is good, choose “No corrections needed”.' };
      return { answer: { kind: 'edit', outcome: 'edited', text } };
    }
    case 'accept':
      if (form.acceptable === null) return { missing: 'Choose yes or no.' };
      return { answer: { kind: 'accept', acceptable: form.acceptable } };
  }
}

function fillInTexts(form: FormOf<'mark'>, assignment: ShownAssignment): Filled {
  const { scales, rules } = assignment.design;
  const isOne = form.texts.length === 1;
  const named = (text: number): string => (isOne ? 'The translation' : `Translation ${letter(text)}`);
  const ofText = (text: number): string => (isOne ? '' : ` of translation ${letter(text)}`);
  for (const [text, { errors }] of form.texts.entries())
    for (const [error, marked] of errors.entries()) {
      const lacking = lackingIn(marked, assignment);
      if (lacking === 'category')
        return { missing: `Choose a category for error ${error + 1}${ofText(text)}.`, at: { text, error } };
      if (lacking === 'note')
        return { missing: `Say in a note what error ${error + 1}${ofText(text)} is.`, at: { text, error } };
    }
  for (const [text, { scores }] of form.texts.entries()) {
    const scale = scales.find(({ isOptional }, s) => scores[s] === null && !isOptional);
    if (!scale) continue;
    const which = scale.title === undefined ? 'score' : `score for ${scale.title.toLowerCase()}`;
    return { missing: `${named(text)} has no ${which} yet: ${howToScore(scale)}.`, at: { text } };
  }
  const unscored = form.document?.indexOf(null) ?? -1;
  if (unscored >= 0)
    return {
      missing: `The whole document${isOne ? '' : ` of translation ${letter(unscored)}`} has no score yet: ${howToScore(scales[0]!)}.`,
      at: { text: unscored },
    };
  const warnings: string[] = [];
  for (const { below, otherwise } of rules)
    for (const [text, { errors, scores }] of form.texts.entries()) {
      const [score = null] = scores;
      if (score === null || score >= below || errors.length > 0) continue;
      const told = `${named(text)} has a score below ${below} and no marked error.`;
      if (otherwise === 'refuse')
        return { missing: `${told} Mark at least one error, or raise the score.`, at: { text } };
      warnings.push(`${told} Mark the errors, or submit once more.`);
    }
  return { answer: answerOfTexts(form, scales.length), ...(warnings.length > 0 && { warning: warnings[0]! }) };
}

const howToScore = ({ input, min, max }: Scale): string =>
  input === 'buttons' ? 'choose one' : `move the slider or type a number from ${min} to ${max}`;

/** What an error needs before it can be submitted. */
export function lackingIn(
  { category, note }: MarkedSpan,
  { design }: ShownAssignment,
): 'category' | 'note' | undefined {
  const paths = categoryPaths(design.marking?.categories ?? []);
  if (paths.length > 0 && category === '') return 'category';
  const needsNote = paths.find(({ path }) => path === category)?.category.needsNote;
  return needsNote && (note ?? '').trim() === '' ? 'note' : undefined;
}

/** One translation on one scale is stored in the short form, as in older campaigns. */
function answerOfTexts({ kind, texts, document }: FormOf<'mark'>, scales: number): Answer {
  const [first] = texts;
  if (texts.length === 1 && scales <= 1 && !document) {
    const [score = null] = first!.scores;
    if (kind === 'assess') return { kind, score: score! };
    return { kind, errors: first!.errors, ...(score !== null && { score }) };
  }
  return {
    kind,
    texts: texts.map(({ errors, scores }) => ({
      ...(kind === 'mark' && { errors }),
      ...(scales > 0 && !scores.includes(null) && { scores: scores as readonly number[] }),
    })),
    ...(document && { document: document as readonly number[] }),
  };
}

/** Removes lone surrogates, which a length limit can leave and the server rejects. */
export const wholeCharacters = (text: string): string => text.replace(/\p{Surrogate}/gu, '');

/** A form saved in the browser; undefined if it does not fit the assignment. */
export function restoreForm(kept: unknown, assignment: ShownAssignment): Form | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined;
  const form = ofNow(kept as Form);
  return form.kind === assignment.kind && fits(form, assignment) ? form : undefined;
}

/** Earlier versions of the page kept one score and the errors of one translation. */
function ofNow(form: Form | { kind: 'assess' | 'mark'; errors?: readonly MarkedSpan[]; score: number | null }): Form {
  if (!('score' in form)) return form;
  return { kind: form.kind, texts: [{ errors: form.errors ?? [], scores: [form.score] }] };
}

function fits(form: Form, assignment: ShownAssignment): boolean {
  const { texts } = assignment;
  switch (form.kind) {
    case 'rank':
      return (
        Array.isArray(form.ranks) &&
        form.ranks.length === texts.length &&
        form.ranks.every((rank) => rank === null || isWhole(rank, 1, texts.length))
      );
    case 'pairwise':
      return form.better === null || ['first', 'second', 'neither'].includes(form.better);
    case 'assess':
    case 'mark':
      return (
        Array.isArray(form.texts) &&
        form.texts.length === texts.length &&
        form.texts.every((one: TextForm, i) => fitsText(one, assignment, i)) &&
        (form.document?.length ?? 0) === (assignment.asksDocumentScore ? texts.length : 0)
      );
    case 'edit':
      return typeof form.text === 'string' && [null, 'edited', 'unchanged', 'unable'].includes(form.outcome);
    case 'accept':
      return form.acceptable === null || typeof form.acceptable === 'boolean';
  }
}

function fitsText({ errors, scores }: TextForm, assignment: ShownAssignment, place: number): boolean {
  const { texts, source, design } = assignment;
  const { scales, marking } = design;
  const lengths = { source: source?.here.text.length ?? 0, output: texts[place]?.text.length ?? 0 };
  const categories = categoryPaths(marking?.categories ?? []).map(({ path }) => path);
  return (
    Array.isArray(scores) &&
    scores.length === scales.length &&
    scores.every((score, s) => score === null || isOnScale(score, scales[s]!)) &&
    Array.isArray(errors) &&
    errors.every(
      ({ side, start, end, severity, category }: MarkedSpan) =>
        (side === 'source' || side === 'output') &&
        isWhole(start, 0, lengths[side]) &&
        isWhole(end, start, lengths[side]) &&
        marking?.severities.some(({ name }) => name === severity) === true &&
        (category === '' || categories.includes(category)),
    )
  );
}

/** A whole number of steps within the scale. */
export const isOnScale = (score: number, { min, max, step }: Scale): boolean =>
  score >= min && score <= max && Number.isInteger((score - min) / step);

const isWhole = (value: unknown, from: number, to: number): boolean =>
  Number.isInteger(value) && (value as number) >= from && (value as number) <= to;

/** An answer that a judge began and has not submitted. */
export interface Draft {
  /** Undefined if nothing is filled in yet and only time has passed. */
  readonly form: Form | undefined;
  readonly comment: string | undefined;
  readonly seconds: number;
}

const draftName = (assignment: string): string => `draft.${assignment}`;

export function keepDraft(kept: KeptData, assignment: string, draft: Draft): void {
  kept.keep(draftName(assignment), draft);
}

export function findDraft(kept: KeptData, assignment: ShownAssignment): Draft | undefined {
  const found = kept.find(draftName(assignment.id)) as Partial<Draft> | null | undefined;
  if (typeof found !== 'object' || found === null) return undefined;
  const { form, comment, seconds } = found;
  return {
    form: restoreForm(form, assignment),
    comment: typeof comment === 'string' ? comment : undefined,
    seconds: typeof seconds === 'number' && seconds >= 0 ? seconds : 0,
  };
}

export function forgetDraft(kept: KeptData, assignment: string): void {
  kept.forget(draftName(assignment));
}
