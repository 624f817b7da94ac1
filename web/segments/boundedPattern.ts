/**
 * Regular expressions that give up before they hang the page. A browser cannot be stopped once it tries a pattern such as `^((a)+)+!$`, so
 * patterns are tried here, in the same order of attempts, and their steps are counted. The syntax is that of JavaScript with the flags i, m
 * and u; what stands for one character is left to the browser.
 */

/** What may be spent on one search, and on each character that is searched. Where a pattern would never end, it stops within a second. */
const mostSteps = 3_000_000;
const stepsOfCharacter = 16;

/** Counts the steps of a search. */
export class Steps {
  #left = mostSteps;

  allow(characters: number): void {
    this.#left += stepsOfCharacter * characters;
  }

  take(): void {
    if (--this.#left < 0) throw new TooManySteps();
  }
}

export class TooManySteps extends Error {}

/** Goes on from a position in the text, and says whether all that follows matches there. */
type Go = (at: number) => boolean;

/** A part of a pattern: given what comes after it, where to begin. */
type Part = (then: Go) => Go;

interface Parsed {
  readonly part: Part;
  /** Any match begins with one of these. */
  readonly first?: Test | undefined;
  /** It begins with any number of these: where it fails at the start of a run of them, it fails within the run, too. */
  readonly lead?: Test | undefined;
}

/** Whether a character, by its code, is one of those wanted. */
type Test = (code: number) => boolean;

interface Term extends Parsed {
  /** If it is a single character. */
  readonly test?: Test;
  /** Takes up no room in the text. */
  readonly isEdge?: boolean;
}

/** From the first character of what is found to beyond the last. */
export type Match = readonly [start: number, end: number];

/** What is being matched; parts look it up here. */
interface Run {
  text: string;
  steps: Steps;
  /** By group: where it begins and ends, if it has matched. */
  groups: (Match | undefined)[];
}

export class BoundedPattern {
  readonly #run: Run = { text: '', steps: new Steps(), groups: [] };
  readonly #begin: Go;
  readonly #parsed: Parsed;
  #end = 0;

  /** `source` must be a regular expression. */
  constructor(source: string) {
    this.#parsed = parsePattern(source, this.#run);
    this.#begin = this.#parsed.part((at) => {
      this.#end = at;
      return true;
    });
  }

  isIn(text: string, steps: Steps): boolean {
    steps.allow(text.length);
    return this.#find(text, 0, steps) !== undefined;
  }

  /** Where it is, from left to right. */
  *all(text: string, steps: Steps): Generator<Match> {
    steps.allow(text.length);
    let found = this.#find(text, 0, steps);
    while (found) {
      yield found;
      const [start, end] = found;
      found = this.#find(text, end > start ? end : end + widthAt(text, end), steps);
    }
  }

  /** Where it matches first, from a position on. */
  #find(text: string, from: number, steps: Steps): Match | undefined {
    const run = this.#run;
    run.text = text;
    run.steps = steps;
    run.groups = [];
    try {
      return this.#first(from);
    } catch (error) {
      // Groups that are repeated often fill the stack.
      throw error instanceof RangeError ? new TooManySteps() : error;
    }
  }

  #first(from: number): Match | undefined {
    const { text } = this.#run;
    const { first, lead } = this.#parsed;
    for (let at = from; at <= text.length; at += widthAt(text, at)) {
      if (first) {
        while (at < text.length && !first(text.codePointAt(at)!)) at += widthAt(text, at);
        if (at >= text.length) return undefined;
      }
      if (this.#begin(at)) return [at, this.#end];
      while (lead && at < text.length && lead(text.codePointAt(at)!)) at += widthAt(text, at);
    }
    return undefined;
  }
}

/** Of the character there, in UTF-16 units; 1 at the end of the text. */
const widthAt = (text: string, at: number): number => (text.codePointAt(at)! > 0xffff ? 2 : 1);

/** What stands for one character: an escape, a class, or the character itself. */
const atom =
  /\\(?:[pP]\{[^}]*\}|u\{[\da-f]+\}|ud[89ab]..\\ud[c-f]..|u[\da-f]{4}|x..|c.|[^])|\[(?:\\[^]|[^\]\\])*\]|[^]/iuy;
const quantifier = /(?:([*+?])|\{(\d+)(,(\d*))?\})(\??)/y;

function parsePattern(source: string, run: Run): Parsed {
  let at = 0;
  let groups = 0;
  let hasBackReferences = false;
  const names = new Map<string, number[]>();

  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(source);
    if (found) at = pattern.lastIndex;
    return found;
  };
  const taken = (text: string): boolean => {
    if (!source.startsWith(text, at)) return false;
    at += text.length;
    return true;
  };

  const parsed = choice();
  return hasBackReferences ? { ...parsed, lead: undefined } : parsed;

  function choice(): Parsed {
    const options = [sequence()];
    while (taken('|')) options.push(sequence());
    if (options.length === 1) return options[0]!;
    const firsts = options.flatMap(({ first }) => first ?? []);
    return {
      part: (then) => anyOf(options.map(({ part }) => part(then)), run), // prettier-ignore
      first: firsts.length < options.length ? undefined : memorized((code) => firsts.some((first) => first(code))),
    };
  }

  function sequence(): Parsed {
    const parts: Part[] = [];
    let first: Test | undefined;
    let lead: Test | undefined;
    /** Nothing so far takes up room in the text. */
    let isStart = true;
    while (at < source.length && !'|)'.includes(source[at]!)) {
      const before = groups;
      const { part, test, first: ofTerm = test, isEdge = false } = term();
      const found = take(quantifier);
      if (!found) {
        parts.push(part);
        if (isStart) first = ofTerm;
        isStart &&= isEdge;
        continue;
      }
      const [, sign, low, comma, high, lazy] = found;
      const least = sign === undefined ? Number(low) : sign === '+' ? 1 : 0;
      const most = sign === '?' ? 1 : sign ? Infinity : comma ? Number(high || Infinity) : least;
      parts.push(test ? repeatTest(test, least, most, lazy !== '', run) : repeatPart(part, least, most, lazy !== '', run, [before, groups])); // prettier-ignore
      if (isStart && least > 0) first = ofTerm;
      if (parts.length === 1 && most === Infinity) lead = test;
      isStart = false;
    }
    return { part: (then) => parts.reduceRight((next, part) => part(next), then), first, lead };
  }

  function term(): Term {
    if (taken('^')) return edge((position) => position === 0 || isLineEnd(position - 1));
    if (taken('$')) return edge((position) => position === run.text.length || isLineEnd(position));
    if (taken('\\b')) return edge((position) => isWord(position - 1) !== isWord(position));
    if (taken('\\B')) return edge((position) => isWord(position - 1) === isWord(position));
    if (taken('(')) return group();
    const [, number, name] = take(/\\(?:([1-9]\d*)|k<([^>]*)>)/y) ?? [];
    if (number ?? name) return { part: backReference(() => (number ? [Number(number) - 1] : names.get(name!)!)) };
    const test = testOf(take(atom)![0]);
    return { part: character(test, run), test };
  }

  function group(): Term {
    const [, kind, behind, name] = take(/\?(?:([:=!])|<([=!])|<([^>]*)>)/y) ?? [];
    if (!kind && !behind && !name && taken('?')) throw new SyntaxError('flags of a group are not supported here');
    const number = kind || behind ? undefined : groups++;
    if (name) names.set(name, [...(names.get(name) ?? []), number!]);
    const { part, first } = choice();
    at++; // its bracket
    if (number !== undefined) return { part: capture(part, number), first };
    if (kind === ':') return { part, first };
    return { part: look(part, (kind ?? behind) === '=', behind !== undefined), isEdge: true };
  }

  function capture(part: Part, number: number): Part {
    return (then) => {
      const starts: number[] = [];
      const inner = part((end) => {
        const start = starts.pop()!;
        const before = run.groups[number];
        run.groups[number] = [start, end];
        if (then(end)) return true;
        run.groups[number] = before;
        starts.push(start);
        return false;
      });
      return (start) => {
        starts.push(start);
        if (inner(start)) return true;
        starts.pop();
        return false;
      };
    };
  }

  /** Whether something follows, or comes before; it may begin anywhere then, but must end here. */
  function look(part: Part, isWanted: boolean, isBehind: boolean): Part {
    let here = 0;
    const inner = part((end) => !isBehind || end === here);
    const isAround = (position: number): boolean => {
      if (!isBehind) return inner(position);
      const outer = here;
      here = position;
      let start = position;
      for (; start >= 0 && !inner(start); start--) run.steps.take();
      here = outer;
      return start >= 0;
    };
    return (then) => (position) => {
      const groups = [...run.groups];
      const isThere = isAround(position);
      if (isThere === isWanted && then(position)) return true;
      run.groups = groups;
      return false;
    };
  }

  function backReference(numbers: () => readonly number[]): Part {
    hasBackReferences = true;
    return (then) => (position) => {
      const [start, end] = numbers().map((number) => run.groups[number]).find((found) => found) ?? [0, 0]; // prettier-ignore
      const next = position + end - start;
      const isSame = run.text.slice(start, end).toLowerCase() === run.text.slice(position, next).toLowerCase();
      return isSame && then(next);
    };
  }

  function isLineEnd(position: number): boolean {
    const code = run.text.charCodeAt(position);
    return code === 0x0a || code === 0x0d || code === 0x2028 || code === 0x2029;
  }

  function isWord(position: number): boolean {
    return position >= 0 && position < run.text.length && wordTest(run.text.charCodeAt(position));
  }
}

const edge = (isHere: (at: number) => boolean): Term => ({
  part: (then) => (at) => isHere(at) && then(at),
  isEdge: true,
});

const anyOf =
  (options: readonly Go[], run: Run): Go =>
  (at) => {
    run.steps.take();
    return options.some((option) => option(at));
  };

const character =
  (test: Test, run: Run): Part =>
  (then) =>
  (at) => {
    const code = run.text.codePointAt(at);
    return code !== undefined && test(code) && then(at + (code > 0xffff ? 2 : 1));
  };

/** The browser says which characters are meant. */
function testOf(source: string): Test {
  const pattern = new RegExp(`^(?:${source})$`, 'iu');
  return memorized((code) => pattern.test(String.fromCodePoint(code)));
}

/** Each character is looked at once, but for the rare ones beyond the first 65,536. */
function memorized(test: Test): Test {
  const known = new Int8Array(0x10000);
  return (code) => {
    if (code > 0xffff) return test(code);
    if (known[code] === 0) known[code] = test(code) ? 1 : -1;
    return known[code] === 1;
  };
}

const wordTest = testOf('\\w');

/** Single characters need no memory of how they were reached. */
function repeatTest(test: Test, least: number, most: number, isLazy: boolean, run: Run): Part {
  return (then) => (start) => {
    const { text, steps } = run;
    let at = start;
    let count = 0;
    for (; count < most; count++) {
      if (isLazy && count >= least && then(at)) return true;
      const code = text.codePointAt(at);
      if (code === undefined || !test(code)) break;
      steps.take();
      at += code > 0xffff ? 2 : 1;
    }
    if (isLazy) return count === most && then(at);
    for (; count >= least; count--) {
      steps.take();
      if (then(at)) return true;
      at -= at > start + 1 && text.codePointAt(at - 2)! > 0xffff ? 2 : 1;
    }
    return false;
  };
}

function repeatPart(
  part: Part,
  least: number,
  most: number,
  isLazy: boolean,
  run: Run,
  [firstGroup, beyond]: readonly [number, number],
): Part {
  return (then) => {
    let count = 0;
    let last = -1;
    const again: Go = (at) => {
      run.steps.take();
      const counted = count;
      const from = last;
      // What matches nothing is not tried over and over.
      if (at === from && counted > least) return false;
      const isEnough = counted >= least;
      if (isLazy && isEnough && then(at)) return true;
      if (counted < most) {
        const groups = beyond > firstGroup ? [...run.groups] : run.groups;
        for (let group = firstGroup; group < beyond; group++) run.groups[group] = undefined;
        count = counted + 1;
        last = at;
        if (inner(at)) return true;
        run.groups = groups;
        count = counted;
        last = from;
      }
      return !isLazy && isEnough && then(at);
    };
    const inner = part(again);
    return (at) => {
      const counted = count;
      const from = last;
      count = 0;
      last = -1;
      if (again(at)) return true;
      count = counted;
      last = from;
      return false;
    };
  };
}
