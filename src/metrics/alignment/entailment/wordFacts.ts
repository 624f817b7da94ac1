/** What single words express that a translation must not change: negation, modality, numbers and dates. */

/** The facts about a word in one number, whose meaning depends only on the lists: three flags, then a modality and a date. */
export const isName = 1;
/** Neither a function word nor punctuation. */
export const isContent = 2;
export const isNegation = 4;
const modalityPlace = 3;
const datePlace = 5;

/** The class of modality, from 1; 0 for none. */
export const modalityOf = (facts: number): number => (facts >> modalityPlace) & 3;
/** The month, weekday and so on, from 1; 0 for none. */
export const dateOf = (facts: number): number => facts >> datePlace;

// Functions, because compiling an expression with Unicode classes would slow down starts that do not use this metric.
const hasLetterOrDigit = (word: string): boolean => /[\p{L}\p{N}]/u.test(word);
const isCapital = (word: string): boolean => /^\p{Lu}/u.test(word);
const digitsOf = (word: string): string | undefined =>
  /^[^\p{L}\p{N}]*(\p{Nd}+(?:[.,]\p{Nd}+)*)(?:st|nd|rd|th|s|%|[^\p{L}\p{N}]+)?$/u.exec(word)?.[1];

/** `written` is the word as written, with capitals. */
export function factsOf(written: string, isEnglish: boolean): number {
  const word = plainOf(written);
  const isSaying = hasLetterOrDigit(word);
  if (!isEnglish) return isSaying ? isContent : 0;
  const isCapitalised = isCapital(written);
  const isFunctional = functionWords.has(word);
  const date = isCapitalised || !ambiguousDates.has(word) ? (dateWords.get(word) ?? 0) : 0;
  const modality = date > 0 ? 0 : 1 + modalClasses.findIndex((words) => words.has(word));
  return (
    (isCapitalised && !isFunctional && date === 0 && numberOf(written, isEnglish) === undefined ? isName : 0) |
    (isSaying && !isFunctional ? isContent : 0) |
    (negations.has(word) || word.endsWith("n't") ? isNegation : 0) |
    (modality << modalityPlace) |
    (date << datePlace)
  );
}

const plainOf = (written: string): string => written.toLowerCase().replace('’', "'");

/** The number that a word denotes, in one normal form; undefined if it is not a number. */
export function numberOf(written: string, isEnglish: boolean): string | undefined {
  const word = plainOf(written);
  return inDigits(word) ?? (isEnglish ? numberWords.get(word) : undefined);
}

/** Separators differ between texts, so `2,500`, `2.500` and `2500` are equal; trailing zeros of a fraction are ignored. */
function inDigits(word: string): string | undefined {
  const found = digitsOf(word);
  if (found === undefined) return undefined;
  const isFraction = /[.,]\p{Nd}{1,2}$/u.test(found);
  const plain = isFraction
    ? found.replace(/[.,](\p{Nd}{1,2})$/u, '/$1').replaceAll(/[.,]/g, '')
    : found.replaceAll(/[.,]/g, '');
  return isFraction ? plain.replace(/0+$/, '').replace(/\/$/, '') : plain;
}

/** Small lists of English words for grammar, negation, modality, dates and numbers. */
const list = (words: string): readonly string[] => words.trim().split(/\s+/);

/** Articles, pronouns, prepositions, conjunctions, auxiliaries and similar words; all others are content words. */
const functionWords: ReadonlySet<string> = new Set(
  list(`
    a an the this that these those such same other another each every either neither any some all both few many much more most several
    i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself she her hers herself it its itself
    they them their theirs themselves one ones oneself who whom whose which what whatever whoever whichever
    of in on at by for from to into onto upon with within without about above across after against along among amid around as before
    behind below beneath beside besides between beyond down during except inside like near off out outside over past per since through
    throughout till toward towards under until unto up via than
    and or nor but so yet if because although though while whereas unless whether when whenever where wherever why how then there here
    am is are was were be been being do does did doing done have has had having get gets got
    can could may might must shall should will would ought
    not no never none cannot also too very just only even still again already ever quite rather almost
    's 're 've 'll 'd 'm n't i'm you're he's she's it's we're they're i've you've we've they've i'll you'll he'll she'll it'll we'll they'll
    i'd you'd he'd she'd we'd they'd that's there's here's what's who's let's
  `),
);

/** Words that end in n't count, too. */
const negations: ReadonlySet<string> = new Set(
  list('not no never none nobody nothing nowhere neither nor without cannot hardly scarcely barely'),
);

/** Possibility, necessity and future, each a class. */
const modalClasses: readonly ReadonlySet<string>[] = [
  new Set(list("can could cannot can't couldn't may might perhaps maybe possible possibly probably likely")),
  new Set(list("must mustn't should shouldn't ought need needn't necessary necessarily obliged required")),
  new Set(list("will won't would wouldn't shall shan't 'll 'd i'll you'll he'll she'll it'll we'll they'll")),
];

/** Months, weekdays and similar words, each a number from 1; all spellings of one have the same number. */
const dateWords: ReadonlyMap<string, number> = new Map(
  [
    'january jan jan.', 'february feb feb.', 'march mar.', 'april apr apr.', 'may', 'june jun.', 'july jul jul.',
    'august aug aug.', 'september sept sep sept. sep.', 'october oct oct.', 'november nov nov.', 'december dec dec.',
    'monday mon.', 'tuesday tue tue. tues.', 'wednesday wed wed.', 'thursday thu thu. thurs.', 'friday fri fri.',
    'saturday sat.', 'sunday sun.', 'today', 'yesterday', 'tomorrow', 'tonight',
  ].flatMap((spellings, at) => list(spellings).map((spelling): [string, number] => [spelling, at + 1])),
); // prettier-ignore

/** May is a month only if it is capitalised. */
const ambiguousDates: ReadonlySet<string> = new Set(['may', 'march']);

/** Number words: zero to twenty, the tens, and large numbers. */
const numberWords: ReadonlyMap<string, string> = new Map([
  ...list(
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty',
  ).map((word, n): [string, string] => [word, String(n)]),
  ...list('thirty forty fifty sixty seventy eighty ninety').map((word, n): [string, string] => [
    word,
    String(10 * (n + 3)),
  ]),
  ['hundred', '100'],
  ['thousand', '1000'],
  ['million', 'million'],
  ['millions', 'million'],
  ['billion', 'billion'],
  ['billions', 'billion'],
  ['half', '1/2'],
  ['dozen', '12'],
]);
