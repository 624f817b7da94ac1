/** What the segment browser of a page shows: texts and scores of some systems, segment by segment. */

export interface SegmentBrowserData {
  /** At least two, with names that differ. */
  readonly systems: readonly BrowsedSystem[];
  /** At least one, with names that differ. */
  readonly metrics: readonly BrowsedMetric[];
  /** For each segment its references: as many as it has. */
  readonly references: readonly (string | readonly string[])[];
  readonly sources?: readonly string[];
  /** What each segment is called where the data come from, if that is not its number. */
  readonly keys?: readonly string[];
  /** What segments can be filtered by: the document, the domain. The first is shown in the list. */
  readonly labels?: readonly BrowsedLabel[];
  /** The systems compared when the page is opened, by their places in the list; otherwise the first two. */
  readonly pair?: readonly [a: number, b: number];
  /** How matching words are found; by default whole words that are the same letter by letter. */
  readonly tokens?: TokenKind;
  readonly ignoreCase?: boolean;
  /** Language tags (BCP 47), for fonts and for reading aloud. */
  readonly languages?: { readonly source?: string; readonly target?: string };
}

/** `words`: runs of letters and digits, each other sign by itself; `spaces`: whatever stands between spaces. */
export type TokenKind = 'words' | 'spaces';

interface BrowsedSystem {
  readonly name: string;
  /** One for each segment. */
  readonly outputs: readonly string[];
}

export interface BrowsedMetric {
  readonly name: string;
  readonly higherIsBetter: boolean;
  /** Decimals shown. */
  readonly digits: number;
  /** By system, then segment; NaN where there is none. */
  readonly scores: readonly ArrayLike<number>[];
}

interface BrowsedLabel {
  /** Such as `document`. */
  readonly name: string;
  /** One for each segment; empty where there is none. */
  readonly values: readonly string[];
}

/** Inconsistent data are a bug in Assay. */
export function checkBrowserData({
  systems,
  metrics,
  references,
  sources,
  keys,
  labels = [],
  pair,
}: SegmentBrowserData): void {
  const segments = references.length;
  const unless = (right: boolean, fault: string): void => {
    if (!right) throw new Error(`the segment browser ${fault}`);
  };
  unless(systems.length >= 2, 'needs two systems');
  unless(metrics.length >= 1, 'needs a metric');
  unless(segments >= 1, 'needs a segment');
  for (const [kind, named] of Object.entries({ systems, metrics, labels })) {
    unless(new Set(named.map(({ name }) => name)).size === named.length, `was given two ${kind} of the same name`);
  }
  const columns: readonly (readonly [string, ArrayLike<unknown> | undefined])[] = [
    ...systems.map(({ name, outputs }) => [`outputs of ${name}`, outputs] as const),
    ...metrics.flatMap(({ name, scores }) =>
      systems.map((system, i) => [`${name} scores of ${system.name}`, scores[i] ?? []] as const),
    ),
    ...labels.map(({ name, values }) => [`values of ${name}`, values] as const),
    ['sources', sources],
    ['keys', keys],
  ];
  for (const [what, column] of columns) {
    const count = column?.length ?? segments;
    unless(count === segments, `was given ${count} ${what} for ${segments} segments`);
  }
  if (pair) unless(pair[0] !== pair[1] && pair.every((system) => system in systems), 'was given an invalid pair');
}
