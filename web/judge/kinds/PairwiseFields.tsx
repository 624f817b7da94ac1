/** Two translations: one is better, or they are equally good. */
import type { JSX } from 'preact';
import { ForeignParagraph } from '../../shared/ForeignText.tsx';
import { type Choice, Choices, focusChoice } from '../Choices.tsx';
import { Passages } from '../Passage.tsx';
import { useShortcuts } from '../shortcuts.ts';
import { letter } from '../words.ts';
import type { KindProps } from './kindProps.ts';

type Better = 'first' | 'neither' | 'second';

const choices: readonly Choice<Better>[] = [
  { value: 'first', label: 'A is better', shortcut: '1' },
  { value: 'neither', label: 'Equally good', shortcut: '0' },
  { value: 'second', label: 'B is better', shortcut: '2' },
];

const keys: ReadonlyMap<string, Better> = new Map([
  ['1', 'first'],
  ['0', 'neither'],
  ['=', 'neither'],
  ['2', 'second'],
]);

export function PairwiseFields({ assignment, form, change, shortcuts }: KindProps<'pairwise'>): JSX.Element {
  const choose = (better: Better): void => change({ kind: 'pairwise', better });
  useShortcuts(shortcuts, ({ key }) => {
    const better = keys.get(key);
    if (!better) return;
    choose(better);
    focusChoice(better);
  });
  return (
    <>
      <Passages assignment={assignment} />
      <div class="pair">
        {assignment.texts.map((text, place) => (
          <section key={place} class="card">
            <h2>Translation {letter(place)}</h2>
            <ForeignParagraph text={text} />
          </section>
        ))}
      </div>
      <Choices legend="Which translation is better?" choices={choices} chosen={form.better} choose={choose} />
    </>
  );
}
