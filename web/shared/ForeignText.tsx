/** Text from test data, in its own language and direction, isolated from the text around it. */
import type { ShownText } from '../../src/server/wire.ts';

export function ForeignText({ text: { text, lang, dir } }: { readonly text: ShownText }) {
  if (text.trim() === '') return <span class="empty">(empty)</span>;
  return (
    <bdi class="foreign" lang={lang} dir={dir}>
      {text}
    </bdi>
  );
}

/** Longer texts scroll in a box of their own, to keep their controls in view. */
const long = 3000;

/** A paragraph of foreign text. */
export function ForeignParagraph({ text }: { readonly text: ShownText }) {
  return (
    <p class="output" lang={text.lang} dir={text.dir} {...scrolling(text.text.length)}>
      <ForeignText text={text} />
    </p>
  );
}

/** Attributes of an element with a text of this length: one that scrolls must be reachable by keyboard. */
export function scrolling(length: number): { readonly tabIndex?: number; readonly 'data-long'?: string } {
  return length > long ? { tabIndex: 0, 'data-long': '' } : {};
}
