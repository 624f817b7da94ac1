/** A sentence with its neighbours in the document: the neighbours folded to a line above and below it. */
import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { ShownAssignment, ShownText } from '../../src/server/wire.ts';
import { ForeignText } from '../shared/ForeignText.tsx';
import { ScrollingPart } from '../shared/ScrollingPart.tsx';

interface PassageProps {
  readonly title: string;
  readonly passage: NonNullable<ShownAssignment['source']>;
  /** Replaces the plain sentence. */
  readonly children?: ComponentChildren;
}

function Passage({ title, passage: { before, here, after }, children }: PassageProps) {
  const id = useId();
  return (
    <section class="passage" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ScrollingPart label={title} name="reading">
        <Neighbours texts={before} where="before" />
        <p lang={here.lang} dir={here.dir}>
          {children ?? (
            <strong class="here">
              <ForeignText text={here} />
            </strong>
          )}
        </p>
        <Neighbours texts={after} where="after" />
      </ScrollingPart>
    </section>
  );
}

/** Whether neighbours are unfolded: a judge who wants to read them wants to for the next sentence, too. */
let areUnfolded = false;

/** Neighbours in the document, on one line until the judge unfolds them. */
export function Neighbours({ texts, where }: { readonly texts: readonly ShownText[]; readonly where: string }) {
  const [isOpen, setOpen] = useState(areUnfolded);
  const [first] = texts;
  if (!first) return null;
  return (
    <button
      type="button"
      class={`around ${where}${isOpen ? ' unfolded' : ''}`}
      aria-expanded={isOpen}
      lang={first.lang}
      dir={first.dir}
      onClick={() => {
        areUnfolded = !isOpen;
        setOpen(!isOpen);
      }}
    >
      <span class="unseen" lang="en" dir="ltr">
        {where === 'before' ? 'Text before: ' : 'Text after: '}
      </span>
      {texts.map((text, i) => (
        <span key={i}>
          <ForeignText text={text} />{' '}
        </span>
      ))}
    </button>
  );
}

interface PassagesProps {
  readonly assignment: ShownAssignment;
  /** Replaces the plain source sentence. */
  readonly children?: ComponentChildren;
}

/** Source and reference: a column of their own where there is room, always in view. */
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
