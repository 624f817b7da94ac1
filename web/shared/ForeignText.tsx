/** Text from test data, in its own language and direction, isolated from the text around it. */
import type { TextSpan } from '../../src/human/index.ts';
import type { ShownText } from '../../src/server/wire.ts';

interface ForeignTextProps {
  readonly text: ShownText;
  /** The part to look at. */
  readonly highlight?: TextSpan | null | undefined;
}

export function ForeignText({ text: { text, lang, dir }, highlight }: ForeignTextProps) {
  if (text.trim() === '') return <span class="empty">(empty)</span>;
  return (
    <bdi class="foreign" lang={lang} dir={dir}>
      {highlight ? (
        <>
          {text.slice(0, highlight.start)}
          <mark>{text.slice(highlight.start, highlight.end)}</mark>
          {text.slice(highlight.end)}
        </>
      ) : (
        text
      )}
    </bdi>
  );
}

/** Longer texts scroll in a box of their own, to keep their controls in view. */
const long = 3000;

/** A paragraph of foreign text. */
export function ForeignParagraph({ text, highlight }: ForeignTextProps) {
  return (
    <p class="output" lang={text.lang} dir={text.dir} {...scrolling(text.text.length)}>
      <ForeignText text={text} highlight={highlight} />
    </p>
  );
}

/** Attributes of an element with a text of this length: one that scrolls must be reachable by keyboard. */
export function scrolling(length: number): { readonly tabIndex?: number; readonly 'data-long'?: string } {
  return length > long ? { tabIndex: 0, 'data-long': '' } : {};
}
