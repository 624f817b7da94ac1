/** The tables of the WMT09 paper (Callison-Burch et al. 2009) as they were copied out of it. */
import { readFileSync } from 'node:fs';

export type Row = ReadonlyMap<string, string>;

/** Rows of a TSV file by the names of its columns. */
export function readTable(path: string | URL): Row[] {
  const [header = [], ...rows] = readFileSync(path, 'utf8')
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.split('\t'));
  return rows.map((row) => new Map(row.map((cell, c) => [header[c]!, cell])));
}

/** The paper writes Czech as cz. */
export const taskOf = (pair: string): string => pair.replace('cz', 'cs');

/** The paper writes systems in capitals. */
export const systemOf = (row: Row, column = 'system'): string => row.get(column)!.toLowerCase();

/** A figure rounded to three digits and then to two: .6149 to .615 to .62. Five figures of Table 6 are printed so. */
export const roundedTwice = (value: number): number => Math.round(Math.round(value * 1000) / 10) / 100;

/** Where a figure printed to two digits lies to what it may have been before rounding. */
export type Place = 'exact' | 'within' | 'rounded twice' | 'outside';

export function placeOf(figure: number, low: number, high: number): Place {
  const isWithin = (margin: number) => low - margin <= figure && figure <= high + margin;
  if (isWithin(0.005 + 1e-9)) return low === high ? 'exact' : 'within';
  return isWithin(0.0055 + 1e-9) ? 'rounded twice' : 'outside';
}

/** Cells by their places. */
export type Places = Record<Place, string[]>;

export const noPlaces = (): Places => ({ exact: [], within: [], 'rounded twice': [], outside: [] });
