/** Scores and error spans as pearmut logs them, one line per screen; the format `pearmut` reads them back. */
import { groupBy } from '../../core/index.ts';
import type { WrittenAnswer } from './writtenAnswer.ts';

/** Scores of documents have no place in it. Attention checks are items of their own kind there, `random_1`, and do not count. */
export function writePearmut(answers: readonly WrittenAnswer[]): string {
  const places = new Map<string, number>();
  const screens = groupBy(answers.filter(({ item }) => item !== 'document'), ({ screen }) => screen);
  return [...screens.values()]
    .map((outputs) => {
      const [{ judge, segment, document, source, reference, started, ended }] = outputs as [WrittenAnswer];
      const place = places.get(judge) ?? 0;
      places.set(judge, place + 1);
      const isCheck = outputs.some(({ item }) => item === 'damaged');
      const annotation = outputs.map(({ system, score, errors, output }) => [
        system,
        {
          score: score ?? null,
          error_spans: (errors ?? []).map(({ start, end, severity, category, isMissing }) => ({
            // Missing content is just after the last character.
            ...(isMissing ? { start_i: output.length, end_i: output.length } : { start_i: start, end_i: end - 1 }),
            category: category === '' ? null : category,
            severity,
          })),
          textfield: null,
        },
      ]);
      return JSON.stringify({
        annotation: [Object.fromEntries(annotation)],
        actions: [
          { time: started, action: 'load' },
          { time: ended, action: 'submit' },
        ],
        item: [
          {
            item_id: segment,
            ...(document !== undefined && { doc_id: document }),
            ...(source !== undefined && { src: source }),
            ...(reference !== undefined && { ref: reference }),
            tgt: Object.fromEntries(outputs.map(({ system, output }) => [system, output])),
          },
        ],
        user_id: judge,
        item_i: isCheck ? `random_${place}` : place,
      });
    })
    .map((line) => `${line}\n`)
    .join('');
} // prettier-ignore
