/** The page works offline after the first visit, where browsers allow that: on secure addresses. See serviceWorker.ts. */
export async function worksOffline(): Promise<void> {
  const { serviceWorker } = navigator as Partial<Navigator>;
  // `assay studio` serves the page without it: it needs no network anyway.
  if (document.documentElement.dataset['served'] === 'here') return;
  await serviceWorker?.register(new URL('sw.js', document.baseURI)).catch(() => {});
}
