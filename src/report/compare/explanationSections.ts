/** Why systems differ, as sections of a page. */
import type { Explanation } from '../../compare/index.ts';
import type { CompareReport } from './compareReport.ts';
import type { FigureMaker } from '../page/figureMaker.ts';
import type { Section } from '../page/page.ts';
import type { Table } from '../table.ts';
import { partsWarnings } from './comparisonSentences.ts';
import {
  accuracyTables,
  bleuTables,
  divisionTables,
  ngramTables,
  referenceTable,
  segmentTables,
} from './explanationTables.ts';

const digits = 2;

export function explanationSections(report: CompareReport, explanation: Explanation, make: FigureMaker): Section[] {
  const { divisions, accuracies, pairs, references } = explanation;
  const { systems } = report;
  const section = (heading: string, tables: readonly Table[], text: readonly string[] = []): Section => ({
    id: make.id(heading),
    heading,
    ...(text.length > 0 && { text }),
    figures: tables.map((table) => make.table(table.caption ?? heading, table, table.caption ?? heading)),
  });
  const parent = (heading: string, text: readonly string[], sections: readonly Section[]): Section => ({
    id: make.id(heading),
    heading,
    text,
    figures: [],
    sections,
  });
  return [
    parent(
      'Parts of the test set',
      [
        'Each part is tested by itself, and p corrected over the parts of a division.',
        ...partsWarnings(report, explanation),
      ],
      divisions.map((division) => section(`By ${division.name}`, divisionTables(report, division, digits))),
    ),
    section(
      'Words',
      [
        ...accuracies.flatMap((accuracy) => accuracyTables(report, accuracy, 1)),
        ...(references ? [referenceTable(report, references)] : []),
      ],
      ['F of the words of each class: how many of an output are in the reference, and of the reference in the output.'],
    ),
    parent(
      'What makes the difference',
      [],
      pairs.map((pair) =>
        section(`${systems[pair.first]!} and ${systems[pair.second]!}`, [
          ...bleuTables(report, pair, digits),
          ...ngramTables(report, pair),
          ...segmentTables(report, pair, digits),
        ]),
      ),
    ),
  ];
}
