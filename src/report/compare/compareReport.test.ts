import { describe, expect, it } from 'vitest';
import { systemScore } from '../../core/index.ts';
import { type Evaluation, measureAll } from '../../measure/index.ts';
import { bleu, ter } from '../../metrics/index.ts';
import { compareMeasured, comparisonDefaults } from '../../stats/index.ts';
import { type ComparedOutputs, reportComparison } from './compareReport.ts';

const references = ['the cat sat on the mat', 'a dog barked', 'it rained all day', 'we went home early'].map((text) => [
  text,
]);
const hypotheses = [
  ['the cat sat on a mat', 'a dog barked', 'it rained all day', 'we walked home'],
  ['cat on the mat', 'the dog barked', 'it rained', 'we went home early'],
];
const metrics = [bleu(), ter()];
const measured = measureAll(metrics, { references }, hypotheses);
const evaluation: Evaluation = {
  systems: ['old', 'new'],
  segments: references.length,
  sums: [],
  rows: measured.map(({ rows }) => rows),
  labels: new Map([['document', ['a', 'a', 'b', 'b']]]),
  references: 1,
};
const outputs: ComparedOutputs = { evaluation, hypotheses, references, input: { sha256: 'x', notes: ['read'] } };
const settings = { ...comparisonDefaults, samples: 200 };

describe('reportComparison', () => {
  it('compares what was measured, later systems with earlier ones', async () => {
    const { report, texts } = await reportComparison(outputs, metrics, { settings, unit: 'segment' });
    expect(report).toMatchObject({ systems: ['old', 'new'], segments: 4, input: { references: 1, sha256: 'x' } });
    report.compared.forEach(({ comparisons }, m) => {
      const [direct] = compareMeasured(measured[m]!, settings).comparisons;
      expect(comparisons).toHaveLength(1);
      expect(comparisons[0]).toMatchObject({ first: 1, second: 0, p: direct!.p });
      const difference = systemScore(measured[m]!, 1) - systemScore(measured[m]!, 0);
      expect(comparisons[0]!.difference).toBeCloseTo(difference, 10);
    });
    expect(texts.scores[1]![0]![1]).toBe(0); // TER of an output that is its reference
  });

  it('takes documents as units and says nothing of them but that', async () => {
    const { report } = await reportComparison(outputs, metrics, { settings, unit: 'document', baseline: 'new' });
    const units = Uint32Array.of(0, 0, 1, 1);
    report.compared.forEach((each, m) => {
      const direct = compareMeasured(measured[m]!, { ...settings, units, baseline: 1 });
      expect(each.comparisons).toEqual(direct.comparisons);
      expect(each.settings).not.toHaveProperty('units');
    });
  });

  it('has samples drawn by whoever can do it faster', async () => {
    const asked: string[] = [];
    await reportComparison(outputs, metrics, { settings, unit: 'segment' }, {
      systems: async (all, each) => {
        asked.push(...all.map(({ name }) => name));
        return all.map((one) => compareMeasured(one, each));
      },
      runs: () => expect.unreachable(),
    }); // prettier-ignore
    expect(asked).toEqual(['BLEU', 'TER']);
  });
});
