/** References in memory, with sources and labels where they are given: what n-best lists, lattices and forests are measured against. */
import { type ReferenceRequest, openReferences } from './openTask.ts';

export type { ReferenceRequest } from './openTask.ts';

export interface ReadReferences {
  /** By segment: at least one each. */
  readonly references: readonly (readonly string[])[];
  readonly sources?: readonly string[];
  /** Facts about the segments by name, then segment. */
  readonly labels: ReadonlyMap<string, readonly string[]>;
  readonly notes: readonly string[];
  readonly sha256: string;
}

export async function readReferences(request: ReferenceRequest): Promise<ReadReferences> {
  const task = await openReferences(request);
  const references: (readonly string[])[] = [];
  let sources: string[] | undefined;
  const labels = new Map<string, string[]>();
  for await (const batch of task.batches()) {
    for (const each of batch.references) references.push(each);
    if (batch.sources) {
      sources ??= [];
      for (const text of batch.sources) sources.push(text);
    }
    for (const [name, values] of batch.labels) {
      const known = labels.get(name) ?? [];
      for (const value of values) known.push(value);
      labels.set(name, known);
    }
  }
  return { references, ...(sources && { sources }), labels, notes: task.notes, sha256: task.checksum ?? '' };
}
