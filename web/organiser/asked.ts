/** What the organiser is asked in a dialog before anything changes. */
import type { TaskKind } from '../../src/human/index.ts';
import type { ListedLinks, LiveCampaign } from '../../src/server/wire.ts';
import type { CampaignStore } from './campaignStore.ts';

export type Asked =
  | { readonly what: 'freeze' | 'thaw' | 'extend' | 'add-judges' }
  | { readonly what: 'open' | 'close'; readonly kind: TaskKind }
  /** About a judge, and from there whether the judge counts. */
  | { readonly what: 'judge' | 'exclude' | 'include'; readonly judge: string }
  | { readonly what: 'organisers' }
  | { readonly what: 'revoke'; readonly link: Link };

export type Link = ListedLinks['links'][number];

export type Ask = (asked: Asked) => void;

/** What every dialog gets. */
export interface DialogProps {
  readonly store: CampaignStore;
  readonly live: LiveCampaign;
  readonly ask: Ask;
  /** With what gets the focus, if not what had it before. */
  readonly close: (focus?: string) => void;
}
