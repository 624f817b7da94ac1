/** CoNLL-U as a text: every sentence is a segment. Lemmas and tags are for those who read analyses. */
import { UsageError } from '../../core/index.ts';
import { sentencesOf, textOf } from '../analyses/conllu.ts';
import { TablePart } from '../table.ts';
import { type Format, openLines } from './format.ts';

export const conllu: Format = {
  id: 'conllu',
  extensions: ['.conllu', '.conll'],
  async open(input, role) {
    const reader = await openLines(input);
    const lines: string[] = [];
    for await (const some of reader.rest()) lines.push(...some);
    const sentences = [...sentencesOf(input.name, lines)].map((sentence) => ({
      text: textOf(sentence),
      line: sentence.line,
    }));
    if (sentences.length === 0) throw new UsageError(`${input.name} holds no sentences.`);
    const texts = sentences.map(({ text }) => text);
    return new TablePart({
      file: input.name,
      size: sentences.length,
      systems: new Map(role === 'output' ? [[undefined, texts]] : []),
      references: new Map(role === 'reference' ? [['', texts]] : []),
      sources: role === 'source' ? texts : undefined,
      labels: new Map(),
      nameOf: (segment) => `line ${sentences[segment]!.line}`,
      keys: undefined,
      partialReferences: false,
      notes: [],
    });
  },
};
