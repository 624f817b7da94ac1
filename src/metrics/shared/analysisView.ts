/** A view of what follows from the analysis of each word, such as the entry of its lemma in a dictionary. */
import type { IdList, Reader, Role, View } from '../../core/index.ts';
import type { AnalysedTexts, Analysis } from '../../text/index.ts';

interface AnalysisColumn {
  /** A number for word i. */
  number(analysis: Analysis, i: number): number;
  /** Called before each segment by columns whose numbers hold for a segment only. */
  forget?(): void;
}

/** `name` tells it from other views of these texts; the column is asked for before the first text is read. */
export const analysisView = (texts: AnalysedTexts, name: string, columnOf: () => AnalysisColumn): View => ({
  key: `${texts.view('word').key}:${name}`,
  reader(): Reader {
    const column = columnOf();
    return {
      forget: () => column.forget?.(),
      read(text: string, role: Role, ids: IdList) {
        if (role === 'source') return; // in another language
        const analysis = texts.analysisOf(text);
        for (let i = 0; i < analysis.word.length; i++) ids.push(column.number(analysis, i));
      },
    };
  },
});
