/**
 * The tutorial: what is wrong with an answer to one of its items. An answer is right if it has as many errors as expected, each within
 * three characters of an expected one with the same severity, and a score within 20 of 100, as in the tutorial of ESA (Kocmi et al. 2024).
 */
import type { Answer, ExpectedSpan, MarkedSpan, TutorialItem } from './campaign.ts';
import { textAnswers } from './designOf.ts';

const spanTolerance = 3;
const scoreTolerance = 20;

/** In sentences; none if the answer is right. `range`: the length of the scale. */
export function tutorialFaults({ outputs, expected }: TutorialItem, answer: Answer, range = 100): string[] {
  if (answer.kind === 'none') return ['Here you can judge.'];
  const said = textAnswers(answer);
  return expected.flatMap((wanted, place) => {
    const where = outputs.length > 1 ? ` in Translation ${String.fromCharCode(65 + place)}` : '';
    const faults: string[] = [];
    if (wanted.rank !== undefined && 'ranks' in answer && answer.ranks[place] !== wanted.rank)
      faults.push(`The expected rank${where} is ${wanted.rank}.`);
    const { errors = [], scores } = said[place] ?? {};
    if (wanted.errors) {
      const many = wanted.errors.length;
      if (errors.length !== many)
        faults.push(
          `${many === 0 ? 'No errors are' : many === 1 ? 'One error is' : `${many} errors are`} expected${where}; you marked ${errors.length}.`,
        );
      else if (!isMatched(wanted.errors, errors)) faults.push(`Check what you marked${where}, and its severity.`);
    }
    const [score] = scores ?? [];
    if (
      wanted.score !== undefined &&
      score !== undefined &&
      Math.abs(score - wanted.score) > (scoreTolerance * range) / 100
    )
      faults.push(`A score of about ${wanted.score} is expected${where}.`);
    return faults;
  });
}

/** Whether each expected error has a marked one of its own. The lists are short, so all pairings are tried. */
function isMatched([first, ...others]: readonly ExpectedSpan[], marked: readonly MarkedSpan[]): boolean {
  if (!first) return true;
  return marked.some((span, i) => fits(first, span) && isMatched(others, marked.toSpliced(i, 1)));
}

function fits(expected: ExpectedSpan, { side, start, end, severity, category, marker }: MarkedSpan): boolean {
  if ((expected.side ?? 'output') !== side || expected.marker !== marker) return false;
  if (expected.severity !== undefined && expected.severity !== severity) return false;
  if (expected.category !== undefined && expected.category !== category) return false;
  const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= spanTolerance;
  return marker !== undefined || (isNear(expected.start, start) && isNear(expected.end, end));
}
