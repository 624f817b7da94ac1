/** Puts the focus on the heading of the page once it is drawn, so that those who listen hear where they are and Tab goes on from there. */
export function focusHeading(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true }));
}

/**
 * Does the work while no other tab of this browser does work of that name. Where the browser cannot say, as in pages that came without
 * encryption, it is done at once.
 */
export async function oneTabAtATime(name: string, work: () => Promise<void>): Promise<void> {
  const { locks } = navigator as { readonly locks?: LockManager };
  if (locks) await locks.request(name, work);
  else await work();
}

/** A name that nobody else makes, of 122 random bits. */
export function randomKey(): string {
  // Browsers leave randomUUID out of pages that came without encryption, as in a lab's own network.
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
