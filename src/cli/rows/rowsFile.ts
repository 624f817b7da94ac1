/**
 * Rows of segments as Parquet, which DuckDB, pandas and Spark read: one row for each system and segment, with a column for each statistic and
 * label. What Assay needs to know besides is JSON in the metadata of the file.
 */
import { readFileSync } from 'node:fs';
import type { ColumnSource } from 'hyparquet-writer';
import { ExactSums, type Metric, UsageError } from '../../core/index.ts';
import {
  type NamedStatistics,
  type Statistics,
  evaluationOf,
  mergeStatistics,
  missingShards,
  missingText,
} from '../../data/index.ts';
import type { Evaluation } from '../../measure/index.ts';

const kind = 'assay rows';
const layout = 1;
/** Of all that is not a row, in the metadata of the file. */
const key = 'assay';

interface RowsMetadata extends Statistics {
  readonly kind: typeof kind;
  readonly version: number;
  readonly segments: number;
  readonly labels: readonly string[];
}

const ownColumns = ['segment', 'system'];
/** A label may be called like a column of ours. */
const columnOfLabel = (label: string): string => (ownColumns.includes(label) || label.includes(': ') ? `label:${label}` : label); // prettier-ignore
const columnOf = (metric: string, statistic: string): string => `${metric}: ${statistic}`;

/** The file; `found` is what a statistics file would have, and `before` the number of segments in shards before this one. */
export async function rowsFile(
  metrics: readonly Metric[],
  { systems, segments, rows, labels }: Evaluation,
  found: Statistics,
  before = 0,
): Promise<Uint8Array> {
  const { parquetWriteBuffer } = await import('hyparquet-writer');
  const count = systems.length * segments;
  const columnData: ColumnSource[] = [
    { name: 'segment', type: 'INT32', data: Int32Array.from({ length: count }, (_, i) => before + (i % segments) + 1) },
    {
      name: 'system',
      type: 'STRING',
      data: Array.from({ length: count }, (_, i) => systems[Math.floor(i / segments)]!),
    },
    ...Array.from(labels, ([label, values]): ColumnSource => ({
      name: columnOfLabel(label),
      type: 'STRING',
      data: Array.from({ length: count }, (_, i) => values[i % segments]!),
    })),
    ...metrics.flatMap(({ statistics }, m) =>
      statistics.map((statistic, k): ColumnSource => {
        const width = statistics.length;
        const numbers = Float64Array.from({ length: count }, (_, i) => rows![m]![i * width + k]!);
        const name = columnOf(found.metrics[m]!.metric, statistic);
        // -0 is not an integer of 32 bits.
        const areIntegers = numbers.every((number) => Object.is(number | 0, number));
        return areIntegers
          ? { name, type: 'INT32', data: Int32Array.from(numbers) }
          : { name, type: 'DOUBLE', data: numbers };
      }),
    ),
  ];
  const metadata: RowsMetadata = {
    kind,
    version: layout,
    ...found,
    segments,
    labels: [...labels.keys()],
  };
  return new Uint8Array(parquetWriteBuffer({ columnData, kvMetadata: [{ key, value: JSON.stringify(metadata) }] }));
}

/** Rows of a test set, from all files of its parts. */
export interface ReadRows {
  readonly statistics: NamedStatistics;
  readonly evaluation: Evaluation;
}

/** Reads the files of all parts of a test set: shards in their order, other parts as they are given. */
export async function readRows(files: readonly string[]): Promise<ReadRows> {
  const read = await Promise.all(files.map(readFile));
  const place = ({ metadata }: RowsPart): number => metadata.parts[0]!.shard?.part ?? 0;
  const parts = [...read].sort((a, b) => place(a) - place(b));
  const merged = mergeStatistics(parts.map(({ metadata, file }) => ({ ...metadata, file })));
  const missing = missingShards(merged.parts);
  if (missing.length > 0) throw new UsageError(missingText(missing, merged.parts[0]!.shard!.of));
  const { systems, labels: names } = parts[0]!.metadata;
  const other = parts.find(({ metadata }) => metadata.labels.join('\n') !== names.join('\n'));
  if (other)
    throw new UsageError(`${other.file} and ${parts[0]!.file} have different labels. Give all parts the same.`);
  const segments = parts.reduce((sum, { metadata }) => sum + metadata.segments, 0);
  const widths = merged.metrics.map(({ statistics }) => statistics.length);
  const rows = widths.map((width) => new Float64Array(systems.length * segments * width));
  const labels = new Map(names.map((name) => [name, [] as string[]]));
  let before = 0;
  for (const { metadata, rows: own, labels: ownLabels } of parts) {
    const { segments: size } = metadata;
    widths.forEach((width, m) => {
      for (let s = 0; s < systems.length; s++) {
        const from = s * size * width;
        rows[m]!.set(own[m]!.subarray(from, from + size * width), (s * segments + before) * width);
      }
    });
    for (const [name, values] of ownLabels) for (const value of values) labels.get(name)!.push(value);
    before += size;
  }
  return { statistics: { ...merged, file: files[0]! }, evaluation: { ...evaluationOf(merged), labels, rows } };
}

interface RowsPart {
  readonly file: string;
  readonly metadata: RowsMetadata;
  /** By metric: the row of system s and segment i at [(s * segments + i) * width …). */
  readonly rows: Float64Array[];
  readonly labels: Map<string, string[]>;
}

async function readFile(file: string): Promise<RowsPart> {
  const { parquetMetadata, parquetRead } = await import('hyparquet');
  const damaged = (why: string): UsageError => new UsageError(`${file} is damaged: ${why}. Make it again.`);
  const bytes = bytesOf(file);
  if (new TextDecoder('latin1').decode(bytes.slice(0, 4)) !== 'PAR1') {
    throw new UsageError(`${file} is not a Parquet file. Give files that \`assay score … --rows FILE\` wrote.`);
  }
  try {
    const footer = parquetMetadata(bytes);
    const found = footer.key_value_metadata?.find((entry) => entry.key === key)?.value;
    if (found === undefined) {
      throw new UsageError(`${file} was not written by \`assay score … --rows FILE\`, so its metrics are unknown.`);
    }
    const metadata = JSON.parse(found) as RowsMetadata;
    if (metadata.kind !== kind || metadata.version !== layout) {
      throw new UsageError(`${file} has version ${metadata.version} of its layout, but this version of Assay reads version ${layout}.`); // prettier-ignore
    }
    const { systems, segments, metrics, labels: names } = metadata;
    const count = systems.length * segments;
    if (Number(footer.num_rows) !== count) throw damaged(`it has ${footer.num_rows} rows, not ${count}`);
    const rows = metrics.map(({ statistics }) => new Float64Array(count * statistics.length));
    const labels = new Map(names.map((name) => [name, new Array<string>(segments)]));
    const takers = new Map<string, (value: unknown, at: number) => void>();
    metrics.forEach(({ metric, statistics }, m) =>
      statistics.forEach((statistic, k) => {
        const into = rows[m]!;
        takers.set(columnOf(metric, statistic), (value, at) => (into[at * statistics.length + k] = Number(value)));
      }),
    );
    for (const [name, values] of labels) {
      takers.set(columnOfLabel(name), (value, at) => (values[at % segments] = String(value)));
    }
    const taken = new Map<string, number>();
    await parquetRead({
      file: { byteLength: bytes.byteLength, slice: (from, to) => bytes.slice(from, to) },
      metadata: footer,
      columns: [...takers.keys()],
      onChunk: ({ columnName, columnData, rowStart }) => {
        const take = takers.get(columnName)!;
        for (let i = 0; i < columnData.length; i++) take(columnData[i], rowStart + i);
        taken.set(columnName, (taken.get(columnName) ?? 0) + columnData.length);
      },
    });
    const lost = [...takers.keys()].find((name) => taken.get(name) !== count);
    if (lost !== undefined) throw damaged(`values of the column "${lost}" are missing`);
    metrics.forEach(({ sums, statistics: { length: width } }, m) =>
      sums.forEach((ofSystem, s) => {
        const added = new ExactSums(width);
        added.addRows(rows[m]!, s * segments * width, segments, width);
        const found = ofSystem.map((_, k) => added.exact(k));
        if (JSON.stringify(found) !== JSON.stringify(ofSystem)) throw damaged('its rows do not add up to its sums');
      }),
    );
    return { file, metadata, rows, labels };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw damaged('it ends too early or was changed');
  }
}

function bytesOf(file: string): ArrayBuffer {
  try {
    const bytes = readFileSync(file);
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`Cannot read ${file}: ${code === 'ENOENT' ? 'there is no such file' : code}.`);
  }
}
