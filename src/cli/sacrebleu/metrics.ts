/** The metrics that flags ask for, their signatures as sacreBLEU prints them, and what it warns about. */
import { join } from 'node:path';
import { type Metric, printSignature } from '../../core/index.ts';
import { createMetrics } from '../../engine/createMetrics.ts';
import { bleu, chrf, ter } from '../../metrics/index.ts';
import { sentencePieceModels } from '../../text/index.ts';
import { Failure } from './failure.ts';
import type { Environment, MetricName, Settings } from './flags.ts';
import { formatFixed } from './numbers.ts';
import { type SampleScore, bleuSample, bleuScore, chrfSample, terSample } from './sampleScores.ts';

/** The version of sacreBLEU whose numbers these are. */
export const emulated = '2.6.0';

export interface CompatibleMetric {
  readonly id: MetricName;
  readonly metric: Metric;
  /** What the signature says otherwise than ours would. */
  readonly overrides: Readonly<Record<string, string>>;
  /** The score of sums, to the last bit that of sacreBLEU. */
  score(sums: ArrayLike<number>): number;
  /** The score of the sums of a resample. */
  readonly sample: SampleScore;
  /** The score of the sums of a trial of approximate randomization. */
  trial(sums: ArrayLike<number>): number;
}

/** As the signature names tokenizers whose dictionary has a version: those of mecab-python3 and mecab-ko 1.0. */
const versioned: Readonly<Record<string, string>> = {
  'ja-mecab': 'ja-mecab-0.996-IPA',
  'ko-mecab': 'ko-mecab-0.996/ko-0.9.2-KO',
};

const byLanguage: Readonly<Record<string, NonNullable<Settings['tokenize']>>> = {
  zh: 'zh',
  ja: 'ja-mecab',
  ko: 'ko-mecab',
};
const languageNames: Readonly<Record<string, string>> = { zh: 'Chinese', ja: 'Japanese', ko: 'Korean' };

/** What the command line has, and what only the functions of sacreBLEU have. */
export interface FunctionSettings extends Settings {
  readonly maxNgramOrder?: number;
  readonly effectiveOrder?: boolean;
}

/** The folder of the models, the Python version to imitate, and the receiver of warnings. */
interface Surroundings {
  readonly cache: string;
  readonly env: Environment;
  warn(message: string): void;
}

/** The metrics asked for, each once, by name; paired tests keep them as they were typed. */
export async function compatibleMetrics(settings: FunctionSettings, around: Surroundings): Promise<CompatibleMetric[]> {
  const typed = [...new Set(settings.metrics)];
  const wanted = settings.pairedBs || settings.pairedAr ? typed : typed.sort();
  return Promise.all(wanted.map((id) => make[id](settings, around)));
}

/** Python adds floats with compensation since 3.12, which moves the last digits of BLEU; ASSAY_PYTHON says whose to print. */
function sumsAreCompensated({ ASSAY_PYTHON: version = '3.11' }: Environment): boolean {
  const [, minor] = /^3\.(\d+)/.exec(version) ?? [];
  if (minor === undefined) throw new Failure(`ASSAY_PYTHON must be a version such as 3.11 or 3.12, not "${version}".`);
  return Number(minor) >= 12;
}

type Maker = (settings: FunctionSettings, around: Surroundings) => Promise<CompatibleMetric>;

const make: Readonly<Record<MetricName, Maker>> = {
  async bleu(settings, { cache, env, warn }) {
    const { tokenize, languagePair, lowercase, smoothMethod, smoothValue } = settings;
    const { maxNgramOrder: order = 4, effectiveOrder = false } = settings;
    const target = languagePair?.split('-')[1] ?? '';
    const usual = byLanguage[target];
    if (usual !== undefined && tokenize !== undefined && tokenize !== usual) {
      warn(`For ${languageNames[target]}, the tokenizer ${usual} or spm is a better choice than ${tokenize}.`);
    }
    const name = tokenize ?? usual ?? '13a';
    if (name === 'spm') warn('The tokenizer spm is now called flores101.');
    const model = sentencePieceModels[name];
    const takesValue = smoothMethod === 'floor' || smoothMethod === 'add-k';
    const value = smoothValue ?? (smoothMethod === 'floor' ? 0.1 : 1);
    const compensated = sumsAreCompensated(env);
    const arithmetic = { order, effectiveOrder, method: smoothMethod, smoothing: value, compensated };
    const [metric] = await createMetrics([
      {
        definition: bleu,
        options: {
          lowercase,
          order,
          effectiveOrder,
          tokenizer: model ? 'spm' : name,
          smoothing: takesValue ? `${smoothMethod}[${value}]` : smoothMethod,
          ...(model && { model: join(cache, 'models', model[0]) }),
        },
      },
    ]);
    return {
      id: 'bleu',
      metric: metric!,
      overrides: {
        tok: model?.[1] ?? versioned[name] ?? name,
        ...(takesValue && { smooth: `${smoothMethod}[${formatFixed(value, 2)}]` }),
      },
      score: bleuScore(arithmetic),
      sample: bleuSample(arithmetic),
      trial: bleuScore(arithmetic, { integers: true }),
    };
  },

  async chrf({ chrfLowercase, chrfEpsSmoothing, chrfCharOrder, chrfWordOrder, chrfWhitespace, chrfBeta }) {
    const metric = chrf({
      lowercase: chrfLowercase,
      effectiveOrder: !chrfEpsSmoothing,
      charOrder: chrfCharOrder,
      wordOrder: chrfWordOrder,
      whitespace: chrfWhitespace,
      beta: chrfBeta,
      compat: 'sacrebleu',
    });
    return {
      id: 'chrf',
      metric,
      overrides: {},
      score: metric.score,
      sample: chrfSample(chrfCharOrder + chrfWordOrder, chrfBeta, chrfEpsSmoothing),
      trial: metric.score,
    };
  },

  async ter({ terCaseSensitive, terNormalized, terNoPunct, terAsianSupport }) {
    const metric = ter({
      lowercase: !terCaseSensitive,
      normalized: terNormalized,
      punctuation: !terNoPunct,
      asianSupport: terAsianSupport,
      compat: 'sacrebleu',
    });
    return { id: 'ter', metric, overrides: {}, score: metric.score, sample: terSample, trial: metric.score };
  },
};

/** Keys of short signatures, where they differ; TER shortens `tok`, BLEU does not. */
const shortKeys: Readonly<Record<MetricName, Readonly<Record<string, string>>>> = {
  bleu: { case: 'c', eff: 'e', smooth: 's' },
  chrf: { case: 'c', eff: 'e', space: 's' },
  ter: { case: 'c', tok: 't', norm: 'nr', punct: 'pn', asian: 'as' },
};

export interface SignatureFacts {
  readonly references: number | 'var';
  /** What chance was used for: a bootstrap or approximate randomization. */
  readonly chance?: { readonly test: 'bs' | 'ar'; readonly samples: number; readonly seed: string } | undefined;
  readonly short: boolean;
}

/** `nrefs:1|case:mixed|…|version:2.6.0`: our keys up to the version are sacreBLEU's and in its order. */
export function compatibleSignature(
  { id, overrides }: CompatibleMetric,
  metric: Metric,
  { references, chance, short }: SignatureFacts,
): string {
  const [, ...printed] = printSignature(metric, { references }).split('|');
  const pairs = printed.map((part): [string, string] => {
    const colon = part.indexOf(':');
    const key = part.slice(0, colon);
    return [key, overrides[key] ?? part.slice(colon + 1)];
  });
  pairs.splice(pairs.findIndex(([key]) => key === 'version'));
  if (chance) pairs.splice(1, 0, [chance.test, String(chance.samples)], ['seed', chance.seed]);
  pairs.push(['version', emulated]);
  const shortKey: Readonly<Record<string, string>> = { nrefs: '#', seed: 'rs', version: 'v', ...shortKeys[id] };
  return pairs.map(([key, value]) => `${short ? (shortKey[key] ?? key) : key}:${value}`).join('|');
}
