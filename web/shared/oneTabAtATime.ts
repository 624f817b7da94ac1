/**
 * Does the work while no other tab of this browser does work of that name. Where the browser cannot say, as in pages that came without
 * encryption, it is done at once.
 */
export async function oneTabAtATime(name: string, work: () => Promise<void>): Promise<void> {
  const { locks } = navigator as { readonly locks?: LockManager };
  if (locks) await locks.request(name, work);
  else await work();
}
