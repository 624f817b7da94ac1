/** The keys, and the way to turn the single ones off. */
import { Dialog } from '../shared/Dialog.tsx';
import type { JudgeStore } from './judgeStore.ts';

const keys: readonly (readonly [what: string, keys: readonly (readonly [key: string, does: string])[]])[] = [
  [
    'Everywhere',
    [
      ['Tab', 'go to the next field or button'],
      ['Enter', 'submit'],
      ['?', 'this help'],
      ['Esc', 'close it'],
    ],
  ],
  [
    'Ranking',
    [
      // As many as there are translations, which differs from one to the next.
      ['1, 2, …', 'rank of the translation you are at'],
      ['↑ ↓', 'go to another translation'],
      ['← →', 'change its rank'],
    ],
  ],
  [
    'Comparing two',
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
      ['← →', 'one point'],
      ['Page ↑ ↓', 'ten points'],
    ],
  ],
  [
    'Marking errors',
    [
      ['← →', 'go from word to word'],
      ['Space', 'select a word, or up to it'],
      ['Shift + ← →', 'select more words'],
      ['Enter', 'describe the selected error'],
      ['Esc', 'select nothing'],
    ],
  ],
  [
    'Correcting',
    [
      ['Enter', 'submit the text as you wrote it'],
      ['← →', 'go to another choice below it'],
      ['Space', 'choose the one you are at'],
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
    <Dialog title="Keys" close={close}>
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
        Single letters, digits and ↑ ↓ do something
      </label>
      <div class="actions">
        <button type="button" onClick={close}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
