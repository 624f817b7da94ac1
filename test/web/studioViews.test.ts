/** Pure functions of Studio's views: what addresses name, which files belong together, and sentences on paradoxes. */
import { describe, expect, it } from 'vitest';
import { placeOf } from '../../web/studio/address.ts';
import { liveParadox } from '../../web/studio/desk/paradoxes.ts';
import type { StudioFile } from '../../web/studio/studioStore.ts';
import { answerChecks, segmentsText, tell } from '../../web/studio/views/paradoxWords.ts';
import { arrangeTask, taskFolderIn } from '../../web/studio/views/peopleFiles.ts';
import { bestTwo, readWhyPart, writeWhyPart } from '../../web/studio/views/whyPart.ts';

describe('addresses', () => {
  it.each([
    ['', '', ''],
    ['#answer', 'answer', ''],
    ['#why/7', 'why', '7'],
    ['#why/document/a%2Fb', 'why', 'document/a%2Fb'],
    ['#segment=7', 'where', ''],
    ['#why/segment=7', 'where', ''], // an equals sign is always the segment browser's
  ])('%s names the view "%s" and the part "%s"', (hash, view, part) => {
    expect(placeOf(hash)).toEqual({ view, part });
  });

  it.each([
    ['7', { kind: 'segment', number: 7 }],
    ['', { kind: 'corpus' }],
    ['0', { kind: 'corpus' }],
    ['-3', { kind: 'corpus' }],
    ['document/d%201', { kind: 'document', name: 'd 1' }],
    ['document/100%', { kind: 'document', name: '100%' }],
  ])('part "%s" of Why', (typed, part) => expect(readWhyPart(typed, 60)).toEqual(part));

  it('write what they read, without an equals sign', () => {
    for (const name of ['d1', 'a=b/c', 'ä ö%', '?#&']) {
      const written = writeWhyPart({ kind: 'document', name });
      expect(written).not.toContain('=');
      expect(readWhyPart(written, 60)).toEqual({ kind: 'document', name });
    }
    expect(writeWhyPart({ kind: 'segment', number: 12 })).toBe('12');
    expect(writeWhyPart({ kind: 'corpus' })).toBe('all');
    expect(readWhyPart('all', 10_000)).toEqual({ kind: 'corpus' });
    expect(readWhyPart('', 10_000)).toEqual({ kind: 'segment', number: 1 });
  });
});

it('the best system and the next, whichever direction is better', () => {
  const scores = [[1, 9], [3, 3], [2, 5]]; // prettier-ignore
  expect(bestTwo(scores, 0, true)).toEqual([1, 2]);
  expect(bestTwo(scores, 1, false)).toEqual([1, 2]);
  expect(bestTwo([[1], [1], [1]], 0, true)).toEqual([0, 1]);
});

describe('the folder of a shared task', () => {
  it.each([
    [['task/judgments/x.tsv', 'task/outputs/de-en/a.txt'], 'task'],
    [['a/b/system-outputs/de-en/a.txt', 'a/b/human-scores/x.score'], 'a/b'],
    [['task/Judgements/x.csv', 'task/outputs/de-en/a.txt', 'other/x'], 'task'],
    [['task/judgments/x.tsv', 'other/outputs/de-en/a.txt'], undefined],
    [['judgments/x.tsv', 'outputs/de-en/a.txt'], undefined],
    [['task/judgments', 'task/outputs'], undefined], // files, not folders
    [[], undefined],
  ])('in %j is %s', (paths, folder) => expect(taskFolderIn(paths)).toBe(folder));

  const file = (path: string, format = 'text'): StudioFile => ({
    path,
    contents: new Blob([]),
    role: 'system',
    facts: { path, bytes: 1, role: 'system', warnings: [], format },
  });
  const files = {
    system: [file('runs/a.txt'), { ...file('b.out.gz'), name: 'B' }],
    reference: [file('ref.txt'), file('ref2.txt')],
    source: [file('src.txt')],
    judgments: [file('x/j.tsv', 'assay')],
    scores: [],
  };
  const paths = (tasks: readonly string[]) => {
    const arranged = arrangeTask(files, tasks);
    return 'files' in arranged ? arranged.files.map(([path]) => path.replace('loaded files/', '')) : arranged.remedy;
  };

  it('is made of loaded files', () => {
    expect(paths(['de-en'])).toEqual([
      'outputs/de-en/a.txt', 'outputs/de-en/B.txt.gz', 'references/de-en.A.txt', 'references/de-en.B.txt',
      'sources/de-en.txt', 'judgments/x j.tsv',
    ]); // prettier-ignore
    expect(paths([''])).toContain('outputs/task/a.txt');
  });

  it('is not made if the files do not say how', () => {
    expect(paths(['de-en', 'fr-en'])).toContain('The judgments are of 2 tasks (de-en, fr-en).');
    expect(arrangeTask({ ...files, reference: [] }, ['de-en'])).toHaveProperty('remedy');
    expect(arrangeTask({ ...files, system: [file('a.xlsx', 'xlsx'), file('b.txt')] }, ['de-en'])).toEqual({
      remedy: expect.stringMatching(/^a\.xlsx is not plain text\./) as string,
    });
  });
});

describe('sentences on paradoxes', () => {
  const said = async (paradox: 'sign-test' | 'genres' | 'deletion', segments: readonly number[], sizes = {}) => {
    const { sentence, metrics } = tell(await liveParadox({ paradox, sizes, segments }), segments);
    return { sentence, contradict: metrics.flatMap(({ metric, contradicts }) => (contradicts ? [metric] : [])) };
  };

  it.each([
    // One segment in the sizes of the paper's example; none; and without padding.
    ['sign-test', [0], {}, ['BLEU'], /^BLEU contradicts itself: it rises when segment 1 of c replaces b’s \(51\.00 → 52\.35\), and it also rises when segment 1 of b replaces c’s \(53\.84 → 53\.93\)\. BLEU-SBP and 4-GRR do not contradict themselves\.$/],
    ['sign-test', [0, 2], {}, ['BLEU'], /when segments 1 and 3 of c replace b’s/],
    ['sign-test', [], {}, [], /^No segment is exchanged: BLEU is 51\.00 for b and 53\.84 for c\./],
    ['sign-test', [0], { missing: 0, extra: 0 }, [], /^BLEU agrees with itself here: it stays when/],
    ['genres', [], {}, ['BLEU'], /^BLEU now prefers mixed-genre on the whole \(32\.13 against 31\.05\), though genre-specific is better on newswire and on weblogs\. BLEU-SBP and 4-GRR do not contradict themselves\.$/],
    ['genres', [], { newswire: 50, weblogs: 10 }, [], /^BLEU prefers genre-specific on the whole \(.*\) and on both parts/],
    ['genres', [], { newswire: 1, weblogs: 5 }, ['BLEU', 'BLEU-SBP'], /BLEU-SBP does so, too\. 4-GRR does not contradict itself\.$/],
    ['deletion', [3], {}, ['BLEU'], /^BLEU does not notice that segment 4 is missing, 8\.9 % of the text: it stays at 63\.84\. BLEU-SBP falls \(63\.84 → 57\.76\), and 4-GRR falls \(70\.27 → 63\.88\)\.$/],
    ['deletion', [3, 4], {}, [], /^BLEU falls without segments 4 and 5, .* now it notices\.$/],
    ['deletion', [], {}, [], /^Nothing is left out: BLEU is 63\.84\./],
  ] as const)('%s, segments %j, sizes %j', async (paradox, segments, sizes, contradict, says) => {
    const found = await said(paradox, segments, sizes);
    expect(found.contradict).toEqual(contradict);
    expect(found.sentence).toMatch(says);
  }); // prettier-ignore

  it('segments that are no longer there do not count', async () => {
    const live = await liveParadox({ paradox: 'deletion', sizes: { segments: 3 }, segments: [2, 9] });
    expect(live.paradox === 'deletion' && live.deletions[1]!.segments).toEqual([3]);
  });

  it('name segments', () => {
    expect([[3], [0, 1], [0, 1, 4], [0, 1, 2, 3]].map(segmentsText)).toEqual([
      'segment 4', 'segments 1 and 2', 'segments 1, 2 and 5', '4 segments',
    ]); // prettier-ignore
  });

  it('answer whether there is one', () => {
    const metrics = [{ name: 'BLEU' }, { name: 'AMBER' }];
    const check = (title: string, ...found: boolean[]) => ({
      title,
      metrics,
      findings: found.map((contradicts) => ({ contradicts })),
    });
    expect(answerChecks([check('the sign test', false, false)])).toBe('No: BLEU does not contradict itself on your files.'); // prettier-ignore
    expect(answerChecks([check('the sign test', true, false), check('deletions from a', true, true)])).toBe(
      'Yes: BLEU contradicts itself in the sign test and deletions from a. So does AMBER; see below.',
    );
  });
});
