/** One translation, rated from 0 to 100 by itself: direct assessment (Graham et al. 2013). */
import type { JSX } from 'preact';
import { ForeignParagraph } from '../../shared/ForeignText.tsx';
import { Passages } from '../Passage.tsx';
import { ScoreField } from '../ScoreField.tsx';
import { useShortcuts } from '../shortcuts.ts';
import type { KindProps } from './kindProps.ts';

export function AssessFields({ assignment, form, change, shortcuts }: KindProps<'assess'>): JSX.Element {
  useShortcuts(shortcuts, ({ key }) => {
    // The digit itself goes to where the focus is by then, in place of what was there.
    if (/^\d$/.test(key)) document.querySelector<HTMLInputElement>('.score [type=number]')?.select();
  });
  return (
    <>
      <Passages assignment={assignment} />
      {assignment.texts.slice(0, 1).map((text) => (
        <section key="text" class="card">
          <h2>Translation</h2>
          <ForeignParagraph text={text} />
        </section>
      ))}
      <ScoreField label="Score" score={form.score} change={(score) => change({ kind: 'assess', score })} required />
    </>
  );
}
