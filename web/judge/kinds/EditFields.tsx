/** A translation to be made fluent, without source or reference (WMT09, Callison-Burch et al. 2009, section 3.2). */
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { ForeignText } from '../../shared/ForeignText.tsx';
import { type Choice, Choices } from '../Choices.tsx';
import type { KindProps } from './kindProps.ts';

type Outcome = 'edited' | 'unchanged' | 'unable';

const choices: readonly Choice<Outcome>[] = [
  { value: 'edited', label: 'Corrected as above' },
  { value: 'unchanged', label: 'No corrections needed' },
  { value: 'unable', label: 'Unable to correct' },
];

export function EditFields({ assignment, form, change }: KindProps<'edit'>): JSX.Element {
  const id = useId();
  const text = assignment.texts[0] ?? { text: '', lang: '', dir: 'ltr' };
  const write = (written: string): void =>
    change({ kind: 'edit', text: written, outcome: written === text.text ? null : 'edited' });
  const isChanged = form.text !== text.text;
  return (
    <>
      <div class="field">
        <label for={id}>Translation to correct</label>
        <textarea
          id={id}
          class={`writing${form.outcome === 'unchanged' || form.outcome === 'unable' ? ' unused' : ''}`}
          lang={text.lang}
          dir={text.dir}
          rows={4}
          spellcheck
          enterkeyhint="done"
          value={form.text}
          onInput={({ currentTarget }) => write(currentTarget.value)}
        />
        <div class="beneath">
          <button type="button" class="quiet" disabled={!isChanged} onClick={() => write(text.text)}>
            Undo all changes
          </button>
          {text.text.trim() === '' && <ForeignText text={text} />}
        </div>
      </div>
      <Choices
        legend="Your correction"
        choices={choices}
        chosen={form.outcome}
        choose={(outcome) => change({ ...form, outcome })}
      />
    </>
  );
}
