/** A sentence with its neighbours in the document: the neighbours in grey, the sentence in bold. */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { ShownAssignment, ShownText } from '../../src/server/wire.ts';
import { ForeignText, scrolling } from '../shared/ForeignText.tsx';

interface PassageProps {
  readonly title: string;
  readonly passage: NonNullable<ShownAssignment['source']>;
  /** Replaces the plain sentence. */
  readonly children?: ComponentChildren;
}

function Passage({ title, passage: { before, here, after }, children }: PassageProps) {
  const id = useId();
  const length = [...before, here, ...after].reduce((sum, { text }) => sum + text.length, 0);
  return (
    <section class="passage" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div class="reading" lang={here.lang} dir={here.dir} {...scrolling(length)}>
        <Neighbours texts={before} />
        {children ?? (
          <strong class="here">
            <ForeignText text={here} />
          </strong>
        )}
        <Neighbours texts={after} />
      </div>
    </section>
  );
}

function Neighbours({ texts }: { readonly texts: readonly ShownText[] }) {
  if (texts.length === 0) return null;
  return (
    <span class="around">
      {texts.map((text, i) => (
        <span key={i}>
          {' '}
          <ForeignText text={text} />{' '}
        </span>
      ))}
    </span>
  );
}

interface PassagesProps {
  readonly assignment: ShownAssignment;
  /** Replaces the plain source sentence. */
  readonly children?: ComponentChildren;
}

/** Source and reference, side by side where there is room. */
export function Passages({ assignment: { source, reference }, children }: PassagesProps) {
  if (!source && !reference) return null;
  return (
    <div class="passages">
      {source && (
        <Passage title="Source" passage={source}>
          {children}
        </Passage>
      )}
      {reference && <Passage title="Reference translation" passage={reference} />}
    </div>
  );
}
