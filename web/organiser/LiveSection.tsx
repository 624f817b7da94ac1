/** A part of the page with a heading that the contents link to. */
import type { ComponentChildren, JSX } from 'preact';

interface LiveSectionProps {
  readonly id: string;
  readonly heading: string;
  readonly children: ComponentChildren;
}

export function LiveSection({ id, heading, children }: LiveSectionProps): JSX.Element {
  return (
    <section class="card live" aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {heading}
      </h2>
      {children}
    </section>
  );
}
