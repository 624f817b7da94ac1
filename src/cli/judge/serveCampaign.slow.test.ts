import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UsageError } from '../../core/index.ts';
import { campaign } from '../../human/campaign/testing/makeRecord.ts';
import { createJournal, openJournal } from '../../server/index.ts';
import { makeAssets } from '../../server/testing/testServer.ts';
import { type ServeOptions, serveCampaign } from './serveCampaign.ts';

let folder: string;
let assets: ReturnType<typeof makeAssets>;
let count = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-serve-'));
  assets = makeAssets();
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  assets.remove();
});

async function newCampaign(): Promise<string> {
  const place = join(folder, `campaign${count++}`);
  const journal = await createJournal(place);
  await journal.append([
    { kind: 'created', campaign },
    { kind: 'judge-added', judge: 'judge01' },
    { kind: 'judge-added', judge: 'judge02' },
  ]);
  await journal.close();
  return place;
}

const serve = (place: string, more: Partial<ServeOptions> = {}) =>
  serveCampaign(place, { port: 0, host: '127.0.0.1', ...more }, assets.folder);

/** The greeting of a server, after `visit`; the server is then stopped. */
async function greetingOf(
  place: string,
  more: Partial<ServeOptions> = {},
  visit?: (greeting: string) => Promise<void>,
): Promise<string> {
  const { greeting, stop, stopped } = await serve(place, more);
  await visit?.(greeting);
  stop();
  await stopped;
  return greeting;
}

const linksIn = (greeting: string) => greeting.match(/http:\S+\/[jo]\/\S+/g) ?? [];

async function eventsIn(place: string): Promise<string[]> {
  const journal = await openJournal(place, { readOnly: true });
  try {
    return (await journal.read(0)).map(({ event }) => event.kind);
  } finally {
    await journal.close();
  }
}

describe('warnings', () => {
  it.each<[given: Partial<ServeOptions>, warns: RegExp | undefined]>([
    [{}, undefined],
    [{ publicUrl: 'https://judging.example.org', proxies: 1 }, undefined],
    [{ publicUrl: 'https://judging.example.org' }, /--public-url without --proxies\. .* share one rate limit\. Add --proxies 1/],
    [{ host: '0.0.0.0' }, /listens on 0\.0\.0\.0 without https/],
  ])('%j', async (given, warns) => {
    const greeting = await greetingOf(await newCampaign(), given);
    if (warns) expect(greeting).toMatch(warns);
    else expect(greeting).not.toContain('Warning');
  }); // prettier-ignore
});

describe('the study link', () => {
  const enrolled = { enrol: 'PROLIFIC_PID', quota: 2 };

  it('is printed once, ends where the id begins, and is changed by --new-links only', async () => {
    const place = await newCampaign();
    const link = /^http:\S+\/e\/\S+\?PROLIFIC_PID=$/m;
    expect(await greetingOf(place, enrolled)).toMatch(link);
    for (const same of [enrolled, { enrol: 'PROLIFIC_PID' }, { quota: 2 }, {}]) {
      expect(await greetingOf(place, same)).not.toMatch(link);
    }
    const refusal = /has --enrol PROLIFIC_PID --quota 2\. .*--new-links/;
    await expect(serve(place, { ...enrolled, quota: 1 })).rejects.toThrow(refusal);
    await expect(serve(place, { enrol: 'workerId' })).rejects.toThrow(refusal);
    await expect(serve(place, { quota: 1, newLinks: true })).rejects.toThrow(refusal);
    expect(await greetingOf(place, { ...enrolled, quota: 1, newLinks: true })).toMatch(link);
    expect(await greetingOf(place, { quota: 1 })).not.toMatch(link);
  });

  it.each<[given: Partial<ServeOptions>, says: string]>([
    [{ quota: 2 }, '--quota needs --enrol, such as --enrol PROLIFIC_PID.'],
    [{ enrol: 'a b' }, '--enrol takes the name of a parameter, such as PROLIFIC_PID, not "a b".'],
  ])('refuses %j', async (given, says) => {
    const place = await newCampaign();
    await expect(serve(place, given)).rejects.toThrow(new UsageError(says));
    expect(await eventsIn(place)).not.toContain('link-made');
  });
});

describe('links', () => {
  it('are shown once, work at once, and keep working', async () => {
    const place = await newCampaign();
    const first = await greetingOf(place, {}, async (greeting) => {
      for (const link of linksIn(greeting)) expect((await fetch(link, { redirect: 'manual' })).status).toBe(303);
    });
    expect(linksIn(first)).toHaveLength(3);
    expect(first).not.toContain('Earlier links');
    const second = await greetingOf(place);
    expect(linksIn(second)).toEqual([]);
    expect(second).toContain('Earlier links keep working.');
  });

  it('are not created if they could not be shown, so the next start shows them', async () => {
    const place = await newCampaign();
    const before = await eventsIn(place);
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const faults: [Partial<ServeOptions>, string][] = [
      [{ port }, `Port ${port} of 127.0.0.1 is in use.`],
      [{ host: 'no.such.host.invalid' }, 'This machine has no address no.such.host.invalid.'],
      [{ publicUrl: 'judging' }, '--public-url judging is not a web address'],
    ];
    try {
      for (const [given, message] of faults) {
        const refused = expect(serve(place, given), message).rejects;
        await refused.toThrow(UsageError);
        await refused.toThrow(message);
        expect(await eventsIn(place)).toEqual(before);
      }
    } finally {
      other.close();
    }
    const greeting = await greetingOf(place, { port });
    expect(greeting).toContain(`http://127.0.0.1:${port}`);
    expect(linksIn(greeting)).toHaveLength(3);
    expect(greeting).not.toContain('Earlier links');
  });

  it('are not revoked by a start on a port in use', async () => {
    const place = await newCampaign();
    const { greeting: first, stop, stopped } = await serve(place);
    stop();
    await stopped;
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    await expect(serve(place, { port, newLinks: true })).rejects.toThrow('is in use');
    other.close();
    await once(other, 'close');
    // The old links, at the new address.
    await greetingOf(place, { port }, async () => {
      for (const link of linksIn(first)) {
        const { pathname } = new URL(link);
        expect((await fetch(`http://127.0.0.1:${port}${pathname}`, { redirect: 'manual' })).status).toBe(303);
      }
    });
    expect(linksIn(await greetingOf(place, { newLinks: true }))).toHaveLength(3);
  });
});
