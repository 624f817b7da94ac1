/** Links from elsewhere in a page into its segment browser; web/segments/browserState.ts reads them. */

/** What the browser is to show; whatever is left out is as when the page is opened. */
export interface SegmentView {
  /** Counted from 0. */
  readonly segment?: number;
  /** Names of systems and of a metric. */
  readonly a?: string;
  readonly b?: string;
  readonly metric?: string;
  readonly winner?: 'a' | 'b' | 'a-or-tie' | 'b-or-tie';
  /** The least and the largest difference either way. */
  readonly least?: number;
  readonly most?: number;
  /** The name of a label, and the value that segments must have. */
  readonly label?: readonly [name: string, value: string];
}

/** What comes after the `#` of an address. */
export function segmentLink({ segment, label, ...rest }: SegmentView): string {
  const link = new URLSearchParams(segment === undefined ? {} : { segment: String(segment + 1) });
  for (const [key, value] of Object.entries(rest)) link.set(key, String(value));
  if (label) link.set(`label.${label[0]}`, label[1]);
  return link.toString();
}
