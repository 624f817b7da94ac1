/**
 * How a score is computed, as data: steps, each with its value. A step is counted, and then lists the words behind it, or follows from
 * earlier steps by a formula that anyone can evaluate again.
 */
import { exp, log, pow } from './math.ts';

export interface Step {
  /** The symbol by which formulas refer to it: `p1`, `BP`. The score itself is `score`, the last step. */
  readonly id: string;
  /** What it is, in words. */
  readonly name: string;
  readonly value: number;
  /** How it follows from steps before it, such as `100 * m1 / t1`. Without a formula it is counted. */
  readonly formula?: string;
  /** What to know about this value, such as why this formula applies. */
  readonly note?: string;
  /** The words behind it. If any of them `adds` something, together they add up to the value. */
  readonly items?: readonly StepItem[];
}

/** Words behind a step. */
export interface StepItem {
  /** What they add to the value of the step. */
  readonly adds?: number;
  /** Which view of the metric reads the tokens that the spans refer to; by default the first. */
  readonly view?: number;
  /** Where they are in the hypothesis. */
  readonly hypothesis?: readonly Span[];
  /** Where they are in the references. */
  readonly references?: readonly ReferenceSpan[];
  /** How they count: `match`, `clipped`, `missing`, `extra`, or a kind of the metric's own, such as `stem`. */
  readonly kind: string;
  /** Whether the spans are the parts of one item with gaps. Otherwise each span is the whole item, at another place. */
  readonly gapped?: boolean;
  /** The words, where spans do not show them. */
  readonly text?: string;
  readonly note?: string;
}

/** Tokens of a text, `to` excluded. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

interface ReferenceSpan extends Span {
  /** Which of the references, from 0. */
  readonly reference: number;
}

/** A list of steps in the making: values of formulas follow from the steps before. */
export class Steps {
  readonly list: Step[] = [];
  readonly #values = new Map<string, number>();

  constructor(steps: readonly Step[] = []) {
    for (const step of steps) this.#add(step);
  }

  /** Adds a number that was counted. A step that is already there stays, with its words, if it has the same value. */
  counted(id: string, name: string, value: number, more: Pick<Step, 'note' | 'items'> = {}): void {
    if (this.#values.has(id)) {
      if (!isSame(this.#values.get(id)!, value)) throw new Error(`Step ${id} is ${this.#values.get(id)} and ${value}.`);
      return;
    }
    this.#add({ id, name, value, ...more });
  }

  /** Adds a number that follows from the steps before it, and returns it. */
  computed(id: string, name: string, formula: string, more: Pick<Step, 'note' | 'items'> = {}): number {
    const value = evaluateFormula(formula, (symbol) => this.#values.get(symbol));
    this.#add({ id, name, value, formula, ...more });
    return value;
  }

  #add(step: Step): void {
    this.#values.set(step.id, step.value);
    this.list.push(step);
  }
}

/** Means and sums may differ in the last bits with the order of addition. */
const isSame = (a: number, b: number): boolean => Object.is(a, b) || Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a));

const functions: Readonly<Record<string, (...values: number[]) => number>> = {
  exp,
  ln: log,
  sqrt: Math.sqrt,
  abs: Math.abs,
  min: Math.min,
  max: Math.max,
};

const tokenPattern = /\d+(?:\.\d+)?(?:e[+-]?\d+)?|[\p{L}_][\p{L}\p{N}_]*|[-+*/^(),]|\S/gu;

/** The symbols, numbers and signs of a formula, in order. */
export const formulaTokens = (formula: string): string[] => formula.match(tokenPattern) ?? [];

/** Whether a token of a formula names a step. */
export const isSymbol = (token: string): boolean => /^[\p{L}_]/u.test(token) && !(token in functions);

/** The same formula of steps with other ids. */
export const renameSymbols = (formula: string, rename: (symbol: string) => string): string =>
  formula.replace(tokenPattern, (token) => (isSymbol(token) ? rename(token) : token));

/**
 * Computes a formula: numbers, symbols, `+ - * / ^` with the usual precedence, from left to right, brackets, and exp, ln, sqrt, abs, min, max.
 * Arithmetic is that of the scores, so that the last bit agrees.
 */
export function evaluateFormula(formula: string, valueOf: (symbol: string) => number | undefined): number {
  const tokens = formulaTokens(formula);
  let at = 0;
  const fault = (what: string): Error => new Error(`Formula "${formula}": ${what}.`);
  const take = (token: string): boolean => tokens[at] === token && ++at > 0;
  const expect = (token: string): void => {
    if (!take(token)) throw fault(`expected ${token} before ${tokens[at] ?? 'the end'}`);
  };

  function sum(): number {
    let value = product();
    while (tokens[at] === '+' || tokens[at] === '-') {
      if (take('+')) value += product();
      else if (take('-')) value -= product();
    }
    return value;
  }
  function product(): number {
    let value = signed();
    while (tokens[at] === '*' || tokens[at] === '/') {
      if (take('*')) value *= signed();
      else if (take('/')) value /= signed();
    }
    return value;
  }
  function signed(): number {
    return take('-') ? -signed() : power();
  }
  function power(): number {
    const base = single();
    return take('^') ? pow(base, signed()) : base;
  }
  function single(): number {
    const token = tokens[at++];
    if (token === undefined) throw fault('it ends too early');
    if (token === '(') {
      const value = sum();
      expect(')');
      return value;
    }
    if (/^\d/.test(token)) return Number(token);
    const compute = Object.hasOwn(functions, token) ? functions[token] : undefined;
    if (compute) {
      expect('(');
      const values = [sum()];
      while (take(',')) values.push(sum());
      expect(')');
      return compute(...values);
    }
    const value = valueOf(token);
    if (value === undefined) throw fault(`there is no step ${token} before it`);
    return value;
  }

  const value = sum();
  if (at < tokens.length) throw fault(`"${tokens[at]}" is not expected there`);
  return value;
}
