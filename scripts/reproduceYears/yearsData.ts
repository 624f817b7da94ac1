/** The judgments of shared tasks that the page recomputes, and what was published about them. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../src/core/index.ts';
import { readJudgments, readScores } from '../../src/data/index.ts';
import type { Judgments } from '../../src/human/index.ts';
import { wmt21Table } from './published.ts';

/** A row of a published table of direct assessments. */
interface AssessedRow {
  readonly system: string;
  readonly raw: string;
  readonly z: string;
  readonly segments: number;
  readonly ratings: number;
}

/** Direct assessment by crowd workers, Czech–English. */
export interface Assessed {
  readonly judgments: Judgments;
  readonly published: readonly AssessedRow[];
  /** Mean over segments of the raw scores in `ad-seg-scores`, by system. */
  readonly rawMeans: ReadonlyMap<string, number>;
}

interface RankedRow {
  readonly system: string;
  readonly score: number;
  readonly best: number;
  readonly worst: number;
  readonly cluster: number;
}

export interface Years {
  readonly wmt16: { readonly judgments: Judgments; readonly published: readonly RankedRow[] };
  readonly wmt21: Assessed;
  readonly wmt22: Assessed;
  readonly wmt24: Judgments;
  /** The same texts, judged by three protocols. */
  readonly protocols: ReadonlyMap<'ESA' | 'MQM' | 'ESA-AI', Judgments>;
}

export async function openYears(data: string): Promise<Years> {
  const root = join(data, 'real-files');
  if (!existsSync(root)) throw new UsageError(`There is no folder ${root}. Name the folder of the data with --data.`);
  const judgmentsOf = async (file: string): Promise<Judgments> =>
    (await readJudgments({ files: [join(root, file)] })).judgments;
  const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
  const assessed = async (year: string, table: string): Promise<Assessed> => ({
    judgments: await judgmentsOf(`ratings/wmt${year}-ad-csen-good-stnd.csv.gz`),
    published: table.trim().split('\n').map(assessedRow),
    rawMeans: await meansOf(join(root, `ratings/wmt${year}-ad-seg-scores-cs-en.csv.gz`)),
  });
  return {
    wmt16: {
      judgments: await judgmentsOf('rankings/wmt16-eng-ron.csv.gz'),
      published: officialRows(textOf('rankings/wmt16-eng-ron.official.txt')),
    },
    wmt21: await assessed('21', wmt21Table),
    wmt22: await assessed('22', textOf('ratings/wmt22-ad-sys-ranking-cs-en-z.csv')),
    wmt24: await judgmentsOf('esa/wmt24-esa-wave3.csv.gz'),
    protocols: new Map([
      ['ESA', await judgmentsOf('esa/240315rc5ESA.scores.csv.gz')],
      ['MQM', await judgmentsOf('esa/240315rc5MQM.scores.csv.gz')],
      ['ESA-AI', await judgmentsOf('esa/240315rc5GEMBA.scores.csv.gz')],
    ]),
  };
}

function assessedRow(line: string): AssessedRow {
  const [raw = '', z = '', segments, ratings, system = ''] = line.trim().split(' ');
  return { system, raw, z, segments: Number(segments), ratings: Number(ratings) };
}

/** `system score (best, worst)`, and lines of + between clusters. */
function officialRows(text: string): RankedRow[] {
  let cluster = 1;
  return text
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [, system = '', score, best, worst] = /^(\S+) (\S+) \((\S+), (\S+)\)$/.exec(line.trim()) ?? [];
      if (system !== '') return { system, score: Number(score), best: Number(best), worst: Number(worst), cluster };
      cluster++;
      return [];
    });
}

async function meansOf(file: string): Promise<Map<string, number>> {
  const { scores } = await readScores({ files: [file] });
  const { systems, ofSegments, segments } = scores.map((each) => each.scores).find(({ name }) => name === 'RAW.SCR')!;
  return new Map(
    systems.map((system, s) => {
      const own = [...ofSegments.subarray(s * segments.length, (s + 1) * segments.length)];
      const known = own.filter((score) => !Number.isNaN(score));
      return [system, known.reduce((sum, score) => sum + score, 0) / known.length];
    }),
  );
}
