/** Puts the focus on the heading of the page once it is drawn, so that those who listen hear where they are and Tab goes on from there. */
export function focusHeading(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true }));
}
