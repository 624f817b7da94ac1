/** A text of outside origin: as text, in its own language and direction, kept apart from what stands around it. */
import type { ShownText } from '../../src/server/wire.ts';

export function ForeignText({ text: { text, lang, dir } }: { readonly text: ShownText }) {
  if (text.trim() === '') return <span class="empty">(empty)</span>;
  return (
    <bdi class="foreign" lang={lang} dir={dir}>
      {text}
    </bdi>
  );
}

/** Longer ones scroll by themselves, so that what belongs to them stays in reach. */
const long = 3000;

/** A paragraph of it. */
export function ForeignParagraph({ text }: { readonly text: ShownText }) {
  return (
    <p class="output" lang={text.lang} dir={text.dir} {...scrolling(text.text.length)}>
      <ForeignText text={text} />
    </p>
  );
}

/** What an element with a text of this length needs: one that scrolls must be within reach of the keys. */
export function scrolling(length: number): { readonly tabIndex?: number; readonly 'data-long'?: string } {
  return length > long ? { tabIndex: 0, 'data-long': '' } : {};
}
