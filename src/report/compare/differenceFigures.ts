/** How two systems differ segment by segment: how often by how much, and where. */
import type { CompareReport, ComparedTexts } from './compareReport.ts';
import { charts } from '../page/charts/index.ts';
import type { FigureMaker } from '../page/figureMaker.ts';
import type { ChartFigure } from '../page/page.ts';

/** More pairs than this would make the page too long to read; the browser of segments has all. */
export const mostPairs = 4;

export function differenceFigures(
  { systems, metrics, compared }: CompareReport,
  { scores }: ComparedTexts,
  m: number,
  make: FigureMaker,
): ChartFigure[] {
  const { name, higherIsBetter } = metrics[m]!;
  return compared[m]!.comparisons.slice(0, mostPairs).flatMap(({ first, second }) => {
    const [a, b] = [systems[first]!, systems[second]!];
    const [ofFirst, ofSecond] = [scores[m]![first]!, scores[m]![second]!];
    const differences = ofFirst.map((score, i) => score - ofSecond[i]!);
    const better = (sign: number) =>
      differences.filter((each) => Math.sign(each) === (higherIsBetter ? sign : -sign)).length;
    const counts = `${a} is ahead in ${better(1)} segments, ${b} in ${better(-1)}, and ${differences.filter((each) => each === 0).length} are equal.`;
    return [
      charts.histogram({
        id: make.id(`distribution ${name} ${a} ${b}`),
        caption: `${a} and ${b}: how often segments differ by how much`,
        finding: counts,
        x: { title: `${name} of ${a} less that of ${b}`, digits: 1 },
        values: differences,
        what: 'segment',
      }),
      charts.cloud({
        id: make.id(`segments ${name} ${a} ${b}`),
        caption: `${a} and ${b}: ${name} of each segment`,
        note: `The larger a dot, the more segments. On the line both are equal; ${higherIsBetter ? 'below' : 'above'} it ${a} is better.`,
        x: { title: a, digits: 1 },
        y: { title: b, digits: 1 },
        points: Array.from(ofFirst, (x, i) => [x, ofSecond[i]!] as const),
        what: 'segment',
      }),
    ];
  });
}
