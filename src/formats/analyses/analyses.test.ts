import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Factor, factorNames } from '../../text/index.ts';
import { AnalysisStore, holdsAnalyses, readAnalyses } from './index.ts';

/** The analyses of files, by name. */
function storeOf(files: Readonly<Record<string, string>>): AnalysisStore {
  const store = new AnalysisStore();
  for (const [name, text] of Object.entries(files)) store.add(name, readAnalyses(name, text.split('\n')));
  return store;
}

/** All that is said of a text. */
const saidOf = (store: AnalysisStore, text: string): Record<string, readonly string[]> => {
  const analysis = store.analyse([], text);
  return Object.fromEntries(store.factors.map((factor) => [factor, analysis[factor]!]));
};

/** Lines of words: form, lemma, UPOS and XPOS. */
const conllu = (...words: string[]): string =>
  words.map((word, i) => `${i + 1}\t${word.split(' ').join('\t')}\t_\t_\t_\t_\t_\n`).join('');

describe('CoNLL-U', () => {
  it('tells lemmas, and tags of the language or else universal ones', () => {
    const store = storeOf({ 'a.conllu': `# text = Die Häuser\n${conllu('Die der DET ART', 'Häuser Haus NOUN _')}` });
    const said = { word: ['Die', 'Häuser'], lemma: ['der', 'Haus'], tag: ['ART', 'NOUN'] };
    expect(saidOf(store, 'Die Häuser')).toEqual(said);
    expect(saidOf(store, ' DieHäuser\u00a0')).toEqual(said); // white space does not matter
  });

  it('has ranges for what is written as one word, and nodes for words that are not there', () => {
    const line = (id: string, rest: string) => `${id}\t${rest}\t_\t_\t_\t_\t_\n`;
    const text =
      '# newdoc\n# text = Vámonos al mar.\n' +
      line('1-2', 'Vámonos\t_\t_\t_') +
      line('1', 'Vamos\tir\tVERB\t_') +
      line('2', 'nos\tnosotros\tPRON\t_') +
      line('2.1', 'nada\tnada\tX\t_') +
      line('3-4', 'al\t_\t_\t_') +
      line('3', 'a\ta\tADP\t_') +
      line('4', 'el\tel\tDET\t_') +
      line('5', 'mar\tmar\tNOUN\t_') +
      line('6', '.\t.\tPUNCT\t_');
    const store = storeOf({ 'a.conllu': text });
    for (const form of ['Vámonos al mar.', 'Vamos nos a el mar .']) {
      expect(saidOf(store, form).word).toEqual(['Vamos', 'nos', 'a', 'el', 'mar', '.']);
    }
  });

  it('may have an empty text, a word that is an underscore, and no comment', () => {
    const store = storeOf({ 'a.conllu': `\n# text =\n\n\n${conllu('_ _ SYM _')}\n${conllu('b c X Y')}\n\n` });
    expect(saidOf(store, '')).toEqual({ word: [], lemma: [], tag: [] });
    expect(saidOf(store, '_')).toEqual({ word: ['_'], lemma: ['_'], tag: ['SYM'] });
    expect(saidOf(store, 'b').lemma).toEqual(['c']);
  });

  it('with holes is refused only if they are asked for', () => {
    const store = storeOf({ 'a.conllu': conllu('big _ ADJ _', 'houses _ _ _') });
    expect(store.analyse([], 'big houses').word).toEqual(['big', 'houses']);
    expect(() => store.analyse([], 'big houses').lemma).toThrow('a.conllu, line 1: "big" has no lemma. Fill in LEMMA.');
    expect(() => store.analyse([], 'big houses').tag).toThrow(
      'a.conllu, line 2: "houses" has no tag. Fill in XPOS or UPOS.',
    );
  });

  const faults: [name: string, text: string, message: string][] = [
    ['too few fields', '1\ta\tb\n', 'a.conllu, line 1: 3 tab-separated fields, expected 10 (ID, FORM, LEMMA, '],
    ['a number too high', `${conllu('a a X _')}3\tb\tb\tX\t_\t_\t_\t_\t_\t_`, 'a.conllu, line 2: ID 3, expected 2.'],
    ['no number', 'x\tb\tb\tX\t_\t_\t_\t_\t_\t_', 'a.conllu, line 1: ID x, expected 1.'],
    ['no form', '1\t \tb\tX\t_\t_\t_\t_\t_\t_', 'a.conllu, line 1: the word has no FORM.'],
    ['no empty line', `${conllu('a a X _')}# text = b\n`, 'a.conllu, line 2: a comment inside a sentence.'],
    ['a range out of place', '2-3\tb\tb\tX\t_\t_\t_\t_\t_\t_', 'a.conllu, line 1: the range 2-3 must start with word 1.'],
    ['a range too long', `1-3\tab\t_\t_\t_\t_\t_\t_\t_\t_\n${conllu('a a X _', 'b b X _')}`, 'a.conllu, line 1: a range ends with word 3, which is missing.'],
    ['no words', '# text = a\n\n', 'a.conllu, line 1: a sentence without words.'],
    ['another text', `# sent_id = 1\n# text = a c\n${conllu('a a X _', 'b b X _')}`, 'a.conllu, line 2: the text is "a c", but the words below are "a b".'],
    ['an empty text of words', `# text =\n${conllu('a a X _')}`, 'a.conllu, line 1: the text is "", but the words below are "a".'],
    ['nothing', '\n \n', 'a.conllu is empty: it has no analyses.'],
  ]; // prettier-ignore
  it.each(faults)('is refused: %s', (_, text, message) => {
    expect(() => storeOf({ 'a.conllu': text })).toThrow(message);
  });
});

describe('factored text', () => {
  it('has words, lemmas and tags, or what its first line says', () => {
    const store = storeOf({ 'a.factored': 'Die|der|ART  Häuser|Haus|NN\n\na&#124;b|x&#124;|&amp;' });
    expect(saidOf(store, 'Die Häuser')).toEqual({
      word: ['Die', 'Häuser'],
      lemma: ['der', 'Haus'],
      tag: ['ART', 'NN'],
    });
    expect(saidOf(store, 'a|b')).toEqual({ word: ['a|b'], lemma: ['x|'], tag: ['&amp;'] });
    const named = storeOf({ 'a.factored': '# tag|word|align\nART|Die|- NN|Häuser|0,2' });
    expect(saidOf(named, 'Die Häuser')).toEqual({ word: ['Die', 'Häuser'], tag: ['ART', 'NN'], align: ['-', '0,2'] });
  });

  const faults: [name: string, text: string, message: string][] = [
    ['too few fields', 'a|b|c\na|b|c d|e', 'a.factored, line 2, word 2: "d|e" has 2 fields, expected 3 (word|lemma|tag).'],
    ['a plain word', 'a|b|c d', 'a.factored, line 1, word 2: "d" has 1 field, expected 3 (word|lemma|tag).'],
    ['a hole', 'a||c', 'a.factored, line 1, word 1: the lemma of "a||c" is empty. Fill it in.'],
    ['no word', '|b|c', 'a.factored, line 1, word 1: the word of "|b|c" is empty. Fill it in.'],
    ['an unknown factor', '# word|pos', 'a.factored, line 1: "pos" is not a factor. Known: word, lemma, '],
    ['a factor twice', '# word|tag|tag', 'a.factored, line 1: tag is named twice. Remove one of them.'],
    ['no words', '# lemma|tag', 'a.factored, line 1: word must be among the factors, as in # word|lemma|tag.'],
    ['no positions', '# word|align\na|x', 'a.factored, line 2, word 1: "x" is not a valid align value. Expected positions of source words'],
  ]; // prettier-ignore
  it.each(faults)('is refused: %s', (_, text, message) => {
    expect(() => storeOf({ 'a.factored': text })).toThrow(message);
  });
});

describe('a table', () => {
  it('has a column for each factor', () => {
    const store = storeOf({
      'a.tsv': "Text\tword\ttag\tSemPos\nIt's big.\tIt 's  big .\tP V A .\tn.pron v adj -\n\t\t\t",
    });
    expect(saidOf(store, "It's big.")).toEqual({
      word: ['It', "'s", 'big', '.'],
      tag: ['P', 'V', 'A', '.'],
      sempos: ['n.pron', 'v', 'adj', '-'],
    });
    expect(saidOf(store, '').tag).toEqual([]);
    expect(saidOf(storeOf({ 'a.tsv': 'text\tlemma\nbig  houses\tbig house' }), 'big houses').word).toEqual([
      'big',
      'houses',
    ]);
  });

  const alignments: [typed: string, read: string[]][] = [
    ['0-0 1-2', ['0', '-', '1']],
    ['5-1 2-1 2-1', ['-', '2,5', '-']],
    ['', ['-', '-', '-']],
    ['0 - 1,2', ['0', '-', '1,2']],
    ['0 1 2', ['0', '1', '2']],
  ];
  it.each(alignments)('has alignments by word or as Moses writes them: %s', (typed, read) => {
    expect(saidOf(storeOf({ 'a.tsv': `word\talign\na b c\t${typed}` }), 'a b c').align).toEqual(read);
  });

  const faults: [name: string, text: string, message: string][] = [
    ['an unknown column', 'word\ttags\na\tb', 'a.tsv, line 1: unknown column "tags". Did you mean tag? The first line must name the columns.'],
    ['a column twice', 'word\tword\na\tb', 'a.tsv, line 1: word is named twice. Remove one of them.'],
    ['no words', 'lemma\ttag\na\tb', 'a.tsv, line 1: the words are missing. Name a column word or text.'],
    ['too many fields', 'word\ttag\na\tb\tc', 'a.tsv, line 2: 3 fields, expected 2 (word, tag).'],
    ['too few values', 'word\ttag\na b\tc', 'a.tsv, line 2: tag has 1 value for 2 words.'],
    ['a link to no word', 'word\talign\na b\t0-2', 'a.tsv, line 2: align 0-2 names word 2, but words are numbered from 0 to 1. Links are source-target, counted from 0.'],
    ['no alignment', 'word\talign\na b\t0-1 x', 'a.tsv, line 2: "0-1" is not a valid align value.'],
  ]; // prettier-ignore
  it.each(faults)('is refused: %s', (_, text, message) => {
    expect(() => storeOf({ 'a.tsv': text })).toThrow(message);
  });
});

describe('several files', () => {
  const both = (a: string, b: string) => storeOf({ 'a.factored': a, 'b.factored': b });

  it('may say the same twice, or more of the same words', () => {
    expect(saidOf(both('a|b|c', 'a|b|c'), 'a').lemma).toEqual(['b']);
    const more = storeOf({
      'b.tsv': 'word\talign\na b\t0-1',
      'a.conllu': `# text = ab\n${conllu('a x X _', 'b y Y _')}`,
    });
    for (const text of ['ab', 'a b']) {
      expect(saidOf(more, text)).toEqual({ word: ['a', 'b'], lemma: ['x', 'y'], tag: ['X', 'Y'], align: ['-', '0'] });
    }
  });

  it('must not say different things', () => {
    expect(() => both('z|z|z\na|b|c', 'a|b|d')).toThrow(
      '"a" has two analyses: a.factored, line 2 and b.factored, line 1 differ (the tag of word 1 is "c" and "d"). Make them the same.',
    );
    expect(() => both('a|b|c', 'a|b|c\na|x|c')).toThrow('(the lemma of word 1 is "b" and "x")');
    expect(() => storeOf({ 'a.tsv': 'text\tword\nab  c\ta b c', 'b.factored': 'ab|x|x c|x|x' })).toThrow(
      '"ab c" has two analyses: a.tsv, line 2 and b.factored, line 1 differ (3 words and 2 words).',
    );
  });

  it('may cut the same characters otherwise: a text is what it is with its white space', () => {
    const store = both('can|can|MD not|not|RB go|go|VB', 'cannot|cannot|MD go|go|VB');
    expect(saidOf(store, 'can not  go').word).toEqual(['can', 'not', 'go']);
    expect(saidOf(store, ' cannot\u00a0go').lemma).toEqual(['cannot', 'go']);
    expect(() => store.analyse([], 'cannotgo ')).toThrow(
      '"cannotgo" has two analyses: a.factored, line 1 and b.factored, line 1 split its characters into different words.',
    );
  });

  it('tell all tags', () => {
    expect(both('a|b|c', 'a|b|c\nx|y|b z|z|c').tags).toEqual(['b', 'c']);
  });

  it('may lack a factor that others have, until it is asked for', () => {
    const store = storeOf({ 'a.factored': 'a|b|c', 'b.tsv': 'word\tsempos\nx y\tn v' });
    expect(store.name).toBe('a.factored, b.tsv');
    expect(store.factors).toEqual(['word', 'lemma', 'tag', 'sempos']);
    expect(store.analyse([], 'x y').sempos).toEqual(['n', 'v']);
    expect(() => store.analyse([], 'x y').tag).toThrow('b.tsv, line 2: not every word has the factor tag.');
    expect(() => store.analyse([], 'a').sempos).toThrow('a.factored, line 1: not every word has the factor sempos.');
  });

  it('must hold every text but an empty one', () => {
    const store = both('a|b|c', '__proto__|b|c');
    expect(store.analyse([], '__proto__').word).toEqual(['__proto__']);
    expect(store.analyse([], ' \t').tag).toEqual([]);
    expect(() => store.analyse([], 'constructor')).toThrow(
      'There is no analysis of "constructor" in a.factored, b.factored. Every',
    );
    const long = ` ${'word '.repeat(100_000)}`;
    expect(() => store.analyse([], long)).toThrow(`There is no analysis of "${'word '.repeat(8)}…" in a.factored`);
  });
});

describe('the format', () => {
  const cases: [file: string, text: string, tag: string][] = [
    ['a.CONLLU.gz', conllu('a b _ C'), 'C'],
    ['a', conllu('a b _ C'), 'C'],
    ['a', `# sent_id = 1\n${conllu('a b _ C')}`, 'C'],
    ['a.txt', 'a|b|C', 'C'],
    ['a', '# word|tag\na|C', 'C'],
    ['a.tsv', 'word\ttag\na\tC', 'C'],
    ['a', 'word\ttag\na\tC', 'C'],
  ];
  it.each(cases)('of %s is known: %j', (file, text, tag) => {
    expect(storeOf({ [file]: text }).analyse([], 'a').tag).toEqual([tag]);
  });

  it('of other files is none', () => {
    expect(() => storeOf({ 'a.txt': 'Just a text.\n' })).toThrow('Cannot read a.txt as analyses. Expected CoNLL-U');
  });

  it('tells files of texts that hold their own', () => {
    expect(['a.conllu', 'b.factored.gz', 'c.tsv', 'd.txt', '-'].map((file) => holdsAnalyses(file))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('what is written is read', () => {
  const value = fc.stringMatching(/^[^\s|&#_-][^\s|&]{0,4}$/u);
  const wordsOf = fc.array(fc.record({ word: value, lemma: value, tag: value }), { minLength: 1, maxLength: 6 });
  const factors: Factor[] = ['word', 'lemma', 'tag'];

  const writers: [file: string, write: (words: readonly Record<'word' | 'lemma' | 'tag', string>[]) => string][] = [
    ['a.conllu', (words) => words.map(({ word, lemma, tag }, i) => `${i + 1}\t${word}\t${lemma}\t_\t${tag}${'\t_'.repeat(5)}`).join('\n')],
    ['a.factored', (words) => words.map(({ word, lemma, tag }) => `${word}|${lemma}|${tag}`).join(' ')],
    ['a.tsv', (words) => `tag\tlemma\tword\n${['tag', 'lemma', 'word'].map((factor) => words.map((each) => each[factor as 'word']).join(' ')).join('\t')}`],
  ]; // prettier-ignore
  it.each(writers)('%s', (file, write) => {
    expect(factorNames).toEqual(expect.arrayContaining(factors));
    fc.assert(
      fc.property(wordsOf, (words) => {
        const text = words.map(({ word }) => word).join(' ');
        const expected = Object.fromEntries(
          factors.map((factor) => [factor, words.map((each) => each[factor as 'word'])]),
        );
        expect(saidOf(storeOf({ [file]: write(words) }), text)).toEqual(expected);
      }),
      { numRuns: 100 },
    );
  });
});
