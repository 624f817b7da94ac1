/**
 * Agreement over several tasks, by domain and by document, with chosen references and with straw men: against the definitions of
 * mt-metrics-eval (`AverageCorrs` and `AverageRanks` of tasks.py, `GetCorrelations` of data.py), restated here in plain code.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { systemScore } from '../../core/index.ts';
import { openSharedTask } from '../../data/index.ts';
import { type Contents, withFiles } from '../../data/testing/files.ts';
import { measureAll } from '../../measure/index.ts';
import { bleu, chrf, per, wer } from '../../metrics/index.ts';
import type { MetaReport } from '../../report/index.ts';
import { evaluateTask } from './evaluateTask.ts';

type SharedTaskOptions = NonNullable<Parameters<typeof openSharedTask>[1]>;

const settings = {
  systemMeasures: ['spearman'],
  segmentTest: 'cells',
  identical: 'ties',
  alpha: 0.05,
  samples: 20,
  seed: 1,
  level: 0.95,
  threads: 1,
} as const;

const example = fileURLToPath(new URL('../../../examples/task', import.meta.url));
const data = new URL('../../../../shared/data/', import.meta.url);
const isPresent = existsSync(data);
const skipped = isPresent ? '' : ' (skipped: ../shared/data is not there)';

const linesOf = (path: string | URL): string[] => readFileSync(path, 'utf8').replace(/\n$/, '').split('\n');
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function plainPearson(x: readonly number[], y: readonly number[]): number {
  const [mx, my] = [mean(x), mean(y)];
  const sum = (of: (i: number) => number) => x.reduce((total, _, i) => total + of(i), 0);
  return (
    sum((i) => (x[i]! - mx) * (y[i]! - my)) / Math.sqrt(sum((i) => (x[i]! - mx) ** 2) * sum((i) => (y[i]! - my) ** 2))
  );
}

/** Ties share their mean rank. */
const plainRanks = (values: readonly number[]): number[] =>
  values.map((value) => 1 + values.filter((other) => other < value).length + (values.filter((other) => other === value).length - 1) / 2); // prettier-ignore
const plainSpearman = (x: readonly number[], y: readonly number[]): number =>
  plainPearson(plainRanks(x), plainRanks(y));

const figuresOf = ({ tasks }: MetaReport, level: 'ofSystems' | 'ofSegments'): Map<string, number> =>
  new Map(
    tasks.flatMap(({ task, metrics }) =>
      metrics.map((metric) => [`${task} ${metric.name}`, metric[level]?.[0]?.value ?? NaN]),
    ),
  );

describe('the example', async () => {
  const task = await openSharedTask(example);
  const [part] = task.parts as [(typeof task.parts)[number]];
  const outputs = new Map(part.outputs.map(({ name, path }) => [name, linesOf(path)]));
  const references = part.references.map(({ path }) => linesOf(path));
  const source = linesOf(part.source!);
  const listed = (of: readonly (readonly string[])[], lines: readonly number[]) =>
    lines.map((line) => of.map((text) => text[line]!));

  it('by domain: scores are those of the domain alone', async () => {
    const report = await evaluateTask(task, [bleu(), wer()], { ...settings, by: 'domain' });
    expect(report.tasks.map((each) => each.task)).toEqual(['de-en/news', 'de-en/travel']);
    for (const each of report.tasks) {
      const lines = [...source.keys()].filter((line) => `de-en/${part.domains![line]}` === each.task);
      expect(lines.length).toBe(30);
      const some = new Map([...outputs].map(([name, text]) => [name, lines.map((line) => text[line]!)]));
      const measured = measureAll([bleu(), wer()], { references: listed(references, lines) }, some);
      for (const { system, scores } of each.systems) {
        const s = measured[0]!.systemNames.indexOf(system);
        expect(scores[0]).toBeCloseTo(systemScore(measured[0]!, s), 10);
        expect(scores[1]).toBeCloseTo(systemScore(measured[1]!, s), 10);
      }
    }
    expect(report.rankings.map(({ level }) => level)).toEqual(['system', 'segment', 'both']);
    const plain = await evaluateTask(task, [bleu()], settings);
    expect(plain.rankings).toEqual([]);
  });

  it('by document: consistency with the majority of each document', async () => {
    const report = await evaluateTask(task, [bleu()], { ...settings, by: 'document' });
    const documents = [...new Set(part.documents)];
    const balance = new Map<string, number>();
    for (const { segment, systems, ranks } of task.judgments.rankings) {
      for (const [i, a] of systems.entries()) {
        for (const [j, b] of systems.entries()) {
          if (a >= b) continue;
          const key = JSON.stringify([part.documents![Number(segment) - 1], a, b]);
          balance.set(key, (balance.get(key) ?? 0) + Math.sign(ranks[j]! - ranks[i]!));
        }
      }
    }
    const scoreOf = new Map(
      documents.flatMap((document) => {
        const lines = [...source.keys()].filter((line) => part.documents![line] === document);
        const some = new Map([...outputs].map(([name, text]) => [name, lines.map((line) => text[line]!)]));
        const [measured] = measureAll([bleu()], { references: listed(references, lines) }, some);
        return measured!.systemNames.map((name, s) => [`${document} ${name}`, systemScore(measured!, s)] as const);
      }),
    );
    let [right, decided] = [0, 0];
    for (const [key, preferred] of balance) {
      const [document, a, b] = JSON.parse(key) as [string, string, string];
      if (preferred === 0) continue;
      decided++;
      if (Math.sign(scoreOf.get(`${document} ${a}`)! - scoreOf.get(`${document} ${b}`)!) === Math.sign(preferred)) {
        right++;
      }
    }
    const [found] = report.tasks[0]!.metrics;
    expect(found!.ofSegments![0]).toMatchObject({ counted: decided });
    expect(found!.ofSegments![0]!.value).toBeCloseTo(right / decided, 12);
  });

  it('chosen references, and a reference as a system', async () => {
    const one = await openSharedTask(example, { referenceSet: ['A'], asSystems: ['B'] });
    expect(one.parts[0]!.references.map(({ name }) => name)).toEqual(['A']);
    expect(one.parts[0]!.outputs.map(({ name }) => name).sort()).toEqual(['B', ...outputs.keys()].sort());
    const report = await evaluateTask(one, [bleu()], settings);
    const [measured] = measureAll([bleu()], { references: references[0]! }, outputs);
    for (const { system, scores } of report.tasks[0]!.systems) {
      expect(scores[0]).toBeCloseTo(systemScore(measured!, measured!.systemNames.indexOf(system)), 10);
    }
    const faultOf = async (options: SharedTaskOptions) => openSharedTask(example, options).then(String, ({ message }: Error) => message); // prettier-ignore
    expect(await faultOf({ referenceSet: ['C'] })).toBe('de-en has no reference named C. Known: A, B.');
    expect(await faultOf({ asSystems: ['C'] })).toBe('No reference is named C. Known: A, B.');
    expect(await faultOf({ primary: ['C'] })).toBe('--primary C: no such scores. Known: neural.');
  });

  it('straw men are scored as what they are said to be', async () => {
    const metrics = [per(), chrf()];
    const report = await evaluateTask(task, metrics, { ...settings, strawMen: true });
    const [{ best, strawMen, metrics: found } = report.strawMen![0]!] = report.strawMen!;
    expect(best).toBe('good');
    expect(strawMen.map(({ id }) => id)).toEqual(['source', 'shortened', 'shuffled', 'dropped', 'repeated']);
    const half = (text: string): string => {
      const words = text.split(' ');
      return words.slice(0, Math.ceil(words.length / 2)).join(' ');
    };
    const good = outputs.get(best)!;
    const texts = {
      source,
      shortened: references[0]!.map(half),
      dropped: good.map((text, i) => (i % 3 === 1 ? '' : text)),
      repeated: good.map((text) => `${text} ${text}`),
    };
    const all = [...source.keys()];
    const measured = measureAll(metrics, { references: listed(references, all) }, texts);
    measured.forEach((each, m) => {
      expect([0, 1, 3, 4].map((at) => found[m]!.standings[at]!.score)).toEqual(
        [0, 1, 2, 3].map((s) => systemScore(each, s)),
      );
    });
    // Position-independent errors do not see the order of words: a shuffled reference is perfect.
    expect(found[0]!.standings[2]).toEqual({ score: 0, beats: 4 });
    // Straw men change nothing else.
    const { strawMen: _, ...rest } = report;
    expect(JSON.stringify(rest)).toBe(JSON.stringify(await evaluateTask(task, metrics, settings)));
  });
});

/** Scores of an mt-metrics-eval file: systems, then segments. */
const scoreFile = (systems: readonly string[], scores: (system: string) => readonly (number | undefined)[]): string =>
  systems.flatMap((system) => scores(system).map((score) => `${system}\t${score ?? 'None'}\n`)).join('');

describe.skipIf(!isPresent)(`WMT17, segments with direct assessment${skipped}`, () => {
  it('Pearson’s r of sentBLEU in seven pairs is that of the paper, and the mean is theirs', async () => {
    const pairs = ['cs', 'de', 'fi', 'lv', 'ru', 'tr', 'zh'].map((language) => `${language}-en`);
    const contents: Record<string, string> = {};
    for (const pair of pairs) {
      const rows = linesOf(new URL(`wmt17-da-seg/wmt17.da-seg.${pair}.tsv`, data)).slice(1).map((line) => line.split('\t')); // prettier-ignore
      const cells = new Map(rows.map((row) => [`${row[1]} ${row[2]}`, row]));
      const systems = [...new Set(rows.map((row) => row[1]!))];
      const segments = [...new Set(rows.map((row) => row[2]!))];
      const file = (column: number) =>
        scoreFile(systems, (system) =>
          segments.map((segment) => {
            const text = cells.get(`${system} ${segment}`)?.[column];
            return text ? Number(text) : undefined;
          }),
        );
      contents[`human-scores/${pair}.da.seg.score`] = file(3);
      contents[`metric-scores/${pair}/sentBLEU-refA.seg.score`] = file(4);
      contents[`metric-scores/${pair}/noisy-refA.seg.score`] = scoreFile(systems, () =>
        segments.map((_, i) => Math.sin(i * i)),
      );
    }
    const report = await withFiles(contents, async (directory) =>
      evaluateTask(await openSharedTask(directory), [], {
        ...settings,
        segmentMeasures: ['pearson'],
        taskWeights: { 'cs-en': 2 },
      }),
    );
    const found = figuresOf(report, 'ofSegments');
    // Table 4 of Bojar, Graham and Kamran (2017); lv-en from the 435 rows that have a score.
    const published = [0.435, 0.432, 0.571, 0.404, 0.484, 0.538, 0.512];
    pairs.forEach((pair, p) => expect(found.get(`${pair} sentBLEU-refA`)).toBeCloseTo(published[p]!, 3));
    const ranking = report.rankings.find(({ level }) => level === 'segment')!;
    const values = pairs.map((pair) => found.get(`${pair} sentBLEU-refA`)!);
    const weighted = (2 * values[0]! + values.slice(1).reduce((sum, value) => sum + value, 0)) / 8;
    expect(ranking.ranked[0]).toMatchObject({ name: 'sentBLEU-refA', cluster: 1, isWinner: true });
    expect(ranking.ranked[0]!.mean).toBeCloseTo(weighted, 12);
    expect(ranking.ranked[1]).toMatchObject({ name: 'noisy-refA', cluster: 2, isWinner: false });
  });
});

interface TedRow {
  readonly document: string;
  readonly segment: string;
  readonly system: string;
  readonly score: number;
  readonly text: string;
}

describe.skipIf(!isPresent)(`TED talks with MQM, in the layout of mt-metrics-eval${skipped}`, () => {
  const pairs = ['en-de', 'zh-en'];
  const rowsOf = (pair: string): TedRow[] =>
    linesOf(new URL(`ted21-mqm/${pair}/segments.tsv`, data)).slice(1).map((line) => {
      const [segment = '', document = '', system = '', score, , text = ''] = line.split('\t');
      return { document, segment, system: system.replace('ref-', 'ref'), score: Number(score), text };
    }); // prettier-ignore
  /** Made up: any numbers will do, as long as they agree a little with people. */
  const madeMetrics: Readonly<Record<string, (text: string, reference: string) => number>> = {
    shared: (text, reference) => {
      const words = new Set(reference.split(' '));
      return text.split(' ').filter((word) => words.has(word)).length / text.split(' ').length;
    },
    length: (text, reference) => -Math.abs(text.length - reference.length),
  };
  const contents: Record<string, string> = {};
  const known = new Map<
    string,
    { systems: string[]; keys: string[]; documents: string[]; cells: Map<string, TedRow> }
  >();
  for (const pair of isPresent ? pairs : []) {
    const rows = rowsOf(pair);
    const cells = new Map(rows.map((row) => [`${row.system} ${row.document} ${row.segment}`, row]));
    const systems = [...new Set(rows.map(({ system }) => system))].sort();
    const keys = [...new Set(rows.map(({ document, segment }) => `${document} ${segment}`))].sort();
    const documents = keys.map((key) => key.split(' ')[0]!);
    known.set(pair, { systems, keys, documents, cells });
    const column = <T>(system: string, of: (row: TedRow) => T): T[] =>
      keys.map((key) => of(cells.get(`${system} ${key}`)!));
    contents[`documents/${pair}.docs`] = documents.map((document) => `${domainOf(document)}\t${document}\n`).join('');
    for (const system of systems) {
      const text = `${column(system, (row) => row.text).join('\n')}\n`;
      contents[`system-outputs/${pair}/${system}.txt`] = text;
      if (system.startsWith('ref')) contents[`references/${pair}.${system}.txt`] = text;
    }
    contents[`human-scores/${pair}.mqm.seg.score`] = scoreFile(systems, (system) => column(system, (row) => row.score));
    contents[`human-scores/${pair}.mqm.sys.score`] = scoreFile(systems, (system) => [
      mean(column(system, (row) => row.score)),
    ]);
    const reference = column('refA', (row) => row.text);
    for (const [name, score] of Object.entries(madeMetrics)) {
      contents[`metric-scores/${pair}/${name}-refA.seg.score`] = scoreFile(systems, (system) =>
        column(system, (row) => row.text).map((text, i) => score(text, reference[i]!)),
      );
    }
    contents[`metric-scores/${pair}/other-refB.seg.score`] = scoreFile(systems, () => keys.map((_, i) => i));
  }

  function domainOf(document: string): string {
    return Number(document.replace(/\D/g, '')) % 2 === 0 ? 'even' : 'odd';
  }

  const evaluated = (
    options: Partial<Parameters<typeof evaluateTask>[2]>,
    opening: SharedTaskOptions = {},
  ): Promise<MetaReport> =>
    withFiles(contents as Contents, async (directory) =>
      evaluateTask(await openSharedTask(directory, { referenceSet: ['refA'], ...opening }), [], {
        ...settings,
        human: 'mqm',
        segmentMeasures: ['pearson'],
        ...options,
      }),
    );

  /** Human and metric scores of groups of segments, system by system; `references` are not systems. */
  function plainVectors(
    pair: string,
    metric: string,
    references: readonly string[],
    groupOf: (key: string, document: string) => string | undefined,
  ): { human: number[]; metric: number[] } {
    const { systems, keys, documents, cells } = known.get(pair)!;
    const [human, scores]: [number[], number[]] = [[], []];
    for (const system of systems.filter((each) => !references.includes(each))) {
      const groups = new Map<string, TedRow[]>();
      keys.forEach((key, i) => {
        const group = groupOf(key, documents[i]!);
        if (group === undefined) return;
        if (!groups.has(group)) groups.set(group, []);
        groups.get(group)!.push(cells.get(`${system} ${key}`)!);
      });
      for (const rows of groups.values()) {
        human.push(mean(rows.map(({ score }) => score)));
        scores.push(
          mean(
            rows.map(({ text, document, segment }) =>
              madeMetrics[metric]!(text, cells.get(`refA ${document} ${segment}`)!.text),
            ),
          ),
        );
      }
    }
    return { human, metric: scores };
  }

  const all = ['refA', 'refB'];

  it('means over tasks, systems and segments: AverageCorrs and AverageRanks', async () => {
    const report = await evaluated({ taskWeights: { 'zh-en': 2, systems: 3 } });
    expect([...report.imported].sort()).toEqual(['length-refA', 'shared-refA']);
    expect(report.input.notes).toContain('other-refB left out: not by the references refA.');
    const both = report.rankings.find(({ level }) => level === 'both')!;
    const weights = [3, 6, 1, 2].map((weight) => weight / 12);
    both.columns.forEach(({ weight }, c) => expect(weight).toBeCloseTo(weights[c]!, 12));
    for (const name of Object.keys(madeMetrics)) {
      const ofSystems = pairs.map((pair) => {
        const { human, metric } = plainVectors(pair, name, all, () => '');
        return plainSpearman(human, metric);
      });
      const ofSegments = pairs.map((pair) => {
        const { human, metric } = plainVectors(pair, name, all, (key) => key);
        return plainPearson(human, metric);
      });
      const values = [...ofSystems, ...ofSegments];
      values.forEach((value, c) =>
        expect(both.columns[c]!.metrics.find((each) => each.name === `${name}-refA`)!.value).toBeCloseTo(value, 10),
      );
      const found = both.ranked.find((each) => each.name === `${name}-refA`)!;
      // All are correlations, so nothing is moved; mt-metrics-eval would print (1 + mean) / 2.
      expect(both.isMoved).toBe(false);
      expect(found.mean).toBeCloseTo(
        values.reduce((sum, value, c) => sum + weights[c]! * value, 0),
        10,
      );
      const ranks = both.columns.map((column) => column.metrics.find((each) => each.name === `${name}-refA`)!.rank!);
      expect(found.meanRank).toBeCloseTo(
        ranks.reduce((sum, rank, c) => sum + weights[c]! * rank, 0),
        12,
      );
    }
  });

  it('a reference as a system, by domain', async () => {
    const report = await evaluated({ by: 'domain' }, { asSystems: ['refB'] });
    expect(report.tasks.map(({ task }) => task).sort()).toEqual(
      pairs.flatMap((pair) => ['even', 'odd'].map((domain) => `${pair}/${domain}`)),
    );
    for (const level of ['ofSystems', 'ofSegments'] as const) {
      const found = figuresOf(report, level);
      for (const pair of pairs) {
        for (const domain of ['even', 'odd']) {
          for (const name of Object.keys(madeMetrics)) {
            const { human, metric } = plainVectors(pair, name, ['refA'], (key, document) =>
              domainOf(document) !== domain ? undefined : level === 'ofSystems' ? '' : key,
            );
            const plain = level === 'ofSystems' ? plainSpearman : plainPearson;
            expect(found.get(`${pair}/${domain} ${name}-refA`)).toBeCloseTo(plain(human, metric), 10);
          }
        }
      }
    }
  });

  it('by document', async () => {
    const found = figuresOf(await evaluated({ by: 'document' }), 'ofSegments');
    for (const pair of pairs) {
      for (const name of Object.keys(madeMetrics)) {
        const { human, metric } = plainVectors(pair, name, all, (_, document) => document);
        expect(found.get(`${pair} ${name}-refA`)).toBeCloseTo(plainPearson(human, metric), 10);
      }
    }
  });

  it('primary submissions', async () => {
    const report = await evaluated({}, { primary: ['shared'] });
    expect(report.imported).toEqual(['shared-refA']);
    expect(report.input.notes).toContain('length-refA, other-refB left out: not among the primary submissions.');
  });
});

describe.skipIf(!isPresent)(`WMT09${skipped}`, () => {
  it('Spearman’s ρ and consistency of BLEU in three pairs, and their means', async () => {
    const pairs = ['de-en', 'en-es', 'en-fr'];
    const folder = new URL('wmt09-ranking/', data);
    const task = await openSharedTask(fileURLToPath(folder), { tasks: pairs });
    const report = await evaluateTask(task, [bleu()], settings);
    const [header = '', ...rows] = linesOf(new URL('judgments/wmt09.RNK_results.csv', folder)).map((line) => line.split(',')); // prettier-ignore
    const at = new Map([...header].map((name, i) => [name, i]));
    const cell = (row: readonly string[], name: string): string => row[at.get(name)!]!;
    const languages: Readonly<Record<string, string>> = { German: 'de', English: 'en', Spanish: 'es', French: 'fr' };
    const plain = pairs.map((pair) => {
      const target = pair.slice(3);
      const part = task.parts.find((each) => each.task === pair)!;
      const texts = new Map(part.outputs.map(({ name, path }) => [name, linesOf(path)]));
      const references = linesOf(new URL(`text/newstest2009.${target}.txt`, folder));
      const [measured] = measureAll([bleu()], { references }, texts);
      const place = new Map(measured!.systemNames.map((name, s) => [name, s]));
      const [wins, compared] = [new Map<string, number>(), new Map<string, number>()];
      const add = (to: Map<string, number>, name: string) => to.set(name, (to.get(name) ?? 0) + 1);
      let [right, decided] = [0, 0];
      for (const row of rows) {
        const codes = ['srclang', 'trglang'].map((name) => languages[cell(row, name)] ?? cell(row, name));
        if (codes.join('-') !== pair) continue;
        const segment = Number(cell(row, 'srcIndex')) - 1;
        const shown = [1, 2, 3, 4, 5].flatMap((i) => {
          const [system, rank] = [cell(row, `system${i}Id`), Number(cell(row, `system${i}rank`))];
          return system === '' || rank < 0 ? [] : [{ system, rank }];
        });
        for (const [i, a] of shown.entries()) {
          for (const b of shown.slice(i + 1)) {
            if (a.system === b.system) continue;
            for (const each of [a, b]) add(compared, each.system);
            if (a.rank <= b.rank) add(wins, a.system);
            if (b.rank <= a.rank) add(wins, b.system);
            const [x, y] = [place.get(a.system), place.get(b.system)];
            if (x === undefined || y === undefined || a.rank === b.rank) continue;
            decided++;
            const score = (s: number) => measured!.segmentScore(s * references.length + segment);
            if (Math.sign(score(x) - score(y)) === Math.sign(b.rank - a.rank)) right++;
          }
        }
      }
      const systems = [...place.keys()].filter((system) => compared.has(system));
      return {
        rho: plainSpearman(systems.map((system) => wins.get(system)! / compared.get(system)!), systems.map((system) => systemScore(measured!, place.get(system)!))), // prettier-ignore
        consistency: right / decided,
      };
    });
    const [ofSystems, ofSegments] = [figuresOf(report, 'ofSystems'), figuresOf(report, 'ofSegments')];
    pairs.forEach((pair, p) => {
      expect(ofSystems.get(`${pair} BLEU`)).toBeCloseTo(plain[p]!.rho, 10);
      expect(ofSegments.get(`${pair} BLEU`)).toBeCloseTo(plain[p]!.consistency, 10);
    });
    const both = report.rankings.find(({ level }) => level === 'both')!;
    // A correlation and a share: the correlation counts as (1 + ρ) / 2.
    expect(both.isMoved).toBe(true);
    expect(both.ranked[0]!.mean).toBeCloseTo(mean(plain.flatMap(({ rho, consistency }) => [(1 + rho) / 2, consistency])), 10); // prettier-ignore
  });
});
