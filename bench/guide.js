/**
 * docs/understand/speed.md: what takes how long, beside other programs, on the machine that runs this. Each row runs both sides in turn and
 * takes the medians.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { pythonWith, pythonWithSacrebleu } from '../scripts/check-sacrebleu/reference.js';
import { longPairs, madeUpCandidates, wmt09Systems, writeInputs } from './inputs.js';
import { runMeasured } from './processes.js';
import { scalingFigure } from './scalingFigure.js';

const count = (number) => number.toLocaleString('en');

/** With `only`, prints rows whose names have that text instead. With `kept`, a file, what it has is not run again. */
export async function writeSpeedGuide({ root, folder, assay, repeat, most, only, kept }) {
  const known = kept && existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : { rows: {}, sizes: {} };
  const keep = () => kept && writeFileSync(kept, JSON.stringify(known, null, 2));
  const sacrebleu = pythonWithSacrebleu(root);
  const fastchrf = pythonWith(root, 'fastchrf', '0.2.1');
  const bench = (name) => join(root, 'bench', name);
  const library = (hypothesis, reference, metric) => [
    process.execPath,
    bench('library.js'),
    hypothesis,
    reference,
    metric,
  ];
  const peerLibrary = (hypothesis, reference, metric) => [sacrebleu, bench('peer.py'), hypothesis, reference, metric];
  const command = (size, threads, ...metrics) => {
    const { hypothesis, reference } = writeInputs(folder, size);
    return [...assay, 'score', '-r', reference, hypothesis, '-j', String(threads), '-m', ...metrics];
  };
  const peerCommand = (size, metric) => {
    const { hypothesis, reference } = writeInputs(folder, size);
    return [sacrebleu, '-m', 'sacrebleu', reference, '-i', hypothesis, '-m', metric, '-b'];
  };
  const large = writeInputs(folder, 151_500);
  const long = longPairs(folder, 200);
  const { reference, systems } = wmt09Systems();
  const compare = (test, samples, number) => [
    process.execPath,
    bench('compareLibrary.js'),
    test,
    'bleu',
    String(samples),
    '1',
    'baseline',
    reference,
    ...systems.slice(0, number),
  ];
  const peerCompare = (test, samples, number, intervals) => [
    sacrebleu,
    bench('comparePeer.py'),
    test,
    'bleu',
    String(samples),
    String(intervals),
    reference,
    ...systems.slice(0, number),
  ];
  const lists = madeUpCandidates(folder, 2, 500);
  const mbr = [process.execPath, bench('mbr.js'), lists, 'chrf', 'pairwise', 'auto', join(folder, 'own.json')];

  /** What, beside whom, how the other side is run and timed, how we are, and by what factor we should be faster. */
  const rows = [
    ['BLEU, command, 151,500 lines', 'sacreBLEU', () => peerCommand(151_500, 'bleu'), 'wall', () => command(151_500, 'auto', 'bleu'), 'wall', 60],
    ['BLEU, command, 151,500 lines', 'wc -w', () => ['wc', '-w', large.hypothesis, large.reference], 'wall', () => command(151_500, 'auto', 'bleu'), 'wall', 1 / 1.8],
    ['BLEU, command, 10,000 lines', 'sacreBLEU', () => peerCommand(10_000, 'bleu'), 'wall', () => command(10_000, 'auto', 'bleu'), 'wall', 12],
    ['BLEU, library, warm', 'sacreBLEU', () => peerLibrary(large.hypothesis, large.reference, 'bleu'), 'first', () => library(large.hypothesis, large.reference, 'bleu'), 'warm', 70],
    ['BLEU, library, first call', 'sacreBLEU', () => peerLibrary(large.hypothesis, large.reference, 'bleu'), 'first', () => library(large.hypothesis, large.reference, 'bleu'), 'first', 50],
    ['chrF2, command, 151,500 lines', 'sacreBLEU', () => peerCommand(151_500, 'chrf'), 'wall', () => command(151_500, 'auto', 'chrf'), 'wall', 110],
    ['chrF2, library', 'sacreBLEU', () => peerLibrary(large.hypothesis, large.reference, 'chrf'), 'first', () => library(large.hypothesis, large.reference, 'chrf'), 'warm', 80],
    ['chrF2++, library', 'sacreBLEU', () => peerLibrary(large.hypothesis, large.reference, 'chrf++'), 'first', () => library(large.hypothesis, large.reference, 'chrf(word_order=2)'), 'warm', 60],
    ['TER, library, the 200 longest outputs', 'sacreBLEU', () => peerLibrary(long.hypothesis, long.reference, 'ter'), 'first', () => library(long.hypothesis, long.reference, 'ter'), 'warm', 300],
    ['BLEU, 1,500,000 lines, two threads', 'one thread', () => command(1_500_000, 1, 'bleu'), 'wall', () => command(1_500_000, 2, 'bleu'), 'wall', 1.7],
    ['BLEU, chrF2 and TER, 151,500 lines, two threads', 'one thread', () => command(151_500, 1, 'bleu', 'chrf', 'ter'), 'wall', () => command(151_500, 2, 'bleu', 'chrf', 'ter'), 'wall', 1.8],
    ...(reference ? [
      ['paired bootstrap, 2 systems, first call', 'sacreBLEU', () => peerCompare('bs', 1000, 2, -1), 'first', () => compare('bootstrap', 1000, 2), 'first', 40],
      ['paired bootstrap, 15 systems, first call', 'sacreBLEU', () => peerCompare('bs', 1000, 15, -1), 'first', () => compare('bootstrap', 1000, 15), 'first', 40],
      ['paired randomisation and intervals, 10,000 samples, 2 systems', 'sacreBLEU', () => peerCompare('ar', 10_000, 2, 10_000), 'first', () => compare('randomization', 10_000, 2), 'first', 40],
    ] : []),
    ['minimum Bayes risk by chrF2, 500 candidates', 'fastchrf', () => [fastchrf, bench('fastchrfPeer.py'), lists], 'first', () => mbr, 'warm', 10],
    ...tercom(folder, assay),
  ]; // prettier-ignore

  const measured = [];
  for (const [what, peer, theirs, theirTime, ours, ourTime, wanted] of rows) {
    const name = [what, peer].join(' | ');
    if (only && !name.includes(only)) continue;
    known.rows[name] ??= await medians([theirs(), ours()], [theirTime, ourTime], repeat);
    keep();
    const [their, own] = known.rows[name];
    measured.push([what, peer, seconds(their), seconds(own), times(their / own), times(wanted)]);
    process.stderr.write(`${measured.at(-1).join(' | ')}\n`);
  }
  if (only) return;
  const sizes = [];
  for (let size = 10_000; size <= most; size = size * 10 > most && size < most ? most : size * 10) {
    known.sizes[size] ??= {
      ours: await runMeasured(command(size, 1, 'bleu')),
      theirs: size > 200_000 ? undefined : await runMeasured(peerCommand(size, 'bleu')),
    };
    keep();
    sizes.push({ size, ...known.sizes[size] });
    process.stderr.write(`${size} done\n`);
  }
  mkdirSync(join(root, 'docs/images'), { recursive: true });
  writeFileSync(join(root, 'docs/images/speed.svg'), scalingFigure(sizes));
  writeFileSync(join(root, 'docs/understand/speed.md'), page(measured, sizes, versions(sacrebleu)));
}

const seconds = (value) => (value < 1 ? value.toFixed(3) : value < 10 ? value.toFixed(2) : value.toFixed(1));
const times = (value) => `${value < 1 ? value.toFixed(2) : value < 10 ? value.toFixed(1) : value.toFixed(0)} ×`;

/** What takes longer than this is not run again: its times differ little. */
const enough = 20; // s

/** Runs that several rows need, by what is run. */
const runs = new Map();

async function medians(commands, by, repeat) {
  const found = commands.map((command) => runs.get(command.join(' ')) ?? []);
  for (const [c, command] of commands.entries()) runs.set(command.join(' '), found[c]);
  for (let i = 0; i < repeat; i++) {
    for (const [c, each] of commands.entries()) {
      const isEnough = found[c].length > i || found[c][0]?.wall > enough;
      if (!isEnough) found[c].push(await runMeasured(each));
    }
  }
  return found.map((each, c) => each.map((run) => run[by[c]]).toSorted((a, b) => a - b)[each.length >> 1]);
}

/** tercom on its own sample, where the environment names its folder, compiled to `out`. */
function tercom(folder, assay) {
  const at = process.env.TERCOM;
  if (!at || !existsSync(join(at, 'sample-data/hyp.txt'))) return [];
  const read = (name) =>
    readFileSync(join(at, 'sample-data', name), 'latin1')
      .trimEnd()
      .split('\n')
      .map((line) => /^(.*)\s\((\S+)\)\s*$/.exec(line).slice(1));
  const hypotheses = read('hyp.txt');
  const references = grouped(read('ref.txt'));
  const write = (name, lines) => {
    writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
    return join(folder, name);
  };
  const files = [0, 1, 2, 3].map((k) => write(`tercom.${k}.txt`, hypotheses.map(([, id]) => references.get(id)[k][0]))); // prettier-ignore
  const output = write('tercom.txt', hypotheses.map(([text]) => text)); // prettier-ignore
  const [hyp, ref] = ['hyp.txt', 'ref.txt'].map((name) => join(at, 'sample-data', name));
  const theirs = ['java', '-cp', join(at, 'out'), 'ter.TER', '-r', ref, '-h', hyp, '-n', join(folder, 'tercom.out')];
  const ours = [...assay, 'score', ...files.flatMap((file) => ['-r', file]), output, '-m', 'ter'];
  return [['TER, command, sample of tercom', 'tercom (Java)', () => theirs, 'wall', () => ours, 'wall', 10]];
}

function grouped(rows) {
  const by = new Map();
  for (const row of rows) by.set(row[1], [...(by.get(row[1]) ?? []), row]);
  return by;
}

function versions(python) {
  const found = spawnSync(python, ['-c', 'import sacrebleu, platform; print(platform.python_version(), sacrebleu.__version__)'], { encoding: 'utf8' }).stdout.trim().split(' '); // prettier-ignore
  return `${cpus()[0].model.trim()}, ${availableParallelism()} cores; Node ${process.versions.node}; Python ${found[0]}, sacreBLEU ${found[1]}`;
}

const table = (titles, rows) =>
  [titles, titles.map((_, c) => (c < 2 ? '---' : '--:')), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

const page = (measured, sizes, machine) => `# Speed

\`npm run bench -- --guide\` measured what follows and wrote this page: medians of three runs in turn (one, where it takes more than 20 seconds), on one machine (${machine}). Seconds differ from machine to machine; ratios much less. “Wanted” is the ratio that we want to keep.

${table(['work', 'beside', 'theirs, s', 'Assay, s', 'ratio', 'wanted'], measured)}

“First call” is that of a program that has just started, before the compiler has seen the code; “warm” is a later one. Commands include the start of Node or Python. Tests between systems do not include counting. Our randomisation draws as many resamples for its intervals; sacreBLEU does so if it is asked to, as it was here.

## Time and memory by size

BLEU of plain text, one thread. Time grows with the number of segments, memory does not.

![Seconds by number of segments, for Assay and sacreBLEU: straight lines](../images/speed.svg)

${table(
  ['segments', 'Assay, s', 'Assay, MB', 'sacreBLEU, s', 'sacreBLEU, MB'],
  sizes.map(({ size, ours, theirs }) => [
    count(size),
    seconds(ours.wall),
    ours.megabytes.toFixed(0),
    theirs ? seconds(theirs.wall) : '–',
    theirs ? theirs.megabytes.toFixed(0) : '–',
  ]),
)}

What makes it fast is in [ARCHITECTURE.md](../../ARCHITECTURE.md#kernels).
`;
