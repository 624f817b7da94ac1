import { describe, expect, it } from 'vitest';
import { systemScore } from '../../core/index.ts';
import { type Evaluation, measureAll } from '../../measure/index.ts';
import { bleu, ter } from '../../metrics/index.ts';
import { compareMeasured, comparisonDefaults } from '../../stats/index.ts';
import type { Scores } from '../../meta/index.ts';
import type { Note } from '../table.ts';
import { type ComparedOutputs, reportComparison } from './compareReport.ts';
import { comparePage } from './comparePage.ts';
import { compareTables } from './compareTables.ts';

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
  it('compares what was measured, better systems with worse ones', async () => {
    const { report, texts } = await reportComparison(outputs, metrics, { settings, unit: 'segment' });
    expect(report).toMatchObject({ systems: ['old', 'new'], segments: 4, input: { references: 1, sha256: 'x' } });
    report.compared.forEach(({ comparisons }, m) => {
      const [direct] = compareMeasured(measured[m]!, settings).comparisons;
      expect(comparisons).toHaveLength(1);
      // BLEU decides the order, for TER as well.
      expect(comparisons[0]).toMatchObject({ first: 0, second: 1, p: direct!.p });
      const difference = systemScore(measured[m]!, 0) - systemScore(measured[m]!, 1);
      expect(comparisons[0]!.difference).toBeCloseTo(difference, 10);
    });
    expect(texts.scores[1]![0]![1]).toBe(0); // TER of an output that is its reference
  });

  it('resamples documents without reporting them as a setting', async () => {
    const { report } = await reportComparison(outputs, metrics, { settings, unit: 'document', baseline: 'new' });
    const units = Uint32Array.of(0, 0, 1, 1);
    report.compared.forEach((each, m) => {
      const direct = compareMeasured(measured[m]!, { ...settings, units, baseline: 1 });
      expect(each.comparisons).toEqual(direct.comparisons);
      expect(each.settings).not.toHaveProperty('units');
    });
  });

  it('lets the caller draw the samples', async () => {
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

/** 60 segments of 30 documents. In each document both segments get the same noise, so documents say less than segments seem to. */
function rated(scoresOf: (segment: number) => readonly number[], documents = 30) {
  const segments = 60;
  const all = Array.from({ length: segments }, (_, i) => scoresOf(i));
  const keys = all.map((_, i) => String(i + 1));
  const systems = all[0]!.map((_, s) => `s${s}`);
  const made: ComparedOutputs = {
    evaluation: {
      systems,
      segments,
      sums: [],
      rows: [],
      labels: new Map([['document', keys.map((_, i) => String(Math.floor((i * documents) / segments)))]]),
      references: 0,
    },
    hypotheses: systems.map(() => keys.map(() => '')),
    references: keys.map(() => []),
    input: { sha256: '', notes: [] },
  };
  const imported = ['quality', 'other'].map((name, m) => ({
    name,
    higherIsBetter: true,
    systems,
    segments: keys,
    ofSystems: new Float64Array(systems.length),
    // By the other metric, the systems are in the other order.
    ofSegments: Float64Array.from(systems.flatMap((_, s) => all.map((row) => (m === 0 ? row[s]! : -row[s]!)))),
  })) as unknown as readonly Scores[];
  return { made, imported };
}

const noise = (i: number): number => ((i * 7919) % 101) / 101 - 0.5;

describe('the answer', () => {
  it.each([
    ['auto', 30, 'document', 'segment'],
    ['segment', 30, 'segment', 'document'],
    ['document', 30, 'document', 'segment'],
    // Below 20, too few to draw from.
    ['auto', 10, 'segment', undefined],
    ['auto', 60, 'segment', undefined],
  ] as const)('with unit %s and %d documents draws %ss', async (asked, documents, unit, other) => {
    const { made, imported } = rated((i) => [noise(Math.floor(i / 2)) + 0.12, 0], documents);
    const { report } = await reportComparison(made, [], { settings, unit: asked, imported });
    expect([report.unit, report.alternative?.unit]).toEqual([unit, other]);
    expect(report.compared[0]!.units).toBe(unit === 'document' ? documents : 60);
    const text = compareTables(report, 2, 5).answer!.find(({ name }) => name === 'beware')!.text;
    if (documents === 10) expect(text).toContain('there are only 10 documents');
    if (asked === 'auto' && documents === 30) expect(text).toContain('Whole documents are resampled (30).');
  });

  it('says what resampling segments would change', async () => {
    const { made, imported } = rated((i) => [noise(Math.floor(i / 2)) + 0.09, 0]);
    const { report } = await reportComparison(made, [], { settings, imported });
    expect(report.compared[0]!.comparisons[0]!.verdict).toBe(0);
    expect(report.alternative!.compared[0]!.comparisons[0]!.verdict).toBe(1);
    const [{ text }] = compareTables(report, 2, 5).answer! as [Note];
    expect(text).toMatch(/^s0 and s1 do not differ significantly/);
    expect(compareTables(report, 2, 5).answer!.at(-1)!.text).toContain(
      'Resampling segments instead changes the verdict on s0 and s1',
    );
  });

  it('orders systems by the primary metric, and names the metrics that disagree', async () => {
    const { made, imported } = rated((i) => [noise(i) + 5, noise(i + 3) + 6, noise(i + 7) + 7]);
    const first = await reportComparison(made, [], { settings, imported, unit: 'segment' });
    expect(first.report.answer).toMatchObject({ order: [2, 1, 0], unbeaten: [2], undecided: [] });
    expect(first.report.answer.dissents).toEqual([
      { metric: 1, first: 0, contradicted: [[1, 2], [0, 2], [0, 1]] },
    ]); // prettier-ignore
    expect(compareTables(first.report, 1, 5).answer!.map(({ text }) => text)).toEqual([
      's2 wins by quality: it is significantly better than every other system.',
      'By quality: s2 7.0 > s1 6.0 > s0 5.0. Every neighbour differs significantly.',
      'other disagrees: it puts s0 first and decides 3 pairs the other way.',
      'There are only 60 segments. Resampling documents instead changes no verdict.',
    ]);
    const second = await reportComparison(made, [], { settings, imported, unit: 'segment', primary: 1 });
    expect(second.report.answer.order).toEqual([0, 1, 2]);
    expect(second.report.compared[0]!.comparisons.map(({ first: a, second: b }) => [a, b])).toEqual([
      [0, 1],
      [0, 2],
      [1, 2],
    ]);
  });

  it('compares with the baseline', async () => {
    const { made, imported } = rated((i) => [noise(i) + 5, noise(i + 3) + 6, noise(i + 50) + 5.1]);
    const { report } = await reportComparison(made, [], { settings, imported, unit: 'segment', baseline: 's0' });
    const [{ text }] = compareTables(report, 1, 5).answer! as [Note];
    expect(text).toBe(
      'Compared with s0 by quality: s1 (+1.0) is significantly better; s2 (+0.1) does not differ significantly.',
    );
  });

  it('tells many systems apart, though there are many pairs', async () => {
    // As many as at WMT: before more samples were drawn for them, none of 561 pairs differed significantly.
    const { made, imported } = rated((i) => Array.from({ length: 34 }, (_, s) => noise(i + s) + s));
    const { report } = await reportComparison(made, [], {
      settings: comparisonDefaults,
      imported: imported.slice(0, 1),
      unit: 'segment',
    });
    const { answer, tables } = compareTables(report, 1, 5);
    expect(answer![0]!.text).toBe('s33 wins by quality: it is significantly better than every other system.');
    expect(tables.at(-1)!.caption).toBe('quality: differences of neighbours');
    expect(tables.at(-1)!.rows).toHaveLength(33);
    expect(tables[0]!.rows[0]!.slice(0, 1)).toEqual(['s33']);
  });
});

describe('the page', () => {
  const scores = [10, 12, 20, 20.5, 30];
  const shownOf = async (baseline?: string) => {
    const { made, imported } = rated((i) => scores.map((score, s) => score + noise(i * (s + 1))));
    const { report, texts } = await reportComparison(made, [], { settings, imported, ...(baseline !== undefined && { baseline }) }); // prettier-ignore
    return comparePage(report, texts);
  };

  // Expected: the differences of the scores above, read off by eye; s4 is the best.
  it.each([
    ['all pairs', undefined, ['s4 and s3', 's3 and s2', 's1 and s0']],
    ['a baseline', 's0', ['s4 and s0', 's1 and s0', 's2 and s0']],
    ['the best as the baseline', 's4', ['s3 and s4', 's2 and s4', 's1 and s4']],
  ] as const)('of %s charts the best system and the closest pairs', async (_, baseline, expected) => {
    const { sections } = await shownOf(baseline);
    const charted = sections.find(({ heading }) => heading === 'How single segments differ')!;
    expect(charted.sections!.map(({ heading }) => heading)).toEqual(expected);
  });

  it.each([
    [undefined, /^5 systems, 60 segments, by quality and other\. The best two, s4 and s3, are 9\.\d\d quality apart \(95 % interval \[9\.\d\d, 9\.\d\d\], p < 0\.0\d+\)\. Test: paired bootstrap, p corrected for 10 pairs \(Holm\)\.$/],
    // The best two were not compared with each other.
    ['s0', /^5 systems, 60 segments, by quality and other\. Test: paired bootstrap, p corrected for 4 pairs \(Holm\)\.$/],
  ] as const)('with baseline %s says what was compared, and how', async (baseline, expected) => {
    expect((await shownOf(baseline)).lead).toMatch(expected);
  }); // prettier-ignore
});
