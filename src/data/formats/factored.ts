/** Factored text as a text: the words of each line; their other factors are for those who read analyses. */
import { UsageError } from '../../core/index.ts';
import { FactoredReader } from '../analyses/factored.ts';
import { LinePart } from '../linePart.ts';
import { type Format, openLines } from './format.ts';
import { linesAs } from './text.ts';

export const factored: Format = {
  id: 'factored',
  extensions: ['.factored'],
  async open(input, role) {
    const lines = await openLines(input);
    const reader = new FactoredReader(input.name, lines.peek());
    lines.take(reader.headerLines);
    if ((await lines.offer(1, 1)) === 0) throw new UsageError(`${input.name} has a first line and no text.`);
    const textsOf = (some: readonly string[], before: number) =>
      some.map((line, i) => reader.textOf(line, before + i + 1));
    return new LinePart(input.name, lines, linesAs(role, textsOf));
  },
};
