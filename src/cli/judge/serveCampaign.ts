/** `assay judge serve`: serves the judging app of a campaign until it is stopped. */
import { existsSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { fileURLToPath } from 'node:url';
import { UsageError, present } from '../../core/index.ts';
import type { CampaignEvent, LinkRecord } from '../../human/index.ts';
import type { FollowedRecord, JudgingServer } from '../../server/index.ts';
import type { JudgeOptions } from './judgeOptions.ts';

export type ServeOptions = Pick<
  JudgeOptions,
  'port' | 'host' | 'publicUrl' | 'proxies' | 'newLinks' | 'newOrganiserLink' | 'enrol' | 'quota'
>;

export interface Served extends ReturnType<typeof untilStopped> {
  /** The text to print when the server is ready. */
  readonly greeting: string;
  /** The links that were made: `judge` is absent in that of the organiser. */
  readonly links: readonly { readonly judge?: string; readonly url: string }[];
}

/**
 * A server runs for days and answers in bursts. By default V8 lets its heap grow with every burst; this makes all threads collect garbage
 * sooner, which costs little time even with many hundred judges.
 */
async function keepMemoryFlat(): Promise<void> {
  const { setFlagsFromString } = await import('node:v8');
  setFlagsFromString('--optimize-for-size');
  setFlagsFromString('--max-semi-space-size=4');
}

/** `assets` is the folder of the built pages; default: next to the program. */
export async function serveCampaign(place: string, given: ServeOptions, assets?: string): Promise<Served> {
  await keepMemoryFlat();
  const { createServer, openJournal, FollowedRecord } = await import('../../server/index.ts');
  const journal = await openJournal(place);
  let server: JudgingServer | undefined;
  try {
    const followed = await FollowedRecord.open(journal);
    checkEnrolment(followed, given);
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
    // Links are shown only now, so they are created last, when nothing can prevent that.
    const made = await makeLinks(followed, given);
    const base = origin ?? reachable(address, given.host);
    const greeting = greetingOf(followed.record.campaign.title, base, made, cautions(given, origin));
    const links = made.links.map(({ judge, path }) => ({ url: base + path, ...present({ judge }) }));
    return { greeting, links, ...untilStopped(server) };
  } catch (error) {
    await (server ?? journal).close();
    throw error;
  }
}

/** Refuses what would have no effect: a study link stays as it is until `--new-links` replaces it. */
function checkEnrolment({ record }: FollowedRecord, { newLinks, enrol, quota }: ServeOptions): void {
  if (enrol !== undefined && !/^[\w.~-]+$/.test(enrol)) {
    throw new UsageError(`--enrol takes the name of a parameter, such as PROLIFIC_PID, not "${enrol}".`);
  }
  const [opened] = record.enrolments.values();
  if (quota !== undefined && enrol === undefined && !opened) {
    throw new UsageError('--quota needs --enrol, such as --enrol PROLIFIC_PID.');
  }
  if (!opened || (newLinks && enrol !== undefined)) return;
  const { parameter, quota: places } = opened;
  if ((enrol ?? parameter) !== parameter || (quota ?? places) !== places) {
    throw new UsageError(
      `The study link of this campaign has --enrol ${parameter} --quota ${places}. To change that, type --enrol as well as --new-links, which replaces all links.`,
    );
  }
}

/** Links and sessions outlive the server: judges and organisers continue after a restart, or on another server. */
async function makeLinks(followed: FollowedRecord, { newLinks, newOrganiserLink, enrol, quota }: ServeOptions) {
  const { makeSecretLink } = await import('../../server/index.ts');
  const { record } = followed;
  const judges = [...record.judges.values()].filter(({ erased }) => !erased);
  const known = [...record.links];
  const isCommon = enrol !== undefined || record.enrolments.size > 0;
  const holders: readonly LinkRecord[] = [
    { role: 'organiser' },
    // People who enrol become judges who have no link yet.
    ...(isCommon ? [] : judges.map(({ id }) => ({ role: 'judge' as const, judge: id }))),
  ];
  const opened = [...record.enrolments.keys()];
  const common = enrol !== undefined && (newLinks || opened.length === 0) ? makeSecretLink('enrolment') : undefined;
  const holds = ({ role, judge }: LinkRecord) => known.some(([, link]) => link.role === role && link.judge === judge);
  const renewed = (role: LinkRecord['role']) => newLinks || (newOrganiserLink && role === 'organiser');
  const wanted = holders.filter((holder) => renewed(holder.role) || !holds(holder));
  const links = wanted.map((holder) => ({ ...holder, ...makeSecretLink(holder.role) }));
  const old = known.filter(([, { role }]) => renewed(role));
  await followed.append([
    ...old.map(([hash]): CampaignEvent => ({ kind: 'link-revoked', hash })),
    ...links.map(({ role, judge, hash }): CampaignEvent => ({ kind: 'link-made', role, hash, ...present({ judge }) })),
  ]);
  if (common) {
    await followed.append([
      ...opened.map((hash): CampaignEvent => ({ kind: 'enrolment-closed', hash })),
      { kind: 'enrolment-opened', hash: common.hash, quota: quota ?? judges.length, parameter: enrol! },
    ]);
  }
  const path = common && `${common.path}?${enrol}=`;
  const hasOthers = links.length < holders.length || (isCommon && !common); // someone already has a link
  return { links, hasOthers, ...present({ enrolment: path }) };
}

type MadeLinks = Awaited<ReturnType<typeof makeLinks>>;

/** The address for other machines, if the server listens on all addresses. */
function reachable(address: string, host: string): string {
  if (host !== '0.0.0.0' && host !== '::') return address;
  const found = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const outside = found.find(({ internal, family }) => !internal && family === 'IPv4');
  return outside ? `http://${outside.address}:${new URL(address).port || 80}` : address;
}

/** What an organiser should know about the way the server is reached. */
function cautions({ host, proxies = 0 }: ServeOptions, origin: string | undefined): string[] {
  const isLocal = host === 'localhost' || host === '::1' || host.startsWith('127.');
  return [
    ...(origin !== undefined && proxies === 0
      ? ['Warning: --public-url without --proxies. All visitors seem to have the address of the proxy and share one rate limit. Add --proxies 1.']
      : []),
    ...(!isLocal && !origin?.startsWith('https:')
      ? [`Warning: the server listens on ${host} without https, so others on the network can read links and answers. Put a proxy with https in front of it.`]
      : []),
  ]; // prettier-ignore
}

function greetingOf(
  title: string,
  base: string,
  { links, hasOthers, enrolment }: MadeLinks,
  warnings: readonly string[],
): string {
  const width = Math.max(...links.map(({ judge = 'organiser' }) => judge.length));
  return [
    `${title}: ${base}`,
    '',
    ...(links.length > 0
      ? [
          ...links.map(({ judge = 'organiser', path }) => `${judge.padEnd(width)}  ${base}${path}`),
          '',
          'Each link signs in one person: send it to nobody else. Links are not stored and will not be shown again.',
        ]
      : []),
    ...(enrolment === undefined
      ? []
      : [`Study link, shown only once; the platform adds the id of each participant at the end:\n${base}${enrolment}`]),
    ...(hasOthers
      ? ['Earlier links keep working. --new-links replaces all of them, --new-organiser-link only those of organisers.']
      : []),
    ...warnings,
    'Stop with Ctrl-C. Every confirmed answer is saved.',
    '',
  ].join('\n');
}

/** `stop` stops the server, like Ctrl-C; `stopped` resolves when it has stopped. */
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
    // reported below
  }
  throw new UsageError(`--public-url ${url} is not a web address such as https://judging.example.org.`);
}

function listenError(error: unknown, { port, host }: ServeOptions): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    return new UsageError(`Port ${port} of ${host} is in use. Choose another with --port; 0 picks any free port.`);
  }
  if (code === 'EACCES')
    return new UsageError(`Port ${port} needs administrator rights. Choose one above 1023 with --port.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return new UsageError(`This machine has no address ${host}.`);
  return error;
}

/** Next to the bundled command, or next to the library. */
function assetsFolder(): string {
  const folders = ['../web/', '../../web/'].map((path) => fileURLToPath(new URL(path, import.meta.url)));
  const found = folders.find((folder) => existsSync(`${folder}judge.html`));
  if (found === undefined) throw new Error('The pages of the judging app are missing. Build them with npm run build.');
  return found;
}
