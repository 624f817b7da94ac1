/** The command that Studio shows: what a shell makes of it, and which options it has. */
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { Settings, TextsRequest } from '../../web/studio/desk/messages.ts';
import { commandLine, quoted } from '../../web/studio/commandLine.ts';
import { settingsFromHash, settingsHash } from '../../web/studio/settingsLink.ts';
import { usualSettings } from '../../web/studio/studioStore.ts';

const words = ['plain', 'a b', "it's", '"x"', '$HOME', '`ls`', '*', '~', 'a;b', 'a&b', '=x', 'a=b', 'é', '日本', '!', '\\', '', '#x', 'bleu(tok=13a)', 'a\nb', "''"]; // prettier-ignore

describe('quoting', () => {
  it.skipIf(process.platform === 'win32')('is undone by a shell', () => {
    const script = `for word in ${words.map(quoted).join(' ')}; do printf '%s\\0' "$word"; done`;
    const read = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
    expect(read).toEqual(words);
  });

  it('leaves plain words alone', () => expect(['a.txt', 'runs/b-1.txt', '0.5', 'x=y'].map(quoted)).toEqual(['a.txt', 'runs/b-1.txt', '0.5', 'x=y'])); // prettier-ignore
});

const texts = { files: ['a.txt', 'b.txt'], references: ['ref.txt'] };
const two = { systems: ['a', 'b'], labels: [] };
const line = (settings: Partial<Settings> = {}, request: Partial<TextsRequest> = {}, loaded: { systems: string[]; labels: { name: string; values: string[] }[] } = two, scoreFiles: string[] = []) =>
  commandLine({ request: { ...texts, ...request }, settings: { ...usualSettings, ...settings }, loaded, scoreFiles }); // prettier-ignore

const one = { systems: ['a'], labels: [] };
const parts = {
  systems: ['a'],
  labels: [
    { name: 'domain', values: ['x', 'y'] },
    { name: 'all', values: ['x'] },
    { name: 'id', values: Array.from({ length: 21 }, String) },
  ],
};

describe('the command', () => {
  it.each<[string, string]>([
    [line(), 'assay compare -r ref.txt a.txt b.txt --why'],
    [line({}, { references: ['r 1.txt', '-r2.txt'] }), "assay compare -r 'r 1.txt' -r ./-r2.txt a.txt b.txt --why"],
    [line({}, { sources: 's.txt', labels: 'l.tsv', names: ['A', "B's"] }), "assay compare -r ref.txt -s s.txt -l l.tsv -n A -n 'B'\\''s' a.txt b.txt --why"],
    [line({}, { columns: { hypothesis: ['mt', 'pe'], reference: ['ref'] } }), 'assay compare -r ref.txt a.txt b.txt --columns hypothesis=mt,hypothesis=pe,reference=ref --why'],
    [line({ metrics: ['bleu', 'ter'], primary: 'ter' }), 'assay compare -r ref.txt a.txt b.txt -m bleu ter --primary ter --why'],
    [line({ primary: 'bleu' }), 'assay compare -r ref.txt a.txt b.txt --why'],
    [line({}, {}, two, ['s.tsv']), 'assay compare -r ref.txt a.txt b.txt --scores s.tsv --why'],
    [line({ baseline: 'a', test: 'sign', correct: 'bh', unit: 'segment', interval: 'bca', samples: 500, seed: 1, level: 99, alpha: 0.01 }), 'assay compare -r ref.txt a.txt b.txt --baseline a --test sign --correct bh --unit segment --interval bca --samples 500 --seed 1 --level 99 --alpha 0.01 --why'],
    [line({}, { files: ['a.txt'] }, one), 'assay score -r ref.txt a.txt --confidence --samples 10000'],
    [line({ samples: 1000 }, { files: ['a.txt'] }, one, ['s.json']), 'assay score -r ref.txt a.txt --scores s.json --confidence'],
    [line({ samples: 1000, test: 'sign' }, { files: ['a.txt'] }, one), 'assay score -r ref.txt a.txt --confidence'],
    [line({ samples: 1000 }, { files: ['a.txt'] }, parts), 'assay score -r ref.txt a.txt --by domain --confidence'],
  ])('%s', (made, expected) => expect(made).toBe(expected)); // prettier-ignore
});

describe('a link with settings', () => {
  it.each<Partial<Settings>>([
    {},
    { metrics: ['bleu(tok=13a)', 'chrf'], primary: 'chrf' },
    { test: 'sign', correct: 'none', unit: 'document', samples: 5, seed: 0, level: 99.5, alpha: 0.1, interval: 'bca', baseline: 'a & b = c' },
  ])('gives back %j', (settings) => {
    const all = { ...usualSettings, ...settings };
    expect(settingsFromHash(settingsHash(all))).toEqual({ settings: all, refused: [] });
  }); // prettier-ignore

  it.each<[string, string[]]>([
    ['samples=0', ['samples']],
    ['samples=1e99', ['samples']],
    ['level=100', ['level']],
    ['seed=', ['seed']],
    ['unit=page&texts=secret', ['unit', 'texts']],
    ['metric=', ['metrics']],
  ])('refuses %s', (link, refused) => {
    expect(settingsFromHash(`#settings/${link}`)).toEqual({ settings: usualSettings, refused });
  });

  it('is not any other address', () => expect(settingsFromHash('#segment=7')).toBeUndefined());
});
