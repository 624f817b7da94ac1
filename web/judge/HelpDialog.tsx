/** Lists the keyboard shortcuts, with a checkbox that turns the single-key ones off. */
import { Dialog } from '../shared/Dialog.tsx';
import type { JudgeStore } from './judgeStore.ts';

const keys: readonly (readonly [what: string, keys: readonly (readonly [key: string, does: string])[]])[] = [
  [
    'Everywhere',
    [
      ['Tab', 'go to the next field or button'],
      ['Enter', 'submit'],
      ['Ctrl + Z', 'undo'],
      ['?', 'show this help'],
      ['Esc', 'close this help'],
    ],
  ],
  [
    'Ranking',
    [
      // One key per translation; their number differs between assignments.
      ['1, 2, …', 'rank the current translation and go on to the next'],
      ['↑ ↓', 'go to another translation'],
      ['← →', 'change its rank'],
    ],
  ],
  [
    'Comparing pairs',
    [
      ['1', 'A is better'],
      ['0 or =', 'equally good'],
      ['2', 'B is better'],
    ],
  ],
  [
    'Rating',
    [
      ['0 – 9', 'type the score'],
      ['← →', 'change the score by 1'],
      ['Page ↑ ↓', 'change the score by 10'],
    ],
  ],
  [
    'Marking errors',
    [
      ['← →', 'go from word to word'],
      ['Space', 'mark a word, extend the mark to it, or open an error'],
      ['Shift + ← →', 'mark more words'],
      ['1, 2, …', 'choose its severity; then type the name of its category'],
      ['Del', 'remove the error'],
      ['Esc', 'give up the error just marked'],
      ['0 – 9', 'type the score, while no error is open'],
    ],
  ],
  [
    'Editing',
    [
      ['Enter', 'submit your text'],
      ['← →', 'move between the choices below the text'],
      ['Space', 'choose the current one'],
    ],
  ],
  [
    'Accepting',
    [
      ['Y', 'yes'],
      ['N', 'no'],
    ],
  ],
];

export function HelpDialog({ store, close }: { readonly store: JudgeStore; readonly close: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" close={close}>
      <div class="keys">
        {keys.map(([what, list]) => (
          <section key={what}>
            <h3>{what}</h3>
            <dl>
              {list.map(([key, does]) => (
                <div key={key}>
                  <dt>
                    <kbd>{key}</kbd>
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <label class="inline">
        <input
          type="checkbox"
          checked={store.shortcuts}
          onChange={({ currentTarget }) => store.wantShortcuts(currentTarget.checked)}
        />
        Enable single-key shortcuts (letters, digits, ↑ ↓)
      </label>
      <div class="actions">
        <button type="button" onClick={close}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
