/** An edited translation: is it fluent, and does it mean what the reference means? (WMT09, Callison-Burch et al. 2009, section 3.3) */
import type { JSX } from 'preact';
import { ForeignParagraph } from '../../shared/ForeignText.tsx';
import { type Choice, Choices, focusChoice } from '../Choices.tsx';
import { Passages } from '../Passage.tsx';
import { useShortcuts } from '../shortcuts.ts';
import type { KindProps } from './kindProps.ts';

const choices: readonly Choice<boolean>[] = [
  { value: true, label: 'Yes', shortcut: 'Y' },
  { value: false, label: 'No', shortcut: 'N' },
];

export function AcceptFields({ assignment, form, change, shortcuts }: KindProps<'accept'>): JSX.Element {
  const choose = (acceptable: boolean): void => change({ kind: 'accept', acceptable });
  useShortcuts(shortcuts, ({ key }) => {
    if (!/^[yn]$/i.test(key)) return;
    const acceptable = key.toLowerCase() === 'y';
    choose(acceptable);
    focusChoice(acceptable);
  });
  return (
    <>
      <Passages assignment={assignment} />
      {assignment.texts.slice(0, 1).map((text) => (
        <section key="text" class="card">
          <h2>Edited translation</h2>
          <ForeignParagraph text={text} />
        </section>
      ))}
      <Choices
        legend="Is it fully fluent and equal in meaning to the reference?"
        choices={choices}
        chosen={form.acceptable}
        choose={choose}
      />
    </>
  );
}
