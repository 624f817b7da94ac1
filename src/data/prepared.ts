/** Files of what metrics must learn from all references before they count, so that parts of a test set can be scored apart. */
import { type Learner, type Metric, UsageError, printMetric } from '../core/index.ts';
import { digestOf } from './input.ts';
import { type Shard, printShard } from './shard.ts';
import { missingShards, missingText, readSealed } from './statistics.ts';

const kind = 'assay prepared';
const layout = 1;

/** References that were read at once. */
interface PreparedPart {
  readonly sha256: string;
  readonly segments: number;
  readonly shard?: Shard;
  readonly whole?: string;
}

/** The content of a file that `assay prepare` writes. */
export interface Prepared {
  readonly file: string;
  /** As typed on the command line, and what the learner of each gathered. */
  readonly metrics: readonly { readonly metric: string; readonly gathered: unknown }[];
  /** In the order of shards. */
  readonly parts: readonly PreparedPart[];
}

/** The file as text; the same for any order and grouping of the same parts. */
export function printPrepared({ metrics, parts }: Omit<Prepared, 'file'>): string {
  const content = { kind, version: layout, metrics: metrics.map(({ metric, gathered }) => ({ metric, gathered: packed(gathered) })), parts }; // prettier-ignore
  return `${JSON.stringify({ ...content, sha256: digestOf(content) })}\n`;
}

export function readPrepared(file: string): Prepared {
  const content = readSealed(file, kind, layout, 'assay prepare') as unknown as Omit<Prepared, 'file'>;
  return {
    ...content,
    file,
    metrics: content.metrics.map(({ metric, gathered }) => ({ metric, gathered: unpacked(gathered) })),
  };
}

/** Arrays of numbers take less room, and no time to parse, as base64. */
function packed(data: unknown): unknown {
  if (data instanceof Int32Array) {
    return { int32: Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64') };
  }
  if (Array.isArray(data)) return data.every((each) => typeof each !== 'object') ? data : data.map(packed);
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, packed(value)]));
}

function unpacked(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(unpacked);
  if (typeof data !== 'object' || data === null) return data;
  if ('int32' in data) return new Int32Array(Uint8Array.from(Buffer.from(data.int32 as string, 'base64')).buffer);
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, unpacked(value)]));
}

/** Adds up what was gathered from parts of the references; `learners` are fresh ones, by metric. */
export function mergePrepared(files: readonly Prepared[], learners: readonly Learner[]): Omit<Prepared, 'file'> {
  const [first] = files;
  if (!first) throw new UsageError('No files given. Name files that `assay prepare` wrote.');
  const from = new Map<string, string>();
  for (const { file, metrics, parts } of files) {
    const names = metrics.map(({ metric }) => metric).join(' ');
    const wanted = first.metrics.map(({ metric }) => metric).join(' ');
    if (names !== wanted) {
      throw new UsageError(`${file} was prepared for ${names}, and ${first.file} for ${wanted}. Use the same -m.`);
    }
    const [one, other] = [first.parts[0]!, parts[0]!];
    if (one.shard?.of !== other.shard?.of || one.whole !== other.whole) {
      throw new UsageError(
        `${file} and ${first.file} are not parts of the same references. Use the same files and cut.`,
      );
    }
    for (const { shard, sha256 } of parts) {
      const key = shard ? `shard ${printShard(shard)}` : `the same references, sha256:${sha256.slice(0, 16)}`;
      if (from.has(key)) throw new UsageError(`${file} and ${from.get(key)} both have ${key}. Give each part once.`);
      from.set(key, file);
    }
  }
  files.forEach(({ metrics }) => metrics.forEach(({ gathered }, m) => learners[m]!.add(gathered)));
  const place = ({ shard }: PreparedPart): number => shard?.part ?? 0;
  return {
    metrics: first.metrics.map(({ metric }, m) => ({ metric, gathered: learners[m]!.gathered() })),
    parts: files.flatMap(({ parts }) => parts).sort((a, b) => place(a) - place(b) || (a.sha256 < b.sha256 ? -1 : 1)),
  };
}

/** What learners gathered from references that were read at once. */
export const preparedOf = (
  metrics: readonly Metric[],
  learners: readonly Learner[],
  part: PreparedPart,
): Omit<Prepared, 'file'> => ({
  metrics: metrics.map((metric, m) => ({ metric: printMetric(metric), gathered: learners[m]!.gathered() })),
  parts: [part],
});

/** The metrics ready to count, with what a file holds for those that must learn first. */
export function prepareMetrics(metrics: readonly Metric[], { file, metrics: known, parts }: Prepared): Metric[] {
  const missing = missingShards(parts);
  if (missing.length > 0) {
    throw new UsageError(
      `${file} has only a part of the references. ${missingText(missing, parts[0]!.shard!.of).replace('Score', 'Prepare')} Type \`assay prepare PART… -o prepared.json\`.`,
    );
  }
  if (metrics.every(({ learner }) => !learner)) {
    throw new UsageError(`--prepared ${file}: none of these metrics learns from references. Leave it out.`);
  }
  return metrics.map((metric) => {
    const learner = metric.learner?.();
    if (!learner) return metric;
    const name = printMetric(metric);
    const found = known.find((each) => each.metric === name);
    if (!found) {
      throw new UsageError(
        `${file} was prepared for ${known.map((each) => each.metric).join(' and ')}, not for ${name}. Type \`assay prepare … -m '${name}' -o prepared.json\`.`,
      );
    }
    learner.add(found.gathered);
    return metric.taught(learner.learned(), digestOf(packed(found.gathered)).slice(0, 16));
  });
}
