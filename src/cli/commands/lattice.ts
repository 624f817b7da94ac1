/** `assay lattice`: what is in lattices and forests, and the same in another form. */
import { type Command, Option } from 'commander';
import { UsageError, suggest, version } from '../../core/index.ts';
import { latticeFormats } from '../../data/index.ts';
import { type HypergraphDescription, atPlace, bestScore, describeHypergraph } from '../../lattice/index.ts';
import { type LatticeReport, latticeRows, latticeTables } from '../../report/index.ts';
import { collect, flagOf, integerBetween, numberBetween } from '../arguments.ts';
import type { CliCommand, Shown, Terminal } from '../command.ts';
import { LatticeFiles, declareLatticeReading, numberKinds, weightsSummary } from '../latticeInput.ts';
import { type LatticeActionOptions, chosen, latticePieces } from '../latticePieces.ts';
import { checkOutputs } from '../output.ts';
import { reportFormats, showReport } from '../reportForm.ts';
import { declareWeights } from '../weightInput.ts';

type Options = LatticeActionOptions;

/** By action, the options that it has beside those of reading. */
const actions = {
  info: ['format', 'digits'],
  best: [],
  nbest: ['number', 'distinct'],
  posteriors: ['words', 'posterior', 'scale'],
  ngrams: ['order', 'posterior', 'scale'],
  prune: ['posterior', 'beam', 'edgesPerWord', 'scale', 'to', 'writeNumbers', 'folder'],
  convert: ['to', 'writeNumbers', 'folder'],
  draw: ['to'],
} as const satisfies Record<string, readonly (keyof Options)[]>;

type Action = keyof typeof actions;
const names = Object.keys(actions) as Action[];

type Result = { readonly report: LatticeReport } | { readonly pieces: AsyncIterable<string> };

const lattice: CliCommand<Options, Result, Shown> = {
  name: 'lattice',
  summary: 'Look into lattices and forests: size, best texts, posteriors, n-grams; prune, convert and draw them.',
  examples: [
    ['assay lattice info *.lat.tsv', 'how large they are, and how much they say'],
    ['assay lattice best forest.json -w weights.txt', 'the best text of each, one a line'],
    ['assay lattice nbest -n 100 --distinct *.lat.tsv -o nbest.txt', 'a hundred texts of each, as a list of Moses'],
    ['assay lattice ngrams --order 2 lattices.plf', 'expected counts and posteriors of words and pairs'],
    ['assay lattice prune --posterior 0.01 lattices.plf', 'without edges that are hardly ever used'],
    ['assay lattice convert --to hifst --folder out lattices.plf', 'each to a file of its own'],
    ['assay lattice draw lattices.plf --id 3 -o third.svg', 'a picture of the third'],
  ],

  declare(command: Command) {
    command
      .argument('<action>', names.join(', '))
      .argument('[files...]', `lattices and forests: ${latticeFormats.map(({ id }) => id).join(', ')}; .gz too; - for standard input`) // prettier-ignore
      .option('--id <id>', 'only what is called so: by its number in the file, or as info tells; repeat for several', collect)
      .option('-n, --number <number>', 'nbest: how many of each (default: 100)', integerBetween(1, 1e9))
      .option('--distinct', 'nbest: of derivations that say the same only the best')
      .option('--words', 'posteriors: of words and not of edges')
      .option('--order <number>', 'ngrams: the longest (default: 4)', integerBetween(1, 9))
      .option('--scale <number>', 'derivations are as probable as exp(scale × score) (default: 1)', numberBetween(0, 1e9))
      .option('--posterior <number>', 'prune: keep edges at least so probable; posteriors, ngrams: show no others', numberBetween(0, 1))
      .option('--beam <number>', 'prune: keep edges of derivations at most so much worse than the best', numberBetween(0, Infinity))
      .option('--edges-per-word <number>', 'prune: how many edges to keep for each word of the best text', numberBetween(0.01, 1e9))
      .option('--to <format>', 'prune, convert: format to write (prune: as read); draw: svg or dot (default: svg)')
      .addOption(new Option('--write-numbers <what>', 'prune, convert: what to write as numbers of PLF and confusion networks').choices(numberKinds))
      .option('--folder <folder>', 'prune, convert: write each to a file of its own in this folder, and print the names'); // prettier-ignore
    declareLatticeReading(command);
    declareWeights(command, weightsSummary);
    command
      .addOption(new Option('-f, --format <format>', 'info: form of the table (default: text)').choices(reportFormats))
      .option('--digits <number>', 'info: decimals shown (default: 2)', integerBetween(0, 15))
      .option('-o, --output <file>', 'write to a file');
  },

  async run([typed = '', ...files], given, terminal) {
    const action = names.find((each) => each === typed);
    if (!action) throw new UsageError(`Unknown action ${typed}. ${suggest(typed, names)}`);
    checkOptions(action, given);
    checkOutputs([given.output], [...files, given.weights, given.symbols]);
    const source = await LatticeFiles.open(files, given, terminal);
    if (action === 'info') return { report: await describe(source, given) };
    return { pieces: withWarnings(action, source, terminal, latticePieces(action, source, files, given)) };
  },

  show(result, { format = 'text', digits = 2 }, style) {
    if ('pieces' in result) return result.pieces;
    const { report } = result;
    const forms = { tables: () => latticeTables(report, digits), rows: () => latticeRows(report) };
    return showReport(report, format, forms, style);
  },
};

export default lattice;

function checkOptions(action: Action, given: Options): void {
  const own: readonly string[] = actions[action];
  const all = new Set<keyof Options>(Object.values(actions).flat());
  for (const option of all) {
    if (given[option] === undefined || own.includes(option)) continue;
    const others = names.filter((name) => (actions[name] as readonly string[]).includes(option));
    throw new UsageError(`${flagOf(option)} is for ${others.join(', ')}, not for ${action}.`);
  }
  if (action === 'draw') checkTo(given.to ?? 'svg', ['svg', 'dot']);
  if (action === 'convert' && given.to === undefined) {
    throw new UsageError(`No format to convert to. Name one with --to: ${formatIds.join(', ')}.`);
  }
  if ((action === 'convert' || action === 'prune') && given.to !== undefined) checkTo(given.to, formatIds);
  if (given.folder !== undefined && given.output !== undefined) {
    throw new UsageError('--folder and -o both say where to write. Give one.');
  }
  if (action === 'prune' && pruneOptions.filter((option) => given[option] !== undefined).length !== 1) {
    throw new UsageError(`Say what to prune by, with one of ${pruneOptions.map(flagOf).join(', ')}.`);
  }
  if (action === 'prune' && given.scale !== undefined && given.posterior === undefined) {
    throw new UsageError('--scale is for --posterior. Leave it out.');
  }
}

const formatIds = latticeFormats.map(({ id }) => id);
const pruneOptions = ['posterior', 'beam', 'edgesPerWord'] as const;

function checkTo(to: string, known: readonly string[]): void {
  if (!known.includes(to)) throw new UsageError(`There is no format ${to} to write. ${suggest(to, known)}`);
}

async function describe(source: LatticeFiles, given: Options): Promise<LatticeReport> {
  const lattices: LatticeReport['lattices'][number][] = [];
  for await (const { id, place, format, hypergraph } of chosen(source, given)) {
    const facts = describeHypergraph(hypergraph);
    const { nodes, edges, shortest, longest } = facts;
    if (longest === Infinity) {
      throw new UsageError(`${place}: its longest text has more words than any number says.`);
    }
    lattices.push({
      id,
      place,
      format,
      kind: facts.lattice ? 'lattice' : 'forest',
      nodes,
      edges,
      words: facts.distinctWords,
      features: facts.distinctFeatures,
      derivations: derivationCount(facts),
      shortest,
      longest,
      bestScore: atPlace(place, () => bestScore(hypergraph)),
    });
  }
  return {
    version,
    lattices,
    input: { sha256: source.digest(), notes: [...source.scoreNotes, ...source.weightNotes] },
  };
}

/** In full, or as `3e+15051`, cut and not rounded: nine characters at most, which is what tables show as it is. */
function derivationCount({ derivations, derivationsLog10: log10 }: HypergraphDescription): string {
  if (derivations !== undefined) return String(derivations);
  const exponent = Math.floor(log10);
  return exponent > 999_999 ? '>1e999999' : `${Math.floor(10 ** (log10 - exponent))}e+${exponent}`;
}

/** What has no scores can be converted and drawn, but its best derivation means little. That is said at the end. */
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
