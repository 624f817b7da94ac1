/** `assay lattice`: inspects, prunes, converts and draws lattices and forests. */
import { join } from 'node:path';
import { UsageError, integers, numbers, oneOf, present, suggest, version } from '../../core/index.ts';
import { LatticeFiles, listDerivations } from '../../data/index.ts';
import { type ReadLattice, latticeFormats, writeLattice, writeNbest } from '../../formats/index.ts';
import { atPlace, bestDerivation, prune } from '../../lattice/index.ts';
import {
  type LatticeReport,
  describeLattice,
  drawDot,
  drawSvg,
  edgeLines,
  latticeRows,
  latticeTables,
  ngramLines,
} from '../../report/index.ts';
import { Plain, type Terminal, defineCommand } from '../command.ts';
import { latticeReading, latticeRequest, latticeWeights, numberKinds } from '../input/decoderInput.ts';
import { type Given, flagOf, refuseOthers, texts, toggle, value, values } from '../options.ts';
import { checkOutputs, writeWhole } from '../output.ts';

const actions = {
  info: 'sizes and numbers of derivations',
  best: 'the best text of each, one per line',
  nbest: 'the n best texts of each',
  posteriors: 'posterior probabilities of edges or words',
  ngrams: 'expected counts and posteriors of n-grams',
  prune: 'a copy without improbable edges',
  convert: 'a copy in another format',
  draw: 'a picture',
};
type Action = keyof typeof actions;

const options = {
  id: values(texts, {
    value: 'id',
    help: 'only the lattice with this ID: its number in the file, or the ID that info shows; repeat for several',
  }),
  nbest: value(integers(1, 1e9), { only: ['nbest'], help: 'number of texts for each lattice (default: 100)' }),
  distinct: toggle({ only: ['nbest'], help: 'keep only the best derivation of each text' }),
  words: toggle({ only: ['posteriors'], help: 'posteriors of words instead of edges' }),
  order: value(integers(1, 9), { only: ['ngrams'], help: 'longest n-gram (default: 4)' }),
  scale: value(numbers(0, 1e9), {
    only: ['posteriors', 'ngrams', 'prune'],
    help: 'the probability of a derivation is proportional to exp(scale × score) (default: 1)',
  }),
  posterior: value(numbers(0, 1), {
    only: ['prune', 'posteriors', 'ngrams'],
    help: 'keep or show only what has at least this posterior',
  }),
  beam: value(numbers(0), {
    only: ['prune'],
    help: 'keep edges of derivations at most this much worse than the best',
  }),
  edgesPerWord: value(numbers(0.01, 1e9), {
    only: ['prune'],
    help: 'number of edges to keep for each word of the best text',
  }),
  to: value(texts, {
    only: ['prune', 'convert', 'draw'],
    value: 'format',
    help: 'format to write (prune: as read; draw: svg or dot, by default svg)',
  }),
  writeNumbers: value(oneOf(numberKinds), {
    only: ['prune', 'convert'],
    value: 'what',
    help: 'numbers to write in PLF and confusion networks',
  }),
  folder: value(texts, {
    only: ['prune', 'convert'],
    value: 'folder',
    help: 'write each to its own file in this folder, and print the file names',
  }),
  ...latticeReading,
  ...latticeWeights,
  digits: value(integers(0, 15), { only: ['info'], letter: 'd', help: 'decimals shown (default: 2)' }),
};

type Options = Given<typeof options>;

const lattice = defineCommand({
  name: 'lattice',
  summary: 'Inspect lattices and forests (size, best texts, posteriors, n-grams); prune, convert and draw them.',
  examples: [
    ['assay lattice info *.lat.tsv', 'how large they are, and how many derivations they hold'],
    ['assay lattice best forest.json -w weights.txt', 'the best text of each, one per line'],
    [
      'assay lattice nbest --nbest 100 --distinct *.lat.tsv -o nbest.txt',
      'the 100 best texts of each, as a Moses n-best list',
    ],
    ['assay lattice ngrams --order 2 lattices.plf', 'expected counts and posteriors of unigrams and bigrams'],
    ['assay lattice prune --posterior 0.01 lattices.plf', 'remove improbable edges'],
    ['assay lattice convert --to hifst --folder out lattices.plf', 'write each to its own file'],
    ['assay lattice draw lattices.plf --id 3 -o third.svg', 'a picture of the third lattice'],
  ],

  arguments: [
    { typed: '<action>', choices: actions, help: Object.keys(actions).join(', ') },
    {
      typed: '[files...]',
      names: 'input',
      help: `lattices and forests: ${latticeFormats.map(({ id }) => id).join(', ')}; .gz and .zst too; - for standard input`,
    },
  ],
  options,

  async run([typed, ...files], given, terminal) {
    const action = typed as Action;
    checkOptions(action, given, terminal.format);
    const source = new LatticeFiles(latticeRequest(files, given, terminal));
    if (action === 'info') return describe(source, given);
    return new Plain(withWarnings(action, source, terminal, piecesOf(action, source, files, given)));
  },

  forms: { tables: (report, { digits = 2 }) => latticeTables(report, digits), rows: latticeRows },
});

export default lattice;

function checkOptions(action: Action, given: Options, form: string | undefined): void {
  refuseOthers(options, given, [action]);
  if (action !== 'info' && form !== undefined) throw new UsageError(`--format is for info, not for ${action}.`);
  if (action === 'draw') checkTo(given.to ?? 'svg', ['svg', 'dot']);
  if (action === 'convert' && given.to === undefined) {
    throw new UsageError(`No format given. Choose one with --to: ${formatIds.join(', ')}.`);
  }
  if ((action === 'convert' || action === 'prune') && given.to !== undefined) checkTo(given.to, formatIds);
  if (given.folder !== undefined && 'output' in given) {
    throw new UsageError('Give either --folder or -o, not both.');
  }
  if (action === 'prune' && pruneOptions.filter((option) => given[option] !== undefined).length !== 1) {
    throw new UsageError(`Choose how to prune, with one of ${pruneOptions.map(flagOf).join(', ')}.`);
  }
  if (action === 'prune' && given.scale !== undefined && given.posterior === undefined) {
    throw new UsageError('--scale is for --posterior. Leave it out.');
  }
}

const formatIds = latticeFormats.map(({ id }) => id);
const pruneOptions = ['posterior', 'beam', 'edgesPerWord'] as const;

function checkTo(to: string, known: readonly string[]): void {
  if (!known.includes(to)) throw new UsageError(`Cannot write the format ${to}. ${suggest(to, known)}`);
}

/** The requested lattices. */
async function* chosen(source: LatticeFiles, { id: ids }: Options): AsyncGenerator<ReadLattice> {
  const missing = new Set(ids);
  for await (const found of source.read()) {
    if (ids && !ids.includes(found.id)) continue;
    missing.delete(found.id);
    yield found;
  }
  if (missing.size > 0) {
    throw new UsageError(`There is no lattice ${[...missing].join(', ')}. Run \`assay lattice info\` to list the IDs.`);
  }
}

async function describe(source: LatticeFiles, given: Options): Promise<LatticeReport> {
  const lattices: LatticeReport['lattices'][number][] = [];
  for await (const found of chosen(source, given)) lattices.push(describeLattice(found));
  return {
    version,
    lattices,
    input: { sha256: source.digest(), notes: [...source.scoreNotes, ...source.weightNotes] },
  };
}

/** In pieces of whole lines: texts, lists, tables, other formats, pictures. */
async function* piecesOf(
  action: Exclude<Action, 'info'>,
  source: LatticeFiles,
  files: readonly string[],
  given: Options,
): AsyncGenerator<string> {
  const lattices = chosen(source, given);
  const likely = present({ scale: given.scale, least: given.posterior });
  if (action === 'best') {
    for await (const { place, hypergraph } of lattices) {
      yield `${atPlace(place, () => bestDerivation(hypergraph).text).replace(/[\t\r\n]/g, ' ')}\n`;
    }
  } else if (action === 'nbest') {
    const { nbest = 100, distinct = false } = given;
    yield* writeNbest(await listDerivations(lattices, nbest, { distinctTexts: distinct }));
  } else if (action === 'posteriors' && !given.words) {
    yield 'id\tnode\tsays\tscore\tposterior\n';
    for await (const found of lattices) yield edgeLines(found, likely);
  } else if (action === 'posteriors' || action === 'ngrams') {
    yield 'id\torder\tngram\tcount\tposterior\n';
    for await (const found of lattices) yield ngramLines(found, given.words ? 1 : (given.order ?? 4), likely);
  } else if (action === 'draw') {
    yield* drawn(lattices, given);
  } else if (given.folder === undefined) {
    yield* written(lattices, given);
  } else {
    yield* toFolder(lattices, given.folder, [...files, given.weights, given.symbols], given);
  }
}

function writtenText(found: ReadLattice, format: string, given: Options): string {
  const { id, place, hypergraph } = found;
  const options = { place, id, ...present({ numbers: given.writeNumbers }) };
  const kept = atPlace(place, () => prune(hypergraph, given));
  return [...writeLattice(kept, format, options)].join('');
}

async function* written(lattices: AsyncIterable<ReadLattice>, given: Options): AsyncGenerator<string> {
  let format = given.to;
  /** If the format holds one lattice per file, the first is held back until there is certainly no second. */
  let only: string | undefined;
  for await (const found of lattices) {
    format ??= found.format;
    if (given.to === undefined && found.format !== format) {
      throw new UsageError(
        `${found.place} is ${found.format}, but the lattices before it are ${format}. Choose one format for all with --to.`,
      );
    }
    if (only !== undefined) {
      throw new UsageError(
        `${format} holds one lattice per file, but there are several. Choose one with --id, write each to its own file with --folder, or use --to json.`,
      );
    }
    const text = writtenText(found, format, given);
    if (latticeFormats.find(({ id }) => id === format)!.several) yield text;
    else only = text;
  }
  if (only !== undefined) yield only;
}

async function* toFolder(
  lattices: AsyncIterable<ReadLattice>,
  folder: string,
  inputs: readonly (string | undefined)[],
  given: Options,
): AsyncGenerator<string> {
  const places = new Map<string, string>();
  for await (const found of lattices) {
    const { id, place } = found;
    const format = given.to ?? found.format;
    const { extensions } = latticeFormats.find((known) => known.id === format)!;
    const before = places.get(id);
    if (before !== undefined) {
      throw new UsageError(
        `${before} and ${place} have the same ID ${id}, so they cannot be written to the same folder.`,
      );
    }
    if (!/^[^/\\\u0000]+$/.test(id) || /^\.+$/.test(id)) {
      throw new UsageError(`${place}: ${JSON.stringify(id)} cannot be a file name.`);
    }
    places.set(id, place);
    const path = join(folder, `${id}${extensions?.[0] ?? '.json'}`);
    checkOutputs([path], inputs);
    await writeWhole(path, [writtenText(found, format, given)]);
    yield `${path}\n`;
  }
}

async function* drawn(lattices: AsyncIterable<ReadLattice>, given: Options): AsyncGenerator<string> {
  const found: ReadLattice[] = [];
  for await (const each of lattices) {
    found.push(each);
    if (found.length > 1) {
      throw new UsageError(
        `A picture shows one lattice, but there are several: ${found.map(({ id }) => id).join(', ')}, … Choose one with --id.`,
      );
    }
  }
  const { id, place, hypergraph } = found[0]!;
  yield atPlace(place, () => (given.to === 'dot' ? drawDot(hypergraph, id) : drawSvg(hypergraph, id)));
}

/** Lattices without scores can be converted and drawn, but their best derivation means little. Warns about that at the end. */
async function* withWarnings(
  action: Action,
  source: LatticeFiles,
  terminal: Terminal,
  pieces: AsyncIterable<string>,
): AsyncGenerator<string> {
  yield* pieces;
  const scoresMatter = action !== 'convert' && action !== 'draw';
  for (const note of [...(scoresMatter ? source.scoreNotes : []), ...source.weightNotes]) terminal.warn(note);
}
