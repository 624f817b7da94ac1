import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { UsageError, systemScore } from '../../core/index.ts';
import { type TaskPart, openSharedTask } from '../../data/index.ts';
import { withFiles } from '../../data/testing/files.ts';
import { measureAll } from '../../measure/index.ts';
import { bleu, chrf, nist, ter } from '../../metrics/index.ts';
import { scoreOutputs } from './scoreOutputs.ts';

const example = fileURLToPath(new URL('../../../examples/task', import.meta.url));
const [part] = (await openSharedTask(example)).parts as [TaskPart];
const lines = (path: string): string[] => readFileSync(path, 'utf8').replace(/\n$/, '').split('\n');

describe('scores of outputs', () => {
  it('are those of the metrics, for systems and for single segments', async () => {
    // NIST learns from all references first; two of BLEU have the same name in tables.
    const metrics = [bleu(), bleu({ tokenizer: 'none' }), ter(), nist(), chrf()];
    // Long enough for two batches.
    const long = (path: string): string[] => Array.from({ length: 5 }, () => lines(path)).flat();
    const outputs = new Map(part.outputs.map(({ name, path }) => [name, long(path)]));
    const texts = part.references.map(({ path }) => long(path));
    const references = texts[0]!.map((_, i) => texts.map((text) => text[i]!));
    const files = Object.fromEntries([
      ...[...outputs].map(([name, text]) => [name, `${text.join('\n')}\n`]),
      ...texts.map((text, r) => [`ref${r}`, `${text.join('\n')}\n`]),
    ]);
    const found = await withFiles(files, (directory) => {
      const within = (name: string) => ({ name, path: `${directory}/${name}` });
      const longPart = {
        ...part,
        outputs: [...outputs.keys()].map(within),
        references: texts.map((_, r) => within(`ref${r}`)),
      };
      const { source: _, ...unsourced } = longPart;
      return scoreOutputs(unsourced, metrics, { threads: 1 });
    });
    expect(found.map(({ name, higherIsBetter }) => [name, higherIsBetter])).toEqual([
      ['bleu', true],
      ['bleu(tok=none)', true],
      ['TER', false],
      ['NIST', true],
      ['chrF2', true],
    ]);
    const measured = measureAll(metrics, { references }, outputs);
    found.forEach(({ systems, segments, ofSystems, ofSegments }, m) => {
      expect(systems).toEqual(['good', 'shuffled', 'terse', 'verbose']);
      expect(segments).toEqual(references.map((_, i) => String(i + 1)));
      expect([...ofSystems]).toEqual(systems.map((_, s) => systemScore(measured[m]!, s)));
      expect([...ofSegments]).toEqual(Array.from(ofSegments, (_, pick) => measured[m]!.segmentScore(pick)));
    });
  });

  it('report progress', async () => {
    const shares: (number | undefined)[] = [];
    await scoreOutputs(part, [bleu()], { threads: 1, onProgress: ({ share }) => shares.push(share) });
    expect(shares).toEqual([1]);
  });

  it('need outputs and references', async () => {
    await expect(scoreOutputs({ ...part, outputs: [] }, [bleu()])).rejects.toThrow(
      new UsageError('There are no outputs of de-en to score.'),
    );
    await expect(scoreOutputs({ ...part, references: [] }, [bleu()])).rejects.toThrow(
      new UsageError('There is no reference of de-en to score its outputs against.'),
    );
  });
});

const shared = new URL('../../../../shared/data/', import.meta.url);
const scores = new URL('metric-reference-outputs/run-here/sacrebleu-2.6.0.sys.tsv', shared);
const present = existsSync(scores);

describe.skipIf(!present)(`WMT09${present ? '' : ' (skipped: ../shared/data is not there)'}`, () => {
  it('all outputs of en-es score as in sacreBLEU 2.6.0', async () => {
    const folder = fileURLToPath(new URL('wmt09-ranking', shared));
    const { parts } = await openSharedTask(folder, { tasks: ['en-es'] });
    const [found] = await scoreOutputs(parts[0]!, [bleu()], { threads: 1 });
    const [header = [], ...rows] = lines(fileURLToPath(scores)).map((line) => line.split('\t'));
    const tables = rows.map((row) => new Map(row.map((cell, c) => [header[c]!, cell])));
    const expected = tables.filter((row) => row.get('pair') === 'en-es');
    expect(found!.segments).toHaveLength(2525);
    expect(expected).toHaveLength(9);
    for (const row of expected) {
      const score = found!.ofSystems[found!.systems.indexOf(row.get('system')!)];
      expect(score).toBeCloseTo(Number(row.get('BLEU_13a_cased')), 5);
    }
  });
});
