/** What a judge has begun and not submitted, kept in the browser for each assignment. */
import type { ShownAssignment } from '../../src/server/wire.ts';
import type { KeptData } from '../shared/keptData.ts';
import { type Form, restoreForm } from './forms.ts';

export interface Draft {
  /** Undefined if only time was spent so far. */
  readonly form: Form | undefined;
  readonly comment: string | undefined;
  readonly seconds: number;
}

const name = (assignment: string): string => `draft.${assignment}`;

export function keepDraft(kept: KeptData, assignment: string, draft: Draft): void {
  kept.keep(name(assignment), draft);
}

export function findDraft(kept: KeptData, assignment: ShownAssignment): Draft | undefined {
  const found = kept.find(name(assignment.id)) as Partial<Draft> | null | undefined;
  if (typeof found !== 'object' || found === null) return undefined;
  const { form, comment, seconds } = found;
  return {
    form: restoreForm(form, assignment),
    comment: typeof comment === 'string' ? comment : undefined,
    seconds: typeof seconds === 'number' && seconds >= 0 ? seconds : 0,
  };
}

export function forgetDraft(kept: KeptData, assignment: string): void {
  kept.forget(name(assignment));
}
