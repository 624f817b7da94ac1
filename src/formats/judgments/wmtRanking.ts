/**
 * The ranking CSV of WMT10–16, also exported by Appraise in those years (Federmann 2012): one row per ranking of up to five
 * systems, or since WMT15 one row per pair of them, with a `rankingID` that says which pairs form one ranking.
 */
import { present } from '../../core/index.ts';
import type { Judgment } from '../../human/index.ts';
import { entryOf } from '../entryOf.ts';
import type { JudgmentFormat, JudgmentList } from './format.ts';
import { Header, columnNames, eachCsvRow } from './rows.ts';

export const wmtRanking: JudgmentFormat = {
  id: 'wmt-ranking',
  summary: 'CSV of rankings from WMT10 to WMT16, also exported by Appraise in those years',
  recognises([firstLine]) {
    const names = columnNames(firstLine, ',');
    return names.has('system1id') || names.has('system1rank');
  },
  async read(into) {
    const rankings = new RankingRows(into);
    await eachCsvRow(into, (fields, line) => rankings.read(fields, line));
    rankings.finish();
  },
};

/** Names that fill rows up to five systems: in Appraise exports, and in WMT11. */
export const placeholders: ReadonlySet<string> = new Set(['PLACEHOLDER', 'blank']);

/** A ranking while its rows are read: systems by their id as written, which can be several ids joined by +. */
interface Draft extends Omit<Judgment, 'order'> {
  readonly line: number;
  readonly ranks: Map<string, number>;
}

class RankingRows {
  readonly #into: JudgmentList;
  #columns: Columns | undefined;
  readonly #drafts: Draft[] = [];
  readonly #byId = new Map<string, Draft>();
  /** Rankings from rows without a rankingID. */
  readonly #said = new Set<string>();
  /** Systems that occur alone, by task. */
  readonly #alone = new Map<string, Set<string>>();

  constructor(into: JudgmentList) {
    this.#into = into;
  }

  read(fields: readonly string[], line: number): void {
    const into = this.#into;
    if (!this.#columns) {
      this.#columns = columnsOf(new Header(this.#into, fields));
      return;
    }
    const { header, from, to, segment, document, judge, ranking, entries, mostRank } = this.#columns;
    if (!header.fits(fields, line)) return;
    const refuse = (fault: string): void => into.refuse('rows', fault, line);
    const name = (place: number): string => (fields[place] ?? '').trim();
    if (name(segment) === '') return refuse('srcIndex is empty.');
    if (/^-?\d+$/.test(name(segment)) && Number(name(segment)) < 1) {
      return refuse(`srcIndex is ${name(segment)}, but segments are numbered from 1.`);
    }
    if (name(judge) === '') return refuse('judgeId is empty.');
    if (name(from) === '' || name(to) === '') return refuse(`${name(from) === '' ? 'srclang' : 'trglang'} is empty.`);
    const task = into.pair(name(from), name(to));
    const ranks = new Map<string, number>();
    for (const [i, entry] of entries.entries()) {
      const system = name(entry.system);
      const rank = name(entry.rank);
      if (system === '' || (placeholders.has(system) && rank === '-1')) {
        if (rank !== '' && rank !== '-1')
          return refuse(`system${i + 1}rank is ${rank}, but system${i + 1}Id is empty.`);
        continue;
      }
      if (!/^(?:-1|[1-9]\d*)$/.test(rank) || Number(rank) > mostRank) {
        return refuse(`system${i + 1}rank must be a rank from 1 to ${mostRank}, or -1 for none, not "${rank}".`);
      }
      if (ranks.has(system)) return refuse(`the system ${system} is named twice.`);
      ranks.set(into.name(system), rank === '-1' ? NaN : Number(rank));
    }
    if (ranks.size === 0) return into.leaveOut('rows without a system', line);
    this.#noteAlone(task, ranks.keys());
    const draft: Draft = {
      task,
      segment: into.name(name(segment)),
      judge: into.name(name(judge)),
      ...present({ document: ['', '-1'].includes(name(document)) ? undefined : into.name(name(document)) }),
      line,
      ranks,
    };
    if (name(ranking) === '') {
      this.#noteAgain(draft);
      this.#drafts.push(draft);
    } else this.#join([task, draft.judge, draft.segment, name(ranking)].join('\t'), draft);
  }

  finish(): void {
    for (const { ranks, line, ...common } of this.#drafts) {
      const expanded = expand(ranks, this.#alone.get(common.task));
      if (new Set(expanded.systems).size < expanded.systems.length) {
        this.#into.refuse('rankings', 'a system is named twice in one ranking.', line);
      } else if (expanded.ranks.every(Number.isNaN)) {
        this.#into.leaveOut('rankings without a rank', line);
      } else {
        if (ranks.size > this.#columns!.mostRank) this.#into.noteUnfolded(line);
        const order = this.#into.nextOrder('ranking', common.judge);
        this.#into.rankings.push({ ...common, order, ...expanded });
      }
    }
  }

  /** Judges got some segments twice to measure self-agreement, so a repeated row need not be a mistake. */
  #noteAgain({ task, segment, judge, ranks, line }: Draft): void {
    if ([...ranks.values()].every(Number.isNaN)) return;
    const says = JSON.stringify([task, segment, judge, ...ranks]);
    if (this.#said.has(says)) this.#into.noteAgain('ranking', line);
    else this.#said.add(says);
  }

  #noteAlone(task: string, systems: Iterable<string>): void {
    const alone = entryOf(this.#alone, task, () => new Set());
    for (const system of systems) if (!system.includes('+')) alone.add(system);
  }

  /** Adds a row to its ranking. Pairs are in the order in which outputs were shown, so the order is kept. */
  #join(key: string, row: Draft): void {
    const draft = this.#byId.get(key);
    if (!draft) {
      this.#byId.set(key, row);
      this.#drafts.push(row);
      return;
    }
    for (const [system, rank] of row.ranks) {
      const known = draft.ranks.get(system);
      if (known !== undefined && !Object.is(known, rank)) {
        const fault = `the rank of ${system} is ${shown(rank)}, but ${shown(known)} in an earlier row of the same rankingID.`;
        this.#into.refuse('rows', fault, row.line);
        return;
      }
    }
    for (const [system, rank] of row.ranks) draft.ranks.set(system, rank);
  }
}

const shown = (rank: number): string => (Number.isNaN(rank) ? '-1' : String(rank));

type Columns = ReturnType<typeof columnsOf>;

function columnsOf(header: Header) {
  const entries: { system: number; rank: number }[] = [];
  for (let i = 1; i <= 2 || header.find(`system${i}Id`) >= 0; i++) {
    entries.push({ system: header.need(`system${i}Id`), rank: header.need(`system${i}rank`) });
  }
  return {
    header,
    from: header.need('srclang'),
    to: header.need('trglang'),
    segment: header.need('srcIndex', 'segmentId'),
    document: header.find('documentId'),
    judge: header.need('judgeId'),
    ranking: header.find('rankingID'),
    entries,
    // Rows of two come from rankings of five.
    mostRank: Math.max(5, entries.length),
  };
}

/** Systems separately. Those joined by + had the same output, which was shown once. */
function expand(ranks: ReadonlyMap<string, number>, alone: ReadonlySet<string> | undefined) {
  const systems: string[] = [];
  const each: number[] = [];
  const shown: number[] = [];
  let output = 0;
  for (const [id, rank] of ranks) {
    for (const system of joinedSystems(id, alone)) {
      systems.push(system);
      each.push(rank);
      shown.push(output);
    }
    output++;
  }
  return { systems, ranks: each, ...(output < systems.length && { shown }) };
}

/**
 * The systems of an id. A name can contain a +, so an id is split only if all its parts are from one test set
 * (`newstest2016.A.1.en-ro+newstest2016.B.2.en-ro`) or occur alone elsewhere in the file.
 */
export function joinedSystems(id: string, alone: ReadonlySet<string> | undefined): readonly string[] {
  const parts = id.split('+');
  if (parts.length === 1) return parts;
  const testSet = /^[^.]+\./.exec(id)?.[0];
  if (testSet !== undefined && parts.every((part) => part.startsWith(testSet))) return parts;
  return parts.every((part) => alone?.has(part)) ? parts : [id];
}
