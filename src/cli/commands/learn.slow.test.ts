import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { UsageError, systemScore } from '../../core/index.ts';
import { withFiles } from '../../data/testing/files.ts';
import { createMetrics, parseMetric } from '../../engine/index.ts';
import { measure } from '../../measure/index.ts';
import type { LearnedModel } from '../../metrics/combined/learned/model.ts';
import { type LearnReport, learnRows, learnTables } from '../../report/index.ts';
import { compileTinyDictionary } from '../../text/tokenizers/testing/tinyMecab.ts';
import { runTyped } from '../testing/runTyped.ts';
import learn from './learn.ts';

const examples = fileURLToPath(new URL('../../../examples', import.meta.url));
const folder = join(examples, 'task');

/** Runs the command as typed after `assay learn`. */
async function run(...typed: readonly string[]): Promise<{ report: LearnReport; shown: string }> {
  const { result: report, shown } = await runTyped(learn, ['-j', '1', '--samples', '20', ...typed]);
  return { report, shown };
}

const system = (name: string) => join(folder, 'outputs/de-en', `${name}.txt`);

describe('the example task', () => {
  let found: Awaited<ReturnType<typeof run>>;
  beforeAll(async () => {
    found = await run(folder, '--features', 'bleu', 'chrf', 'ter', '-b', 'bleu', 'per');
  });

  it('gives weights with intervals, and agreement out of folds beside single features and other metrics', () => {
    const { report, shown } = found;
    expect(report).toMatchObject({ kind: 'pairwise', tasks: ['de-en'], intercept: 0, examples: { sentences: 38, count: 511, ties: 89, missing: 0 } }); // prettier-ignore
    expect(report.features.map(({ feature }) => feature)).toEqual(['bleu', 'chrf', 'ter']);
    for (const { weight, interval } of report.features) {
      expect(interval.low).toBeLessThan(weight);
      expect(interval.high).toBeGreaterThan(weight);
    }
    const [only] = report.evaluations;
    expect(only!.all.metrics.map(({ name }) => name)).toEqual(['learned', 'bleu, feature alone', 'chrf', 'ter', 'bleu', 'PER']); // prettier-ignore
    expect(only!.all.metrics[0]!.ofSegments![0]!.counted).toBe(511);
    expect(only!.losses['learned']).toBeLessThan(Math.LN2);
    expect(shown).toMatch(/^de-en, cross-validated: 511 decided comparisons of 600$/m);
    expect(shown).not.toMatch(/undefined|NaN|null|Infinity/);
  });

  it('calls a tie a tie', () => {
    const [only] = found.report.evaluations;
    const metrics = only!.contest.metrics.map((each) => ({
      ...each,
      ofSegments: each.ofSegments!.map((agreement) => ({ ...agreement, value: 0.611 })),
    }));
    const tied = { ...found.report, evaluations: [{ ...only!, contest: { ...only!.contest, metrics } }] };
    const { findings } = learnTables(tied, 3);
    expect(findings!.map(({ text }) => /: ([a-z ]+) \(p/.exec(text)?.[1])).toEqual(['as good', 'as good']);
  });

  it('agrees with assay meta on the same metric', () => {
    // `assay meta examples/task -m bleu chrf ter` in the guide.
    const of = (name: string) => found.report.evaluations[0]!.all.metrics.find((each) => each.name === name)!;
    expect(of('bleu').ofSegments![0]!.value).toBeCloseTo(0.708, 3);
    expect(of('chrf').ofSegments![0]!.value).toBeCloseTo(0.618, 3);
    expect(of('ter').ofSegments![0]!.value).toBeCloseTo(0.581, 3);
  });

  it('lists a metric that is also a feature separately, with its own system scores', async () => {
    const { all, contest, losses } = found.report.evaluations[0]!;
    const place = (name: string) => all.metrics.findIndex((each) => each.name === name);
    const [bleu] = await createMetrics([parseMetric('bleu')]);
    const lines = (path: string) => readFileSync(path, 'utf8').trimEnd().split('\n');
    const [a, b] = ['A', 'B'].map((name) => lines(join(folder, 'references', `de-en.${name}.txt`)));
    const references = a!.map((text, i) => [text, b![i]!]);
    for (const { system: name, scores } of all.systems) {
      const own = systemScore(measure(bleu!, { references }, [lines(system(name))]), 0);
      expect(scores[place('bleu')]).toBeCloseTo(own, 10);
      expect(scores[place('bleu, feature alone')]).not.toBeCloseTo(own, 1);
    }
    // Alone it decides as the metric does, and need not be compared twice.
    expect(contest.metrics.map(({ name }) => name)).toEqual(['learned', 'bleu', 'PER']);
    expect(losses).toHaveProperty(['bleu, feature alone']);
    expect(found.shown).toMatch(/by\s+these\s+figures\s+favours\s+it,\s+so\s+p\s+against\s+it\s+is\s+conservative/);
  });

  it('counts a metric along with others made from it', async () => {
    const { report } = await run(folder, '--features', 'entailment::parts', 'chrf', '-b', 'entailment', 'ulc(of=entailment+bleu)', '--folds', '2'); // prettier-ignore
    const names = report.evaluations[0]!.contest.metrics.map(({ name }) => name);
    expect(names.slice(-2)).toEqual(['entailment', 'ULC']);
    const rows = learnRows(report).tables[0]!.rows.filter(([, , , measure]) => measure === 'consistency');
    expect(rows.map(([, , name]) => name).slice(-2)).toEqual(['entailment', 'ulc(of=entailment+bleu)']);
  });

  it('is reproducible, in every form', async () => {
    const again = await run(folder, '--features', 'bleu', 'chrf', 'ter', '-b', 'bleu', 'per');
    expect(again.shown).toBe(found.shown);
    const json = await run(folder, '--features', 'bleu', '--folds', '2', '-f', 'json');
    expect(JSON.parse(json.shown)).toMatchObject({ kind: 'pairwise' });
    const rows = (await run(folder, '--features', 'bleu', '--folds', '2', '-f', 'tsv')).shown.trimEnd().split('\n');
    expect(rows[0]).toBe('what\ttask\tmetric\tmeasure\tvalue\tlow\thigh\tcount');
    expect(rows[1]).toMatch(/^weight\t\tbleu\t\t[\d.-]+\t[\d.-]+\t[\d.-]+\t$/);
    expect(rows.some((row) => row.startsWith('cross-validated\tde-en\tlearned\tconsistency\t0.'))).toBe(true);
    const other = await run(folder, '--features', 'bleu', 'chrf', 'ter', '--seed', '1');
    expect(other.report.evaluations[0]!.losses['learned']).not.toBe(found.report.evaluations[0]!.losses['learned']);
  });

  it('writes a model that scores like any metric, by the weights reported', () =>
    withFiles({}, async (directory) => {
      const file = join(directory, 'model.json');
      const { report } = await run(folder, '--features', 'bleu', 'bleu::parts', 'ter', '--model', file);
      const model = JSON.parse(readFileSync(file, 'utf8')) as LearnedModel;
      expect(model.features.map(({ weight }) => weight)).toEqual(report.features.map(({ weight }) => weight));
      expect(readdirSync(directory)).toEqual(['model.json']);
      const [metric] = await createMetrics([parseMetric(`learned:${file}`)]);
      const lines = (path: string) => readFileSync(path, 'utf8').trimEnd().split('\n');
      const [a, b] = ['A', 'B'].map((name) => lines(join(folder, 'references', `de-en.${name}.txt`)));
      const references = a!.map((text, i) => [text, b![i]!]);
      const measured = measure(metric!, { references }, [lines(system('good')), lines(system('shuffled'))]);
      expect(systemScore(measured, 0)).toBeGreaterThan(systemScore(measured, 1));
      await expect(createMetrics([parseMetric(`learned:${file}@sha256:00000000`)])).rejects.toThrow(/has changed/);
    }));

  it('tests on another task, and learns nothing from it', async () => {
    await expect(run(folder, '--test-task', 'de-en')).rejects.toThrow(
      'has no task with outputs and references to learn from.',
    );
    await expect(run(folder, '-t', 'de-en', '--test-task', 'de-en')).rejects.toThrow(
      'Cannot learn from de-en and also test on it.',
    );
    await expect(run(folder, '-t', 'de-en', '--test-task', 'de-fr')).rejects.toThrow(/has no task de-fr\./);
    // The same texts once more as those of another task, where judges say the opposite.
    const read = (path: string) => readFileSync(join(folder, path), 'utf8');
    const rankings = read('judgments/rankings.csv').trimEnd().split('\n');
    const opposite = rankings.slice(1).map((row) => {
      const fields = row.split(',').map((field, k) => (rankings[0]!.split(',')[k]!.endsWith('rank') && field !== '-1' ? String(6 - Number(field)) : field)); // prettier-ignore
      return ['German', 'French', ...fields.slice(2)].join(',');
    });
    const outputs = ['good', 'shuffled', 'terse', 'verbose'].flatMap((name) =>
      ['de-en', 'de-fr'].map((task) => [`outputs/${task}/${name}.txt`, read(`outputs/de-en/${name}.txt`)]),
    );
    const files = {
      ...Object.fromEntries(outputs),
      'references/de-en.txt': read('references/de-en.A.txt'),
      'references/de-fr.txt': read('references/de-en.A.txt'),
      'judgments/rankings.csv': [...rankings, ...opposite].join('\n'),
    };
    await withFiles(files, async (directory) => {
      const options = ['--features', 'bleu', 'chrf', 'ter'];
      const { report, shown } = await run(directory, '-t', 'de-en', '--test-task', 'de-fr', ...options);
      expect(report.features).toEqual((await run(directory, '-t', 'de-en', ...options)).report.features);
      const [own, test] = report.evaluations;
      expect([own!.set, test!.set]).toEqual(['cross-validated', 'tested']);
      expect(test!.known).toEqual({ sentences: 38, of: 38 });
      const value = ({ all }: typeof own & object) => all.metrics[0]!.ofSegments![0]!.value;
      expect(value(own!)).toBeGreaterThan(0.6);
      expect(value(test!)).toBeLessThan(0.4);
      expect(shown).toMatch(
        /^tested +de-fr, with weights learned on other tasks; 38 of its 38 sentences were also learned from/m,
      );
    });
  });

  it('finds no narrower intervals in data repeated three times', async () => {
    const read = (path: string) => readFileSync(join(folder, path), 'utf8');
    const rankings = read('judgments/rankings.csv').trimEnd().split('\n');
    const place = rankings[0]!.split(',').findIndex((name) => /srcIndex/i.test(name));
    const segments = read('references/de-en.A.txt').trimEnd().split('\n').length;
    const again = (copy: number) =>
      rankings.slice(1).map((row) => row.split(',').map((field, k) => (k === place ? Number(field) + copy * segments : field)).join(',')); // prettier-ignore
    const files = {
      ...Object.fromEntries(['good', 'shuffled', 'terse', 'verbose'].map((name) => [`outputs/de-en/${name}.txt`, read(`outputs/de-en/${name}.txt`).repeat(3)])),
      'references/de-en.A.txt': read('references/de-en.A.txt').repeat(3),
      'references/de-en.B.txt': read('references/de-en.B.txt').repeat(3),
      'sources/de-en.txt': read('sources/de-en.txt').repeat(3),
      'judgments/rankings.csv': [rankings[0]!, ...again(0), ...again(1), ...again(2)].join('\n'),
    }; // prettier-ignore
    const bleuOf = ({ report }: Awaited<ReturnType<typeof run>>) =>
      report.evaluations[0]!.all.metrics.find(({ name }) => name === 'BLEU')!.ofSegments![0]!.interval!;
    await withFiles(files, async (directory) => {
      const options = ['--features', 'chrf', 'ter', '-b', 'bleu'];
      const once = await run(folder, ...options);
      const thrice = await run(directory, ...options);
      expect(bleuOf(thrice).low).toBeCloseTo(bleuOf(once).low, 10);
      expect(bleuOf(thrice).high).toBeCloseTo(bleuOf(once).high, 10);
      expect(thrice.shown).toMatch(/bootstrap samples of sentences/);
    });
  });

  it('tells metrics of the same name apart', async () => {
    const { report, shown } = await run(folder, '--features', 'chrf', 'ter', '-b', 'bleu', 'bleu(n=1)', '--folds', '2');
    const { contest } = report.evaluations[0]!;
    expect(contest.metrics.map(({ name }) => name)).toEqual(['learned', 'chrf', 'bleu', 'bleu(n=1)']);
    const of = (name: string) => contest.metrics.find((each) => each.name === name)!.ofSegments![0]!.value;
    expect(of('bleu')).not.toBeCloseTo(of('bleu(n=1)'), 2);
    for (const name of ['bleu', 'bleu(n=1)']) expect(shown).toContain(`against ${of(name).toFixed(3)} of ${name} in`);
    await withFiles({}, async (directory) => {
      const file = join(directory, 'old.json');
      await run(folder, '--features', 'ter', '--folds', '2', '--model', file);
      const against = await run(folder, '--features', 'chrf', 'ter', '-b', `learned:${file}`, '--folds', '2');
      const names = against.report.evaluations[0]!.contest.metrics.map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      expect(names.at(-1)).toMatch(/^learned\(file=.*old\.json@sha256:[0-9a-f]{12}\)$/);
    });
  });

  it('learns the weights of AMBER', async () => {
    const { report, shown } = await run(folder, '--amber', 'amber(types=1)', '--folds', '3');
    expect(report.amber).toMatch(/^AMBER\(1,avgp=[\d.]+,fmean=[\d.]+,.*nkcp=[\d.]+\)$/);
    expect(() => parseMetric(report.amber!)).not.toThrow();
    expect(report.features).toHaveLength(13);
    expect(shown).toContain('θ₁ (AvgP)');
    expect(report.evaluations[0]!.all.metrics.map(({ name }) => name)).toEqual(['learned', 'AMBER(1)', 'BLEU']);
    await expect(run(folder, '--amber', 'bleu')).rejects.toThrow('BLEU has no weights to learn. Use amber.');
    await expect(run(folder, '--amber', 'amber', '--features', 'bleu')).rejects.toThrow('--features is not for the weights of AMBER. Leave it out.'); // prettier-ignore
  });
});

describe('few judgments that are clear', () => {
  const words = ['ab', 'cd', 'ef', 'gh', 'ij', 'kl', 'mn', 'op'];
  const reference = Array.from({ length: 12 }, (_, i) => [...words.slice(i % 8), ...words.slice(0, i % 8), `x${i}`].join(' ')); // prettier-ignore
  const output = (wrong: number) =>
    reference.map((line) => line.split(' ').map((word, k) => (k % 6 < wrong ? 'zz' : word)).join(' ')); // prettier-ignore
  const systems: Record<string, string[]> = { a: output(1), b: output(2), c: output(4) };
  const judgments = [
    'srclang,trglang,srcIndex,documentId,segmentId,judgeId,system1Number,system1Id,system2Number,system2Id,system3Number,system3Id,system1rank,system2rank,system3rank',
    ...reference.map((_, i) => `xx,yy,${i + 1},d,${i + 1},j,,a,,b,,c,1,2,3`),
  ];
  const files = {
    'judgments.csv': judgments.join('\n'),
    'ref.txt': reference.join('\n'),
    ...Object.fromEntries(Object.entries(systems).map(([name, lines]) => [`${name}.txt`, lines.join('\n')])),
    'all.factored': [reference, ...Object.values(systems)]
      .flat()
      .map((line) => line.split(' ').map((word) => `${word}|${word[0]}|T`).join(' ')).join('\n'), // prettier-ignore
  };
  const inFiles = (...typed: string[]) =>
    withFiles(files, (directory) => {
      const at = (name: string) => join(directory, name);
      const named = typed.map((word) => (word in files ? at(word) : word));
      return run(
        ...['judgments.csv', 'a.txt', 'b.txt', 'c.txt'].map(at),
        '-r',
        at('ref.txt'),
        '--folds',
        '3',
        ...named,
      );
    });

  it('are enough for the weights of AMBER', async () => {
    const { report, shown } = await inFiles('--amber', 'amber(types=1)');
    expect(report.evaluations[0]!.all.metrics[0]!.ofSegments![0]!.value).toBe(1);
    expect(shown).toContain('compared with each other: the learned metric and the baselines; ●');
  });

  it('are so for an AMBER whose words need a dictionary', () => {
    const token = { left: 0, right: 0, cost: 1, pos: 5 };
    const category = { invoke: false, group: false, length: 1, words: [{ left: 0, right: 0, cost: 100 }] };
    const { sys, unk, matrix, char, dicrc } = compileTinyDictionary({
      words: Object.fromEntries(words.map((word) => [word, [token]])),
      categories: { DEFAULT: category, SPACE: category },
      characters: [[' ', 'SPACE']],
      matrix: [[0]],
      entries: 392_126,
    });
    return withFiles({}, async (directory) => {
      const parts = { 'sys.dic': sys, 'unk.dic': unk, 'matrix.bin': matrix, 'char.bin': char, dicrc };
      for (const [name, bytes] of Object.entries(parts)) writeFileSync(join(directory, name), bytes);
      vi.stubEnv('ASSAY_IPADIC', directory);
      try {
        const { report } = await inFiles('--amber', 'amber(types=1,tok=ja-mecab)');
        expect(report.amber).toMatch(/^AMBER\(1,tok=ja-mecab,avgp=/);
      } finally {
        vi.unstubAllEnvs();
      }
    });
  });

  it('can be learned from with the user’s own analyses, if some metric reads them', async () => {
    const { report } = await inFiles('--analyses', 'all.factored', '--features', 'entailment(lang=any)', 'chrf', '-b', 'bleu'); // prettier-ignore
    expect(report.features[0]!.feature).toMatch(
      /^entailment\(lang=any,analyses=.*all\.factored@sha256:[0-9a-f]{12}\)$/,
    );
    const { report: other } = await inFiles('--analyses', 'all.factored', '--features', 'chrf', 'ter', '-b', 'wpf');
    expect(other.metrics.at(-1)!.signature).toContain('all.factored');
    await expect(inFiles('--analyses', 'all.factored', '--features', 'chrf', 'ter')).rejects.toThrow(
      '--analyses is for metrics that read lemmas or tags, which none of these does',
    );
    const amber = await inFiles('--amber', 'amber(types=1)', '--analyses', 'all.factored', '-b', 'wpf');
    expect(amber.report.metrics.at(-1)!.signature).toContain('all.factored');
  });
});

it('does not choose a feature without a figure as the best', () => {
  const words = ['abcd', 'efgh', 'ijkl', 'mnop'];
  const lines = (of: (i: number) => string) => Array.from({ length: 16 }, (_, i) => of(i)).join('\n');
  // In the second task no word is right, and only letters tell outputs apart.
  const output = (s: number, isOther: boolean) =>
    lines((i) => words.map((word, k) => ((i + k) % 4 < s ? `zzz${k}` : isOther ? `${word}x` : word)).join(' '));
  const ratings = ['en-de', 'en-fr'].flatMap((task) =>
    [0, 1, 2].flatMap((s) =>
      Array.from({ length: 16 }, (_, i) => JSON.stringify({ task, segment: String(i + 1), judge: 'j', kind: 'rating', system: `s${s}`, score: 90 - 20 * s + (i % 5) })),
    ),
  ); // prettier-ignore
  const files = {
    'judgments/ratings.jsonl': ratings.join('\n'),
    'references/en-de.txt': lines((i) => `${words.join(' ')} r${i}`),
    'references/en-fr.txt': lines((i) => `${words.join(' ')} r${i}`),
    ...Object.fromEntries([0, 1, 2].flatMap((s) => [[`outputs/en-de/s${s}.txt`, output(s, false)], [`outputs/en-fr/s${s}.txt`, output(s, true)]])),
  }; // prettier-ignore
  return withFiles(files, async (directory) => {
    const { report } = await run(directory, '-t', 'en-de', '--test-task', 'en-fr', '--human', 'raw-ratings', '--features', 'f1', 'chrf', '-b', 'bleu', '--folds', '2'); // prettier-ignore
    const { all, contest } = report.evaluations[1]!;
    expect(all.metrics.find(({ name }) => name === 'f1')!.ofSegments![0]!.value).toBeNaN();
    expect(contest.metrics.map(({ name }) => name)).toEqual(['learned', 'chrf', 'BLEU']);
  });
});

describe('files', () => {
  it('of judgments, references and outputs', async () => {
    const outputs = ['good', 'shuffled', 'terse', 'verbose'].map(system);
    const rankings = join(folder, 'judgments/rankings.csv');
    const reference = [
      ...['A', 'B'].flatMap((name) => ['-r', join(folder, 'references', `de-en.${name}.txt`)]),
      ...['-s', join(folder, 'sources/de-en.txt')],
    ];
    const { report } = await run(rankings, ...outputs, ...reference, '--features', 'bleu', 'chrf', 'ter', '-b', 'per');
    const inFolder = await run(folder, '--features', 'bleu', 'chrf', 'ter', '-b', 'per');
    expect(report.features).toEqual(inFolder.report.features);
    await expect(run(rankings, ...reference, outputs[0]!)).rejects.toThrow('Name the outputs of at least two systems');
    await expect(run(rankings, ...outputs)).rejects.toThrow('No reference given. Name a file with -r.');
    await expect(run(rankings, ...outputs, ...reference, '--test-task', 'x')).rejects.toThrow(
      '--test-task needs the folder of a shared task',
    );
  });

  it('of ratings: absolute, or pairwise if requested', async () => {
    const words = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const reference = Array.from(
      { length: 40 },
      (_, i) => words.map((word, k) => `${word}${(i * 7 + k) % 5}`).join(' ') + ` ${i}`,
    );
    // System s gets s words wrong, in some segments more.
    const wrong = (s: number, i: number) => (s + (i % 3)) % words.length;
    const output = (s: number) =>
      reference.map((line, i) => line.split(' ').map((word, k) => (k < wrong(s, i) ? `x${k}` : word)).join(' ')); // prettier-ignore
    const rows = [0, 1, 2].flatMap((s) =>
      reference.map((_, i) => JSON.stringify({ task: 'xx-yy', segment: String(i + 1), judge: `j${i % 2}`, kind: 'rating', system: `s${s}`, score: 90 - 10 * wrong(s, i) + ((i * s) % 4) })),
    ); // prettier-ignore
    const files = {
      'ratings.jsonl': rows.join('\n'),
      'ref.txt': reference.join('\n'),
      ...Object.fromEntries([0, 1, 2].map((s) => [`s${s}.txt`, output(s).join('\n')])),
    };
    await withFiles(files, async (directory) => {
      const at = (name: string) => join(directory, name);
      const typed = [at('ratings.jsonl'), at('s0.txt'), at('s1.txt'), at('s2.txt'), '-r', at('ref.txt'), '--human', 'raw-ratings', '--features', 'bleu', 'wer']; // prettier-ignore
      const { report, shown } = await run(...typed);
      expect(report.kind).toBe('absolute');
      expect(report.intercept).toBeGreaterThan(50);
      expect(report.features[1]!.weight).toBeLessThan(0);
      expect(report.evaluations[0]!.all.segmentMeasures[0]!.id).toBe('pearson');
      expect(report.evaluations[0]!.all.metrics[0]!.ofSegments![0]!.value).toBeGreaterThan(0.9);
      expect(shown).toContain('squared error');
      expect((await run(...typed, '--kind', 'pairwise')).report.kind).toBe('pairwise');
      // Each segment of a single system.
      writeFileSync(at('ratings.jsonl'), rows.filter((_, r) => (r % 40) % 3 === Math.floor(r / 40)).join('\n'));
      await expect(run(...typed, '--kind', 'pairwise')).rejects.toThrow('There is nothing to learn from: no decided comparison of the given outputs. Nobody judged two outputs of a segment.'); // prettier-ignore
    });
  });
});

describe('refuses', () => {
  it.each<[string, string[], RegExp]>([
    ['nothing', [], /^Nothing to learn from\. Name the folder of a shared task/],
    ['a metric that is none', [folder, '--features', 'blue::parts'], /^blue::parts is neither a file nor a metric\. Unknown metric blue\. Did you mean bleu\?/],
    ['an option that is none', [folder, '--features', 'bleu(tok=x)', 'chrf'], /^bleu\(tok=x\) is neither a file nor a metric\. .*tok must be/],
    ['a metric to compare with that is none', [folder, '--features', 'bleu', '-b', 'tre'], /^tre is neither a file nor a metric\. Unknown metric tre\./],
    ['a part that is none', [folder, '--features', 'bleu::precision 9'], /^bleu::precision 9: BLEU has no part precision 9\./],
    ['parts of a metric that has none', [folder, '--features', 'ribes::parts'], /^ribes::parts: .* does not expose the parts of its score\. Leave out ::parts\.$/],
    ['a part without a name', [folder, '--features', 'bleu', 'bleu::'], /^bleu:: is neither a file nor a metric\. bleu::: the name of a part must follow ::/],
    ['a feature twice', [folder, '--features', 'bleu', 'bleu(tok=13a)'], /^The feature bleu is given twice\.$/],
    ['a learned metric inside of a feature', [folder, '--features', 'ulc(of=learned:x.json+bleu)'], /^A learned metric cannot be a feature of another\./],
    ['a learned metric as feature', [folder, '--features', 'learned:x.json'], /^A learned metric cannot be a feature of another\./],
    ['ratings of what was ranked', [folder, '--kind', 'absolute', '--features', 'bleu'], /^The outputs of de-en were ranked, and ranks of different segments are not comparable\. Use --kind pairwise\.$/],
    ['more folds than sentences', [folder, '--folds', '30', '--features', 'bleu'], /^511 decided comparisons of 38 sentences are too few to learn 1 weight from in 30 folds: there must be at least 2 sentences per fold/],
    ['judgments of another name', [folder, '--human', 'mqm', '--features', 'bleu'], /^There are no human scores of de-en named mqm\./],
    ['to write into what it reads', [folder, '--model', join(folder, 'judgments/m.json')], /is in a folder that the same command reads/],
    ['outputs beside a folder', [folder, system('good'), system('terse')], /is the folder of a shared task and holds its outputs: leave out/],
    ['a reference beside a folder', [folder, '-r', system('good')], /^--reference cannot be used with the folder of a shared task/],
  ])('%s', async (_, typed, message) => {
    const failed = run(...typed);
    await expect(failed).rejects.toThrow(UsageError);
    await expect(failed).rejects.toThrow(message);
  }); // prettier-ignore

  const judgments = (rows: readonly (readonly [string, string, string, number, number])[]) =>
    ['srclang,trglang,srcIndex,documentId,segmentId,judgeId,system1Number,system1Id,system2Number,system2Id,system1rank,system2rank',
      ...rows.map(([segment, a, b, ra, rb]) => `xx,yy,${segment},d,${segment},j,,${a},,${b},${ra},${rb}`)].join('\n'); // prettier-ignore
  const lines = (text: (i: number) => string) => Array.from({ length: 30 }, (_, i) => text(i)).join('\n');
  const texts = {
    'ref.txt': lines((i) => `one two three ${i}`),
    'a.txt': lines((i) => `one two four ${i}`),
    'b.txt': lines((i) => `one ${i}`),
  };
  const numbers = Array.from({ length: 30 }, (_, i) => String(i + 1));

  it.each([[['--amber', 'amber']], [['--features', 'bleu']]])('scores of whole systems: %j', (typed) => {
    const system = (name: string) => [`system-outputs/en-de/${name}.txt`, texts[name === 'a' ? 'a.txt' : 'b.txt']];
    const files = {
      ...Object.fromEntries(['a', 'b', 'c'].map(system)),
      'references/en-de.refA.txt': texts['ref.txt'],
      'human-scores/en-de.wmt.sys.score': 'a\t0.4\nb\t0.3\nc\t0.2',
    };
    return withFiles(files, async (directory) => {
      const failed = run(directory, ...typed);
      await expect(failed).rejects.toThrow(UsageError);
      await expect(failed).rejects.toThrow(
        'wmt of en-de are of whole systems only; learning needs judgments of segments.',
      );
    });
  });

  it.each<[string, string, string[], RegExp]>([
    ['systems without outputs', judgments(numbers.map((n) => [n, 'x', 'y', 1, 2])), ['bleu'], /^There is nothing to learn from: no decided comparison of the given outputs\. 30 judgments are of systems or segments without outputs: system x, system y\.$/],
    ['ties alone', judgments(numbers.map((n) => [n, 'a', 'b', 1, 1])), ['bleu'], /^There is nothing to learn from: .* 30 comparisons found both outputs equal\.$/],
    ['one system always better', judgments(numbers.map((n) => [n, 'a', 'b', 1, 2])), ['bleu'], /^All 30 decided comparisons prefer the same system of two/],
    ['too few judgments', judgments(numbers.slice(0, 9).map((n, i) => [n, 'a', 'b', 1 + (i % 2), 2 - (i % 2)])), ['bleu'], /^9 decided comparisons of 9 sentences are too few to learn 1 weight from in 10 folds/],
    ['a feature that never differs', judgments(numbers.map((n, i) => [n, 'a', 'b', 1 + (i % 2), 2 - (i % 2)])), ['bleu', 'rouge(variant=9)'], /^The feature .* is the same for all outputs that were judged against each other: nothing can be learned about it\. Leave it out\.$/],
  ])('%s', (_, text, features, message) =>
    withFiles({ ...texts, 'judgments.csv': text }, async (directory) => {
      const at = (name: string) => join(directory, name);
      const failed = run(at('judgments.csv'), at('a.txt'), at('b.txt'), '-r', at('ref.txt'), '--features', ...features);
      await expect(failed).rejects.toThrow(UsageError);
      await expect(failed).rejects.toThrow(message);
    }),
  ); // prettier-ignore
});

describe('learned metrics in files', () => {
  it.each<[string, string | undefined, RegExp]>([
    ['missing', undefined, /^There is no .* .*m\.json\.$/],
    ['garbled', '{', /^Cannot read .*m\.json as a learned metric: it is not JSON/],
    ['of an unknown metric', JSON.stringify(model('bloo')), /m\.json: Unknown metric bloo\./],
    ['of an unknown part', JSON.stringify(model('bleu', 'precision 7')), /m\.json: bleu::precision 7: BLEU has no part precision 7\./],
    ['of itself, inside of another', JSON.stringify(model('ulc(of=bleu+learned:m.json)')), /m\.json: a learned metric cannot be a feature of another\./],
    ['of itself', JSON.stringify(model('learned:m.json')), /m\.json: a learned metric cannot be a feature of another\./],
  ])('%s', (_, text, message) =>
    withFiles(text === undefined ? {} : { 'm.json': text }, async (directory) => {
      const failed = Promise.resolve().then(() => createMetrics([parseMetric(`learned:${join(directory, 'm.json')}`)]));
      await expect(failed).rejects.toThrow(UsageError);
      await expect(failed).rejects.toThrow(message);
    }),
  ); // prettier-ignore

  it('sign what their features were made with', () =>
    withFiles({ 'm.json': JSON.stringify(model('sp-op')) }, async (directory) => {
      const [learned, alone] = await createMetrics([`learned:${join(directory, 'm.json')}`, 'sp-op'].map(parseMetric));
      expect(alone!.madeWith).toHaveLength(1);
      expect(learned!.madeWith).toEqual(alone!.madeWith);
    }));

  function model(metric: string, part?: string): unknown {
    const feature = { metric, ...(part !== undefined && { part }), mean: 0, scale: 1, weight: 1 };
    return { format: 'assay learned metric', version: 1, kind: 'pairwise', intercept: 0, features: [feature] };
  }
});
