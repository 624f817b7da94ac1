/** Features as typed: `chrf` is a metric's score, `bleu::precision 1` a part of it, `amber::parts` all its parts. */
import { type FoundMetric, UsageError, printMetric, runsProgram } from '../../core/index.ts';
import { checkPart, partNames } from '../../metrics/combined/learned/model.ts';
import type { RequestedFeature, RequestedFeatures } from '../../report/index.ts';
import { createMetrics } from '../createMetrics.ts';
import { holdsLearned, parseMetric } from '../parseMetric.ts';

/** Whether a word is a feature, and not a file. */
export function isFeature(word: string): boolean {
  try {
    featureRequest(word);
    return true;
  } catch {
    return false;
  }
}

/** The metric that a feature is of. */
export const featureRequest = (word: string): FoundMetric => parseMetric(splitFeature(word).metric);

/** `complete` may fill in what belongs to all metrics. */
export async function requestedFeatures(
  words: readonly string[],
  complete: (requests: FoundMetric[]) => FoundMetric[] = (requests) => requests,
): Promise<RequestedFeatures> {
  const split = words.map(splitFeature);
  const requests = complete(words.map(featureRequest));
  if (requests.some(holdsLearned)) {
    throw new UsageError('A learned metric cannot be a feature of another. Name its features instead.');
  }
  if (requests.some(runsProgram)) {
    throw new UsageError('A program cannot be a feature: the file of the learned metric could not run it.');
  }
  const made = await createMetrics(requests);
  const names = made.map(printMetric);
  const metrics = made.filter((_, m) => names.indexOf(names[m]!) === m);
  const features = split.flatMap(({ part }, w): RequestedFeature[] => {
    const metric = metrics.findIndex((each) => printMetric(each) === names[w]);
    const [of, name] = [metrics[metric]!, names[w]!];
    if (part === undefined) return [{ metric, typed: name, isNamed: true }];
    if (part !== 'parts') {
      checkPart(of, part, words[w]!);
      return [{ metric, part, typed: `${name}::${part}`, isNamed: true }];
    }
    const parts = partNames(of);
    if (parts.length === 0) {
      throw new UsageError(`${words[w]!}: ${of.name} does not expose the parts of its score. Leave out ::parts.`);
    }
    return parts.map((each) => ({ metric, part: each, typed: `${name}::${each}`, isNamed: false }));
  });
  const twice = features.find(({ typed }, k) => features.findIndex((each) => each.typed === typed) !== k);
  if (twice) throw new UsageError(`The feature ${twice.typed} is given twice.`);
  return { metrics, features };
}

function splitFeature(word: string): { metric: string; part?: string } {
  const [, metric = word, part] = /^(.+?)::(.*)$/s.exec(word) ?? [];
  if (part === undefined) return { metric };
  if (part.trim() === '') throw new UsageError(`${word}: the name of a part must follow ::, or parts for all of them.`);
  return { metric, part: part.trim() };
}
