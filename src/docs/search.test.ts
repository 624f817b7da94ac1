import { describe, expect, it } from 'vitest';
import { type EntryKind, type SearchEntry, searchOf } from './search.ts';

const entry = (page: number, kind: EntryKind, title: string, anchor: string, text = ''): SearchEntry => ({ page, kind, title, anchor, text }); // prettier-ignore
const search = searchOf({
  pages: [
    { address: 'commands.html', title: 'Commands', section: 'Reference' },
    { address: 'bleu.html', title: 'BLEU (`bleu`)', section: 'Reference' },
    { address: 'score.html', title: 'Scoring', section: 'Start' },
    { address: 'chrf.html', title: 'chrF2 (`chrf`)', section: 'Reference' },
    { address: 'changelog.html', title: 'Changelog', section: '' },
    { address: 'agreement.html', title: 'Do the judges agree?', section: 'Understand' },
  ],
  entries: [
    entry(0, 'page', 'Commands', ''),
    entry(0, 'command', 'assay score', 'assay-score', 'Score outputs by BLEU.'),
    entry(0, 'option', '`-m, --metric <metric...>`', 'assay-score--metric', 'metrics such as bleu'),
    entry(0, 'command', 'assay meta', 'assay-meta'),
    entry(0, 'option', '`-m, --metric <metric...>`', 'assay-meta--metric', 'metrics'),
    entry(1, 'metric', 'BLEU (`bleu`)', '', 'Precision of word n-grams.'),
    entry(1, 'option', '`tok`', 'option-tok', 'tokenizer'),
    entry(
      2,
      'page',
      'Scoring',
      '',
      `${'Long words about nothing. '.repeat(20)}Café and naïve scores of BLEU. The end.`,
    ),
    entry(3, 'metric', 'chrF2 (`chrf`)', ''),
    entry(4, 'page', 'Changelog', ''),
    entry(4, 'section', 'Unreleased', 'unreleased', 'Judges agree by κ.'),
    entry(5, 'section', 'Strength', 'strength', 'κ of judges'),
  ],
});
const addresses = (query: string) => search(query).map(({ address }) => address);

describe('the search', () => {
  it.each([
    ['bleu', 'bleu.html'],
    ['BLEU', 'bleu.html'],
    ['chrf2', 'chrf.html'],
    ['score', 'commands.html#assay-score'],
    ['assay score', 'commands.html#assay-score'],
    ['scor', 'commands.html#assay-score'],
    ['scoring', 'score.html'],
    ['-m', 'commands.html#assay-score--metric'],
    ['--metric', 'commands.html#assay-score--metric'],
    ['meta -m', 'commands.html#assay-meta--metric'],
    ['assay meta --metric', 'commands.html#assay-meta--metric'],
    ['bleu tok', 'bleu.html#option-tok'],
    ['cafe', 'score.html'],
    ['  Naive   SCORES ', 'score.html'],
    ['kappa', 'agreement.html#strength'],
    ['κ', 'agreement.html#strength'],
    ['changelog', 'changelog.html'],
    ['how to do the scoring', 'score.html'],
    ['What is tok in BLEU', 'bleu.html#option-tok'],
  ])('for “%s” finds %s first', (query, address) => expect(addresses(query)[0]).toBe(address));

  it.each([[''], [' '], ['xyzzy'], ['bleu xyzzy'], ['leu'], ['.*'], ['(']])('for “%s” finds nothing', (query) =>
    expect(addresses(query)).toEqual([]),
  );

  it('finds every entry that has all words', () => {
    expect(addresses('bleu').toSorted()).toEqual(
      ['bleu.html', 'bleu.html#option-tok', 'commands.html#assay-score', 'commands.html#assay-score--metric', 'score.html'].toSorted(), // prettier-ignore
    );
    expect(search('bleu', 2).length).toBe(2);
  });

  it('says where a result is, and shows the words around the first one found', () => {
    expect(search('--metric')[1]).toMatchObject({ title: '-m, --metric <metric...>', place: 'Reference › Commands › assay meta', kind: 'option' }); // prettier-ignore
    expect(search('bleu tok')[0]).toMatchObject({ place: 'Reference › BLEU (bleu)' });
    const [found] = search('naïve end');
    expect(found!.snippet.map(({ text }) => text).join('')).toMatch(/^… .*Café and naïve scores of BLEU\. The end\.$/);
    expect(found!.snippet.filter(({ isFound }) => isFound).map(({ text }) => text)).toEqual(['naïve', 'end']);
    const [one] = search('the end of');
    expect(one!.snippet.filter(({ isFound }) => isFound).map(({ text }) => text)).toEqual(['end']);
  });
});
