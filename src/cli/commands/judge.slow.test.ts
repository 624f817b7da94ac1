import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { UsageError } from '../../core/index.ts';
import { FollowedRecord, openJournal } from '../../server/index.ts';
import type { AnyCommand } from '../command.ts';
import { runTyped } from '../testing/runTyped.ts';
import judge from './judge.ts';
import rank from './rank.ts';

let folder: string;
let campaign: string;
let campaigns = 0;

const segments = Array.from({ length: 24 }, (_, i) => i + 1);
const texts = (word: string) => segments.map((i) => `${word} text of segment number ${i} here\n`).join('');

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-judge-'));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  for (const name of ['one', 'two', 'three', 'ref', 'src']) write(`${name}.txt`, texts(name));
  write('short.txt', 'too short\n');
  write('other.md', '# mark\nErrors.\n');
  write('labels.tsv', `document\n${segments.map((i) => `doc${Math.ceil(i / 3)}`).join('\n')}\n`);
  write(
    'judged.tsv',
    ['kind\ttask\tsegment\tjudge\torder\tsystem\tranking\trank', 'ranking\tde-en\t1\tanna\t1\tone\t1\t1', 'ranking\tde-en\t1\tanna\t1\ttwo\t1\t2', ''].join('\n'),
  ); // prettier-ignore
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => (campaign = join(folder, `campaign${campaigns++}`)));

const systems = 'one.txt two.txt three.txt';
const small = '--per-judge 8 --judges 3 --repeat-distance 3';

/** Runs a command as typed after its name; `@` is the campaign of the test, a name with a dot a file of the folder. */
async function typed(line: string, command: AnyCommand = judge): Promise<string> {
  const words = line
    .split(' ')
    .map((word) => (word === '@' ? campaign : /^\w+\.\w+$/.test(word) ? join(folder, word) : word));
  return (await runTyped(command, words)).shown;
}

async function recordOf(place: string) {
  const journal = await openJournal(place, { readOnly: true });
  try {
    return (await FollowedRecord.open(journal)).record;
  } finally {
    await journal.close();
  }
}

describe('assay judge init', () => {
  it('plans without references, and shows what is chosen for each task', async () => {
    await typed(`init @ ${systems} -s src.txt -l labels.tsv ${small} --tasks assess`);
    const first = (await recordOf(campaign)).campaign;
    expect(first.kinds).toEqual(['assess']);
    expect(first.segments[3]).toEqual({ key: '4', document: 'doc2', source: 'src text of segment number 4 here' });
    campaign = join(folder, `campaign${campaigns++}`);
    await typed(`init @ ${systems} -s src.txt -r ref.txt -l labels.tsv ${small} --tasks rank assess --show source rank:both --context assess:none`); // prettier-ignore
    const { designs } = (await recordOf(campaign)).campaign;
    expect(designs).toMatchObject({
      rank: { shows: ['source', 'reference'], context: 'neighbours' },
      assess: { shows: ['source'], context: 'none' },
    });
  });

  it('plans a protocol, changed by a campaign file and options', async () => {
    writeFileSync(join(folder, 'own.json'), JSON.stringify({
      protocol: 'cesa',
      title: 'From the file',
      tasks: { mark: { sideBySide: 2, instructions: 'Two at a time.' } },
      documents: { doc1: { instruction: 'Formal.' } },
      completion: { link: 'https://p.example/?cc=${TOKEN}' },
      tutorial: [{ kind: 'mark', outputs: ['A', 'B'], instruction: 'I', expected: [{}, {}] }],
    })); // prettier-ignore
    await typed(`init @ ${systems} -s src.txt -l labels.tsv ${small} --campaign own.json --categories core`);
    const { campaign: planned, judges } = await recordOf(campaign);
    expect(planned).toMatchObject({
      title: 'From the file',
      kinds: ['mark'],
      designs: { mark: { protocol: 'cesa', sideBySide: 2, context: 'document', rules: [{ below: 85 }], marking: { unit: 'word' } } }, // prettier-ignore
      documents: { doc1: { instruction: 'Formal.' } },
      checks: { damage: 'rotated' },
    });
    expect(planned.designs!.mark!.marking!.categories).toHaveLength(8);
    expect(planned.instructions).toEqual({ mark: 'Two at a time.' });
    for (const { assignments, codes } of judges.values()) {
      expect(assignments[0]).toMatchObject({ part: 'practice', tutorial: 0 });
      expect(assignments.filter(({ part }) => part !== 'practice')).toHaveLength(8);
      expect(codes!.passed).not.toBe(codes!.failed);
    }
  });

  it('starts from errors marked beforehand', async () => {
    const rows = ['kind\tsegment\tjudge\tsystem\tcategory\tseverity\tside\tstart\tend', 'annotation\t2\tgemba\ttwo\t\tmajor\toutput\t0\t3', '']; // prettier-ignore
    writeFileSync(join(folder, 'spans.tsv'), rows.join('\n'));
    await typed(`init @ ${systems} -s src.txt -l labels.tsv ${small} --protocol esa-ai --prefilled spans.tsv`);
    const { prefilled } = (await recordOf(campaign)).campaign;
    expect(prefilled![1]![1]).toEqual([{ side: 'output', start: 0, end: 3, severity: 'major', category: '' }]);
    expect(prefilled!.flat().filter((spans) => spans.length > 0)).toHaveLength(1);
  });

  it.each([
    ['--protocol esa --tasks rank', 'The protocol esa has its own tasks'],
    ['--protocol esa-ai', 'starts from marked errors. Name a file of them with --prefilled'],
    ['--protocol constituents', 'needs the parts to judge'],
    ['--protocol da --show rank:source', 'rank is not a task of this campaign'],
    ['--protocol post-edit --assignment stream', 'needs a plan made in advance'],
    ['--protocol da --categories core', 'is for marked errors'],
    ['--protocol da --show reference', 'The task assess shows the reference, but there is none. Give it with -r, or show the source instead'], // prettier-ignore
  ])('refuses %s', async (options, message) => {
    await expect(typed(`init @ ${systems} -s src.txt -l labels.tsv ${small} ${options}`)).rejects.toThrow(message);
    expect(existsSync(campaign)).toBe(false);
  });

  it('plans a campaign, prints its audit and keeps it', async () => {
    const text = await typed(
      `init @ ${systems} -r ref.txt -s src.txt ${small} --tasks rank edit --languages de-ar -l labels.tsv`,
    );
    expect(text).toContain('3 judges, 3 systems, 24 segments');
    expect(text).toContain(`Saved in ${campaign}. Next: assay judge serve ${campaign}`);
    const { campaign: kept, judges } = await recordOf(campaign);
    expect(kept.systems).toEqual(['one', 'two', 'three']);
    expect(kept.kinds).toEqual(['rank', 'edit']);
    expect(kept.target).toEqual({ tag: 'ar', direction: 'rtl' });
    expect(kept.source.direction).toBe('ltr');
    expect(kept.segments[4]).toEqual({
      key: '5',
      document: 'doc2',
      source: 'src text of segment number 5 here',
      reference: 'ref text of segment number 5 here',
    });
    expect([...judges.keys()]).toEqual(['judge01', 'judge02', 'judge03']);
    for (const { assignments } of judges.values()) {
      expect(assignments.filter(({ part, kind }) => part !== 'practice' && kind === 'rank')).toHaveLength(8);
    }
  });

  it('takes instructions and consent written by the organiser', async () => {
    writeFileSync(join(folder, 'told.md'), '# rank\nBest first.\n\nTies are fine.\n');
    writeFileSync(join(folder, 'consent.md'), 'You agree.\n');
    await typed(`init @ ${systems} -r ref.txt ${small} --tasks rank edit --instructions told.md --consent consent.md`);
    const { instructions, consent } = (await recordOf(campaign)).campaign;
    expect(instructions.rank).toBe('Best first.\n\nTies are fine.');
    expect(instructions.edit).toContain('fluent');
    expect(consent).toBe('You agree.');
  });

  it('keeps nothing in a dry run', async () => {
    expect(await typed(`init @ ${systems} -r ref.txt ${small} --dry-run`)).toContain('nothing was saved');
    expect(existsSync(campaign)).toBe(false);
  });

  it('draws the same plan from the same seed, but other ids', async () => {
    const plan = async () => {
      await typed(`init @ ${systems} -r ref.txt ${small}`);
      const { judges } = await recordOf(campaign);
      campaign = `${campaign}again`;
      return [...judges.values()].flatMap(({ assignments }) => assignments);
    };
    const [first, second] = [await plan(), await plan()];
    const bare = (all: typeof first) => all.map(({ id: _id, repeats: _repeats, ...each }) => each);
    expect(bare(second)).toEqual(bare(first));
    expect(second[0]!.id).not.toBe(first[0]!.id);
  });

  it.each([
    ['init', 'No folder given'],
    ['init @', 'No outputs given'],
    ['inti @', 'Unknown action inti. Did you mean init?'],
    ['init @ one.txt -r ref.txt', 'system'],
    ['init @ one.txt short.txt -r ref.txt', 'short.txt'],
    [`init @ ${systems} -r ref.txt ${small} --languages german`, '--languages german is not a language pair'],
    [`init @ ${systems} -l labels.tsv`, 'shows the source or the reference, but there is neither'],
    [`init @ ${systems} -r ref.txt --port 9000`, '--port is for serve, demo, not for init.'],
    [
      `init @ ${systems} -r ref.txt --instructions ref.txt`,
      'ref.txt, line 1: the file must begin with a line such as "# rank"',
    ],
    [`init @ ${systems} -r ref.txt --instructions other.md`, 'other.md, line 1: mark is not a task of this campaign'],
    ['serve', 'No campaign given'],
    ['serve nowhere.sqlite', 'nowhere.sqlite'],
    ['serve @ --judges 3', '--judges is for init, not for serve.'],
    ['serve @ other', 'assay judge serve takes one campaign, not 2.'],
    ['serve @ --database postgres://x/y', 'A campaign is in a folder or in a database'],
    ['export @ --format mtme', 'The format mtme has several files. Name a folder'],
    ['import @', 'No judgments given'],
    ['backup @', 'No file given for the backup'],
    ['restore', 'No backup given'],
  ])('%s is a mistake', async (line, message) => {
    const error = await typed(line).then(() => undefined, (reason: unknown) => reason); // prettier-ignore
    expect(error).toBeInstanceOf(UsageError);
    expect((error as UsageError).message).toContain(message);
    expect(existsSync(campaign)).toBe(false);
  });

  it('does not plan over another campaign', async () => {
    await typed(`init @ ${systems} -r ref.txt ${small}`);
    await expect(typed(`init @ ${systems} -r ref.txt ${small}`)).rejects.toThrow(UsageError);
  });

  it('says so if there can be no such folder', async () => {
    const below = join(folder, 'one.txt', 'below');
    await expect(typed(`init ${below} ${systems} -r ref.txt ${small}`)).rejects.toThrow(`Cannot write ${below}: `);
  });

  it('refuses a plan with problems, unless forced', async () => {
    const line = `init @ ${systems} -r ref.txt --per-judge 1 --judges 1 --pool 0 --checks 0 --repeats 0 --ranked-at-once 2`;
    await expect(typed(line)).rejects.toThrow('The plan has problems, so no campaign was created');
    expect(existsSync(campaign)).toBe(false);
    await typed(`${line} --despite-problems`);
    expect(existsSync(campaign)).toBe(true);
  });
});

describe('what was judged elsewhere', () => {
  it('is imported, exported and ranked as it was', async () => {
    expect(await typed('import @ judged.tsv --title Old')).toContain('1 answer in');
    expect((await recordOf(campaign)).campaign.title).toBe('Old');
    const exported = await typed('export @');
    writeFileSync(join(folder, 'again.tsv'), exported);
    const ranked = async (file: string) =>
      (JSON.parse(await typed(`${file} --format json`, rank)) as { tasks: unknown[] }).tasks;
    expect(await ranked('@')).toEqual(await ranked('judged.tsv'));
    expect(await ranked('again.tsv')).toEqual(await ranked('judged.tsv'));
  });

  it('is written to a folder', async () => {
    await typed('import @ judged.tsv');
    const to = join(folder, 'exported');
    const names = await typed(`export @ --format wmt-csv --folder ${to}`);
    expect(names).toContain(join(to, 'rankings.csv'));
    expect(readdirSync(to).toSorted()).toEqual(['excluded.tsv', 'pairs.csv', 'rankings.csv']);
    expect(readFileSync(join(to, 'rankings.csv'), 'utf8')).toContain('anna');
  });

  it('is restored from a backup without overwriting anything', async () => {
    await typed('import @ judged.tsv');
    const other = `${campaign}-restored`;
    await typed(`backup @ saved.backup`);
    await typed(`restore saved.backup ${other}`);
    expect((await recordOf(other)).judges).toEqual((await recordOf(campaign)).judges);
    await expect(typed(`restore saved.backup ${other}`)).rejects.toThrow(UsageError);
    writeFileSync(join(folder, 'cut.backup'), '');
    await expect(typed(`restore cut.backup ${other}-2`)).rejects.toThrow('cut.backup is empty');
    expect(existsSync(`${other}-2`)).toBe(false);
  });
});

describe('the advice of an error message works', () => {
  const messageOf = (line: string): Promise<string> =>
    typed(line).then(() => '', (reason: unknown) => (reason as Error).message); // prettier-ignore

  it('an empty reference is missing, or an empty text', async () => {
    writeFileSync(join(folder, 'hole.txt'), texts('ref').replace(/^.* 5 here$/m, ''));
    const line = `init @ ${systems} -r hole.txt -s src.txt ${small}`;
    expect(await messageOf(line)).toContain('--empty-references missing or keep');
    expect(existsSync(campaign)).toBe(false);
    await typed(`${line} --empty-references missing`);
    const { segments: kept } = (await recordOf(campaign)).campaign;
    expect(kept[4]).toEqual({ key: '5', source: 'src text of segment number 5 here' });
    expect(kept[5]).toHaveProperty('reference', 'ref text of segment number 6 here');
    campaign = `${campaign}-kept`;
    await typed(`${line} --empty-references keep`);
    expect((await recordOf(campaign)).campaign.segments[4]).toHaveProperty('reference', '');
    expect(await messageOf('export @ --empty-references keep')).toBe('--empty-references is for init, not for export.');
  });

  it('a number of assignments per judge', async () => {
    const line = `init @ ${systems} -r ref.txt -s src.txt --judges 3 --repeat-distance 3 --tasks rank edit accept`;
    const [, most] = /at most (\d+) assignments per judge\.$/.exec(await messageOf(line)) ?? [];
    expect(await typed(`${line} --per-judge ${most}`)).toContain('Saved in');
  });

  it('a task without languages gets them when it is exported', async () => {
    writeFileSync(
      join(folder, 'unnamed.tsv'),
      readFileSync(join(folder, 'judged.tsv'), 'utf8').replaceAll('de-en', 'news'),
    );
    await typed('import @ unnamed.tsv');
    expect(await messageOf('export @ --format wmt-csv')).toContain(
      'assay judge export … --format wmt-csv --languages de-en',
    );
    expect(await messageOf('export @ --format wmt-csv --languages german')).toContain('is not a language pair');
    const named = await typed('export @ --format wmt-csv --languages de-en');
    const tsv = await typed('export @ --languages de-en');
    campaign = `${campaign}-named`;
    await typed('import @ judged.tsv');
    expect(await typed('export @ --format wmt-csv')).toBe(named);
    expect(await typed('export @')).toBe(tsv);
  });
});
