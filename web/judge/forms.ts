/** The form of an assignment: its state, its conversion to an answer, and its draft in the browser. */
import { type Answer, type MarkedSpan, textAnswers } from '../../src/human/index.ts';
import type { ShownAssignment } from '../../src/server/wire.ts';
import type { KeptData } from '../shared/keptData.ts';

/** Null marks a field that is not filled in yet. */
export type Form =
  | { readonly kind: 'rank'; readonly ranks: readonly (number | null)[] }
  | { readonly kind: 'pairwise'; readonly better: 'first' | 'second' | 'neither' | null }
  | { readonly kind: 'assess'; readonly score: number | null }
  | { readonly kind: 'mark'; readonly errors: readonly MarkedSpan[]; readonly score: number | null }
  | { readonly kind: 'edit'; readonly outcome: 'edited' | 'unchanged' | 'unable' | null; readonly text: string }
  | { readonly kind: 'accept'; readonly acceptable: boolean | null };

export type FormOf<Kind extends Form['kind']> = Extract<Form, { readonly kind: Kind }>;

/** Props of the fields of every kind of assignment. */
export interface KindProps<Kind extends Form['kind']> {
  readonly assignment: ShownAssignment;
  readonly form: FormOf<Kind>;
  readonly change: (form: FormOf<Kind>) => void;
  /** Whether single-key shortcuts are enabled. */
  readonly shortcuts: boolean;
  /** Announces a text to screen readers. */
  readonly say: (text: string) => void;
}

/** The server rejects longer edits. */
const longestEdit = 20_000;

export function emptyForm({ kind, texts }: ShownAssignment): Form {
  switch (kind) {
    case 'rank':
      return { kind, ranks: texts.map(() => null) };
    case 'pairwise':
      return { kind, better: null };
    case 'assess':
      return { kind, score: null };
    case 'mark':
      return { kind, errors: [], score: null };
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
      return { kind: 'assess', score: textAnswers(answer)[0]?.scores?.[0] ?? null };
    case 'mark': {
      const [{ errors = [], scores } = {}] = textAnswers(answer);
      return { kind: 'mark', errors, score: scores?.[0] ?? null };
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

/** The answer, or a message that says what is missing. */
export function fillIn(
  form: Form,
  { texts }: ShownAssignment,
): { readonly answer: Answer } | { readonly missing: string } {
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
      if (form.score === null) return { missing: 'Move the slider or type a whole number from 0 to 100.' };
      return { answer: { kind: 'assess', score: form.score } };
    case 'mark':
      return {
        answer: { kind: 'mark', errors: form.errors, ...(form.score !== null && { score: form.score }) },
      };
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

/** Removes lone surrogates, which a length limit can leave and the server rejects. */
export const wholeCharacters = (text: string): string => text.replace(/\p{Surrogate}/gu, '');

/** A form saved in the browser; undefined if it does not fit the assignment. */
export function restoreForm(kept: unknown, assignment: ShownAssignment): Form | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined;
  const form = kept as Form;
  return form.kind === assignment.kind && fits(form, assignment) ? form : undefined;
}

function fits(form: Form, { texts, source, errors }: ShownAssignment): boolean {
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
      return form.score === null || isWhole(form.score, 0, 100);
    case 'mark': {
      const lengths = { source: source?.here.text.length ?? 0, output: texts[0]?.text.length ?? 0 };
      return (
        (form.score === null || isWhole(form.score, 0, 100)) &&
        Array.isArray(form.errors) &&
        form.errors.every(
          ({ side, start, end, severity, category }: MarkedSpan) =>
            (side === 'source' || side === 'output') &&
            isWhole(start, 0, lengths[side]) &&
            isWhole(end, start, lengths[side]) &&
            (errors?.severities ?? []).includes(severity) &&
            (category === '' || (errors?.categories ?? []).includes(category)),
        )
      );
    }
    case 'edit':
      return typeof form.text === 'string' && [null, 'edited', 'unchanged', 'unable'].includes(form.outcome);
    case 'accept':
      return form.acceptable === null || typeof form.acceptable === 'boolean';
  }
}

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
