/**
 * The site works offline where browsers allow that. All of it takes some two megabytes, so it is fetched only once the reader does
 * something, and not for readers who save data.
 */
export function keepSite(): void {
  const { root, version } = document.documentElement.dataset;
  const { serviceWorker, connection } = navigator as Partial<Navigator> & { connection?: { saveData?: boolean } };
  if (version === undefined || !serviceWorker || !location.protocol.startsWith('http') || connection?.saveData) return;
  const signs = ['pointerdown', 'keydown', 'scroll'] as const;
  const keep = (): void => {
    for (const sign of signs) removeEventListener(sign, keep);
    void serviceWorker.register(new URL(`${root}sw.js`, location.href)).catch(() => {});
  };
  for (const sign of signs) addEventListener(sign, keep, { passive: true });
}
