/**
 * Ours against sacreBLEU, in the same run on the same files: `npm run bench`.
 *
 *   --sizes 10000,151500   numbers of segments
 *   --ter 1000             segments for TER, which takes sacreBLEU many milliseconds each
 *   --repeat 3             the best of this many runs counts, on both sides; the median for --compare
 *   --memory 5000000       instead: peak memory of corpus scores up to this many segments
 *   --metrics              instead: only segments per second of every metric
 *   --meta                 instead: only seconds of tests between metrics
 *   --compare              instead: only tests between systems, on the 15 of WMT09 de-en
 *   --mbr                  instead: only minimum-Bayes-risk selection against mbrs, with the Python that MBRS_PYTHON names
 *   --page                 instead: only size and times of a page with 3,000 segments of 10 systems, in Chromium
 *   --studio               instead: only waiting times and memory of Studio, in Chromium; --sizes 100000 for the large test set alone
 *   --neural               instead: only neural metrics against ONNX Runtime in Python; see bench/neural.js
 *   --python               instead: only the drop-in for sacreBLEU in Python against sacreBLEU, on lists of --sizes 10000
 *   --judging              instead: only a campaign of --judges 500 who answer for --minutes 10, from another process; --no-pauses makes them
 *                          answer as fast as they can; --database postgres://… keeps it in PostgreSQL
 *   --guide                instead: docs/understand/speed.md, with all that we want to keep; --memory 5000000 for its largest size; TERCOM names
 *                          a folder with tercom compiled to `out` there; --only TEXT prints the rows that have this text in their names
 *                          and writes no page; --kept FILE keeps what was measured, so that a run that was cut off goes on from there
 *   --save                 keep these in bench/speeds.json, for the guide's table of metrics
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { metrics } from 'assay';
import { mosesLists, wmt09Systems, writeInputs, writeSystems } from './inputs.js';
import { writeSpeedGuide } from './guide.js';
import { timeJudging } from './judging.js';
import { timeMeta } from './meta.js';
import { timeNeural } from './neural.js';
import { timePage } from './page.js';
import { timeStudio } from './studio.js';
import { runMeasured, spread } from './processes.js';
import { pythonWithSacrebleu } from '../scripts/check-sacrebleu/reference.js';

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,151500' },
    ter: { type: 'string', default: '1000' },
    repeat: { type: 'string', default: '3' },
    memory: { type: 'string' },
    metrics: { type: 'boolean' },
    meta: { type: 'boolean' },
    compare: { type: 'boolean' },
    mbr: { type: 'boolean' },
    page: { type: 'boolean' },
    studio: { type: 'boolean' },
    neural: { type: 'boolean' },
    guide: { type: 'boolean' },
    only: { type: 'string' },
    kept: { type: 'string' },
    python: { type: 'boolean' },
    judging: { type: 'boolean' },
    judges: { type: 'string', default: '500' },
    minutes: { type: 'string', default: '10' },
    'no-pauses': { type: 'boolean' },
    database: { type: 'string' },
    save: { type: 'boolean' },
  },
});
const repeat = Number(options.repeat);
const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
const root = fileURLToPath(new URL('..', import.meta.url));
const assay = [process.execPath, join(root, 'dist/command/assay.cjs')];

try {
  const { only, kept } = options;
  if (options.guide)
    await writeSpeedGuide({ root, folder, assay, repeat, most: Number(options.memory ?? 5_000_000), only, kept });
  else if (options.memory) await benchMemory(Number(options.memory));
  else if (options.meta) benchMeta();
  else if (options.compare) await benchCompare();
  else if (options.mbr) await benchMbr();
  else if (options.page) await benchPage();
  else if (options.studio) await benchStudio();
  else if (options.neural) await benchNeural();
  else if (options.python) benchPython(Number(options.sizes.split(',')[0]));
  else if (options.judging) await benchJudging();
  else {
    if (!options.metrics) await benchSpeed(options.sizes.split(',').map(Number), Number(options.ter));
    await benchMetrics();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function benchSpeed(sizes, terSize) {
  const python = pythonWithSacrebleu(root);
  const sacrebleu = [python, '-m', 'sacrebleu'];
  const peer = join(root, 'bench/peer.py');
  const library = join(root, 'bench/library.js');
  const jobs = [
    ...sizes.flatMap((size) => [
      { metric: 'bleu', typed: 'bleu', size },
      { metric: 'chrf', typed: 'chrf', size },
      { metric: 'chrf++', typed: 'chrf(word_order=2)', flags: ['--chrf-word-order', '2'], size },
    ]),
    { metric: 'ter', typed: 'ter', size: terSize },
  ];
  const rows = [];
  for (const { metric, typed, size, flags = [] } of jobs) {
    const { hypothesis, reference, from } = writeInputs(folder, size);
    if (rows.length === 0) console.log(`Inputs: ${from}. Best of ${repeat} runs on each side.\n`);
    const sacrebleuArguments = [reference, '-i', hypothesis, '-m', metric.replace('++', ''), ...flags, '-b', '-w', '4'];
    const ours = (threads) => [
      ...assay,
      'score',
      '-r',
      reference,
      hypothesis,
      '-m',
      typed,
      '-j',
      String(threads),
      '-d',
      '4',
    ];
    rows.push({
      metric,
      segments: size,
      library: await best(() => runMeasured([process.execPath, library, hypothesis, reference, typed]), 'first'),
      library2: await best(() => runMeasured([process.execPath, library, hypothesis, reference, typed, '2']), 'warm'),
      peerLibrary: await best(() => runMeasured([python, peer, hypothesis, reference, metric]), 'first'),
      command: await best(() => runMeasured(ours(1)), 'wall'),
      command2: await best(() => runMeasured(ours(2)), 'wall'),
      peerCommand: await best(() => runMeasured([...sacrebleu, ...sacrebleuArguments]), 'wall'),
      words: await best(() => runMeasured(['wc', '-w', hypothesis, reference]), 'wall'),
    });
    process.stderr.write(`${metric} ${size} done\n`);
  }
  const ratio = (theirs, ours) => `${(theirs / ours).toFixed(1)} ×`;
  console.log('Library calls, seconds: one thread, first call and warm; two threads, files included');
  print(
    ['metric', 'segments', 'sacreBLEU', 'first', 'ratio', 'warm', 'ratio', '2 threads', 'ratio'],
    rows.map(({ metric, segments, library: { first, warm }, library2, peerLibrary }) => [
      metric,
      segments,
      peerLibrary.first.toFixed(3),
      first.toFixed(3),
      ratio(peerLibrary.first, first),
      warm.toFixed(3),
      ratio(peerLibrary.first, warm),
      library2.warm.toFixed(3),
      ratio(peerLibrary.first, library2.warm),
    ]),
  );
  console.log(
    '\nWhole commands, seconds and peak memory in MB; wc: times the seconds that wc -w takes, with one thread',
  );
  print(
    [
      'metric',
      'segments',
      'sacreBLEU',
      'one thread',
      'ratio',
      'two',
      'ratio',
      'wc',
      'sacreBLEU MB',
      'one MB',
      'two MB',
    ],
    rows.map(({ metric, segments, command, command2, peerCommand, words }) => [
      metric,
      segments,
      peerCommand.wall.toFixed(3),
      command.wall.toFixed(3),
      ratio(peerCommand.wall, command.wall),
      command2.wall.toFixed(3),
      ratio(peerCommand.wall, command2.wall),
      ratio(command.wall, words.wall),
      peerCommand.megabytes.toFixed(0),
      command.megabytes.toFixed(0),
      command2.megabytes.toFixed(0),
    ]),
  );
}

/** Every metric with its default options over the systems of a task, each in a process of its own, the fastest first. */
async function benchMetrics() {
  const segments = 500;
  const { reference, outputs } = writeSystems(folder, segments);
  const size = segments * outputs.length;
  const library = join(root, 'bench/library.js');
  const speeds = {};
  // Of the user's: files, models and programs.
  const withFiles = ['bertscore', 'comet', 'comet-qe', 'embedding', 'external', 'learned', 'lrscore', 'sempos'];
  for (const { id } of metrics.filter((definition) => !withFiles.includes(definition.id))) {
    const timed = [process.execPath, library, outputs.join(','), reference, id];
    const { warm } = await best(() => runMeasured(timed), 'warm');
    speeds[id] = size / warm;
  }
  if (options.save) {
    const rounded = Object.entries(speeds).map(([id, speed]) => [id, Number(speed.toPrecision(2))]);
    const text = JSON.stringify({ speeds: Object.fromEntries(rounded) }, null, 2);
    writeFileSync(join(root, 'bench/speeds.json'), `${text}\n`);
  }
  console.log(
    `\nEvery metric, ${segments} segments of ${outputs.length} systems, library call, one thread, warm: segments a second, and how many times as fast as TER`,
  );
  print(
    ['metric', 'segments/s', 'TER'],
    Object.entries(speeds)
      .sort(([, a], [, b]) => b - a)
      .map(([id, speed]) => [id, Math.round(speed).toLocaleString('en'), `${(speed / speeds.ter).toFixed(1)} ×`]),
  );
}

/** Corpus scores are streamed: memory must not grow with the number of segments. */
async function benchMemory(most) {
  const rows = [];
  for (let size = 10_000; size <= most; size *= size * 10 > most && size < most ? most / size : 10) {
    const { hypothesis, reference } = writeInputs(folder, size);
    const run = await runMeasured([...assay, 'score', '-r', reference, hypothesis, '-m', 'bleu', 'chrf']);
    rows.push([size, run.wall.toFixed(1), run.megabytes.toFixed(0)]);
    process.stderr.write(`${size} done\n`);
  }
  print(['segments', 'seconds', 'peak MB'], rows);
}

/** The same lists in one Python process, with the transfer; and the first call, which starts the process of Assay. */
function benchPython(size) {
  const python = pythonWithSacrebleu(root);
  const { hypothesis, reference, from } = writeInputs(folder, size);
  const run = (program, ...words) => execFileSync(program, words, { cwd: root, encoding: 'utf8' });
  run(process.execPath, 'scripts/python.js');
  const wheel = join(root, 'python/dist', readdirSync(join(root, 'python/dist'))[0]);
  run(python, '-m', 'pip', 'install', '--quiet', '--force-reinstall', '--no-deps', wheel);
  const found = JSON.parse(run(python, join(root, 'bench/pythonDropIn.py'), hypothesis, reference, options.repeat));
  const { first, ...metricTimes } = found;
  console.log(`Inputs: ${from}, ${size} segments. Best of ${repeat} calls on each side, in turns. Scores are equal.\n`);
  print(
    ['metric', 'assay s', 'sacreBLEU s', 'ratio'],
    Object.entries(metricTimes).map(([name, [ours, theirs]]) => [name, ours.toFixed(3), theirs.toFixed(3), (theirs / ours).toFixed(1)]), // prettier-ignore
  );
  console.log(
    `\nFirst call, with import and start: ${first.wall.toFixed(2)} s, of which CPU ${first.cpu.toFixed(2)} s.`,
  );
}

/** Two metrics compared, by far the longest computation: 100 systems × 3,000 segments × 1,000 permutations or draws. */
function benchMeta() {
  print(
    ['test', 'agreement', 'seconds'],
    timeMeta({ systems: 100, segments: 3000, times: 1000 }).map(({ test, agreement, seconds }) => [
      test,
      agreement,
      seconds.toFixed(1),
    ]),
  );
}

async function benchPage() {
  const { megabytes, rows } = await timePage(folder, { segments: 3000, systems: 10, metrics: 5 });
  console.log(`3,000 segments of 10 systems under 5 metrics: ${megabytes.toFixed(1)} MB\n`);
  print(
    ['action', 'median ms', 'longest ms'],
    rows.map(({ action, median, longest }) => [action, median.toFixed(0), longest.toFixed(0)]),
  );
}

/** Judges of a campaign all at once, while its organiser looks on: nothing may fail or be lost, and nobody should wait. */
async function benchStudio() {
  const sizes = [
    { segments: 10_000, systems: 2 },
    { segments: 100_000, systems: 5 },
  ];
  const asked = options.sizes.split(',').map(Number);
  const rows = await timeStudio(
    folder,
    sizes.filter(({ segments }) => asked.includes(segments)),
  );
  console.log(
    'BLEU, chrF and TER with 10,000 samples: seconds from choosing files, and memory of the page and its workers',
  );
  print(
    ['segments', 'systems', 'first paint ms', 'kB before charts', 'first scores s', 'all s', 'longest frame ms', 'MB'],
    rows.map(({ segments, systems, paint, kilobytes, scores, all, longest, megabytes }) => [
      segments,
      systems,
      paint.toFixed(0),
      kilobytes.toFixed(0),
      scores.toFixed(1),
      all.toFixed(1),
      longest.toFixed(0),
      megabytes.toFixed(0),
    ]),
  );
}

async function benchNeural() {
  const { rows, from } = await timeNeural(folder, assay, root, 1000);
  console.log(`Inputs: ${from}. Whole commands, seconds: ONNX Runtime in Python, ours, and ours again with its cache`);
  print(
    ['metric', 'segments', 'Python', 'ours', 'ratio', 'again', 'ratio', 'MB'],
    rows.map(({ metric, segments, peer, ours, again }) => [
      metric,
      segments,
      peer.wall.toFixed(1),
      ours.wall.toFixed(1),
      `${(ours.wall / peer.wall).toFixed(2)} ×`,
      again.wall.toFixed(2),
      `${(ours.wall / again.wall).toFixed(0)} ×`,
      ours.megabytes.toFixed(0),
    ]),
  );
}

async function benchJudging() {
  const found = await timeJudging(folder, assay, {
    judges: Number(options.judges),
    minutes: Number(options.minutes),
    pauses: !options['no-pauses'],
    database: options.database,
  });
  const { planning, starting, processor, memory, judges, seconds, times, errors, acknowledged, stored, lost, twice } =
    found;
  const requests = Object.values(times).reduce((sum, { count }) => sum + count, 0);
  console.log(
    `${judges} judges for ${seconds.toFixed(0)} s: ${requests} requests, ${(requests / seconds).toFixed(1)} a second; ` +
      `planned in ${planning.toFixed(1)} s, started in ${starting.toFixed(1)} s, ${processor.toFixed(0)} s of processor time\n`,
  );
  print(
    ['request', 'count', 'p50 ms', 'p95 ms', 'p99 ms', 'longest ms'],
    Object.entries(times).map(([kind, { count, p50, p95, p99, longest }]) => [
      kind,
      count,
      ...[p50, p95, p99, longest].map((each) => each.toFixed(1)),
    ]),
  );
  console.log('\nMemory of the server, MB');
  print(Object.keys(memory), [Object.values(memory).map((each) => each.toFixed(0))]);
  console.log(`\nacknowledged ${acknowledged}, in the journal ${stored}, lost ${lost}, twice ${twice}`);
  for (const { what, count } of errors) console.log(`error: ${count} × ${what}`);
  if (errors.length > 0 || lost > 0 || twice > 0 || stored !== acknowledged) process.exitCode = 1;
}

/** Paired tests with the first system by sacreBLEU and by us on the same files, then all pairs by many metrics. */
async function benchCompare() {
  const { reference, systems } = wmt09Systems();
  if (!reference) {
    console.log('The WMT09 outputs are not here.');
    return;
  }
  const python = pythonWithSacrebleu(root);
  const library = join(root, 'bench/compareLibrary.js');
  const peer = join(root, 'bench/comparePeer.py');
  const rows = [];
  for (const [test, ours, metric, samples, intervals, count] of [
    ['bs', 'bootstrap', 'bleu', '1000', '-1', 2],
    ['bs', 'bootstrap', 'bleu', '1000', '-1', 15],
    ['ar', 'randomization', 'bleu', '10000', '10000', 2],
    ['ar', 'randomization', 'bleu', '10000', '-1', 2],
    ['ar', 'randomization', 'bleu', '10000', '-1', 15],
    ['bs', 'bootstrap', 'chrf', '1000', '-1', 15],
  ]) {
    const files = [reference, ...systems.slice(0, count)];
    const theirs = () => runMeasured([python, peer, test, metric, samples, intervals, ...files]);
    const compared = [process.execPath, library, ours, metric, samples, '1', 'baseline', ...files];
    const [peerTimes, times] = await medians([theirs, () => runMeasured(compared)]);
    const ratio = (seconds) => `${(peerTimes.first / seconds).toFixed(1)} ×`;
    const resampled = test === 'bs' ? samples : intervals === '-1' ? 'ours only' : intervals;
    const seconds = [peerTimes.first, times.first].map((each) => each.toFixed(3));
    rows.push([ours, metric, samples, resampled, count, ...seconds, ratio(times.first), times.warm.toFixed(3), ratio(times.warm)]); // prettier-ignore
    process.stderr.write(`${rows.at(-1).join(' ')}\n`);
  }
  console.log(
    `Tests with the first system, library calls, one thread, seconds without counting segments; medians of ${repeat} runs in turn.`,
  );
  console.log('Our randomisation always draws as many resamples for its intervals; sacreBLEU only if it is asked to.');
  print(['test', 'metric', 'samples', 'intervals', 'systems', 'sacreBLEU', 'first', 'ratio', 'warm', 'ratio'], rows);

  const many = 'bleu chrf ter amber 4grr';
  console.log(`\nAll pairs, bootstrap, 10,000 resamples: ${many}`);
  const times = [];
  for (const threads of ['1', '2']) {
    const compared = [process.execPath, library, 'bootstrap', many, '10000', threads, 'all', reference, ...systems];
    const { first, megabytes } = await best(() => runMeasured(compared), 'first');
    times.push([threads, first.toFixed(1), megabytes.toFixed(0)]);
  }
  print(['threads', 'seconds', 'peak MB'], times);
}

/**
 * The same candidates by mbrs, with a process for each core, and by us, with one thread. Lists as they are repeat texts, which we count once;
 * of distinct ones both count every pair.
 */
async function benchMbr() {
  const python = process.env.MBRS_PYTHON;
  if (!python) {
    console.log('MBRS_PYTHON must name a Python that has mbrs: pip install mbrs.');
    return;
  }
  const workers = String(availableParallelism());
  const rows = [];
  const segments = 10;
  for (const [form, name, typed, distinct] of [
    ['pairwise', 'bleu', 'bleu', false],
    ['pairwise', 'bleu', 'bleu', true],
    ['pairwise', 'chrf', 'chrf', false],
    ['pairwise', 'chrf', 'chrf', true],
    ['pairwise', 'fastchrf', 'chrf', true],
    ['expected', 'bleu', 'bleu', true],
    ['expected', 'chrf', 'chrf', true],
    ['expected', 'fastchrf', 'chrf', true],
  ]) {
    const lists = mosesLists(segments, distinct);
    if (!lists) {
      console.log('The n-best lists are not here.');
      return;
    }
    const [path, own, their] = ['lists', 'own', 'their'].map((file) => join(folder, `${file}.json`));
    writeFileSync(path, JSON.stringify(lists));
    const peer = [python, join(root, 'bench/mbrPeer.py'), path, name, form, workers, their];
    const ours = [process.execPath, join(root, 'bench/mbr.js'), path, typed, form, '1', own];
    const { first: seconds } = await runMeasured(peer);
    const { first, warm } = await best(() => runMeasured(ours), 'first');
    const [a, b] = [own, their].map((file) => JSON.parse(readFileSync(file, 'utf8')));
    // The same worth, up to the 32 bits that mbrs has: of equally good ones each may take another.
    const same = a.filter(([, utility], i) => Math.abs(utility - b[i][1]) < 1e-3).length;
    const pairs = lists.reduce((sum, { length }) => sum + length ** 2, 0);
    rows.push([
      form,
      name,
      distinct ? 'distinct' : 'as they are',
      segments,
      pairs,
      seconds.toFixed(2),
      first.toFixed(3),
      `${(seconds / first).toFixed(1)} ×`,
      warm.toFixed(3),
      `${(seconds / warm).toFixed(1)} ×`,
      `${same}/${segments}`,
    ]);
    process.stderr.write(`${form} ${name} done\n`);
  }
  console.log(`Moses lists of 100, all alike: mbrs with ${workers} processes, ours with one thread, seconds`);
  print(['form', 'mbrs metric', 'lists', 'segments', 'pairs', 'mbrs', 'first', 'ratio', 'warm', 'ratio', 'same'], rows);
}

/** The run with the lowest time. */
async function best(run, by) {
  let found;
  for (let i = 0; i < repeat; i++) {
    const result = await run();
    if (!found || result[by] < found[by]) found = result;
  }
  return found;
}

/** Runs several programs in turn, so that other work on the machine slows all of them, and returns the medians of their times. */
async function medians(programs) {
  const runs = programs.map(() => []);
  for (let i = 0; i < repeat; i++) for (const [p, run] of programs.entries()) runs[p].push(await run());
  const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
  return runs.map((results) =>
    Object.fromEntries(Object.keys(results[0]).map((name) => [name, median(results.map((result) => result[name]))])),
  );
}

function print(titles, rows) {
  const cells = [titles, ...rows.map((row) => row.map(String))];
  const widths = titles.map((_, c) => Math.max(...cells.map((row) => row[c].length)));
  for (const row of cells) console.log(spread(row, widths));
}
