import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../core/index.ts';
import { withFiles } from '../../data/testing/files.ts';
import type { MetaReport } from '../../report/index.ts';
import { runTyped } from '../testing/runTyped.ts';
import meta from './meta.ts';

const folder = fileURLToPath(new URL('../../../examples/task', import.meta.url));

/** Runs the command as typed after `assay meta`. */
async function run(...typed: readonly string[]): Promise<{ report: MetaReport; shown: string }> {
  const { result: report, shown } = await runTyped(meta, typed);
  return { report, shown };
}

describe('the example task', () => {
  it('computed metrics beside one from a file', async () => {
    const { report, shown } = await run(folder, '-m', 'bleu', 'chrf', 'ter');
    expect(report).toMatchObject({ name: 'task', imported: ['neural'], metrics: [{ name: 'BLEU' }, { name: 'chrF2' }, { name: 'TER', higherIsBetter: false }] }); // prettier-ignore
    expect(report.tasks.map(({ task, human }) => [task, human.id])).toEqual([['de-en', 'rankings']]);
    expect(report.tasks[0]!.systems.map(({ system }) => system)).toEqual(['good', 'verbose', 'terse', 'shuffled']);
    expect(shown).toMatch(/^neural +1\.000 +– +0\.991 +1\.000 +1\.000 +●$/m);
    expect(shown).toMatch(/^\(people\) +511 +0\.8/m);
    expect(shown).not.toMatch(/undefined|NaN|null/);
  });

  it('● is explained, with its measure and test', async () => {
    const shown = async (...typed: readonly string[]) =>
      (await run(folder, '-m', 'bleu', 'chrf', 'ter', ...typed)).shown.replace(/\s+/g, ' ');
    const usual = await shown();
    expect(usual).toContain('de-en, systems: 4 scored and judged, people by ≥ others');
    expect(usual).toContain('pairwise accuracy not sig. beaten');
    expect(usual).toContain('● systems not significantly beaten: no metric agrees significantly better, p ≤ 0.05 by permutation of systems between metrics of Spearman’s ρ, 1000 permutations; with 4 systems no p is below 0.06, so no metric can be significantly better'); // prettier-ignore
    for (const name of ['neural', 'BLEU', 'TER', 'chrF2']) expect(usual).toMatch(new RegExp(`${name} [^●a-z]*●`));
    const pearson = await shown('--system-measure', 'pearson', 'spearman', 'pearson');
    expect(pearson).toContain('p ≤ 0.05 by Williams’ test of Pearson’s r ●');
    expect(pearson).toContain('metric Pearson’s r 95 % Spearman’s ρ not sig. beaten');
    expect(await shown('--system-test', 'williams')).toContain(
      'note de-en: the test of spearman over systems exchanges systems: Williams’ test compares Pearson’s r only. For it, use --system-measure pearson.',
    );
  });

  it.each([
    [['--segment-test', 'cells'], 'in 17–21 % of cases it finds one of two equally good metrics better at 5 % if segments have effects of their own: use inputs'],
    [['--system-test', 'systems-and-inputs'], 'in 32–38 % of cases it finds one of two equally good metrics better at 5 % if systems have effects of their own: use systems'],
  ])('%j: how often the test is wrong', async (typed, said) => {
    const { shown } = await run(folder, '-m', 'bleu', '--samples', '20', ...typed);
    expect(shown.replace(/\s+/g, ' ')).toContain(said);
  }); // prettier-ignore

  it('takes a folder that follows -m', async () => {
    const { report } = await run('-m', 'bleu', 'ter', folder);
    expect(report.tasks[0]!.metrics.map(({ name }) => name)).toEqual(['BLEU', 'TER', 'neural']);
    await expect(run('-m', 'bleu')).rejects.toThrow(
      'No folder given. Name the folder of a shared task; see the guide.',
    );
    await expect(run(folder, '-m', 'bleu', folder)).rejects.toThrow(/^Give one folder at a time\. Leave out /);
  });

  it('without metrics of our own', async () => {
    const { report } = await run(folder, '-m', 'none');
    expect(report.tasks[0]!.metrics.map(({ name }) => name)).toEqual(['neural']);
    expect(report.tasks[0]!.systemTest).toBeUndefined();
  });

  it('as JSON, which is the report itself and reproducible', async () => {
    const { report, shown } = await run(folder, '-m', 'bleu', '-f', 'json', '-j', '1');
    expect(JSON.parse(shown)).toEqual(JSON.parse(JSON.stringify(report)));
    expect((await run(folder, '-m', 'bleu', '-f', 'json', '-j', '1')).shown).toBe(shown);
  });

  it('as rows', async () => {
    const { report, shown } = await run(folder, '-m', 'bleu(tok=char)', '-f', 'tsv', '--system-measure', 'accuracy');
    // Metrics as -m reads them, scores from files as the files call them; in JSON beside the name that tables have.
    expect(report.tasks[0]!.metrics).toMatchObject([{ name: 'BLEU', metric: 'bleu(tok=char)' }, { name: 'neural' }]);
    expect(report.tasks[0]!.metrics[1]).not.toHaveProperty('metric');
    const lines = shown.trimEnd().split('\n');
    expect(lines[0]).toBe('task\tmetric\tlevel\tmeasure\tvalue\tlow\thigh\tcount\tchance\tepsilon');
    expect(lines.slice(1).map((line) => line.split('\t').slice(1, 4).join(' '))).toEqual([
      'bleu(tok=char) system accuracy',
      'bleu(tok=char) segment consistency',
      'bleu(tok=char) segment wmt14',
      'bleu(tok=char) segment system-prior',
      'bleu(tok=char) segment mixed-prior',
      'neural system accuracy',
      'neural segment consistency',
      'neural segment wmt14',
      'neural segment system-prior',
      'neural segment mixed-prior',
    ]);
  });

  it.each(['markdown', 'latex', 'html'])('as %s', async (format) => {
    const { shown } = await run(folder, '-m', 'bleu', 'ter', '--pairwise', '-f', format);
    expect(shown).toContain('neural');
    expect(shown.replace(/<script>.*<\/script>/s, '')).not.toMatch(/undefined|NaN/);
  });

  it('more scores, with their direction', async () => {
    const scores = [
      'system\tmetric\tscore',
      'good\terrs\t1',
      'terse\terrs\t2',
      'verbose\terrs\t3',
      'shuffled\terrs\t9',
    ];
    await withFiles({ 'de-en.errs.tsv': `${scores.join('\n')}\n` }, async (directory) => {
      const path = `${directory}/de-en.errs.tsv`;
      const { report } = await run(folder, '-m', 'none', '--scores', path, '--lower-is-better', 'errs');
      const errs = report.tasks[0]!.metrics.find(({ name }) => name === 'errs')!;
      expect(errs).toMatchObject({ higherIsBetter: false, ofSystems: [{ value: 0.8 }, {}, {}, {}] });
      expect(errs.ofSegments).toBeUndefined();
      await expect(run(folder, '-m', 'none', '--scores', path)).rejects.toThrow(
        /^Is a higher or a lower score of errs \(.*de-en\.errs\.tsv\) better\? .* Add --higher-is-better errs or --lower-is-better errs\.$/,
      );
    });
  });

  it('scores of other programs, whose systems have names of files', async () => {
    const score = (s: number, i: number): number => 0.9 - s / 10 + ((i * (s + 3)) % 7) / 100;
    const systems = ['good', 'terse', 'verbose', 'shuffled'];
    const segments = Array.from({ length: 60 }, (_, i) => i);
    const comet = Object.fromEntries(
      systems.map((name, s) => [`runs/${name}.txt`, segments.map((i) => ({ COMET: score(s, i) }))]),
    );
    const metricX = systems.map((name, s): [string, string] => [
      `${name}.jsonl`,
      segments.map((i) => `${JSON.stringify({ prediction: 5 - score(s, i) })}\n`).join(''),
    ]);
    const contents = { 'comet.json': JSON.stringify(comet), ...Object.fromEntries(metricX) };
    await withFiles(contents, async (directory) => {
      const paths = Object.keys(contents).map((name) => `${directory}/${name}`);
      const { report } = await run(folder, '-m', 'none', '--scores', ...paths);
      const [found, errors] = ['COMET', 'MetricX'].map((name) =>
        report.tasks[0]!.metrics.find((each) => each.name === name)!,
      );
      expect([found!.higherIsBetter, errors!.higherIsBetter]).toEqual([true, false]);
      // The same order of systems and segments, so the same agreement.
      const valuesOf = ({ ofSystems, ofSegments = [] }: NonNullable<typeof found>): string[] =>
        [...ofSystems, ...ofSegments].map(({ value }) => value.toFixed(9));
      expect(valuesOf(errors!)).toEqual(valuesOf(found!));
      expect(found!.ofSegments).not.toEqual([]);
      const long = `${contents['good.jsonl' as keyof typeof contents]}{"prediction": 1}\n`;
      await withFiles({ 'good.jsonl': long }, async (other) => {
        await expect(run(folder, '-m', 'none', '--scores', `${other}/good.jsonl`)).rejects.toThrow(
          /good\.jsonl, line 61: segment 61, but de-en has 60 segments\.$/,
        );
      });
    });
  });

  it('metrics of fewer systems than others, with their number', async () => {
    await withFiles({ 'two.tsv': 'system\tscore\ngood\t2\nterse\t1\n' }, async (directory) => {
      const { shown } = await run(
        folder,
        '-m',
        'none',
        '--scores',
        `${directory}/two.tsv`,
        '--higher-is-better',
        'two',
      );
      expect(shown).toMatch(/^metric .* systems$/m);
      expect(shown).toMatch(/^two +1\.000 .* 2$/m);
      expect(shown).toMatch(/^neural +1\.000 .* 4$/m);
    });
    expect((await run(folder, '-m', 'none')).shown).not.toMatch(/^metric .* systems$/m);
  });
});

it('people’s scores that a file holds', async () => {
  const human = 'good\t1\nterse\t.5\nverbose\t.4\nshuffled\tNone\n';
  await withFiles(
    {
      'human-scores/de-en.esa.sys.score': human,
      'metric-scores/de-en/m-refA.sys.score': 'good\t3\nterse\t2\nverbose\t1\n',
    },
    async (directory) => {
      const { report, shown } = await run(directory, '-m', 'none');
      expect(shown).toContain('de-en, systems: 3 scored and judged, people by esa');
      expect(report.tasks[0]).toMatchObject({ human: { id: 'esa' }, segmentMeasures: [], metrics: [{ ofSystems: [{ value: 1, systems: 3 }, {}, {}, {}] }] }); // prettier-ignore
      expect(shown).not.toMatch(/segments:.*people/);
    },
  );
});

it('says how many of the systems that metrics scored were judged', async () => {
  const files = {
    'human-scores/de-en.esa.sys.score': 'a\t3\nb\t2\nc\tNone\n',
    'metric-scores/de-en/m-refA.sys.score': 'a\t3\nb\t2\nc\t1\nd\t1\n',
  };
  await withFiles(files, async (directory) => {
    const { report, shown } = await run(directory, '-m', 'none');
    expect(shown).toContain('de-en, systems: 2 judged of 4 scored, people by esa');
    expect(report.tasks[0]!.unjudged).toEqual(['c', 'd']);
  });
});

describe('ratings', () => {
  const cells = ['a', 'b', 'c'].flatMap((system, s) => [...Array(12).keys()].map((g) => [system, g + 1, 30 * s + ((g * 7) % 12)] as const)); // prettier-ignore
  const files = {
    'judgments/de-en.tsv': `task\tsegment\tjudge\tsystem\tscore\n${cells.map(([system, g, score]) => `de-en\t${g}\tj\t${system}\t${score}\n`).join('')}`,
    'scores/m.tsv': `system\tsegment\tmetric\tscore\tbetter\n${cells.map(([system, g, score]) => `${system}\t${g}\tm\t${score}\thigher\n${system}\t${g}\tn\t${-score}\thigher\n`).join('')}`,
  };

  it('daRR counts raw ones, and says so', async () => {
    await withFiles(files, async (directory) => {
      const note = /daRR counts raw ratings at least 25 apart; choose them with --human raw-ratings/;
      const standardised = await run(directory, '-m', 'none', '--segment-measure', '2018');
      expect(standardised.report.input.notes.join('\n')).toMatch(note);
      const raw = await run(directory, '-m', 'none', '--segment-measure', '2018', '--human', 'raw-ratings');
      expect(raw.report.input.notes.join('\n')).not.toMatch(note);
      expect(raw.report.tasks[0]!.metrics.map(({ ofSegments }) => ofSegments![0]!.value)).toEqual([1, -1]);
    });
  });

  it('names the unit of permutation, and explains only what is shown', async () => {
    await withFiles(files, async (directory) => {
      const { shown } = await run(directory, '-m', 'none', '--segment-measure', 'acc-eq', '--system-test', 'inputs');
      expect(shown.replace(/\s+/g, ' ')).toMatch(
        /● segments [^●]* by permutation of segments between metrics of acc_eq/,
      );
      expect(shown.replace(/\s+/g, ' ')).toMatch(/● systems [^●]* of Spearman’s ρ over means of segments/);
      expect(shown).toMatch(/^by chance /m);
      const other = await run(directory, '-m', 'none', '--segment-measure', 'pearson', 'kendall');
      expect(other.shown).not.toMatch(/by chance/);
    });
  });

  it.each([
    [['acc-eq'], 'acc_eq +95 % +by chance +ties up to +not sig\\. beaten'],
    [['acc-eq', 'kendall'], 'acc_eq +95 % +by chance +ties up to +Kendall’s τ_b +not sig\\. beaten'],
    [['kendall', 'acc-eq'], 'Kendall’s τ_b +95 % +acc_eq +by chance +ties up to +not sig\\. beaten'],
    [['tau-eq', 'acc-eq'], 'τ_eq +95 % +by chance +ties up to +acc_eq +by chance +ties up to +not sig\\. beaten'],
  ])('%j: the figure by chance follows each figure that has one', async (measures, columns) => {
    await withFiles(files, async (directory) => {
      const { report, shown } = await run(directory, '-m', 'none', '--segment-measure', ...measures);
      expect(shown).toMatch(new RegExp(`^metric +${columns} +counted$`, 'm'));
      expect(shown).toMatch(/^by chance /m);
      const at = measures.indexOf('acc-eq');
      const { value, chance, epsilon } = report.tasks[0]!.metrics[0]!.ofSegments![at]!;
      expect(chance).toBeGreaterThan(0);
      const titles = /^metric .*counted$/m.exec(shown)![0].split(/ {2,}/);
      const cells = /segments: .*\n.*\n(m .*)/.exec(shown)![1]!.split(/ {2,}/);
      const place = titles.indexOf('by chance', titles.indexOf('acc_eq'));
      const figures = [titles.indexOf('acc_eq'), place, place + 1].map((column) => cells[column]);
      expect(figures).toEqual([value, chance!, epsilon!].map((figure) => figure.toFixed(3)));
      const rows = await run(directory, '-m', 'none', '--segment-measure', ...measures, '-f', 'tsv');
      const row = rows.shown.split('\n').find((line) => line.startsWith('de-en\tm\tsegment\tacc-eq\t'))!;
      expect(row.split('\t').slice(-2).map(Number)).toEqual([chance, epsilon]);
    });
  });

  it.each([
    ['acc-eq', 'systems', 'inputs'],
    ['acc-eq', 'cells', 'inputs'],
    ['tau-eq', 'systems-and-inputs', 'inputs'],
    ['darr', 'cells', 'inputs'],
    ['kendall', 'pairs', 'inputs'],
    ['pearson-item', 'pairs', 'inputs'],
    ['acc-eq', 'pairs', 'pairs'],
    ['acc-eq', 'inputs', 'inputs'],
    ['kendall', 'systems', 'systems'],
    ['pearson', 'cells', 'cells'],
  ])('%s, with unit %s requested: permutes %s, and says so if that differs', async (measure, asked, test) => {
    await withFiles(files, async (directory) => {
      const { report } = await run(directory, '-m', 'none', '--segment-measure', measure, '--segment-test', asked);
      expect(report.tasks[0]!.segmentTest!.test).toBe(test);
      const said = report.input.notes.filter((note) => note.includes('exchanges'));
      expect(said).toEqual(
        asked === test
          ? []
          : [expect.stringMatching(`^de-en: the test of ${measure} exchanges ${test}, not ${asked}: .*\\.$`)],
      );
    });
  });

  it('a measure of rankings alone leaves no table of segments', async () => {
    await withFiles(files, async (directory) => {
      const { shown } = await run(directory, '-m', 'none', '--segment-measure', 'consistency');
      expect(shown).toMatch(/^de-en, systems:/m);
      expect(shown).not.toMatch(/^de-en, segments:/m);
      expect(shown).toMatch(/^note +de-en: no consistency, which needs outputs ranked by people\.$/m);
    });
  });
});

it('says which measures the judgments do not allow', async () => {
  const { report, shown } = await run(folder, '-m', 'none', '--segment-measure', 'consistency', 'acc-eq', '2021');
  expect(report.tasks[0]!.segmentMeasures.map(({ id }) => id)).toEqual(['consistency']);
  expect(shown).toMatch(/^note +de-en: no acc-eq, which needs scores of segments by people\.$/m);
  expect(shown).toMatch(/^note +de-en: no 2021, which needs scores of segments by people\.$/m);
});

describe('measures over systems that the judgments do not allow', () => {
  const note = 'de-en: no soft-accuracy over systems, which needs human segment scores.';

  it('are reported, and leave no table', async () => {
    const { report, shown } = await run(folder, '-m', 'bleu', '--system-measure', 'soft-accuracy');
    expect(report.tasks[0]!.systemMeasures).toEqual([]);
    expect(report.tasks[0]!.systemTest).toBeUndefined();
    expect(report.input.notes).toContain(note);
    expect(shown).not.toMatch(/^de-en, systems:|^● systems/m);
    expect(shown).toMatch(/^de-en, segments:/m);
    const rows = await run(folder, '-m', 'bleu', '--system-measure', 'soft-accuracy', '-f', 'tsv');
    expect(rows.shown).not.toMatch(/\tsystem\t/);
  });

  it('are reported along with those that exist, and only if requested', async () => {
    const both = await run(folder, '-m', 'bleu', '--system-measure', 'soft-accuracy', 'pearson');
    expect(both.report.input.notes).toContain(note);
    expect(both.shown).toMatch(/^metric +Pearson’s r /m);
    expect((await run(folder, '-m', 'bleu')).report.input.notes.join()).not.toContain('soft-accuracy');
  });

  it('only segments that cannot be measured leave the table of systems', async () => {
    const { shown } = await run(folder, '-m', 'bleu', '--segment-measure', 'acc-eq');
    expect(shown).toMatch(/^de-en, systems:/m);
    expect(shown).not.toMatch(/^de-en, segments:|^system alone/m);
  });

  it('are an error if nothing is left', async () => {
    const failed = run(folder, '-m', 'bleu', '--system-measure', 'soft-accuracy', '--segment-measure', 'acc-eq');
    await expect(failed).rejects.toThrow(UsageError);
    await expect(failed).rejects.toThrow(
      /^None of the requested measures can be computed\. de-en: no acc-eq, which needs .* de-en: no soft-accuracy over systems, which needs /,
    );
  });
});

describe('weights of marked errors', () => {
  const errors = 'segment\tjudge\tsystem\tseverity\tcategory\n1\tj\ta\tmajor\tstyle\n1\tj\tb\tHuge\tstyle\n';
  const files = {
    'judgments/de-en.tsv': errors,
    'scores/m.tsv': 'system\tmetric\tscore\tbetter\na\tm\t1\thigher\nb\tm\t2\thigher\n',
  };
  it.each([
    [[], /^Errors of severity "Huge" \(category style; first in .*de-en\.tsv, line 3\) have no weight\. .*Add a weight with --error-weights, such as huge=10\.$/],
    [['--error-weights', 'huge=10,nosuch=5'], /^--error-weights: no error is of severity nosuch\. Known: /],
    [['--error-weights', 'huge=10,minor:stile=5'], /^--error-weights: no error is of category stile\. Did you mean style\?$/],
  ])('%j', async (typed, message) => {
    await withFiles(files, async (directory) => {
      await expect(run(directory, '-m', 'none', ...typed)).rejects.toThrow(message);
    });
  }); // prettier-ignore

  it('are for judgments that mark errors', async () => {
    await expect(run(folder, '-m', 'none', '--error-weights', 'major=6')).rejects.toThrow(
      '--error-weights sets the weights of marked errors, but the judgments hold none. Leave it out.',
    );
  });
});

it('says what was left out', async () => {
  const files = {
    'judgments/de-en.tsv': 'segment\tjudge\tsystem\trank\n1\tj\ta\t1\n1\tj\tb\t2\n1\tj\tc\tx\n',
    'scores/m.tsv': 'system\tmetric\tscore\tbetter\na\tm\t1\thigher\nb\tm\t2\thigher\n',
  };
  await withFiles(files, async (directory) => {
    const { report, shown } = await run(directory, '-m', 'none', '--lenient');
    expect(report.input.dropped).toMatchObject([{ what: 'malformed rows', count: 1 }]);
    expect(shown).toMatch(/^left out +1 malformed row; first: .*de-en\.tsv, line 4: rank must be/m);
  });
});

describe('bad input', () => {
  it.each<[string[], RegExp | string]>([
    [[folder, '--human', 'rating'], 'There are no human scores named rating. Known: rankings.'],
    [[folder, '-t', 'de-fr'], /has no task de-fr\. Known: de-en\./],
    [[folder, '--system-measure', 'rho'], /^Unknown measure rho of systems\. Known: spearman/],
    [[folder, '-m', 'blue'], 'Unknown metric blue. Did you mean bleu?'],
    [[folder, '--lower-is-better', 'comet'], /comet/],
    [['no/such/folder'], /no\/such\/folder/],
  ])('%j', async (typed, message) => {
    const error = await run(...typed).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(UsageError);
    expect((error as Error).message).toMatch(message);
  });

  it('nothing to compare', async () => {
    await withFiles({ 'outputs/de-en/a.txt': 'x\n', 'references/de-en.txt': 'x\n' }, async (directory) => {
      await expect(run(directory)).rejects.toThrow(/holds no judgments and no human scores/);
    });
  });
});
