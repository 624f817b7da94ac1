/** The dialogs that ask the organiser before anything changes. */
import type { TaskKind } from '../../src/human/index.ts';
import type { ListedLinks, LiveCampaign } from '../../src/server/wire.ts';
import type { CampaignStore } from './campaignStore.ts';

export type Asked =
  | { readonly what: 'freeze' | 'thaw' | 'extend' | 'add-judges' }
  | { readonly what: 'open' | 'close'; readonly kind: TaskKind }
  /** Details of a judge, and from there exclusion. */
  | { readonly what: 'judge' | 'exclude' | 'include' | 'erase'; readonly judge: string }
  | { readonly what: 'organisers' }
  | { readonly what: 'revoke'; readonly link: Link };

export type Link = ListedLinks['links'][number];

export type Ask = (asked: Asked) => void;

/** Props of every dialog. */
export interface DialogProps {
  readonly store: CampaignStore;
  readonly live: LiveCampaign;
  readonly ask: Ask;
  /** `focus` is the id of the element that gets the focus, if not the one that had it before. */
  readonly close: (focus?: string) => void;
}
