/** `assay judge serve`: the judging app, from a campaign to a server that runs until it is stopped. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { UsageError } from '../../core/index.ts';
import type { CampaignEvent } from '../../human/index.ts';

export interface ServeOptions {
  database?: string;
  port: number;
  host: string;
  publicUrl?: string;
  proxies?: number;
  newLinks?: boolean;
  newOrganiserLink?: boolean;
}

export interface Served {
  /** What is to be said when the server is up. */
  readonly greeting: string;
  /** Resolves when it was told to stop and has stopped. */
  readonly stopped: Promise<void>;
}

/**
 * A server runs for days and answers in bursts. Left to itself, the engine lets its heap grow with every burst; this has it clean up
 * sooner, for all threads, which costs less time than the answers of many hundred judges leave.
 */
async function keepMemoryFlat(): Promise<void> {
  const { setFlagsFromString } = await import('node:v8');
  setFlagsFromString('--optimize-for-size');
  setFlagsFromString('--max-semi-space-size=4');
}

export async function serveCampaign(place: string, given: ServeOptions): Promise<Served> {
  await keepMemoryFlat();
  const { createServer, openJournal, FollowedRecord, makeSecretLink } = await import('../../server/index.ts');
  const journal = await openJournal(place);
  try {
    const followed = await FollowedRecord.open(journal);
    const { record } = followed;
    const { title } = record.campaign;
    const holders = [
      { role: 'organiser' as const, judge: undefined },
      ...[...record.judges.values()]
        .filter(({ erased }) => !erased)
        .map(({ id }) => ({ role: 'judge' as const, judge: id })),
    ];
    const known = [...record.links];
    const holds = ({ role, judge }: (typeof holders)[number]) =>
      known.some(([, link]) => link.role === role && link.judge === judge);
    // Links outlive the server, and with them sessions: judges and organisers go on where they were, also beside another server.
    const renewed = (role: 'judge' | 'organiser') => given.newLinks || (given.newOrganiserLink && role === 'organiser');
    const wanted = holders.filter((holder) => renewed(holder.role) || !holds(holder));
    const links = wanted.map((holder) => ({ ...holder, ...makeSecretLink(holder.role) }));
    const old = known.filter(([, { role }]) => renewed(role));
    await followed.append([
      ...old.map(([hash]): CampaignEvent => ({ kind: 'link-revoked', hash })),
      ...links.map(({ role, judge, hash }): CampaignEvent => ({
        kind: 'link-made',
        role,
        hash,
        ...(judge !== undefined && { judge }),
      })),
    ]);
    const server = await createServer({
      journal,
      place,
      assets: assetsFolder(),
      log: (line) => void process.stderr.write(`${line}\n`),
      ...(given.publicUrl !== undefined && { origin: originOf(given.publicUrl) }),
      ...(given.proxies !== undefined && { trustProxy: given.proxies }),
    });
    const address = await server.listen(given.port, given.host).catch((error: unknown) => {
      throw listenError(error, given);
    });
    const base = given.publicUrl === undefined ? address : originOf(given.publicUrl);
    const width = Math.max(...links.map(({ judge = 'organiser' }) => judge.length));
    const greeting = [
      `${title}: ${base}`,
      '',
      ...(links.length > 0
        ? [
            ...links.map(({ judge = 'organiser', path }) => `${judge.padEnd(width)}  ${base}${path}`),
            '',
            'Each link lets one person in; give it to nobody else. They are not kept here and will not be shown again.',
          ]
        : []),
      ...(links.length < holders.length
        ? [
            'Links from before go on working. --new-links makes new ones for all, --new-organiser-link one for the organiser.',
          ]
        : []),
      'Stop with Ctrl-C; nothing that was acknowledged is lost.',
      '',
    ].join('\n');
    const stopped = new Promise<void>((resolve, reject) => {
      const stop = () => void server.close().then(resolve, reject);
      process.once('SIGINT', stop).once('SIGTERM', stop);
    });
    return { greeting, stopped };
  } catch (error) {
    await journal.close();
    throw error;
  }
}

function originOf(url: string): string {
  try {
    const { origin, protocol } = new URL(url);
    if (protocol === 'http:' || protocol === 'https:') return origin;
  } catch {
    // said below
  }
  throw new UsageError(`--public-url ${url} is no address of a web site, such as https://judging.example.org.`);
}

function listenError(error: unknown, { port, host }: ServeOptions): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    return new UsageError(`Port ${port} of ${host} is taken. Give another with --port; 0 is any that is free.`);
  }
  if (code === 'EACCES') return new UsageError(`Port ${port} is not for everybody. Give one above 1023 with --port.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return new UsageError(`This machine has no address ${host}.`);
  return error;
}

/** Beside the bundled command, or beside the library. */
function assetsFolder(): string {
  const folders = ['../web/', '../../web/'].map((path) => fileURLToPath(new URL(path, import.meta.url)));
  const found = folders.find((folder) => existsSync(`${folder}judge.html`));
  if (found === undefined) throw new Error('The pages of the judging app are missing: build the package first.');
  return found;
}
