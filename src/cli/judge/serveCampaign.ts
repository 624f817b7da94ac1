/** `assay judge serve`: the judging app, from a campaign to a server that runs until it is stopped. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { UsageError, present } from '../../core/index.ts';
import type { CampaignEvent, LinkRecord } from '../../human/index.ts';
import type { FollowedRecord, JudgingServer } from '../../server/index.ts';
import type { JudgeOptions } from './judgeOptions.ts';

export type ServeOptions = Pick<
  JudgeOptions,
  'port' | 'host' | 'publicUrl' | 'proxies' | 'newLinks' | 'newOrganiserLink'
>;

export interface Served extends ReturnType<typeof untilStopped> {
  /** What is to be said when the server is up. */
  readonly greeting: string;
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

/** `assets` is where the built pages are: beside the program, unless told. */
export async function serveCampaign(place: string, given: ServeOptions, assets?: string): Promise<Served> {
  await keepMemoryFlat();
  const { createServer, openJournal, FollowedRecord } = await import('../../server/index.ts');
  const journal = await openJournal(place);
  let server: JudgingServer | undefined;
  try {
    const followed = await FollowedRecord.open(journal);
    const origin = given.publicUrl === undefined ? undefined : originOf(given.publicUrl);
    server = await createServer({
      journal,
      place,
      assets: assets ?? assetsFolder(),
      log: (line) => void process.stderr.write(`${line}\n`),
      ...present({ origin, trustProxy: given.proxies }),
    });
    const address = await server.listen(given.port, given.host).catch((error: unknown) => {
      throw listenError(error, given);
    });
    // Links are known here and never again, so none is made before nothing is left that would keep them from being shown.
    const made = await makeLinks(followed, given);
    const greeting = greetingOf(followed.record.campaign.title, origin ?? address, made);
    return { greeting, ...untilStopped(server) };
  } catch (error) {
    await (server ?? journal).close();
    throw error;
  }
}

/** Links outlive the server, and with them sessions: judges and organisers go on where they were, also beside another server. */
async function makeLinks(followed: FollowedRecord, { newLinks, newOrganiserLink }: ServeOptions) {
  const { makeSecretLink } = await import('../../server/index.ts');
  const { record } = followed;
  const judges = [...record.judges.values()].filter(({ erased }) => !erased);
  const holders: readonly LinkRecord[] = [
    { role: 'organiser' },
    ...judges.map(({ id }) => ({ role: 'judge' as const, judge: id })),
  ];
  const known = [...record.links];
  const holds = ({ role, judge }: LinkRecord) => known.some(([, link]) => link.role === role && link.judge === judge);
  const renewed = (role: LinkRecord['role']) => newLinks || (newOrganiserLink && role === 'organiser');
  const wanted = holders.filter((holder) => renewed(holder.role) || !holds(holder));
  const links = wanted.map((holder) => ({ ...holder, ...makeSecretLink(holder.role) }));
  const old = known.filter(([, { role }]) => renewed(role));
  await followed.append([
    ...old.map(([hash]): CampaignEvent => ({ kind: 'link-revoked', hash })),
    ...links.map(({ role, judge, hash }): CampaignEvent => ({ kind: 'link-made', role, hash, ...present({ judge }) })),
  ]);
  return { links, hasOthers: links.length < holders.length }; // somebody has one from before
}

type MadeLinks = Awaited<ReturnType<typeof makeLinks>>;

function greetingOf(title: string, base: string, { links, hasOthers }: MadeLinks): string {
  const width = Math.max(...links.map(({ judge = 'organiser' }) => judge.length));
  return [
    `${title}: ${base}`,
    '',
    ...(links.length > 0
      ? [
          ...links.map(({ judge = 'organiser', path }) => `${judge.padEnd(width)}  ${base}${path}`),
          '',
          'Each link lets one person in; give it to nobody else. They are not kept here and will not be shown again.',
        ]
      : []),
    ...(hasOthers
      ? [
          'Links from before go on working. --new-links makes new ones for all, --new-organiser-link one for the organiser.',
        ]
      : []),
    'Stop with Ctrl-C; nothing that was acknowledged is lost.',
    '',
  ].join('\n');
}

/** `stop` tells it to stop, as Ctrl-C does; `stopped` resolves when it has. */
function untilStopped(server: JudgingServer) {
  let stop = (): void => undefined;
  const stopped = new Promise<void>((resolve, reject) => {
    stop = () => {
      process.off('SIGINT', stop).off('SIGTERM', stop);
      server.close().then(resolve, reject);
    };
    process.once('SIGINT', stop).once('SIGTERM', stop);
  });
  return { stop, stopped };
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
