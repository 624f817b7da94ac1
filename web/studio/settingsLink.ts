/** Settings as part of an address, which carries no texts, and settings from elsewhere, which are checked. */
import { comparisonTests } from '../../src/stats/comparison/comparison.ts';
import type { Settings } from './desk/messages.ts';
import { usualSettings } from './studioStore.ts';

const start = '#settings/';

/** What an address ends with: the settings that are not the usual ones. */
export function settingsHash(settings: Settings): string {
  const link = new URLSearchParams();
  if (String(settings.metrics) !== String(usualSettings.metrics)) {
    for (const metric of settings.metrics) link.append('metric', metric);
  }
  for (const name of Object.keys(kinds) as (keyof typeof kinds)[]) {
    const value = settings[name];
    // Directions belong to files, which a link has none of.
    if (typeof value !== 'object' && value !== undefined && value !== usualSettings[name])
      link.set(name, String(value));
  }
  return `${start}${link.toString()}`;
}

export interface ReadSettings {
  readonly settings: Settings;
  /** What was not understood, and left out. */
  readonly refused: readonly string[];
}

/** Undefined if the address names no settings. */
export function settingsFromHash(hash: string): ReadSettings | undefined {
  if (!hash.startsWith(start)) return undefined;
  const link = new URLSearchParams(hash.slice(start.length));
  const metrics = link.getAll('metric');
  const given = Object.fromEntries([...link].filter(([name]) => name !== 'metric'));
  return checkedSettings({ ...given, ...(metrics.length > 0 && { metrics }) });
}

type Kind = (value: unknown) => unknown;

const oneOf =
  (...known: readonly string[]): Kind =>
  (value) =>
    known.includes(value as string) ? value : undefined;

const within =
  (least: number, most: number, isWhole: boolean): Kind =>
  (value) => {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    const fits = typeof number === 'number' && number >= least && number <= most;
    return fits && (!isWhole || Number.isSafeInteger(number)) ? number : undefined;
  };

const text: Kind = (value) => (typeof value === 'string' && value !== '' ? value : undefined);

const list: Kind = (value) =>
  Array.isArray(value) && value.every((each) => text(each) !== undefined) ? (value as unknown) : undefined;

/** Each gives the value, or undefined if it is not one. */
const kinds = {
  primary: text,
  test: oneOf(...comparisonTests),
  correct: oneOf('holm', 'bh', 'none'),
  unit: oneOf('auto', 'segment', 'document'),
  samples: within(1, 10_000_000, true),
  seed: within(0, Number.MAX_SAFE_INTEGER, true),
  level: within(50, 99.99, false),
  alpha: within(0, 1, false),
  interval: oneOf('percentile', 'bca'),
  baseline: text,
  lowerIsBetter: list,
  higherIsBetter: list,
} satisfies Record<Exclude<keyof Settings, 'metrics'>, Kind>;

/** Settings of a link, a project or the browser: what is missing or wrong is as usual. */
export function checkedSettings(given: Readonly<Record<string, unknown>>): ReadSettings {
  const { metrics, ...rest } = given;
  const refused: string[] = [];
  const read = Object.entries(rest).flatMap(([name, value]) => {
    const found = Object.hasOwn(kinds, name) ? kinds[name as keyof typeof kinds](value) : undefined;
    if (found === undefined && value !== undefined) refused.push(name);
    return found === undefined ? [] : [[name, found] as const];
  });
  const isList = Array.isArray(metrics) && metrics.length > 0 && metrics.every((metric) => text(metric) !== undefined);
  if (metrics !== undefined && !isList) refused.push('metrics');
  const settings: Settings = { ...usualSettings, ...Object.fromEntries(read), ...(isList && { metrics: [...new Set(metrics as string[])] }) }; // prettier-ignore
  return { settings, refused };
}
