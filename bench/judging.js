/**
 * A whole campaign under load: the built command plans and serves it on loopback, a crowd of judges in a separate process answers, and an
 * organiser watches.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { madeUpSegments } from './madeUpSegments.js';

/** Milliseconds between two samples of the server's memory. */
const lookEvery = 1000;

/**
 * Returns the measurements of the crowd, and the server's memory in megabytes at the start, in the middle and at the end. Judges pause
 * between answers like people, unless `pauses` is false. They rank and edit, unless a `protocol` is named; with `enrol` they come by the
 * common link.
 */
export async function timeJudging(folder, assay, given) {
  const { judges, minutes, pauses = true, database, protocol, assignment, enrol = false, seed = 1 } = given;
  const place = database === undefined ? [join(folder, 'campaign')] : ['--database', database];
  const texts = writeTexts(folder);
  const [program, ...command] = [...assay, 'judge'];
  const init = spawn(
    program,
    [
      ...command, 'init', ...place, '-r', texts.reference, '-s', texts.source, '-l', texts.labels, ...texts.systems,
      ...(protocol ? ['--protocol', protocol, '--despite-problems'] : ['--tasks', 'rank', 'edit']),
      ...(assignment ? ['--assignment', assignment] : []),
      '--judges', String(judges), '--per-judge', '60', '--seed', String(seed),
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  ); // prettier-ignore
  const planned = performance.now();
  const [code] = await once(init, 'close');
  if (code !== 0) throw new Error(`assay judge init ended with code ${code}`);
  const planning = (performance.now() - planned) / 1000;

  const started = performance.now();
  const server = spawn(
    program,
    [...command, 'serve', ...place, '--port', '0', ...(enrol ? ['--enrol', 'PERSON'] : [])],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  try {
    const printed = await readLinks(server);
    const links = enrol
      ? [printed.links[0], ...Array.from({ length: judges }, (_, j) => `${printed.common}person${j}`)]
      : printed.links;
    const starting = (performance.now() - started) / 1000;
    const memory = [megabytesOf(server.pid)];
    const timer = setInterval(() => memory.push(megabytesOf(server.pid)), lookEvery);
    const crowd = spawn(process.execPath, [fileURLToPath(new URL('judgingCrowd.js', import.meta.url))], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    crowd.stdin.end(JSON.stringify({ links, minutes, pauses, seed }));
    let said = '';
    crowd.stdout.on('data', (data) => (said += data));
    const [crowdCode] = await once(crowd, 'close');
    clearInterval(timer);
    if (crowdCode !== 0) throw new Error(`the crowd ended with code ${crowdCode}`);
    const processor = secondsOf(server.pid);
    server.kill('SIGTERM');
    await once(server, 'close');
    // Until shortly before judges stop: the crowd ends with a download of the whole journal, which is not part of a campaign.
    const looks = Math.floor(0.98 * Math.min(memory.length - 1, (minutes * 60_000) / lookEvery));
    const at = (share) => memory[Math.round(share * looks)];
    return {
      planning,
      starting,
      processor,
      memory: { start: at(0), early: at(0.25), middle: at(0.5), end: at(1) },
      ...JSON.parse(said),
    };
  } finally {
    server.kill('SIGKILL');
  }
}

/** Made-up texts of ten systems, as files for the command. */
function writeTexts(folder) {
  const { sources, references, systems, labels } = madeUpSegments({ segments: 3000, systems: 10, metrics: 0 });
  const write = (name, lines) => {
    const path = join(folder, name);
    writeFileSync(path, `${lines.join('\n')}\n`);
    return path;
  };
  return {
    source: write('source.txt', sources),
    reference: write('reference.txt', references),
    labels: write('labels.tsv', ['document', ...labels[0].values]),
    systems: systems.map(({ name, outputs }) => write(`${name}.txt`, outputs)),
  };
}

/** Reads the links that the server prints: the organiser's first, then one for each judge; or the common one, up to the id of the person. */
async function readLinks(server) {
  const links = [];
  let common;
  for await (const line of createInterface({ input: server.stdout })) {
    const [, link] = /^\S+ +(http\S+\/[jo]\/\S+)$/.exec(line) ?? [];
    if (link !== undefined) links.push(link);
    common ??= /^(http\S+\?PERSON=)$/.exec(line)?.[1];
    if (line.startsWith('Stop with')) {
      server.stdout.resume();
      return { links, common };
    }
  }
  throw new Error('The server ended before it was ready.');
}

/** Memory of a running process; unknown on systems other than Linux. */
function megabytesOf(pid) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
  } catch {
    return NaN;
  }
}

/** Processor time of all its threads; Linux counts it in hundredths of a second. */
function secondsOf(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return NaN;
  }
}
