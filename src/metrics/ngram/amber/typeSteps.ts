/** The steps of one text type: with several types, ids and names say which. */
import { type Step, type Steps, renameSymbols } from '../../../core/index.ts';
import type { Matching, Settings } from './options.ts';
import type { ItemSettings } from './rowLayout.ts';

type More = Pick<Step, 'note' | 'items'>;

/** Formulas have the ids without the type. */
export class TypeSteps {
  readonly #steps: Steps;
  readonly #type: string | undefined;

  constructor(steps: Steps, { types }: Pick<Settings, 'types'>, t: number) {
    this.#steps = steps;
    this.#type = types.length > 1 ? types[t]! : undefined;
  }

  counted(id: string, name: string, value: number, more?: More): void {
    this.#steps.counted(this.#idOf(id), this.#nameOf(name), value, more);
  }

  computed(id: string, name: string, formula: string, more?: More): number {
    return this.#steps.computed(
      this.#idOf(id),
      this.#nameOf(name),
      renameSymbols(formula, (symbol) => this.#idOf(symbol)),
      more,
    );
  }

  #idOf(id: string): string {
    return this.#type === undefined ? id : `${id}_${this.#type}`;
  }

  #nameOf(name: string): string {
    return this.#type === undefined ? name : `${name}, type ${this.#type}`;
  }
}

/** Items of n words of one kind: what is added to `m`, `t` and `r` for the ids of their counts, what they are called, and where counts are. */
export interface ItemSymbol {
  readonly symbol: string;
  readonly name: string;
  readonly kind: Matching;
  readonly n: number;
}

const kinds: Readonly<Record<Matching, { readonly symbol: string; readonly name: string }>> = {
  ngram: { symbol: '', name: '' },
  fixed: { symbol: 'fix', name: 'fixed-gap ' },
  flexible: { symbol: 'flex', name: 'flexible-gap ' },
  skip: { symbol: 'skip', name: 'skip ' },
};

export const itemSymbol = (kind: Matching, n: number): ItemSymbol => ({
  symbol: `${n}${n === 1 ? '' : kinds[kind].symbol}`,
  name: n === 1 ? 'words' : `${kinds[kind].name}${n}-grams`,
  kind: n === 1 ? 'ngram' : kind,
  n,
});

/** All that a row counts, by number of words. */
function itemSymbols({ order, longest, matching }: ItemSettings): ItemSymbol[] {
  const gapped = matching.filter((kind) => kind !== 'ngram');
  return Array.from({ length: longest }, (_, k) => k + 1).flatMap((n) => [
    itemSymbol('ngram', n),
    ...(n > 1 && n <= order ? gapped.map((kind) => itemSymbol(kind, n)) : []),
  ]);
}

/** Counts that are shown: with tf-idf only, the unweighted ones that penalties need. */
export const shownSymbols = (settings: ItemSettings & Pick<Settings, 'tfIdf'>, isWeighted: boolean): ItemSymbol[] =>
  itemSymbols(settings).filter(
    ({ kind, n }) => isWeighted || settings.tfIdf !== 'yes' || (kind === 'ngram' && n <= Math.max(2, settings.order)),
  );
