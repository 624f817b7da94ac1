/** Scores that comet-score prints, or writes with --to_json. */
import { UsageError } from '../../core/index.ts';
import { isObject, parseJson } from '../json.ts';
import { type ScoreFormat, type ScoreRow, scoreOfJson, scoreOfText } from './scoreFormat.ts';

/** `sys.txt⇥Segment 0⇥score: 0.8312`, or without a segment for the whole; with --mc_dropout, a variance follows. */
const printed = /^(.+?)\t(?:Segment (\d+)\t)?score: (\S+)(?:\t.*)?$/;

function rowOfLine(line: string): ScoreRow[] | undefined {
  const [, system, segment, text] = printed.exec(line.trimEnd()) ?? [];
  const score = text === undefined ? undefined : scoreOfText(text);
  if (score === undefined) return undefined;
  return [{ system, score, ...(segment !== undefined && { segment: String(Number(segment) + 1) }) }];
}

export const comet: ScoreFormat = {
  id: 'comet-score',
  summary: 'what comet-score prints: a line for each system and segment, and one for each system',
  metric: 'COMET',
  recognises: (lines) => lines.some((line) => printed.test(line)),
  lines: () => rowOfLine,
};

export const cometJson: ScoreFormat = {
  id: 'comet-score-json',
  summary: 'what `comet-score --to_json` writes: an object with a list of segments for each system',
  metric: 'COMET',
  recognises: (lines) => /^\s*\{\s*"(?:[^"\\]|\\.)*"\s*:\s*\[/.test(lines.join('\n')),
  whole(text, file) {
    const systems = parseJson(text, file) as Readonly<Record<string, unknown>>;
    return Object.entries(systems).flatMap(([system, segments]) => {
      if (!Array.isArray(segments)) {
        throw new UsageError(`${file}: ${system} must be a list of segments, as comet-score --to_json writes it.`);
      }
      return segments.map((segment: unknown, i): ScoreRow => {
        const score = isObject(segment) ? scoreOfJson(segment['COMET']) : undefined;
        if (score === undefined) {
          throw new UsageError(`${file}: segment ${i + 1} of ${system} has no score. Expected "COMET": a number.`);
        }
        return { system, segment: String(i + 1), score };
      });
    });
  },
};
