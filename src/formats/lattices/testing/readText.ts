/** Lattices and forests from texts, for tests. */
import { UsageError } from '../../../core/index.ts';
import type { Hypergraph } from '../../../lattice/index.ts';
import { enumerateDerivations } from '../../../lattice/testing/randomHypergraph.ts';
import { type LatticeRequest, readLattices } from '../../../data/latticeFiles.ts';
import { type ReadLattice, writeLattice } from '../index.ts';

export type TextRequest = Omit<LatticeRequest, 'stdin'>;

export async function readText(content: string | Uint8Array, request: TextRequest = {}): Promise<ReadLattice[]> {
  async function* stdin(): AsyncGenerator<Uint8Array> {
    yield await Promise.resolve(typeof content === 'string' ? Buffer.from(content) : content);
  }
  const all: ReadLattice[] = [];
  for await (const one of readLattices(['-'], { ...request, stdin: stdin() })) all.push(one);
  return all;
}

/** The one structure of a text. */
export async function readOne(content: string, request: TextRequest = {}): Promise<Hypergraph> {
  const all = await readText(content, request);
  if (all.length !== 1) throw new Error(`There are ${all.length}.`);
  return all[0]!.hypergraph;
}

/** The message of the UsageError thrown by reading. */
export async function faultOf(content: string | Uint8Array, request: TextRequest = {}): Promise<string> {
  try {
    await readText(content, request);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  return 'no fault';
}

/** The message of the UsageError thrown by writing. */
export function writingFaultOf(hypergraph: Hypergraph, format: string): string {
  try {
    write(hypergraph, format);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  return 'no fault';
}

export const write = (hypergraph: Hypergraph, format: string, numbers?: 'log' | 'cost' | 'probability'): string =>
  [...writeLattice(hypergraph, format, { place: 'here', ...(numbers ? { numbers } : {}) })].join('');

/** All derivations of a hypergraph, in an order that does not depend on how it is built. */
export function derivationsOf(hypergraph: Hypergraph, { features = true } = {}): string[] {
  const { featureNames, features: rows } = hypergraph;
  return enumerateDerivations(hypergraph)
    .map(({ edges, words, score }) => {
      const sums = new Map<string, number>();
      for (const edge of features ? edges : []) {
        for (let at = rows.starts[edge]!; at < rows.starts[edge + 1]!; at++) {
          const name = featureNames[rows.indices[at]!]!;
          sums.set(name, (sums.get(name) ?? 0) + rows.values[at]!);
        }
      }
      const row = [...sums].filter(([, value]) => value !== 0).sort(([a], [b]) => (a < b ? -1 : 1));
      return JSON.stringify([words, score, row]);
    })
    .sort();
}

/** The text of each derivation and its score. */
export const stringsOf = (hypergraph: Hypergraph): [text: string, score: number][] =>
  enumerateDerivations(hypergraph).map(({ words, score }) => [words.join(' '), score]);
