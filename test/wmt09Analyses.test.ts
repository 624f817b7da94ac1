/** What scripts/reproduceWmt09 makes of the words of other tools, without those tools. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alignTable, cutText, severalSources } from '../scripts/reproduceWmt09/analyses/alignTable.ts';
import { keptFile } from '../scripts/reproduceWmt09/analyses/keptFile.ts';
import { run } from '../scripts/reproduceWmt09/analyses/programs.ts';
import { semposOf, tagTable, taggedWords } from '../scripts/reproduceWmt09/analyses/tagTable.ts';
import { allMetrics, tasks, typedFor } from '../scripts/reproduceWmt09/metricList.ts';
import { AnalysisStore, readAnalyses } from '../src/formats/index.ts';
import { parseMetric } from '../src/engine/index.ts';

/** What a table tells metrics about a text. */
function analysed(table: string, text: string) {
  const store = new AnalysisStore();
  store.add('made.tsv', readAnalyses('made.tsv', table.replace(/\n$/, '').split('\n')));
  return store.analyse([], text);
}

describe('tags', () => {
  it('reads what a tagger writes', () => {
    expect(taggedWords('Les_DET a_b_NOUN 1 200_NUM ._PUNCT')).toEqual([
      { word: 'Les', tag: 'DET' },
      { word: 'a_b', tag: 'NOUN' },
      { word: '1200', tag: 'NUM' },
      { word: '.', tag: 'PUNCT' },
    ]);
    expect(taggedWords('')).toEqual([]);
    expect(() => taggedWords('Les_DET enfants')).toThrow('"enfants" does not begin with a word and its tag.');
  });

  it.each([
    ['maisons', 'NOUN', 'n.denot'],
    ['Prague', 'PROPN', 'n.denot'],
    ['deux', 'NUM', 'n.quant.def'],
    ['joué', 'VERB', 'v'],
    ['ont', 'AUX', '-'],
    ['hier', 'ADV', 'adv.denot'],
    ['Pas', 'ADV', '-'],
    ['.', 'PUNCT', '-'],
  ])('%s as %s is %s', (word, tag, sempos) => expect(semposOf({ word, tag })).toBe(sempos));

  it('makes a table that metrics can read', () => {
    const lemmas = new Map([['à', 'à'], ['les', 'le'], ['Jardins', 'Jardin']]); // prettier-ignore
    const table = tagTable(['Aux Jardins'], [taggedWords('à_ADP les_DET Jardins_NOUN')], lemmas);
    expect(analysed(table, 'Aux Jardins')).toMatchObject({
      word: ['à', 'les', 'Jardins'],
      lemma: ['à', 'le', 'jardin'],
      tag: ['ADP', 'DET', 'NOUN'],
      sempos: ['-', '-', 'n.denot'],
    });
  });
});

describe('alignments', () => {
  const source = cutText('It’s late, Tom.');
  const other = cutText('Late? No.');
  const pair = (from: typeof source, text: string) => ({ source: from, text, target: cutText(text) });

  it('cuts words and knows where they were between spaces', () => {
    expect(source).toEqual({ words: ['it', '’', 's', 'late', ',', 'tom', '.'], spaced: [0, 0, 0, 1, 1, 2, 2] });
  });

  it('links words with those of the source between spaces', () => {
    const table = alignTable([pair(source, 'Tard, Tom.')], ['3-0 4-1 5-2 6-3 2-0']);
    expect(analysed(table, 'Tard, Tom.')).toMatchObject({
      word: ['tard', ',', 'tom', '.'],
      align: ['0,1', '1', '2', '2'],
    });
  });

  it('keeps what a text has with all of its sources', () => {
    const pairs = [pair(source, 'Tard.'), pair(other, 'tard .'), pair(source, 'Tom')];
    expect(severalSources(pairs)).toBe(1);
    // Between spaces 1-0 and 2-1 with the first source; 1-0, 1-1 and 0-0 with the second.
    const table = alignTable(pairs, ['3-0 6-1', '2-0 3-1 0-0', '']);
    expect(analysed(table, 'Tard.')).toMatchObject({ align: ['1', '-'] });
    expect(analysed(table, 'tard .')).toMatchObject({ align: ['1', '-'] });
    expect(analysed(table, 'Tom')).toMatchObject({ word: ['tom'], align: ['-'] });
  });
});

describe('tools of others', () => {
  let folder: string;
  beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'assay-analyses-'))));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('are asked once for the same', async () => {
    const path = join(folder, 'fr.tsv');
    let asked = 0;
    const make = (...ingredients: string[]) => keptFile(path, ingredients, () => Promise.resolve(`made ${++asked}`));
    await make('1', 'ab', 'c');
    await make('1', 'ab', 'c');
    expect(readFileSync(path, 'utf8')).toBe('made 1');
    await make('1', 'a', 'bc');
    expect(readFileSync(path, 'utf8')).toBe('made 2');
    // As if it had been interrupted.
    writeFileSync(`${path}.key`, '');
    await make('1', 'a', 'bc');
    expect(readFileSync(path, 'utf8')).toBe('made 3');
    expect(existsSync(`${path}.part`)).toBe(false);
  });

  it('are named if they are missing', async () => {
    const missing = { command: join(folder, 'no-such-program'), install: 'Tags need a tagger: install one.' };
    await expect(run(missing, [])).rejects.toMatchObject({ name: 'UsageError', message: missing.install });
  });

  it('are quoted if they fail', async () => {
    const node = { command: process.execPath, install: '' };
    expect(await run(node, ['-e', 'process.stdin.pipe(process.stdout)'], { input: 'été' })).toBe('été');
    await expect(run(node, ['-e', 'console.error("no network"); process.exit(3)'])).rejects.toThrow(
      'failed:\nno network',
    );
  });
});

it.each(tasks)('every metric of the guide can be typed for %s', (task) => {
  for (const metric of allMetrics) expect(() => parseMetric(typedFor(metric, task)), metric.label).not.toThrow();
});
