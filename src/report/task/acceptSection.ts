/** Edited outputs that judges found acceptable. */
import { charts } from '../page/charts/index.ts';
import type { FigureMaker } from '../page/figureMaker.ts';
import type { Section } from '../page/page.ts';
import type { AcceptReport } from '../accept/acceptReport.ts';

export function acceptSection({ tasks }: AcceptReport, make: FigureMaker): Section {
  return {
    id: make.id('edited'),
    heading: 'Edited outputs',
    text: [
      'Judges edited an output without seeing source or reference; others said whether the result is acceptable. The reference was edited like the outputs, to see how much can be reached.',
    ],
    figures: [],
    sections: tasks.map(({ task, systems }) => ({
      id: make.id(`edited ${task}`),
      heading: task,
      figures: [
        charts.dotIntervals({
          id: make.id(`acceptable ${task}`),
          caption: `${task}: share of edited outputs that were acceptable`,
          note: 'Bars are one binomial standard deviation to each side.',
          value: { title: 'share acceptable', digits: 2, from: 0, to: 1 },
          items: systems.map(({ system, share, deviation, isReference }) => ({
            label: system,
            value: share,
            interval: { low: share - deviation, high: share + deviation },
            ...(systems.some((each) => each.isReference) && { group: isReference ? 'reference' : 'system' }),
          })),
        }),
      ],
    })),
  };
}
