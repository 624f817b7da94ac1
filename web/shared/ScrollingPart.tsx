/** A part that scrolls if its content does not fit, and is then reachable by keyboard. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

interface ScrollingPartProps {
  readonly label: string;
  /** A class of its own. */
  readonly name?: string;
  readonly children: ComponentChildren;
}

export function ScrollingPart({ label, name, children }: ScrollingPartProps) {
  const element = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useLayoutEffect(() => {
    const part = element.current!;
    const measure = (): void =>
      setScrolls(part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1);
    const observer = new ResizeObserver(measure);
    observer.observe(part);
    for (const child of part.children) observer.observe(child);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      class={name === undefined ? 'scroll' : `scroll ${name}`}
      ref={element}
      {...(scrolls && { tabIndex: 0, role: 'region', 'aria-label': label })}
    >
      {children}
    </div>
  );
}
