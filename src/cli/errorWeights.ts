/** What marked errors cost, as typed: `critical=25,minor:style=0.5`; `*` stands for any severity. */
import { UsageError, type ValueKind, suggest } from '../core/index.ts';
import type { PlaceOfError } from '../formats/index.ts';
import {
  type Annotation,
  type ErrorWeight,
  type MarkedError,
  errorWeights as usualWeights,
  fitsError,
  withOwnWeights,
  withoutWeight,
} from '../human/index.ts';
import { value } from './options.ts';

const weightLists: ValueKind<readonly ErrorWeight[]> = {
  accepts: 'weights such as critical=25,minor:style=0.5',
  read: (typed, flag) => readWeights(String(typed), flag),
};

export const errorWeights = value(weightLists, {
  value: 'weights',
  help: 'what marked errors cost, beside the usual weights: critical=25,minor:style=0.5 (severity:category)',
});

function readWeights(typed: string, flag: string): ErrorWeight[] {
  const weights: ErrorWeight[] = [];
  for (const entry of typed.split(',')) {
    const [, severity = '', category, weight = ''] = /^\s*([^:=]+)(?::([^=]+))?=(.+)$/.exec(entry) ?? [];
    const number = weight.trim() === '' ? NaN : Number(weight);
    if (!Number.isFinite(number)) {
      throw new UsageError(`${flag}: "${entry}" is no weight; write severity=number or severity:category=number.`);
    }
    if (number < 0) {
      throw new UsageError(
        `${flag}: "${entry}" is below 0, but what an error costs is taken off the score: write ${entry.replace(/=\s*-/, '=')}.`,
      );
    }
    const read = {
      ...(severity.trim() !== '*' && { severity: severity.trim().toLowerCase() }),
      ...(category !== undefined && { category: category.trim().toLowerCase() }),
      weight: number,
    };
    if (weights.some((each) => each.severity === read.severity && each.category === read.category)) {
      throw new UsageError(`${flag}: "${entry}" gives a second weight to ${nameOf(read)}. Leave one of them out.`);
    }
    weights.push(read);
  }
  return weights;
}

const nameOf = ({ severity = '*', category }: ErrorWeight): string =>
  category === undefined ? severity : `${severity}:${category}`;

/** A level that MQM knows and that has no usual weight; it may be given one for files in which nobody used it. */
const furtherSeverity = 'critical';

/** Throws if an error has no weight, or if a weight typed is of errors that there are none of. */
export function checkErrorWeights(
  own: readonly ErrorWeight[] | undefined,
  annotations: readonly Annotation[],
  placeOf?: PlaceOfError,
): void {
  const marked = new Map<string, MarkedError>();
  for (const { errors } of annotations) {
    for (const error of errors) {
      const key = `${error.severity}\t${error.category}`;
      if (!marked.has(key)) marked.set(key, error);
    }
  }
  const weights = withOwnWeights(own ?? []);
  for (const error of marked.values()) {
    if (!weights.some((each) => fitsError(each, error))) throw withoutWeight(error, weights, placeOf?.(error));
  }
  if (own === undefined) return;
  if (annotations.length === 0) {
    throw new UsageError('--error-weights says what marked errors cost, and the judgments hold none. Leave it out.');
  }
  const errors = [...marked.values()];
  const severities = known([...errors, ...usualWeights, { severity: furtherSeverity }], 'severity');
  const categories = known([...errors, ...usualWeights], 'category');
  for (const { severity, category } of own) {
    if (severity !== undefined && !severities.includes(severity)) {
      throw new UsageError(`--error-weights: no error is of severity ${severity}. ${suggest(severity, severities)}`);
    }
    const isKnown = (name: string): boolean => fitsError({ category: category!, weight: 0 }, asError(name));
    if (category !== undefined && !categories.some(isKnown)) {
      throw new UsageError(`--error-weights: no error is of category ${category}. ${suggest(category, categories)}`);
    }
  }
}

function known<K extends 'severity' | 'category'>(all: readonly { readonly [Key in K]?: string }[], key: K): string[] {
  return [...new Set(all.flatMap((each) => each[key]?.toLowerCase() ?? []))].filter((name) => name !== '');
}

const asError = (category: string): MarkedError => ({ category, severity: '', side: 'output' });
