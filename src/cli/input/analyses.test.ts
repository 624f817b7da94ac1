import { describe, expect, it } from 'vitest';
import { type FoundMetric, UsageError, defineMetric, files, percent, resolveOptions } from '../../core/index.ts';
import { parseMetric } from '../../engine/index.ts';
import { withAnalyses } from './metricInput.ts';

const body = {
  name: 'x',
  range: percent,
  decomposable: true,
  reads: [],
  statistics: [],
  counter: () => ({ prepare() {}, collect() {} }),
  score: () => 0,
};
const about = { summary: '', cite: '', example: '' };
const plain = defineMetric({ ...about, id: 'plain', options: {}, create: () => body });
const analysed = defineMetric({
  ...about,
  id: 'analysed',
  options: { analyses: files({ key: 'analyses', accepts: 'files', help: '' }) },
  create: () => body,
});

const request = (definition: typeof plain | typeof analysed, given: Record<string, unknown> = {}): FoundMetric => ({
  definition,
  options: resolveOptions(definition.options, given),
});

/** The files that each metric is given. */
const filled = (requests: FoundMetric[], ...[outputs, given]: Parameters<typeof withAnalyses>): unknown[] =>
  withAnalyses(outputs, given)(requests).map(({ options }) => (options as { analyses?: string }).analyses);

describe('--analyses', () => {
  it('is for every metric that reads analyses and names none', () => {
    const requests = [request(plain), request(analysed), request(analysed, { analyses: 'own.tsv' })];
    expect(filled(requests, ['a.txt'], { analyses: ['x.tsv', 'y.conllu'] })).toEqual([
      undefined,
      'x.tsv;y.conllu',
      'own.tsv',
    ]);
    expect(filled(requests, ['a.txt'], {})).toEqual([undefined, '', 'own.tsv']);
  });

  const cases: [outputs: string[], given: Parameters<typeof withAnalyses>[1], files: string][] = [
    [['a.conllu', 'b.txt'], { reference: ['r.factored', 'r.tsv'] }, 'a.conllu;r.factored'],
    [['a.conllu'], { reference: ['a.conllu', 'b.conllu.gz'] }, 'a.conllu;b.conllu.gz'],
    [['a.txt'], { inputFormat: 'factored', reference: ['r.txt'] }, 'a.txt'],
    [['a.conllu'], { inputFormat: 'text', reference: ['r.conllu'] }, 'r.conllu'],
    [['a.conllu'], { analyses: ['x.tsv'] }, 'x.tsv'],
  ];
  it.each(cases)('is what the texts hold themselves, unless it is given: %j %j', (outputs, given, expected) => {
    expect(filled([request(analysed), request(plain)], outputs, given)).toEqual([expected, undefined]);
  });

  it('cannot come from standard input', () => {
    const given = { inputFormat: 'factored', reference: ['r.conllu'] } as const;
    const from = (...requests: FoundMetric[]) => filled(requests, ['-'], { ...given, reference: [...given.reference] });
    const message = 'Cannot read analyses from standard input, which holds the texts. Name a file';
    expect(() => from(request(analysed))).toThrow(message);
    expect(() => from(parseMetric('ulc(of=wpf+bleu)'))).toThrow(message);
    expect(() => filled([request(analysed)], ['a.txt'], { analyses: ['-'] })).toThrow(message);
    expect(from(request(plain), request(analysed, { analyses: 'own.tsv' }))).toEqual([undefined, 'own.tsv']);
    expect(filled([request(analysed)], ['-'], { ...given, reference: [], analyses: ['x.tsv'] })).toEqual(['x.tsv']);
  });

  it('is nothing that sources hold', () => {
    const given = { reference: ['r.txt'], source: 's.conllu' };
    expect(filled([request(analysed)], ['a.txt'], given)).toEqual(['']);
  });

  const lists: [typed: string, list: string][] = [
    ['ulc(of=wpf+bleu)', 'wpf(analyses=x.tsv;y.conllu)+bleu'],
    ['ulc(of=bleu(tok=intl)+sp-op-NN*)', 'bleu(tok=intl)+sp-op(analyses=x.tsv;y.conllu,class=NN*)'],
    ['ulc(of=wpf(analyses=own.tsv)+bleu)', 'wpf(analyses=own.tsv)+bleu'],
    ['ulc(of=bleu+ter)', 'bleu+ter'],
  ];
  it.each(lists)('is for metrics inside of metrics: %s', (typed, list) => {
    const [{ options }] = withAnalyses([], { analyses: ['x.tsv', 'y.conllu'] })([
      parseMetric(typed),
      request(analysed),
    ]) as [FoundMetric, FoundMetric];
    expect(options['of']).toBe(list);
  });

  it('is used by a list of metrics if one reads it, and refused by others', () => {
    const take = withAnalyses([], { analyses: ['x.tsv'] });
    expect(take([parseMetric('ulc(of=wpf+bleu)')])).toHaveLength(1);
    expect(() => take([parseMetric('ulc(of=bleu+ter)')])).toThrow('which none of these does: ulc. Leave it out.');
    expect(() => withAnalyses([], { analyses: ['a,b.tsv'] })([parseMetric('ulc(of=wpf+bleu)')])).toThrow(
      'its name without | , ( ) or a line break',
    );
  });

  it('is refused if no metric reads it, or if a name is ambiguous', () => {
    expect(() => filled([request(plain)], ['a.txt'], { analyses: ['x.tsv'] })).toThrow(
      new UsageError(
        '--analyses is for metrics that read lemmas or tags, which none of these does: plain. Leave it out.',
      ),
    );
    expect(filled([request(plain)], ['a.conllu'], {})).toEqual([undefined]);
    expect(() => filled([request(analysed)], ['a;b.conllu'], {})).toThrow('must not have ; in its name');
  });
});
