/** The candidates of a segment as a metric sees them. */
import { IdList, type Reader, type Role, type Text } from '../../core/index.ts';

/** All texts through all readers. A candidate is read once as a hypothesis and once as a reference, since some views tell these apart. */
export function readTexts(readers: readonly Reader[], texts: readonly string[], role: Role): Text[] {
  const byView = readers.map((reader) => {
    const list = new IdList();
    const ends = texts.map((text) => {
      reader.read(text, role, list);
      return list.length;
    });
    return { ids: list.values, ends };
  });
  return texts.map((_, k) =>
    byView.map(({ ids, ends }) => ({ ids, start: k === 0 ? 0 : ends[k - 1]!, end: ends[k]! })),
  );
}
