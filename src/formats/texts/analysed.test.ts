/** Formats of texts that also hold analyses of their words: CoNLL-U and factored text. */
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { faultOf, readFiles } from '../../data/testing/files.ts';

const line = (id: string, form: string) => `${id}\t${form}${'\t_'.repeat(8)}\n`;

describe('CoNLL-U', () => {
  const first = `# sent_id = 1\n# text = It's big.\n${['It', "'s", 'big', '.'].map((form, i) => line(String(i + 1), form)).join('')}`;
  const second = `${line('1-2', 'au')}${line('1', 'à')}${line('2', 'le')}${line('3', 'lit')}`;

  it('has a segment for each sentence: the text that a comment says, or the words as they are written', async () => {
    const task = await readFiles(
      { 'r.conllu': `${first}\n${second}`, 's.conllu.gz': gzipSync(`${first}\n\n# text =\n\n`), 't.txt': 'a\nb\n' },
      { files: ['s.conllu.gz'], references: ['r.conllu'], sources: 'r.conllu' },
    );
    expect(task).toMatchObject({
      systems: ['s'],
      hypotheses: [["It's big.", '']],
      references: [["It's big."], ['au lit']],
      sources: ["It's big.", 'au lit'],
    });
  });

  const faults: [name: string, text: string, message: string][] = [
    ['sentences are missing', first, 's.conllu has 1 segment, r.txt has 2 lines. All files must have the same segments.'],
    ['a broken line', `${first}\n1\ta\n`, 's.conllu, line 8: 2 tab-separated fields, expected 10 (ID, FORM, LEMMA, UPOS, XPOS, FEATS, HEAD, DEPREL, DEPS, MISC).'],
    ['another text than its words', `${first}\n# text = au lite\n${second}`, 's.conllu, line 8: the text is "au lite", but the words below are "au lit". Their characters must be the same; white space can differ.'],
    ['no sentences', '\n\n', 's.conllu has no sentences.'],
    ['nothing', '', 's.conllu is empty: it has no lines.'],
  ]; // prettier-ignore
  it.each(faults)('is refused: %s', async (_, text, message) => {
    const contents = { 's.conllu': text, 'r.txt': 'a\nb\n' };
    expect(await faultOf(contents, { files: ['s.conllu'], references: ['r.txt'] })).toBe(message);
  });
});

describe('factored text', () => {
  it('has the words of each line', async () => {
    const task = await readFiles(
      {
        'r.factored': 'Die|der|ART Häuser|Haus|NN\n\na&#124;b|x|y\n',
        's.txt': '# tag|word\nART|Das NN|Haus\nX|x\nY|y\n',
      },
      { files: ['s.txt'], format: 'factored', references: ['r.factored'], emptyReferences: 'keep' },
    );
    expect(task).toMatchObject({
      systems: ['s'],
      hypotheses: [['Das Haus', 'x', 'y']],
      references: [['Die Häuser'], [''], ['a|b']],
    });
  });

  const faults: [name: string, text: string, message: string][] = [
    ['a line without factors', 'a|b|c\na b', 's.factored, line 2, word 1: "a" has 1 field, expected 3 (word|lemma|tag). Write a bar in a word as &#124;. To name other factors, start the file with a line such as # word|tag.'],
    ['a hole', '# word|tag\na|\n', 's.factored, line 2, word 1: the tag of "a|" is empty. Fill it in.'],
    ['only a first line', '# word|tag\n', 's.factored has a header and no text.'],
  ]; // prettier-ignore
  it.each(faults)('is refused: %s', async (_, text, message) => {
    const contents = { 's.factored': text, 'r.txt': 'a\nb\n' };
    expect(await faultOf(contents, { files: ['s.factored'], references: ['r.txt'] })).toBe(message);
  });
});
