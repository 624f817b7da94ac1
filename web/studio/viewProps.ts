import type { StudioStore } from './studioStore.ts';

/** What every view gets. */
export interface ViewProps {
  readonly store: StudioStore;
}
