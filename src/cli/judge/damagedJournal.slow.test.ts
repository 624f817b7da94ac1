/** Every command that reads a damaged journal reports the damage in the same way and changes nothing else. */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UsageError } from '../../core/index.ts';
import { answered, assigned, campaign } from '../../human/campaign/testing/makeRecord.ts';
import type { CampaignEvent } from '../../human/index.ts';
import { createJournal, openJournal } from '../../server/index.ts';
import { openDatabase } from '../../server/store/sqliteDriver.ts';
import { makeAssets } from '../../server/testing/testServer.ts';
import judge from '../commands/judge.ts';
import { readCampaign } from './campaignPlace.ts';
import { serveCampaign } from './serveCampaign.ts';

const asked = Array.from({ length: 300 }, (_, i) => assigned(`a${i}`, 'j', 'rank', 0, 'a b c'));
const story: CampaignEvent[] = [
  { kind: 'created', campaign },
  { kind: 'judge-added', judge: 'j' },
  { kind: 'assigned', assignments: asked },
  ...asked.map(({ id }) => answered('j', id, { kind: 'rank', ranks: [1, 2, 3] }, { comment: 'Straße, '.repeat(20) })),
];

let folder: string;
let sound: string;
let assets: ReturnType<typeof makeAssets>;
let count = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-damage-'));
  assets = makeAssets();
  sound = join(folder, 'sound');
  const journal = await createJournal(sound);
  await journal.append(story);
  await journal.close();
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  assets.remove();
});

const set = (what: string) => `update meta set erasing = 'x'; update journal set ${what} where seq = 123`;
const body = (text: string) => set(`body = '${text}'`);
/** What only reading everything finds. */
const emptied = set(`kind = 'blank', key = null, body = '{"kind":"blank"}', seal = substr(seal, 1, 129)`);
const damages: [name: string, damage: string | ((bytes: Buffer) => Buffer), message: string][] = [
  ['an invalid UTF-8 byte', set(`body = cast(x'7b22ff227d' as text)`), 'entry 123 is not valid UTF-8'],
  ['a time that is not UTF-8', set(`at = cast(x'c328' as text)`).replace('update meta', 'drop trigger journal_keeps_bodies; update meta'), 'entry 123 is not valid UTF-8'],
  ['invalid UTF-8 after its time', set(`at = at || cast(x'00ff' as text)`).replace('update meta', 'drop trigger journal_keeps_bodies; update meta'), 'entry 123 is not valid UTF-8'],
  ['half a character', set(`body = body || cast(x'e282' as text)`), 'entry 123 is not valid UTF-8'],
  ['broken JSON', body('{"kind":xnswered"}'), 'entry 123 is not valid JSON'],
  ['no text at all', body(''), 'entry 123 is not valid JSON'],
  ['truncated JSON', set('body = substr(body, 1, 40)'), 'entry 123 is not valid JSON'],
  ['JSON that is not an event', body('null'), 'entry 123 was changed: it does not match its hash'],
  ['an event of another kind', set(`body = replace(body, 'answered', 'answesed')`), 'entry 123 was changed'],
  ['an invalid answer', set(`body = replace(body, '"ranks"', '"ra\uFFFDks"')`), 'entry 123 was changed'],
  ['an unknown judge', set(`body = replace(body, '"judge":"j"', '"judge":"judge99"')`), 'entry 123 was changed'],
  ['an event of another kind, and no hashes', `${set(`body = replace(body, 'answered', 'answesed')`)}; update journal set seal = null`, 'entry 123 has the unknown kind "answesed"'],
  ['one letter of a comment changed', set(`body = replace(body, 'Straße', 'Straðe')`), 'entry 123 was changed: it does not match its hash'],
  ['another rank, and a hash to match', `${set(`body = replace(body, '[1,2,3]', '[3,2,1]')`)}; update journal set seal = (select seal from journal where seq = 122) where seq = 123`, 'entry 123 does not follow from the entry before it'],
  ['a hash removed', set('seal = null'), 'entry 123 has no hash, but the entry before it has one'],
  ['a missing entry', 'drop trigger journal_keeps_entries; delete from journal where seq = 123', 'entry 123 is missing'],
  ['garbage in its pages', (bytes) => bytes.fill(0xa5, 40_960, bytes.length - 8192), 'database disk image is malformed'],
  ['a truncated end', (bytes) => bytes.subarray(0, bytes.length - 20_480), 'database disk image is malformed'],
  ['an end in the middle of a page', (bytes) => bytes.subarray(0, bytes.length - 3000), ''],
  ['garbage in its tables of tables', (bytes) => bytes.fill(0xa5, 108, 900), 'malformed'],
]; // prettier-ignore

/** A copy of the intact journal with this damage. */
async function damaged(damage: (typeof damages)[number][1]): Promise<string> {
  const place = join(folder, `damaged${count++}`);
  mkdirSync(place);
  const path = join(place, 'judgments.sqlite');
  copyFileSync(join(sound, 'judgments.sqlite'), path);
  if (typeof damage !== 'string') {
    writeFileSync(path, damage(readFileSync(path)));
    return place;
  }
  const database = await openDatabase(path);
  database.exec(`pragma journal_mode = delete; ${damage}; update meta set erasing = null`);
  database.close();
  return place;
}

const terminal = { progress() {}, warn() {}, formats: ['text'] };
const run = (words: string[]) =>
  judge.run(words, { format: 'assay', ...(words[0] === 'backup' && { overwrite: true }) } as never, terminal);
const serve = (place: string) => serveCampaign(place, { port: 0, host: '127.0.0.1' }, assets.folder);
const journalIn = (place: string) => join(place, 'judgments.sqlite');

/** Runs each command on a campaign. */
const commands: [name: string, run: (place: string, target: string) => Promise<unknown>][] = [
  ['rank, agree and accept', readCampaign],
  ['judge export', (place) => run(['export', place])],
  ['judge serve', serve],
  ['judge backup', (place, target) => run(['backup', place, target])],
  ['judge verify', (place) => run(['verify', place])],
  ['judge restore', (place, target) => run(['restore', journalIn(place), join(target, 'in', 'it')])],
];

describe.each(damages)('a journal with %s', (_, damage, message) => {
  it.each(commands)('is refused by %s', async (name, command) => {
    const place = await damaged(damage);
    const at = join(folder, `around${count++}`);
    mkdirSync(at);
    const target = join(at, 'target');
    if (name === 'judge backup') writeFileSync(target, 'an older backup');
    const error = await command(place, target).then(() => undefined, (reason: unknown) => reason); // prettier-ignore
    expect(error).toBeInstanceOf(UsageError);
    expect((error as UsageError).message).toMatch(/^The journal is damaged: .*assay judge restore <backup>/);
    expect((error as UsageError).message).toContain(message);
    // Nothing is left behind, and existing files are unchanged.
    expect(readdirSync(at)).toEqual(name === 'judge backup' ? ['target'] : []);
    if (name === 'judge backup') expect(readFileSync(target, 'utf8')).toBe('an older backup');
  });
});

it('an entry that was emptied without erasing a judge is refused by backup, restore and verify', async () => {
  const place = await damaged(emptied);
  for (const words of [['backup', place, join(folder, 'b')], ['restore', journalIn(place), join(folder, 'r')], ['verify', place]])
    await expect(run(words), words[0]).rejects.toThrow('entry 123 lost its contents, but no judge was erased');
}); // prettier-ignore

it('all commands accept an intact journal', async () => {
  const at = join(folder, 'taken');
  mkdirSync(at);
  for (const [name, command] of commands.filter(([each]) => each !== 'judge serve')) {
    const target = join(at, name.replaceAll(' ', '-'));
    await expect(command(sound, target), name).resolves.toBeDefined();
  }
  const { stop, stopped } = await serve(sound);
  stop();
  await stopped;
  const restored = await openJournal(join(at, 'judge-restore', 'in', 'it'), { readOnly: true });
  expect((await restored.read(0)).map(({ event }) => event)).toEqual(story);
  await restored.close();
});
