/** Names of segments since WMT24, which say where a segment is from. */

/** What the name of a segment says. */
export interface SegmentParts {
  /** The language pair, spelled as in outputs: `en-is_IS`. */
  readonly task: string;
  readonly domain: string;
  readonly document: string;
  /** Key of the segment, as in scores of the same year: document and number within it, from 1. */
  readonly segment: string;
}

/**
 * The parts of `en-is_IS_#_news_#_doc_#_4` (WMT24 and WMT25) or `WMT26_###_news_###_eng_Latn_###_isl_Latn_###_doc_###_4`; undefined for
 * other names. The number of a segment, the last part, counts from 0.
 */
export function partsOfId(id: string): SegmentParts | undefined {
  const [edition, ...rest] = id.split('_###_');
  const [pair, domain, document, number] =
    rest.length === 5
      ? [`${rest[1]}-${rest[2]}`, rest[0], rest[3], rest[4]]
      : rest.length === 0
        ? edition!.split('_#_')
        : [];
  if (pair === undefined || domain === undefined || document === undefined || !/^\d+$/.test(number ?? '')) {
    return undefined;
  }
  return { task: pair, domain, document, segment: `${document}::${Number(number) + 1}` };
}
