/** Rankings as the CSV of WMT10 to WMT16, which the format `wmt-ranking` reads back: one row per ranking, or per pair of its outputs. */
import { UsageError } from '../../core/index.ts';
import type { Ranking } from '../../human/index.ts';
import { entryOf } from '../entryOf.ts';
import { joinedSystems, placeholders } from './wmtRanking.ts';

export interface WmtCsvOptions {
  /** One row per pair of outputs, with a rankingID, as since WMT15. */
  readonly pairs?: boolean;
}

/** Rows of rankings have room for five outputs, or for more if more were ranked at once. */
const fewestPlaces = 5;

/** An output and its rank; systems with the same output are joined by +. */
interface Place {
  readonly id: string;
  readonly rank: string;
}

/**
 * Formats rankings as the CSV of WMT10 to WMT16. Where one text was shown for several systems, their names are joined by + if a reader can
 * tell that they are several, because each also occurs alone; otherwise each is written separately with the same rank. The format has no
 * column for seconds. Languages are named as the task names them: `cz` is read as `cs`.
 */
export function writeWmtCsv(rankings: readonly Ranking[], { pairs = false }: WmtCsvOptions = {}): string {
  const alone = systemsAlone(rankings);
  const all = rankings.map((ranking) => ({ ranking, places: placesOf(ranking, alone.get(ranking.task)!) }));
  for (const { places, ranking } of all) for (const { id } of places) checkName(id, 'system', ranking);
  const rows = pairs ? pairRows(all) : rankingRows(all);
  return rows.map((row) => `${row.map(quotedField).join(',')}\n`).join('');
}

interface Written {
  readonly ranking: Ranking;
  readonly places: readonly Place[];
}

function rankingRows(all: readonly Written[]): string[][] {
  const most = all.reduce((max, { places }) => Math.max(max, places.length), fewestPlaces);
  const numbers = Array.from({ length: most }, (_, i) => i + 1);
  const header = [
    ...['srclang', 'trglang', 'srcIndex', 'documentId', 'segmentId', 'judgeId'],
    ...numbers.flatMap((i) => [`system${i}Number`, `system${i}Id`]),
    ...numbers.map((i) => `system${i}rank`),
  ];
  return [
    header,
    ...all.map(({ ranking, places }) => {
      const { segment, document, judge } = ranking;
      const padded = numbers.map((_, i) => places[i] ?? { id: '', rank: '-1' });
      if (document !== undefined) checkName(document, 'document', ranking);
      return [
        ...languagesOf(ranking),
        ...[segment, document ?? '-1', segment, judge],
        ...padded.flatMap(({ id }) => ['-1', id]),
        ...padded.map(({ rank }) => rank),
      ];
    }),
  ];
}

/** A ranking of one output has no pairs and is left out. */
function pairRows(all: readonly Written[]): string[][] {
  const header = ['srclang', 'trglang', 'srcIndex', 'segmentId', 'judgeID', 'system1Id', 'system1rank', 'system2Id', 'system2rank', 'rankingID']; // prettier-ignore
  return [
    header,
    ...all.flatMap(({ ranking, places }, r) => {
      const common = [...languagesOf(ranking), ranking.segment, ranking.segment, ranking.judge];
      return places.flatMap((first, i) =>
        places.slice(i + 1).map((second) => [...common, first.id, first.rank, second.id, second.rank, String(r + 1)]),
      );
    }),
  ];
}

/** By task, systems that occur alone in some ranking; a name that contains a + does not count. */
function systemsAlone(rankings: readonly Ranking[]): Map<string, Set<string>> {
  const alone = new Map<string, Set<string>>();
  for (const ranking of rankings) {
    const known = entryOf(alone, ranking.task, () => new Set());
    for (const { systems } of textsOf(ranking)) {
      if (systems.length === 1 && !systems[0]!.includes('+')) known.add(systems[0]!);
    }
  }
  return alone;
}

/** Outputs as they were shown, in order. */
function textsOf({ systems, ranks, shown }: Ranking): { systems: string[]; rank: number }[] {
  const texts = new Map<string, { systems: string[]; rank: number }>();
  systems.forEach((system, i) => {
    const rank = ranks[i]!;
    const key = shown ? `${shown[i]} ${rank}` : `alone ${i}`;
    entryOf(texts, key, () => ({ systems: [], rank })).systems.push(system);
  });
  return [...texts.values()];
}

function placesOf(ranking: Ranking, alone: ReadonlySet<string>): Place[] {
  checkName(ranking.judge, 'judge', ranking);
  checkName(ranking.segment, 'segment', ranking);
  return textsOf(ranking).flatMap(({ systems, rank: given }) => {
    const rank = Number.isNaN(given) ? '-1' : String(given);
    const id = systems.join('+');
    if (systems.length > 1 && joinedSystems(id, alone).length === systems.length && !systems.some((name) => name.includes('+'))) {
      return [{ id, rank }];
    }
    for (const system of systems) {
      if (joinedSystems(system, alone).length === 1) continue;
      throw new UsageError(
        `Cannot write the system ${system} as WMT CSV, where + joins systems with the same output. Rename it, or use another format.`,
      );
    }
    return systems.map((system) => ({ id: system, rank }));
  }); // prettier-ignore
}

function languagesOf({ task }: Ranking): [from: string, to: string] {
  const dash = task.indexOf('-');
  if (dash > 0 && dash < task.length - 1) return [task.slice(0, dash), task.slice(dash + 1)];
  throw new UsageError(
    `WMT CSV needs two languages, but the task is named "${task}". Rename it, for example to de-en, or use another format.`,
  );
}

/** Refuses names that would be read back differently. */
function checkName(name: string, what: string, { judge, segment }: Ranking): void {
  const isOdd = name === '' || name !== name.trim() || /[\r\n]/.test(name);
  const isTaken = (what === 'document' && name === '-1') || (what === 'system' && placeholders.has(name));
  if (!isOdd && !isTaken) return;
  throw new UsageError(
    `Cannot write the ${what} ${JSON.stringify(name)} (judge ${judge}, segment ${segment}) as WMT CSV. Use another format.`,
  );
}

export const quotedField = (field: string): string => (/[",]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field);
