/** Numbers, times and names as the organiser's page writes them. In JSON, undefined values are null, whatever the type says. */
import type { TaskKind } from '../../src/human/index.ts';

/** Display names of the tasks. */
export const taskNames: Readonly<Record<TaskKind, string>> = {
  rank: 'Ranking',
  pairwise: 'Comparing pairs',
  assess: 'Rating',
  mark: 'Marking errors',
  edit: 'Editing',
  accept: 'Accepting',
};

export const isKnown = (value: number): boolean => Number.isFinite(value);

/** Unknown values are a dash, as in reports. */
export const numberText = (value: number, digits = 0): string => (isKnown(value) ? value.toFixed(digits) : '–');

/** `12 s`, `3.5 min`. */
export function secondsText(seconds: number): string {
  if (!isKnown(seconds)) return '–';
  return seconds < 100 ? `${seconds.toFixed(seconds < 10 ? 1 : 0)} s` : `${(seconds / 60).toFixed(1)} min`;
}

export const percentText = (part: number, of: number): string =>
  of === 0 ? '–' : `${Math.floor((100 * part) / of)} %`;

/** Time before `now`, both by the server's clock. */
export function agoText(then: string, now: string): string {
  const minutes = Math.max(0, (Date.parse(now) - Date.parse(then)) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${Math.floor(minutes)} min ago`;
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h ago`;
  return `${Math.floor(minutes / (24 * 60))} days ago`;
}

/** A time in the reader's time zone and locale. */
export const clockText = (at: string): string => new Date(at).toLocaleTimeString();
export const momentText = (at: string): string =>
  new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
