/** Semantic parts of speech, as the tectogrammatical layer of the Prague Dependency Treebank has them. */
import { UsageError, suggest } from '../../core/index.ts';

/** The values of the treebank. */
const full = [
  'n.denot', 'n.denot.neg', 'n.pron.def.demon', 'n.pron.def.pers', 'n.pron.indef', 'n.quant.def',
  'adj.denot', 'adj.pron.def.demon', 'adj.pron.indef', 'adj.quant.def', 'adj.quant.indef', 'adj.quant.grad',
  'adv.denot.grad.nneg', 'adv.denot.ngrad.nneg', 'adv.denot.grad.neg', 'adv.denot.ngrad.neg', 'adv.pron.def', 'adv.pron.indef',
  'v',
] as const; // prettier-ignore

/** Coarser analyses say only how a value begins, such as `adv.denot`; each such beginning is a type of its own. */
const beginnings = full.flatMap((value) => {
  const steps = value.split('.');
  return steps.slice(1).map((_, k) => steps.slice(0, k + 1).join('.'));
});

export const semposTypes: readonly string[] = [...new Set<string>([...full, ...beginnings])];

const places = new Map(semposTypes.map((type, t) => [type, t]));

/** What stands where a word is no node of its own: function words and punctuation. */
const none = new Set(['-', '_']);

/** Its place among the types; −1 for a word that has none. */
export function semposType(value: string, where: () => string): number {
  const place = places.get(value);
  if (place !== undefined) return place;
  if (none.has(value)) return -1;
  const what = value === '' ? 'is missing' : `"${value}" is unknown`;
  const advice = value.length > 2 ? suggest(value, full) : `Known: ${full.join(', ')}.`;
  throw new UsageError(
    `${where()}: the semantic part of speech ${what}. ${advice} ` +
      `A word without one has "-"; a name may also end early, as in adv.denot.`,
  );
}
