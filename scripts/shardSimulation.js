/**
 * How long a scoring job takes on a cluster, by the size of its shards: a simulation of slow machines and failures, from measured rates.
 * `node scripts/shardSimulation.js` prints the tables of docs/understand/scale.md; scripts/pictures.js draws its figure. The seed is fixed.
 */
import { pathToFileURL } from 'node:url';

/** CPU seconds, measured with one thread on lines of 25 words: `assay score -j 1` on a million made-up lines. */
const measured = {
  /** Of a million lines. */
  rates: { BLEU: 2.2, 'BLEU, chrF': 5.6, 'BLEU, chrF, TER': 15.1 },
  /** Of a process that scores next to nothing. */
  start: 0.17,
  /** To find the lines of a million lines, once. */
  index: 0.3,
  /** To merge one statistics file more. */
  merge: 0.0001,
};

/** What the simulation assumes about a cluster. */
const cluster = {
  /** Seconds until a scheduler starts the next task on a free core. */
  dispatch: 1,
  /** Of all cores, this share is slow by this factor, such as a node that others use. */
  slowShare: 0.03,
  slowness: 3,
  /** The standard deviation of the logarithm of a task's time. */
  spread: 0.15,
  /** Core hours between failures, such as a node that is taken away. */
  hoursBetweenFailures: 200,
  /** Seconds until a failure is noticed. */
  notice: 30,
};

const sizes = [0.03, 0.1, 0.3, 1, 3, 10, 30, 100];
/** Millions of lines, and cores. */
const jobs = [
  { lines: 100, cores: 16 },
  { lines: 1000, cores: 100 },
  { lines: 10_000, cores: 1000 },
];

/** Numbers from 0 on and below 1 (Park and Miller 1988). */
function generator(seed) {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** Wall and CPU seconds of a job in shards of `size` million lines: each free core takes the next shard. */
function simulate({ lines, cores }, size, random, { rates, start } = measured, assumed = cluster) {
  const slow = Array.from({ length: cores }, () => (random() < assumed.slowShare ? assumed.slowness : 1));
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const queue = new EarliestFirst(cores);
  let cpu = 0;
  let end = 0;
  const waiting = [];
  for (let left = lines; left > 1e-9; left -= size) waiting.push(Math.min(size, left));
  while (waiting.length > 0) {
    const shard = waiting.pop();
    const [free, core] = queue.take();
    const work = (start + shard * rates['BLEU, chrF, TER']) * slow[core] * Math.exp(assumed.spread * normal());
    const fails = -Math.log(1 - random()) * assumed.hoursBetweenFailures * 3600;
    const took = assumed.dispatch + Math.min(work, fails + assumed.notice);
    cpu += Math.min(work, fails);
    if (fails < work) waiting.push(shard);
    else end = Math.max(end, free + took);
    queue.add(free + took, core);
  }
  return { wall: end + Math.ceil(lines / size) * measured.merge, cpu };
}

/** A heap of cores by the time at which they are free. */
class EarliestFirst {
  constructor(count) {
    this.heap = Array.from({ length: count }, (_, core) => [0, core]);
  }

  take() {
    const [first] = this.heap;
    const last = this.heap.pop();
    if (this.heap.length > 0) this.#down(last);
    return first;
  }

  add(time, core) {
    let at = this.heap.length;
    this.heap.push([time, core]);
    for (let up = (at - 1) >> 1; at > 0 && this.heap[up][0] > time; up = (at - 1) >> 1) {
      [this.heap[at], this.heap[up]] = [this.heap[up], this.heap[at]];
      at = up;
    }
  }

  #down(entry) {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child + 1 < this.heap.length && this.heap[child + 1][0] < this.heap[child][0]) child++;
      if (child >= this.heap.length || this.heap[child][0] >= entry[0]) break;
      this.heap[at] = this.heap[child];
      at = child;
    }
    this.heap[at] = entry;
  }
}

/** By job and size: wall time over that of cores that are all equal, never fail and start at once. */
function slowdowns(runs = 5) {
  return jobs.map((job) => {
    const ideal = (job.lines * measured.rates['BLEU, chrF, TER']) / job.cores;
    return sizes.map((size) => {
      if (job.lines / size > 200_000 || size > job.lines) return undefined;
      const random = generator(26);
      let sum = 0;
      for (let run = 0; run < runs; run++) sum += simulate(job, size, random).wall;
      return sum / runs / ideal;
    });
  });
}

const counted = (millions) => `${millions.toLocaleString('en')} million`;

function shownTime(seconds) {
  if (seconds < 90) return `${Number(seconds.toPrecision(2))} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  if (seconds < 48 * 3600) return `${Number((seconds / 3600).toPrecision(2))} h`;
  return `${Number((seconds / 86_400).toPrecision(2)).toLocaleString('en')} days`;
}

const table = ([head, ...rows]) => [head, head.map((_, c) => (c === 0 ? '---' : '--:')), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n'); // prettier-ignore

/** What test sets cost, without failures: the work, spread over cores. */
export function costTable() {
  const cores = [1, 10, 100, 1000];
  const rows = [1, 100, 10_000].flatMap((lines) =>
    Object.entries(measured.rates).map(([metrics, rate]) => [
      counted(lines),
      metrics,
      ...cores.map((count) => shownTime(Math.max((lines * rate) / count, Math.min(lines, 1) * rate) + measured.start)),
    ]),
  );
  return table([['pairs', 'metrics', ...cores.map((count) => `${count.toLocaleString('en')} core${count > 1 ? 's' : ''}`)], ...rows]); // prettier-ignore
}

export function sizeTable(found = slowdowns()) {
  const rows = sizes.map((size, i) => [
    counted(size),
    ...found.map((ofJob) => (ofJob[i] === undefined ? '–' : ofJob[i].toFixed(2))),
  ]);
  return table([['lines of a shard', ...jobs.map(({ lines, cores }) => `${counted(lines)}, ${cores.toLocaleString('en')} cores`)], ...rows]); // prettier-ignore
}

/** Slowdown by size of shards, the size in powers of ten. */
export function sizeFigure(found = slowdowns()) {
  const [width, height, left, right, top, bottom] = [640, 340, 60, 190, 20, 50];
  const most = 4;
  const x = (size) => left + ((Math.log10(size) + 2) / 4) * (width - left - right);
  const y = (ratio) => height - bottom - ((Math.min(ratio, most) - 1) / (most - 1)) * (height - top - bottom);
  const colors = ['#0b62a4', '#b5521b', '#3a7d44'];
  const at = (value) => value.toFixed(1);
  const lines = found.map((ofJob, j) => {
    const points = sizes.flatMap((size, i) => (ofJob[i] === undefined ? [] : [[x(size), y(ofJob[i])]]));
    const { lines: millions, cores } = jobs[j];
    const name = `${counted(millions)}, ${cores.toLocaleString('en')} cores`;
    return `<polyline points="${points.map((point) => point.map(at).join(',')).join(' ')}" fill="none" stroke="${colors[j]}" stroke-width="2"/>
<line x1="${width - right + 12}" x2="${width - right + 32}" y1="${top + 20 * j + 8}" y2="${top + 20 * j + 8}" stroke="${colors[j]}" stroke-width="2"/><text x="${width - right + 38}" y="${top + 20 * j + 12}" fill="${colors[j]}" font-size="11">${name}</text>`;
  });
  const grid = [0.01, 0.1, 1, 10, 100].map((size) => `<line x1="${at(x(size))}" x2="${at(x(size))}" y1="${top}" y2="${height - bottom}" stroke="#ddd"/><text x="${at(x(size))}" y="${height - bottom + 18}" text-anchor="middle">${size}</text>`); // prettier-ignore
  const rows = [1, 2, 3, 4].map((ratio) => `<line x1="${left}" x2="${width - right}" y1="${at(y(ratio))}" y2="${at(y(ratio))}" stroke="#ddd"/><text x="${left - 8}" y="${at(y(ratio) + 4)}" text-anchor="end">${ratio === most ? '≥ ' : ''}${ratio}×</text>`); // prettier-ignore
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="13">
<rect width="${width}" height="${height}" fill="#fff"/>
${[...grid, ...rows, ...lines].join('\n')}
<text x="${(left + width - right) / 2}" y="${height - 10}" text-anchor="middle">million lines in a shard</text>
</svg>
`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const found = slowdowns();
  console.log(`${costTable()}\n\n${sizeTable(found)}`);
}
