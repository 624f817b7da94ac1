/** A part that may be wider or longer than its place: it scrolls by itself, and when it does, the keyboard reaches it. */
import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

interface ScrollingPartProps {
  readonly label: string;
  readonly children: ComponentChildren;
}

export function ScrollingPart({ label, children }: ScrollingPartProps): JSX.Element {
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
    <div class="scroll" ref={element} {...(scrolls && { tabIndex: 0, role: 'region', 'aria-label': label })}>
      {children}
    </div>
  );
}
