/** What the guide is made from: judgments and outputs of WMT09, and the tables of its paper. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UsageError } from '../../src/core/index.ts';
import { type SharedTask, openSharedTask } from '../../src/data/index.ts';
import { type Comparisons, type Judgments, compareRankings } from '../../src/human/index.ts';
import { type Table6, readTable6 } from '../../test/wmt09/table6.ts';

export interface Wmt09 {
  readonly task: SharedTask;
  readonly judgments: Judgments;
  /** The folder of the paper's tables. */
  readonly tables: URL;
  readonly table6: Table6;
  compared(task: string): Comparisons;
}

/** How intervals and tests are made; the defaults of the commands, so that these give the same numbers. */
export interface Settings {
  readonly samples: number;
  readonly seed: number;
  readonly level: number;
}

/** `folder` holds `wmt09-ranking` and `paper-tables`. */
export async function openWmt09(folder: string): Promise<Wmt09> {
  const [ranking, tables] = ['wmt09-ranking', 'paper-tables'].map((name) => join(resolve(folder), name)) as [
    string,
    string,
  ];
  for (const path of [ranking, tables]) {
    if (!existsSync(path)) {
      throw new UsageError(
        `${path} is not there. Name the folder that holds wmt09-ranking and paper-tables with --data.`,
      );
    }
  }
  const task = await openSharedTask(ranking);
  const { judgments } = task;
  const comparisons = new Map<string, Comparisons>();
  const tableFolder = pathToFileURL(`${tables}/`);
  return {
    task,
    judgments,
    tables: tableFolder,
    table6: readTable6(new URL('wmt09_table06_official_results.tsv', tableFolder)),
    compared(name) {
      const known = comparisons.get(name) ?? compareRankings(name, judgments.rankings);
      comparisons.set(name, known);
      return known;
    },
  };
}
