/** Scores and error spans in the columns of Appraise's exports, without a header; the format `appraise` reads them back. */
import { quotedField } from './writeWmtCsv.ts';
import type { WrittenAnswer, WrittenSpan } from './writtenAnswer.ts';

/**
 * Formats answers as Appraise exports them: user, system, item, type, languages, score, document, whether the score is that of the
 * document, error spans, and when it began and ended. Answers without a score have 0, as campaigns of Appraise that only mark errors have.
 */
export function writeAppraise(answers: readonly WrittenAnswer[], [source, target]: readonly [string, string]): string {
  return answers
    .map(({ judge, system, segment, document, item, score, errors, started, ended }) => {
      const type = item === 'damaged' ? 'BAD' : 'TGT';
      const copy = item === 'damaged' ? '#bad1' : item === 'repeat' ? '#dup1' : '';
      const isWhole = item === 'document';
      const spans = errors ? [JSON.stringify(errors.map(appraiseSpan))] : isWhole ? ['[]'] : [];
      const rounded = score === undefined ? 0 : Math.round(score * 1000) / 1000;
      return [
        ...[judge, system, segment, type, source, target, String(rounded)],
        ...[`${document ?? 'document'}#${system}${copy}`, isWhole ? 'True' : 'False'],
        ...(spans.length > 0 ? spans : ['[]']),
        ...[started.toFixed(3), ended.toFixed(3)],
      ].map(quotedField).join(',');
    })
    .map((row) => `${row}\n`)
    .join('');
} // prettier-ignore

/** Characters from 0, the last one included; missing content has no place. */
function appraiseSpan({ start, end, severity, category, isMissing }: WrittenSpan): object {
  const place = isMissing ? { start_i: 'missing', end_i: 'missing' } : { start_i: start, end_i: end - 1 };
  return { ...place, severity, error_type: category === '' ? null : category };
}
