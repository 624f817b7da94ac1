/** The method `sacrebleu`: a score as the functions of sacreBLEU give it, with its statistics and signature. */
import { UsageError, counted, sumRows, suggest } from '../../core/index.ts';
import { measure } from '../../measure/index.ts';
import { Failure } from '../sacrebleu/failure.ts';
import { type Settings, metricNames, readSettings } from '../sacrebleu/flags.ts';
import { compatibleMetrics, compatibleSignature } from '../sacrebleu/metrics.ts';
import { confidence, readSeed } from '../sacrebleu/resamples.ts';
import { sacrebleuFolder } from '../../data/testSets/places.ts';
import { type Rights, listOf, shown } from './readParams.ts';

/** Settings of the three metrics, by the type of their value; those of the command line and two that only the functions have. */
export const sacrebleuSettings = {
  tokenize: 'string',
  languagePair: 'string',
  smoothMethod: 'string',
  smoothValue: 'number',
  lowercase: 'boolean',
  maxNgramOrder: 'number',
  effectiveOrder: 'boolean',
  chrfCharOrder: 'number',
  chrfWordOrder: 'number',
  chrfBeta: 'number',
  chrfWhitespace: 'boolean',
  chrfLowercase: 'boolean',
  chrfEpsSmoothing: 'boolean',
  terCaseSensitive: 'boolean',
  terAsianSupport: 'boolean',
  terNoPunct: 'boolean',
  terNormalized: 'boolean',
  confidenceN: 'number',
} as const;

export async function scoreAsSacrebleu(params: Readonly<Record<string, unknown>>, rights: Rights) {
  const { metric: id, hypotheses: texts, references: streams, ...options } = params;
  if (!metricNames.some((name) => name === id)) throw new UsageError(`metric must be ${metricNames.join(' | ')}, not ${shown(id)}.`); // prettier-ignore
  const { env } = process;
  const settings = { ...(readSettings(['-m', id as string], {}) as Settings), ...readOptions(options) };
  if (!rights.files && 'tokenize' in options && /^spm|^flores|^spBLEU/.test(String(options['tokenize']))) {
    throw new UsageError('tokenize: this server reads no files, and this tokenizer needs a model.');
  }
  const hypotheses = textList(texts, 'hypotheses');
  const references = bySegment(listOf(streams, 'references'), hypotheses.length);
  const warnings: string[] = [];
  const [compatible] = await compatibleMetrics(settings, {
    cache: sacrebleuFolder(env),
    env,
    warn: (message) => warnings.push(message),
  }).catch(asUsageError);
  const { metric, score, sample } = compatible!;
  const measured = measure(metric, { references }, [hypotheses]);
  const sums = sumRows(measured, 0);
  const count = new Set(references.map(({ length }) => length));
  const samples = settings.confidenceN;
  const seed = 'confidenceN' in options && samples > 1 ? readSeed(env) : undefined;
  const facts = {
    references: count.size === 1 ? [...count][0]! : ('var' as const),
    chance: seed && { test: 'bs' as const, samples, seed: seed.typed.toLowerCase() },
  };
  return {
    result: {
      name: metric.name,
      score: score(sums),
      statistics: [...sums],
      signature: compatibleSignature(compatible!, metric, { ...facts, short: false }),
      shortSignature: compatibleSignature(compatible!, metric, { ...facts, short: true }),
      ...(seed && { confidence: confidence(measured, samples, seed.next(), sample) }),
    },
    ...(warnings.length > 0 && { warnings }),
  };
}

/** What the command line calls a failure is an error in the request. */
function asUsageError(error: unknown): never {
  throw error instanceof Failure ? new UsageError(error.message) : error;
}

function readOptions(options: Readonly<Record<string, unknown>>): Partial<Settings> {
  const known = Object.keys(sacrebleuSettings);
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(sacrebleuSettings, name)) throw new UsageError(`sacrebleu has no parameter ${name}. ${suggest(name, known)}`); // prettier-ignore
    const type = sacrebleuSettings[name as keyof typeof sacrebleuSettings];
    if (typeof value !== type) throw new UsageError(`${name} must be a ${type}, not ${shown(value)}.`);
  }
  return options;
}

function textList(value: unknown, name: string): string[] {
  const list = listOf(value, name);
  const wrong = list.findIndex((each) => typeof each !== 'string');
  if (wrong >= 0) throw new UsageError(`${name}, segment ${wrong + 1}: expected a text, not ${shown(list[wrong])}.`);
  checkUnicode(list as string[], name);
  return list as string[];
}

function checkUnicode(texts: readonly (string | null)[], name: string): void {
  const wrong = texts.findIndex((each) => each !== null && !each.isWellFormed());
  if (wrong >= 0) throw new UsageError(`${name}, segment ${wrong + 1}: the text has half of a surrogate pair, which is not valid Unicode. Remove or replace it.`); // prettier-ignore
}

/** From one list for each reference, where null is a reference that a segment lacks. */
function bySegment(streams: readonly unknown[], segments: number): string[][] {
  const lists = Array.from({ length: segments }, (): string[] => []);
  for (const [r, stream] of streams.entries()) {
    const name = `reference ${r + 1}`;
    const texts = listOf(stream, name);
    if (texts.length !== segments) {
      throw new UsageError(`${name} has ${counted(texts.length, 'segment')}, hypotheses have ${segments}. All lists must be equally long.`); // prettier-ignore
    }
    for (const [i, text] of texts.entries()) {
      if (text === null) continue;
      if (typeof text !== 'string') throw new UsageError(`${name}, segment ${i + 1}: expected a text or null, not ${shown(text)}.`); // prettier-ignore
      lists[i]!.push(text);
    }
    checkUnicode(texts as (string | null)[], name);
  }
  const without = lists.findIndex(({ length }) => length === 0);
  if (without >= 0) throw new UsageError(`Segment ${without + 1} has no reference. Every segment needs at least one.`);
  if (segments === 0) throw new UsageError('There are no hypotheses to score.');
  return lists;
}
