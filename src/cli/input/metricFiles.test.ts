import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withFiles } from '../../data/testing/files.ts';
import { newModel } from '../../metrics/combined/learned/model.ts';
import { commands } from '../commands/index.ts';
import { filesOfMetrics } from './metricInput.ts';
import { runTyped } from '../testing/runTyped.ts';

describe('files of metrics', () => {
  it.each<[typed: string, files: string[]]>([
    ['bleu', []],
    ['none', []],
    ['bleu(tok=', []],
    ['terp(phrases=ph.txt,stoplist=stop.txt)', ['ph.txt', 'stop.txt']],
    ['terp(phrases=ph.txt@sha256:0123456789ab)', ['ph.txt']],
    ['wpf(analyses=a.tsv; b.conllu@sha256:0123456789ab)', ['a.tsv', 'b.conllu']],
    ['ulc(of=bleu+wpf(analyses=a.tsv;b.tsv)+terp(phrases=ph.txt))', ['a.tsv', 'b.tsv', 'ph.txt']],
    ['learned:no.json', ['no.json']],
    ['bleu(tok=spm,model=a.model)', ['a.model']],
  ])('%s', (typed, files) => expect(filesOfMetrics([typed])).toEqual(files));

  it('are those of features, too', () => {
    expect(filesOfMetrics(['chrf', 'meteor(paraphrases=t.gz)::parts'])).toEqual(['t.gz']);
  });

  it('are those that the features of a learned metric name', () => {
    const weighed = { mean: 0, scale: 1, weight: 1 };
    const metrics = ['chrf', 'terp(phrases=ph.txt)', 'learned:m.json', 'ulc(of=learned:m.json)'];
    const features = metrics.map((metric) => ({ metric, ...weighed }));
    const model = JSON.stringify(newModel({ kind: 'pairwise', intercept: 0, features }));
    return withFiles({ 'm.json': model, 'n.json': '7' }, (directory) => {
      const [good, bad] = ['m.json', 'n.json'].map((name) => join(directory, name));
      expect(filesOfMetrics([`learned:${good}`, `learned:${bad}`])).toEqual([good, 'ph.txt', bad]);
      return Promise.resolve();
    });
  });
});

describe('files that a metric reads are not overwritten', () => {
  const table = 'terp(phrases=ph.txt)';
  it.each([
    'score -r r.txt a.txt -m learned:ph.txt -o ph.txt',
    `score -r r.txt a.txt -m ${table} --segments ph.txt`,
    `score -r r.txt a.txt -m ulc(of=bleu+${table}) --documents ph.txt`,
    'score -r r.txt a.txt -m wpf(analyses=ph.txt) -o ph.txt',
    `compare -r r.txt a.txt b.txt -m ${table} -o ph.txt`,
    `align -r r.txt a.txt -m ${table} -o ph.txt`,
    `meta task -m ${table} -o ph.txt`,
    `task task -m ${table} -o ph.txt`,
    `learn task --features ${table} --model ph.txt`,
    `learn task --features ${table}::parts -o ph.txt`,
    `learn task -b ${table} --model ph.txt`,
    `paradox deletion a.txt -r r.txt -m ${table} -o ph.txt`,
    `paradox deletion a.txt -r r.txt --objective ${table} -o ph.txt`,
    `tune a.txt -r r.txt -m ${table} --write-weights ph.txt`,
    `rerank a.txt -r r.txt -w w.txt -m ${table} -o ph.txt`,
    `mbr a.txt -m ${table} --choices ph.txt`,
    `mbr a.txt -r r.txt --score ${table} --translations ph.txt`,
    `oracle a.txt -r r.txt -m ${table} --translations ph.txt`,
  ])('%s', (line) =>
    withFiles({ 'ph.txt': 'table', 'task/x': '' }, async (directory) => {
      const [name, ...typed] = line.split(' ');
      const place = (word: string) => word.replace(/\b(?:ph\.txt|task)/, (file) => join(directory, file));
      const run = runTyped(
        commands.find((each) => each.name === name)!,
        typed.map(place),
      );
      await expect(run).rejects.toThrow(`${join(directory, 'ph.txt')} is read by the same command; name another file`);
      expect(readFileSync(join(directory, 'ph.txt'), 'utf8')).toBe('table');
    }),
  );
});
