/** A sentence with its neighbours in the document: the neighbours folded to a line above and below it. */
import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { ShownAssignment, ShownText } from '../../../src/server/wire.ts';
import { ForeignText } from '../ForeignText.tsx';
import { ScrollingPart } from '../ScrollingPart.tsx';

type Side = 'source' | 'reference';

interface PassageProps {
  readonly side: Side;
  readonly assignment: ShownAssignment;
  /** Below the heading. */
  readonly head?: ComponentChildren;
  /** Replaces the plain sentence. */
  readonly children?: ComponentChildren;
}

function Passage({ side, assignment, head, children }: PassageProps) {
  const id = useId();
  const { document, constituent } = assignment;
  const { before, here, after } = assignment[side]!;
  const segments = document?.segments.map((segment) => segment[side]) ?? [];
  const isText = (text: ShownText | undefined): text is ShownText => text !== undefined;
  const title = side === 'source' ? 'Source' : 'Reference translation';
  return (
    <section class="passage" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {head}
      <ScrollingPart label={title} name="reading">
        <Neighbours texts={document ? segments.slice(0, document.here).filter(isText) : before} where="before" />
        <p lang={here.lang} dir={here.dir}>
          {children ?? <ForeignText text={here} highlight={side === 'source' ? constituent?.source : undefined} />}
        </p>
        <Neighbours texts={document ? segments.slice(document.here + 1).filter(isText) : after} where="after" />
      </ScrollingPart>
    </section>
  );
}

/** Whether neighbours are unfolded: this choice also applies to the next sentences. */
let areUnfolded = false;

interface NeighboursProps {
  readonly texts: readonly ShownText[];
  readonly where: 'before' | 'after';
}

/** Neighbours in the document: the nearest one on one line, until the judge unfolds them all. */
export function Neighbours({ texts, where }: NeighboursProps) {
  const [isOpen, setOpen] = useState(areUnfolded);
  const nearest = where === 'before' ? texts.at(-1) : texts[0];
  if (!nearest) return null;
  return (
    <button
      type="button"
      class={`around${isOpen ? ' unfolded' : ''}`}
      aria-expanded={isOpen}
      lang={nearest.lang}
      dir={nearest.dir}
      onClick={() => {
        areUnfolded = !isOpen;
        setOpen(!isOpen);
      }}
    >
      <span class="unseen" lang="en" dir="ltr">
        {where === 'before' ? 'Text before: ' : 'Text after: '}
      </span>
      {(isOpen ? texts : [nearest]).map((text, i) => (
        <span key={i}>
          <ForeignText text={text} />{' '}
        </span>
      ))}
    </button>
  );
}

interface PassagesProps {
  readonly assignment: ShownAssignment;
  /** Below the heading of the source. */
  readonly head?: ComponentChildren;
  /** Replaces the plain source sentence. */
  readonly children?: ComponentChildren;
}

/** Source and reference: a column of their own where there is room, always in view. */
export function Passages({ assignment, head, children }: PassagesProps) {
  const { source, reference } = assignment;
  if (!source && !reference) return null;
  return (
    <div class="passages">
      {source && (
        <Passage side="source" assignment={assignment} head={head}>
          {children}
        </Passage>
      )}
      {reference && <Passage side="reference" assignment={assignment} />}
    </div>
  );
}
