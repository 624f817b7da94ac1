/** What `assay lattice` does with lattices and forests, in pieces of whole lines: texts, lists, tables, other formats, pictures. */
import { join } from 'node:path';
import { UsageError } from '../core/index.ts';
import { type ReadLattice, latticeFormats, writeLattice, writeNbest } from '../data/index.ts';
import {
  FeatureRowsBuilder,
  type Hypergraph,
  atPlace,
  bestDerivation,
  expectedNgrams,
  insideOutside,
  nbestDerivations,
  ngramPosteriors,
  pruneByPosterior,
  pruneByScore,
  pruneToDensity,
  tailOf,
} from '../lattice/index.ts';
import { drawDot, drawSvg } from '../report/index.ts';
import type { LatticeFiles, LatticeOptions, numberKinds } from './latticeInput.ts';
import { checkOutputs, writeWhole } from './output.ts';
import type { ReportFormat } from './reportForm.ts';

export interface LatticeActionOptions extends LatticeOptions {
  id?: string[];
  number?: number;
  distinct?: boolean;
  words?: boolean;
  order?: number;
  scale?: number;
  posterior?: number;
  beam?: number;
  edgesPerWord?: number;
  to?: string;
  writeNumbers?: (typeof numberKinds)[number];
  folder?: string;
  format?: ReportFormat;
  digits?: number;
  output?: string;
}

/** Actions that print something else than a table about all. */
type PrintingAction = 'best' | 'nbest' | 'posteriors' | 'ngrams' | 'prune' | 'convert' | 'draw';

export function latticePieces(
  action: PrintingAction,
  source: LatticeFiles,
  files: readonly string[],
  given: LatticeActionOptions,
): AsyncIterable<string> {
  switch (action) {
    case 'best':
      return bestTexts(source, given);
    case 'nbest':
      return nbestLists(source, given);
    case 'posteriors':
      return given.words ? ngramLines(source, given, 1) : edgeLines(source, given);
    case 'ngrams':
      return ngramLines(source, given, given.order ?? 4);
    case 'prune':
    case 'convert':
      return given.folder === undefined
        ? written(source, given)
        : toFolder(source, given.folder, [...files, given.weights, given.symbols], given);
    case 'draw':
      return drawn(source, given);
  }
}

/** Those that were asked for. */
export async function* chosen(source: LatticeFiles, { id: ids }: LatticeActionOptions): AsyncGenerator<ReadLattice> {
  const missing = new Set(ids);
  for await (const found of source.read()) {
    if (ids && !ids.includes(found.id)) continue;
    missing.delete(found.id);
    yield found;
  }
  if (missing.size > 0) {
    throw new UsageError(`There is no lattice ${[...missing].join(', ')}. \`assay lattice info\` lists what there is.`);
  }
}

/** Twelve digits, so that the roundings of sums do not show. */
const rounded = (value: number): number => Number(value.toPrecision(12));

const oneLine = (text: string): string => text.replace(/[\t\r\n]/g, ' ');

async function* bestTexts(source: LatticeFiles, given: LatticeActionOptions): AsyncGenerator<string> {
  for await (const { place, hypergraph } of chosen(source, given)) {
    yield `${oneLine(atPlace(place, () => bestDerivation(hypergraph).text))}\n`;
  }
}

/** Gathered, since labels of features must be the same on all lines; who uses lists holds them as well. */
async function* nbestLists(source: LatticeFiles, given: LatticeActionOptions): AsyncGenerator<string> {
  const { number = 100, distinct = false } = given;
  const starts = [0];
  const texts: string[] = [];
  const totals: number[] = [];
  const rows = new FeatureRowsBuilder();
  let featureNames: readonly string[] = [];
  for await (const { place, hypergraph } of chosen(source, given)) {
    ({ featureNames } = hypergraph);
    const { derivations } = atPlace(place, () => nbestDerivations(hypergraph, number, { distinctTexts: distinct }));
    for (const { text, score, features } of derivations) {
      texts.push(text);
      totals.push(rounded(score));
      for (const [feature, value] of features) rows.add(feature, rounded(value));
      rows.endRow();
    }
    starts.push(texts.length);
  }
  yield* writeNbest({
    segments: starts.length - 1,
    starts: Int32Array.from(starts),
    texts,
    featureNames,
    features: rows.finish(),
    totals: Float64Array.from(totals),
  });
}

async function* edgeLines(source: LatticeFiles, given: LatticeActionOptions): AsyncGenerator<string> {
  const { scale = 1, posterior: least = 0 } = given;
  yield 'id\tnode\tsays\tscore\tposterior\n';
  for await (const { id, place, hypergraph } of chosen(source, given)) {
    const { edges } = atPlace(place, () => insideOutside(hypergraph, scale));
    const lines: string[] = [];
    for (let node = 0; node < hypergraph.nodes; node++) {
      for (let e = hypergraph.edgeStarts[node]!; e < hypergraph.edgeStarts[node + 1]!; e++) {
        if (edges[e]! < least) continue;
        const numbers = `${rounded(hypergraph.scores[e]!)}\t${rounded(edges[e]!)}`;
        lines.push(`${oneLine(id)}\t${node}\t${oneLine(saysOf(hypergraph, e))}\t${numbers}\n`);
      }
    }
    yield lines.join('');
  }
}

/** Words, and other nodes as [k]. */
function saysOf({ symbolStarts, symbols, words }: Hypergraph, e: number): string {
  const said = symbols.subarray(symbolStarts[e], symbolStarts[e + 1]);
  return Array.from(said, (symbol) => (symbol < 0 ? `[${tailOf(symbol)}]` : words[symbol]!)).join(' ');
}

/** Short ones first, then what is most probable, then by what they say. */
async function* ngramLines(source: LatticeFiles, given: LatticeActionOptions, order: number): AsyncGenerator<string> {
  const { scale = 1, posterior: least = 0 } = given;
  yield 'id\torder\tngram\tcount\tposterior\n';
  for await (const { id, place, hypergraph } of chosen(source, given)) {
    const { expected, occurs } = atPlace(place, () => {
      const posteriors = insideOutside(hypergraph, scale);
      const found = expectedNgrams(hypergraph, posteriors, order);
      return { expected: found, occurs: ngramPosteriors(hypergraph, posteriors, found) };
    });
    const { ngrams, counts } = expected;
    const found: { length: number; text: string; count: number; occurs: number }[] = [];
    for (let ngram = 1; ngram < ngrams.size; ngram++) {
      // So improbable that it is 0.
      if (counts[ngram] === 0 || occurs[ngram]! < least) continue;
      const text = ngrams.words(ngram).map((word) => hypergraph.words[word]!).join(' '); // prettier-ignore
      const [count, likely] = [rounded(counts[ngram]!), rounded(occurs[ngram]!)];
      found.push({ length: ngrams.length(ngram), text, count, occurs: likely });
    }
    found.sort((a, b) => a.length - b.length || b.occurs - a.occurs || (a.text < b.text ? -1 : 1));
    yield found
      .map((each) => `${oneLine(id)}\t${each.length}\t${oneLine(each.text)}\t${each.count}\t${each.occurs}\n`)
      .join('');
  }
}

function pruned(hypergraph: Hypergraph, { posterior, beam, edgesPerWord, scale }: LatticeActionOptions): Hypergraph {
  if (posterior !== undefined) return pruneByPosterior(hypergraph, posterior, scale);
  if (beam !== undefined) return pruneByScore(hypergraph, beam);
  return edgesPerWord === undefined ? hypergraph : pruneToDensity(hypergraph, edgesPerWord);
}

function writtenText(found: ReadLattice, format: string, given: LatticeActionOptions): string {
  const { id, place, hypergraph } = found;
  const options = { place, id, ...(given.writeNumbers && { numbers: given.writeNumbers }) };
  const kept = atPlace(place, () => pruned(hypergraph, given));
  return [...writeLattice(kept, format, options)].join('');
}

async function* written(source: LatticeFiles, given: LatticeActionOptions): AsyncGenerator<string> {
  let format = given.to;
  /** Held back until it is known that there is no other, where the format has room for one. */
  let only: string | undefined;
  for await (const found of chosen(source, given)) {
    format ??= found.format;
    if (given.to === undefined && found.format !== format) {
      throw new UsageError(
        `${found.place} is ${found.format}, what comes before it is ${format}. Name one format for all with --to.`,
      );
    }
    if (only !== undefined) {
      throw new UsageError(
        `${format} has room for one in a file, and there are several. Choose one with --id, write each to a file of its own with --folder, or write json.`,
      );
    }
    const text = writtenText(found, format, given);
    if (latticeFormats.find(({ id }) => id === format)!.several) yield text;
    else only = text;
  }
  if (only !== undefined) yield only;
}

async function* toFolder(
  source: LatticeFiles,
  folder: string,
  inputs: readonly (string | undefined)[],
  given: LatticeActionOptions,
): AsyncGenerator<string> {
  const places = new Map<string, string>();
  for await (const found of chosen(source, given)) {
    const { id, place } = found;
    const format = given.to ?? found.format;
    const { endings } = latticeFormats.find((known) => known.id === format)!;
    const before = places.get(id);
    if (before !== undefined) {
      throw new UsageError(`${before} and ${place} are both called ${id}: files of one folder need different names.`);
    }
    if (!/^[^/\\\u0000]+$/.test(id) || /^\.+$/.test(id)) {
      throw new UsageError(`${place}: ${JSON.stringify(id)} is no name for a file.`);
    }
    places.set(id, place);
    const path = join(folder, `${id}${endings[0] ?? '.json'}`);
    checkOutputs([path], inputs);
    await writeWhole(path, [writtenText(found, format, given)]);
    yield `${path}\n`;
  }
}

async function* drawn(source: LatticeFiles, given: LatticeActionOptions): AsyncGenerator<string> {
  const found: ReadLattice[] = [];
  for await (const each of chosen(source, given)) {
    found.push(each);
    if (found.length > 1) {
      throw new UsageError(
        `A picture shows one lattice, and there are several: ${found.map(({ id }) => id).join(', ')}, … Choose one with --id.`,
      );
    }
  }
  const { id, place, hypergraph } = found[0]!;
  yield atPlace(place, () => (given.to === 'dot' ? drawDot(hypergraph, id) : drawSvg(hypergraph, id)));
}
