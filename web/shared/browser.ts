/** Focuses the heading of the page once it is drawn: screen readers announce it, and Tab continues from there. */
export function focusHeading(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true }));
}

/**
 * Runs the work while no other tab of this browser runs work of that name. Without the Web Locks API, as on pages loaded over plain HTTP,
 * it runs at once.
 */
export async function oneTabAtATime(name: string, work: () => Promise<void>): Promise<void> {
  const { locks } = navigator as { readonly locks?: LockManager };
  if (locks) await locks.request(name, work);
  else await work();
}

/** A unique name of 122 random bits. */
export function randomKey(): string {
  // Browsers have no randomUUID on pages loaded over plain HTTP, as in a lab's own network.
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
