/** The fields of an assignment, by its kind. */
import { useId } from 'preact/hooks';
import type { ShownText } from '../../../../src/server/wire.ts';
import { ForeignParagraph, ForeignText } from '../../ForeignText.tsx';
import { type Choice, Choices, focusChoice } from '../Fields.tsx';
import { Passages } from '../Passage.tsx';
import type { Form, FormOf, KindProps } from '../forms.ts';
import { useShortcuts } from '../shortcuts.ts';
import { letter } from '../words.ts';
import { RankFields } from './RankFields.tsx';
import { TextFields } from './TextFields.tsx';

export function KindFields({ form, ...rest }: KindProps<Form['kind']>) {
  switch (form.kind) {
    case 'rank':
      return <RankFields form={form} {...rest} />;
    case 'pairwise':
      return <PairwiseFields form={form} {...rest} />;
    case 'assess':
    case 'mark':
      return <TextFields form={form} {...rest} />;
    case 'edit':
      return <EditFields form={form} {...rest} />;
    case 'accept':
      return <AcceptFields form={form} {...rest} />;
  }
}

function TextCard({ title, text }: { readonly title: string; readonly text: ShownText | undefined }) {
  if (!text) return null;
  return (
    <section class="card">
      <h2>{title}</h2>
      <ForeignParagraph text={text} />
    </section>
  );
}

const betterChoices: readonly Choice<NonNullable<FormOf<'pairwise'>['better']>>[] = [
  { value: 'first', label: 'A is better', shortcut: '1' },
  { value: 'neither', label: 'Equally good', shortcut: '0' },
  { value: 'second', label: 'B is better', shortcut: '2' },
];

/** Two translations: one is better, or they are equally good. */
function PairwiseFields({ assignment, form, change, shortcuts }: KindProps<'pairwise'>) {
  const choose = (better: (typeof betterChoices)[number]['value']): void => change({ kind: 'pairwise', better });
  useShortcuts(shortcuts, ({ key }) => {
    const better = betterChoices.find(({ shortcut }) => shortcut === (key === '=' ? '0' : key))?.value;
    if (!better) return;
    choose(better);
    focusChoice(better);
  });
  return (
    <div class="desk">
      <Passages assignment={assignment} />
      <div class="outputs">
        {assignment.texts.map((text, place) => (
          <TextCard key={place} title={`Translation ${letter(place)}`} text={text} />
        ))}
        <Choices legend="Which translation is better?" choices={betterChoices} chosen={form.better} choose={choose} />
      </div>
    </div>
  );
}

const outcomeChoices: readonly Choice<NonNullable<FormOf<'edit'>['outcome']>>[] = [
  { value: 'edited', label: 'Corrected as above' },
  { value: 'unchanged', label: 'No corrections needed' },
  { value: 'unable', label: 'Unable to correct' },
];

/** A translation to make fluent, without source or reference (WMT09, Callison-Burch et al. 2009, section 3.2). */
function EditFields({ assignment, form, change }: KindProps<'edit'>) {
  const id = useId();
  const text = assignment.texts[0] ?? { text: '', lang: '', dir: 'ltr' };
  const write = (written: string): void =>
    change({ kind: 'edit', text: written, outcome: written === text.text ? null : 'edited' });
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
          <button type="button" class="quiet" disabled={form.text === text.text} onClick={() => write(text.text)}>
            Undo all changes
          </button>
          {text.text.trim() === '' && <ForeignText text={text} />}
        </div>
      </div>
      <Choices
        legend="Your correction"
        choices={outcomeChoices}
        chosen={form.outcome}
        choose={(outcome) => change({ ...form, outcome })}
      />
    </>
  );
}

const acceptChoices: readonly Choice<boolean>[] = [
  { value: true, label: 'Yes', shortcut: 'Y' },
  { value: false, label: 'No', shortcut: 'N' },
];

/** An edited translation: is it fluent, and does it mean what the reference means? (WMT09, Callison-Burch et al. 2009, section 3.3) */
function AcceptFields({ assignment, form, change, shortcuts }: KindProps<'accept'>) {
  const choose = (acceptable: boolean): void => change({ kind: 'accept', acceptable });
  useShortcuts(shortcuts, ({ key }) => {
    if (!/^[yn]$/i.test(key)) return;
    const acceptable = key.toLowerCase() === 'y';
    choose(acceptable);
    focusChoice(acceptable);
  });
  return (
    <div class="desk">
      <Passages assignment={assignment} />
      <div class="outputs">
        <TextCard title="Edited translation" text={assignment.texts[0]} />
        <Choices
          legend="Is it fully fluent and equal in meaning to the reference?"
          choices={acceptChoices}
          chosen={form.acceptable}
          choose={choose}
        />
      </div>
    </div>
  );
}
