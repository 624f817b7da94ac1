/** Finds input that is probably not what was meant. Only the first segments are looked at, so that it costs little whatever the size. */
import { type CutTexts, type Metric, UsageError, printMetric, resolveOptions } from '../core/index.ts';
import { cuttingOptions } from '../metrics/shared/wordOptions.ts';
import { type Tokenizer, cutWords, isWordView, tokenizerNamed } from '../text/index.ts';

/** Something about the input that is probably a mistake. */
export interface InputWarning {
  readonly kind:
    | 'tokenized'
    | 'cutting'
    | 'copy'
    | 'empty'
    | 'untranslated'
    | 'like-source'
    | 'swapped'
    | 'numbers'
    | 'columns'
    | 'nul'
    | 'unnamed'
    | 'cut';
  /** Undefined if it is not about one system. */
  readonly system?: string;
  /** How many segments or files it is about, and of how many. */
  readonly count: number;
  readonly of: number;
  /** What was found; a sentence. */
  readonly text: string;
  /** What to do. */
  readonly advice: string;
}

/** Texts to look at: hypotheses by system, the rest by segment. */
export interface CheckedTexts {
  readonly systems: readonly string[];
  readonly hypotheses: readonly (readonly string[])[];
  readonly references: readonly (readonly string[])[];
  readonly sources?: readonly string[] | undefined;
}

/** Segments that are looked at. */
const mostSegments = 1000;
/** Of fewer nothing is said: anything may happen by chance. */
const fewestSegments = 5;
/** Segments whose texts are compared letter by letter, which takes longer. */
const mostCompared = 40;

/** The first segments of a test set that comes in batches. */
export class TextSample implements CheckedTexts {
  readonly systems: readonly string[];
  readonly hypotheses: string[][];
  readonly references: (readonly string[])[] = [];
  sources: string[] | undefined;

  constructor(systems: readonly string[]) {
    this.systems = systems;
    this.hypotheses = systems.map(() => []);
  }

  get isFull(): boolean {
    return this.references.length === mostSegments;
  }

  take(texts: Omit<CheckedTexts, 'systems'>): void {
    const room = mostSegments - this.references.length;
    if (this.isFull) return; // before strings are made of the texts
    const { hypotheses, references, sources } = texts;
    this.hypotheses.forEach((texts, s) => texts.push(...hypotheses[s]!.slice(0, room)));
    this.references.push(...references.slice(0, room));
    if (sources) (this.sources ??= []).push(...sources.slice(0, room));
  }
}

/** What is wrong with texts, as far as they show it; `metrics` are those they are scored by. */
export function checkTexts(all: CheckedTexts, metrics: readonly Metric[] = []): InputWarning[] {
  const texts = firstOf(all);
  const ofModels = cutWarnings(metrics);
  if (texts.references.length < fewestSegments) return ofModels;
  const firstReferences = texts.references.map(([first = '']) => first);
  const ofReferences = contentWarnings(firstReferences, 'the references');
  // Of what is held against no texts nothing else can be said.
  const areTexts = ofReferences.every(({ kind }) => kind === 'nul');
  const ofOutputs = texts.systems.flatMap((system, s) => {
    const outputs = texts.hypotheses[s]!;
    const found = [
      ...contentWarnings(outputs, 'the output'),
      ...(areTexts ? outputWarnings(texts, outputs, metrics) : []),
    ];
    return found.map((warning) => ({ ...warning, system }));
  });
  return [...ofReferences, ...ofOutputs, ...cuttingWarnings(firstReferences, metrics), ...ofModels];
}

/** Texts of which models read only the beginning; known after they were scored. */
export function cutWarnings(metrics: readonly Pick<Metric, 'name' | 'cutTexts'>[]): InputWarning[] {
  // Metrics with the same model have the same texts.
  const named = new Map<string, CutTexts & { readonly names: Set<string> }>();
  for (const { name, cutTexts } of metrics) {
    const cut = cutTexts?.();
    if (!cut) continue;
    const key = `${cut.count} ${cut.limit}`;
    const same = named.get(key) ?? { ...cut, names: new Set() };
    same.names.add(name);
    named.set(key, same);
  }
  return [...named.values()].map(({ count, limit, names }) => ({
    kind: 'cut',
    count,
    of: count,
    text: `${count} ${count === 1 ? 'text is' : 'texts are'} longer than the ${limit} pieces of words that the model reads: ${[...names].join(' and ')} ${names.size === 1 ? 'scores' : 'score'} only the beginning.`,
    advice: 'Split long segments into sentences, or use a model that reads more.',
  }));
}

const firstOf = ({ systems, hypotheses, references, sources }: CheckedTexts): CheckedTexts => ({
  systems,
  hypotheses: hypotheses.map((texts) => texts.slice(0, mostSegments)),
  references: references.slice(0, mostSegments),
  sources: sources?.slice(0, mostSegments),
});

type Found = Omit<InputWarning, 'system'>;

/** How many segments have a fault. */
function countFaults(of: number, isFault: (segment: number) => boolean): number {
  let count = 0;
  for (let i = 0; i < of; i++) if (isFault(i)) count++;
  return count;
}

/** A warning if enough segments have a fault, and at least this share of all. */
function ifMany(
  kind: InputWarning['kind'],
  [count, of]: readonly [count: number, of: number],
  least: { readonly share: number; readonly count?: number },
  text: string,
  advice: string,
): Found[] {
  if (count < (least.count ?? 3) || count < least.share * of) return [];
  const some = of === mostSegments ? `the first ${of}` : String(of);
  return [{ kind, count, of, text: `${count} of ${some} segments ${text}.`, advice }];
}

const number = /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?\s*$/;

/** Input that is not text. */
function contentWarnings(texts: readonly string[], what: string): Found[] {
  const counted = (isFault: (text: string) => boolean): [number, number] => [
    countFaults(texts.length, (i) => isFault(texts[i]!)),
    texts.length,
  ];
  const tabs = (text: string): number => text.split('\t').length - 1;
  const usual = tabs(texts[0]!);
  return [
    ...ifMany(
      'numbers',
      counted((text) => number.test(text)),
      { share: 0.9 },
      `of ${what} are numbers`,
      'Name a file of texts. To compare scores that you have already, use assay compare --scores.',
    ),
    ...ifMany(
      'columns',
      counted((text) => usual > 0 && tabs(text) === usual),
      { share: 0.9 },
      `of ${what} have ${usual + 1} columns with tabs between`,
      'Give it a first line with names, such as source, ref, hyp, and a name that ends in .tsv.',
    ),
    ...ifMany(
      'nul',
      counted((text) => text.includes('\0')),
      { share: 0, count: 1 },
      `of ${what} have NUL characters`,
      'Check the encoding of the file: it should be UTF-8.',
    ),
  ];
}

/** What is wrong with the output of one system. */
function outputWarnings(
  { references, sources }: CheckedTexts,
  outputs: readonly string[],
  metrics: readonly Metric[],
): Found[] {
  const of = outputs.length;
  const isSource = (i: number): boolean => outputs[i] === sources?.[i] && !references[i]!.includes(outputs[i]!);
  return [
    ...tokenizedWarnings(outputs, references, metrics),
    ...ifMany(
      'copy',
      [countFaults(of, (i) => references[i]!.includes(outputs[i]!)), of],
      { share: 0.9 },
      'equal a reference',
      'Check that this is the output of a system, and not a reference.',
    ),
    ...ifMany(
      'empty',
      [
        countFaults(of, (i) => isBlank(outputs[i]!) && (references[i]!.length === 0 || !references[i]!.every(isBlank))),
        of,
      ],
      { share: 0.05 },
      'are empty',
      'Check that the output is complete; every empty segment lowers the score.',
    ),
    ...(sources
      ? [
          ...ifMany(
            'untranslated',
            [countFaults(of, isSource), of],
            { share: 0.1 },
            'equal the source',
            'Check that the output is translated.',
          ),
          ...sourceWarnings(outputs, references, sources, isSource),
        ]
      : []),
  ];
}

const isBlank = (text: string): boolean => text.trim() === '';

/** As sacreBLEU warns from 100 segments on; here most full stops must stand apart, so that small test sets show it, too. */
function tokenizedWarnings(
  outputs: readonly string[],
  references: CheckedTexts['references'],
  metrics: readonly Metric[],
): Found[] {
  const apart = (texts: readonly string[]): number => countFaults(texts.length, (i) => texts[i]!.endsWith(' .'));
  const stops = (texts: readonly string[]): number => countFaults(texts.length, (i) => texts[i]!.endsWith('.'));
  const count = apart(outputs);
  if (2 * count <= stops(outputs)) return [];
  const first = references.flatMap(([text]) => text ?? []);
  const asReferences = 2 * apart(first) > stops(first);
  // Who asks for tok=none says that texts are tokenized.
  if (asReferences && metrics.length > 0 && metrics.every((metric) => tokenizerOf(metric)?.name === 'none')) return [];
  return ifMany(
    'tokenized',
    [count, outputs.length],
    { share: 0.05, count: 5 },
    'end in a space and a full stop: this looks tokenized',
    asReferences
      ? 'So do the references. Detokenize both, or use tok=none: these scores are not comparable with those of plain texts.'
      : `Detokenize the output${first.length > 0 ? ', since the references are not tokenized' : ''}.`,
  );
}

/** Outputs that share more three-letter sequences with the source than with any reference; no language is identified. */
function sourceWarnings(
  outputs: readonly string[],
  references: CheckedTexts['references'],
  sources: readonly string[],
  isSource: (segment: number) => boolean,
): Found[] {
  const step = Math.ceil(outputs.length / mostCompared);
  let compared = 0;
  let count = 0;
  for (let i = 0; i < outputs.length; i += step) {
    const text = outputs[i]!;
    // Short texts, such as names, are not enough to judge.
    if (text.length < 10 || isSource(i) || references[i]!.length === 0) continue;
    compared++;
    const [toSource = 0, ...toReferences] = similarities(text, [sources[i]!, ...references[i]!]);
    if (toSource > Math.max(...toReferences) + 0.1) count++;
  }
  if (compared < fewestSegments) return [];
  return ifMany(
    'like-source',
    [count, compared],
    { share: 0.25 },
    `${step > 1 ? 'that were compared ' : ''}are more like the source than like the reference`,
    count > 0.75 * compared
      ? 'Check that the output is in the target language, and that source (-s) and references (-r) are not swapped.'
      : 'Check that the output is in the target language.',
  );
}

/** Three-letter sequences of a text by hash, and how many of them are not found yet in another; both reused. */
const own = new Int16Array(1 << 11);
const left = new Int16Array(1 << 11);

/** The share of three-letter sequences that a text has in common with each of some others (Dice). */
function similarities(text: string, others: readonly string[]): number[] {
  own.fill(0);
  for (let i = 0, hash = 0; i < text.length; i++) {
    hash = ((hash << 4) ^ text.charCodeAt(i)) & 0x7ff;
    if (i > 1) own[hash]!++;
  }
  return others.map((other) => {
    left.set(own);
    let common = 0;
    for (let i = 0, hash = 0; i < other.length; i++) {
      hash = ((hash << 4) ^ other.charCodeAt(i)) & 0x7ff;
      if (i > 1 && left[hash]!-- > 0) common++;
    }
    return (2 * common) / Math.max(1, text.length + other.length - 4);
  });
}

/** Scripts that put no spaces between words, and the tokenizer to cut them by. */
const unspaced = [
  { name: 'Japanese', letters: /[\u3040-\u30ff]/gu, share: 0.1, tokenizer: 'ja-mecab' },
  { name: 'Chinese', letters: /[\u3400-\u9fff\u{20000}-\u{3ffff}]/gu, share: 0.5, tokenizer: 'zh' },
  { name: 'Thai', letters: /[\u0e00-\u0e7f]/gu, share: 0.5, tokenizer: 'char' },
] as const;

/** Letters of a word: in tokenized text few words have more, in text that is not cut most have. */
const longWord = 8;

/** Metrics that take whole clauses of languages without spaces for words. */
function cuttingWarnings(references: readonly string[], metrics: readonly Metric[]): Found[] {
  const step = Math.ceil(references.length / 100);
  const texts = references.filter((_, i) => i % step === 0);
  const all = texts.join('\n');
  if (!/[\u0e00-\u0e7f\u3040-\u9fff]/.test(all)) return [];
  const size = all.replace(/[\s\p{P}\p{S}\p{N}]/gu, '').length;
  const script = unspaced.find(({ letters, share }) => (all.match(letters)?.length ?? 0) > share * size);
  if (!script) return [];
  const isUncut = (metric: Metric): boolean => {
    const tokenizer = tokenizerOf(metric);
    const words = tokenizer
      ? texts.flatMap(cutWords(tokenizer)).filter((word) => /[\u0e01-\u0e5b\u3040-\u30ff\u3400-\u9fff]/.test(word))
      : [];
    return words.reduce((sum, word) => sum + word.length, 0) > longWord * words.length;
  };
  const uncut = metrics.filter(isUncut);
  if (uncut.length === 0) return [];
  const better = uncut.flatMap((metric) => betterCut(metric, script.tokenizer, isUncut));
  return [
    {
      kind: 'cutting',
      count: uncut.length,
      of: metrics.length,
      text: `The references are ${script.name}, without spaces between words, but ${uncut.map(printMetric).join(' and ')} cut words at spaces: the scores mean little.`,
      advice: `Use ${better.length > 0 ? `-m ${better.map((typed) => `'${typed}'`).join(' ')}, or ` : ''}a metric of characters, such as chrf.`,
    },
  ];
}

/** What a metric cuts words by, if that is an option of it and known without a model. */
function tokenizerOf(metric: Metric): Tokenizer | undefined {
  const { tokenizer } = cuttingOptions(metric);
  if (tokenizer === undefined) return undefined;
  return metric.reads.find(isWordView)?.tokenizer ?? orUndefined(() => tokenizerNamed(tokenizer, '', new Map()));
}

/** The same metric, as typed, with options that cut such texts, if it has them. */
function betterCut({ definition, options }: Metric, tokenizer: string, isUncut: (metric: Metric) => boolean): string[] {
  for (const choice of [{ tokenizer }, { normalized: true, asianSupport: true }]) {
    const made = orUndefined(() => resolveOptions(definition.options, { ...options, ...choice }));
    if (!made) continue;
    // What needs a dictionary cannot be made here, and is believed.
    const metric = orUndefined(() => definition(made));
    if (!metric || !isUncut(metric)) return [printMetric({ definition, options: made })];
  }
  return [];
}

/** What there is no such thing of is left out. */
function orUndefined<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

const referenceName = /(?:^|[^a-z])(?:refs?|references?|gold|golden)(?:[^a-z]|$)/i;
const outputName = /(?:^|[^a-z])(?:hyps?|hypothes[ei]s|outputs?)(?:[^a-z]|$)/i;

/** What the names of files show: of outputs, and of references. `named` says that systems were given names. */
export function checkNames(outputs: readonly string[], references: readonly string[], named = false): InputWarning[] {
  const warnings: InputWarning[] = [];
  const base = (path: string): string => path.replace(/^.*[/\\]/, '');
  const piped = outputs.filter((path) => /^\/(?:dev|proc\/self)\/fd\/\d+$/.test(path));
  if (piped.length > 0 && !named) {
    const flags = outputs.map((_, i) => `-n ${String.fromCharCode(97 + (i % 26))}`).join(' ');
    warnings.push({
      kind: 'unnamed',
      count: piped.length,
      of: outputs.length,
      text: `Systems are named after file descriptors: ${piped.map(base).join(', ')}.`,
      advice: `Name them in their order, such as ${flags}.`,
    });
  }
  const all = (paths: readonly string[], pattern: RegExp): boolean =>
    paths.length > 0 && paths.every((path) => pattern.test(base(path)));
  const none = (paths: readonly string[], pattern: RegExp): boolean => !paths.some((path) => pattern.test(base(path)));
  const isSwapped =
    references.length > 0 &&
    none(references, referenceName) &&
    (all(outputs, referenceName) || (all(references, outputName) && none(outputs, outputName)));
  if (isSwapped) {
    warnings.push({
      kind: 'swapped',
      count: outputs.length,
      of: outputs.length,
      text: `References and outputs seem to be swapped: ${outputs.map(base).join(', ')} scored against ${references.map(base).join(', ')}.`,
      advice: 'References follow -r, outputs stand by themselves.',
    });
  }
  return warnings;
}

/** Sentences to show, one for each kind of warning: what is the same of several systems is said once. */
export function warningLines(warnings: readonly InputWarning[]): string[] {
  const lines: string[] = [];
  for (const kind of new Set(warnings.map((warning) => warning.kind))) {
    const same = warnings.filter((warning) => warning.kind === kind);
    for (const { text, advice } of same.filter(({ system }) => system === undefined)) lines.push(`${text} ${advice}`);
    const [first, ...others] = same.filter(({ system }) => system !== undefined);
    if (!first) continue;
    const also = others.map(({ system, count, of }) => `${system} (${count} of ${of})`);
    const more = also.length > 0 ? ` Also: ${also.join(', ')}.` : '';
    lines.push(`${first.system}: ${first.text} ${first.advice}${more}`);
  }
  return lines;
}
