/** What the guide is made from: n-best lists of two decoders, lattices of a third, the examples, and the tables of two papers. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UsageError } from '../../src/core/index.ts';
import { readLattices, readNbest, readWeights } from '../../src/data/index.ts';
import { FeatureNames, type Hypergraph } from '../../src/lattice/index.ts';
import { type TuningSet, matchWeights } from '../../src/tune/index.ts';
import { readTable } from '../../test/wmt09/paperTables.ts';

export interface TuningCorpus {
  readonly title: string;
  readonly set: TuningSet;
  /** Candidates, or arcs of lattices. */
  readonly size: number;
  /** Candidates that stood twice. */
  readonly repeated: number;
}

export interface TuningData {
  readonly europarl: TuningCorpus;
  /** Labelled `length`: short or long sources. */
  readonly hansard: TuningCorpus;
  readonly russian: TuningCorpus & { readonly start: Float64Array };
  /** Labelled `domain`. */
  readonly examples: TuningCorpus;
  /** The folder of the papers' tables. */
  readonly tables: URL;
}

/** `folder` holds `nbest-lattices` and `paper-tables`; `examples` is the folder of that name here. */
export async function openTuningData(folder: string, examples: string): Promise<TuningData> {
  const [decoders, tables] = ['nbest-lattices', 'paper-tables'].map((name) => join(resolve(folder), name)) as [
    string,
    string,
  ];
  for (const path of [decoders, tables]) {
    if (!existsSync(path)) {
      throw new UsageError(
        `${path} is not there. Name the folder that holds nbest-lattices and paper-tables with --data.`,
      );
    }
  }
  const [moses, portage] = [join(decoders, 'moses-100x100'), join(decoders, 'portage-100x100')];
  return {
    europarl: await readLists('Europarl', moses, { references: ['reference.txt'] }),
    hansard: byLength(
      await readLists('Hansard', portage, { references: ['reference.en.txt'], sources: 'source.fr.txt' }),
    ),
    russian: await readRussian(join(decoders, 'hifst-lattices')),
    examples: await readLists('examples', examples, {
      references: ['reference.A.en.txt', 'reference.B.en.txt'],
      labels: 'labels.tsv',
    }),
    tables: pathToFileURL(`${tables}/`),
  };
}

interface ListFiles {
  readonly references: readonly string[];
  readonly sources?: string;
  readonly labels?: string;
}

async function readLists(title: string, folder: string, files: ListFiles): Promise<TuningCorpus> {
  const request = {
    files: [join(folder, 'nbest.txt')],
    references: files.references.map((name) => join(folder, name)),
    ...(files.sources !== undefined && { sources: join(folder, files.sources) }),
    ...(files.labels !== undefined && { labels: join(folder, files.labels) }),
  };
  const set = await readNbest(request);
  const all = await readNbest({ ...request, keepRepeated: true });
  const size = set.candidates.texts.length;
  return {
    title,
    set,
    size,
    repeated: all.candidates.texts.length - size,
  };
}

/** Halves of about the same size: sources of at most the median length, and longer ones. */
function byLength({ set, ...rest }: TuningCorpus): TuningCorpus {
  const lengths = set.sources!.map((source) => source.trim().split(/\s+/).length);
  const median = lengths.toSorted((a, b) => a - b)[Math.floor((lengths.length - 1) / 2)]!;
  const values = lengths.map((length) => (length <= median ? 'short' : 'long'));
  return { ...rest, set: { ...set, labels: new Map([['length', values]]) } };
}

async function readRussian(folder: string): Promise<TuningData['russian']> {
  const rows = readTable(join(folder, 'manifest.tsv'));
  const files = rows.map((row) => join(folder, `${row.get('sentence')!.padStart(3, '0')}.lat.tsv`));
  const names = new FeatureNames();
  const forests: Hypergraph[] = [];
  for await (const { hypergraph } of readLattices(files, { features: names })) forests.push(hypergraph);
  const { weights } = matchWeights(await readWeights(join(folder, 'feature_weights.txt')), names.names);
  return {
    title: 'Russian',
    set: {
      forests,
      featureNames: names.names,
      references: rows.map((row) => [row.get('reference')!]),
      labels: new Map(),
    },
    size: rows.reduce((sum, row) => sum + Number(row.get('arcs')), 0),
    repeated: 0,
    start: weights,
  };
}
