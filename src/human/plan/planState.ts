/** The state of a plan: for each kind how often everything is shown, for each judge what they have seen. */
import { groupBy } from '../../core/index.ts';
import { type Pcg64, shuffle } from '../../stats/index.ts';
import type { Assignment, Campaign, Entry, TaskKind } from '../campaign/campaign.ts';
import { designOf } from '../campaign/designOf.ts';
import { isCompared, isPaged } from './listParts.ts';
import { type SegmentSplit, isEligible } from './splitSegments.ts';

/** The content of an assignment, independent of judge and order. */
export interface Item {
  readonly segment: number;
  readonly entries: readonly Entry[];
}

export interface PoolItem extends Item {
  judges: number;
}

export class KindState {
  readonly kind: TaskKind;
  /** Most translations in one assignment. */
  readonly most: number;
  /** Segments that this kind may show. */
  readonly eligible: Int32Array;
  readonly balance: Balance;
  /** By segment: number of judges who have it, as their own or from the pool. */
  readonly use: Int32Array;
  readonly isPooled: Uint8Array;
  readonly pool: PoolItem[] = [];
  /** Each segment once. */
  practice: Item[] = [];

  constructor(campaign: Campaign, kind: TaskKind, { isEdited }: SegmentSplit) {
    const { segments, systems, settings } = campaign;
    this.kind = kind;
    this.most = kind === 'rank' ? settings.rankedAtOnce : designOf(campaign, kind).sideBySide;
    const side = kind === 'edit' ? 1 : 0;
    const numbers = segments.map((_, s) => s);
    this.eligible = Int32Array.from(numbers.filter((s) => isEdited[s] === side && isEligible(campaign, kind, s)));
    this.balance = new Balance(systems.length, this.most);
    this.use = new Int32Array(segments.length);
    this.isPooled = new Uint8Array(segments.length);
  }
}

/** One judge's assignments of one kind. */
interface JudgeList {
  readonly seen: Uint8Array;
  /** By system: how often the judge saw an output of it. */
  readonly shown: Float64Array;
  /** In order, without practice. */
  readonly list: Assignment[];
  hasPractice: boolean;
}

export class JudgeState {
  readonly id: string;
  /** By segment, over all kinds. */
  readonly seenAny: Uint8Array;
  readonly #lists = new Map<TaskKind, JudgeList>();
  readonly #systems: number;

  constructor(id: string, segments: number, systems: number) {
    this.id = id;
    this.seenAny = new Uint8Array(segments);
    this.#systems = systems;
  }

  of(kind: TaskKind): JudgeList {
    let known = this.#lists.get(kind);
    if (!known) {
      const [seen, shown] = [new Uint8Array(this.seenAny.length), new Float64Array(this.#systems)];
      known = { seen, shown, list: [], hasPractice: false };
      this.#lists.set(kind, known);
    }
    return known;
  }

  see(kind: TaskKind, segment: number): void {
    this.of(kind).seen[segment] = 1;
    this.seenAny[segment] = 1;
  }
}

export class PlanState {
  readonly campaign: Campaign;
  readonly split: SegmentSplit;
  /** By segment: kept for practice. */
  readonly isReserved: Uint8Array;
  readonly ids = new Set<string>();
  readonly #kinds = new Map<TaskKind, KindState>();
  readonly #judges = new Map<string, JudgeState>();
  readonly #entries: (readonly Entry[])[] = [];

  constructor(campaign: Campaign, split: SegmentSplit, assignments: readonly Assignment[]) {
    this.campaign = campaign;
    this.split = split;
    this.isReserved = new Uint8Array(campaign.segments.length);
    const pool = new Map<string, PoolItem>();
    for (const assignment of assignments) this.#take(assignment, pool);
  }

  kind(kind: TaskKind): KindState {
    let known = this.#kinds.get(kind);
    if (!known) this.#kinds.set(kind, (known = new KindState(this.campaign, kind, this.split)));
    return known;
  }

  /** Judges with assignments, or asked for before. */
  get judges(): Iterable<JudgeState> {
    return this.#judges.values();
  }

  judge(id: string): JudgeState {
    const { segments, systems } = this.campaign;
    let known = this.#judges.get(id);
    if (!known) this.#judges.set(id, (known = new JudgeState(id, segments.length, systems.length)));
    return known;
  }

  entries(segment: number): readonly Entry[] {
    return (this.#entries[segment] ??= mergeOutputs(this.campaign, segment));
  }

  /**
   * Chooses the translations of a segment to show: those whose systems were shown least, and least often together. For one judge, whose own
   * counts come first if texts are judged alone, or for the pool.
   */
  chooseEntries(
    { kind, balance, most }: KindState,
    segment: number,
    judge: JudgeState | undefined,
    random: Pcg64,
  ): Entry[] {
    const entries = this.entries(segment);
    if (isCompared(kind, this.campaign.designs)) return balance.chooseSome(entries, most, random);
    return [balance.chooseOne(entries, judge?.of(kind).shown, random)];
  }

  /** Gives a judge an item for the first time. */
  give(kind: KindState, judge: JudgeState, { segment, entries }: Item): void {
    judge.see(kind.kind, segment);
    kind.use[segment]!++;
    const { shown } = judge.of(kind.kind);
    for (const { systems } of entries) for (const system of systems) shown[system]!++;
  }

  /** Segments for practice, with the rest of their document if documents are judged. */
  #reserve(kind: TaskKind, segment: number): void {
    const { segments } = this.campaign;
    const { document } = segments[segment]!;
    if (!isPaged(kind, this.campaign) || document === undefined) this.isReserved[segment] = 1;
    else segments.forEach((each, s) => each.document === document && (this.isReserved[s] = 1));
  }

  #take(assignment: Assignment, pool: Map<string, PoolItem>): void {
    const { id, kind: kindId, segment, entries, part } = assignment;
    this.ids.add(id);
    const judge = this.judge(assignment.judge);
    const given = judge.of(kindId);
    const kind = this.kind(kindId);
    if (part === 'practice') {
      given.hasPractice = true;
      if (assignment.tutorial !== undefined) return;
      this.#reserve(kindId, segment);
      if (!kind.practice.some((item) => item.segment === segment)) kind.practice.push({ segment, entries });
      return;
    }
    given.list.push(assignment);
    judge.see(kindId, segment);
    if (part === 'check') return;
    kind.balance.noteOrder(entries);
    if (part === 'repeat') return;
    kind.balance.note(entries, 1);
    this.give(kind, judge, assignment);
    if (part !== 'pool') return;
    const key = itemKey(assignment);
    const item = pool.get(key);
    if (item) item.judges++;
    else {
      const made = { segment, entries, judges: 1 };
      pool.set(key, made);
      kind.pool.push(made);
      kind.isPooled[segment] = 1;
    }
  }
}

/** Identifies an item of the pool, regardless of the order of entries. */
export function itemKey({ kind, segment, entries, edited }: Assignment): string {
  const systems = entries.map((entry) => entry.systems.join('+')).sort();
  return JSON.stringify([kind, segment, systems, edited?.editor, edited?.text]);
}

/** Merges identical outputs of a segment into one entry for all their systems. In the order of systems; each with its systems in ascending order. */
export function mergeOutputs({ outputs }: Pick<Campaign, 'outputs'>, segment: number): Entry[] {
  const byText = groupBy(outputs.keys(), (system) => outputs[system]![segment]!);
  return Array.from(byText.values(), (systems) => ({ systems }));
}

/**
 * Counts how often each system was shown, with which others, and in which places; the least shown is chosen next. A greedy substitute for
 * balanced incomplete block designs, which exist only for some numbers of systems; ties are broken at random.
 */
class Balance {
  readonly #systems: number;
  readonly #most: number;
  readonly #shown: Float64Array;
  /** By system and system, both ways. */
  readonly #together: Float64Array;
  /** By system and place. */
  readonly places: Float64Array;

  /** `most`: of entries in one assignment. */
  constructor(systems: number, most: number) {
    this.#systems = systems;
    this.#most = most;
    this.#shown = new Float64Array(systems);
    this.#together = new Float64Array(systems * systems);
    this.places = new Float64Array(systems * most);
  }

  /** Records that `judges` judges see these entries together. Systems with the same text are not compared by it. */
  note(entries: readonly Entry[], judges: number): void {
    entries.forEach(({ systems }, e) => {
      for (const a of systems) {
        this.#shown[a]! += judges;
        for (let f = 0; f < entries.length; f++) {
          if (f === e) continue;
          for (const b of entries[f]!.systems) this.#together[a * this.#systems + b]! += judges;
        }
      }
    });
  }

  noteOrder(entries: readonly Entry[]): void {
    entries.forEach(({ systems }, place) => {
      if (place < this.#most) for (const system of systems) this.places[system * this.#most + place]!++;
    });
  }

  /** The entry whose systems this judge, then all judges, saw least. */
  chooseOne(entries: readonly Entry[], byJudge: Float64Array | undefined, random: Pcg64): Entry {
    return least(entries, random, ({ systems }) => [byJudge ? mean(systems, byJudge) : 0, mean(systems, this.#shown)]);
  }

  /** The first entry is the least shown; each next one is the least often seen with those chosen. */
  chooseSome(entries: readonly Entry[], count: number, random: Pcg64): Entry[] {
    if (entries.length <= count) return [...entries];
    const left = [...entries];
    const chosen: Entry[] = [];
    while (chosen.length < count) {
      const next = least(left, random, ({ systems }) => [-this.#gain(systems, chosen), mean(systems, this.#shown)]);
      chosen.push(next);
      left.splice(left.indexOf(next), 1);
    }
    return chosen;
  }

  /** The average value of another comparison of each pair, which decreases with the number of comparisons. */
  #gain(systems: readonly number[], chosen: readonly Entry[]): number {
    let sum = 0;
    let count = 0;
    for (const { systems: others } of chosen) {
      for (const a of systems) for (const b of others) sum += 1 / (1 + this.#together[a * this.#systems + b]!);
      count += others.length;
    }
    return count === 0 ? 0 : sum / (systems.length * count);
  }

  /**
   * The order that puts entries in their least used places, optimised by exchanging two, and records it. Not the order `before`, if there
   * is another.
   */
  order(entries: readonly Entry[], random: Pcg64, before?: readonly Entry[]): Entry[] {
    const order = shuffle([...entries], random);
    const cost = (entry: Entry, place: number): number => {
      let sum = 0;
      for (const system of entry.systems) sum += this.places[system * this.#most + place]!;
      return sum / entry.systems.length;
    };
    for (let isBetter = true; isBetter;) {
      isBetter = false;
      for (let i = 0; i < order.length; i++) {
        for (let j = i + 1; j < order.length; j++) {
          const [a, b] = [order[i]!, order[j]!];
          // By more than rounding errors, or equal orders would be exchanged forever.
          if (cost(a, j) + cost(b, i) < cost(a, i) + cost(b, j) - 1e-9) {
            order[i] = b;
            order[j] = a;
            isBetter = true;
          }
        }
      }
    }
    if (before && order.length > 1 && order.every((entry, place) => entry === before[place]))
      order.push(order.shift()!);
    this.noteOrder(order);
    return order;
  }
}

function mean(systems: readonly number[], of: Float64Array): number {
  let sum = 0;
  for (const system of systems) sum += of[system]!;
  return sum / systems.length;
}

/** The entry with the least first cost, then the least second cost; ties are broken at random. */
function least(entries: readonly Entry[], random: Pcg64, costs: (entry: Entry) => [number, number]): Entry {
  let best = entries[0]!;
  let [bestFirst, bestSecond] = costs(best);
  let equals = 1;
  for (let e = 1; e < entries.length; e++) {
    const entry = entries[e]!;
    const [first, second] = costs(entry);
    if (first === bestFirst && second === bestSecond) {
      if (random.below(++equals) === 0) best = entry;
    } else if (first < bestFirst || (first === bestFirst && second < bestSecond)) {
      [best, bestFirst, bestSecond, equals] = [entry, first, second, 1];
    }
  }
  return best;
}
