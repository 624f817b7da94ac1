/** What sacreBLEU prints: a score as a line or as JSON, several of them, and tables of several systems. */
import type { Confidence } from './confidence.ts';
import { floatText, formatFixed } from './numbers.ts';
import { type Column, table } from './table.ts';

export interface Result {
  /** `BLEU`, `chrF2++`. */
  readonly name: string;
  readonly score: number;
  /** `nrefs:1|case:mixed|…`, without the name. */
  readonly signature: string;
  readonly confidence?: Confidence | undefined;
  /** What BLEU adds: precisions, brevity penalty, lengths. */
  readonly details?: string | undefined;
}

export interface Style {
  readonly width: number;
  readonly scoreOnly: boolean;
  /** Standard output is a terminal that shows colours. */
  readonly colors: boolean;
}

const colorCodes = { red: 31, green: 32, yellow: 33, cyan: 36 } as const;

export const paint = (text: string, color: keyof typeof colorCodes, { colors }: Style): string =>
  colors ? `\u001b[${colorCodes[color]}m${text}\u001b[0m` : text;

/** The interval is left out unless the mean is positive, as in sacreBLEU. */
function interval({ confidence }: Result, width: number): { mean: string; half: string; text: string } | undefined {
  if (!confidence || !(confidence.mean > 0)) return undefined;
  const mean = formatFixed(confidence.mean, width);
  const half = formatFixed(confidence.halfWidth, width);
  return { mean, half, text: `μ = ${mean} ± ${half}` };
}

/** `BLEU|nrefs:1|… = 31.9 (μ = 31.8 ± 0.7) 64.2/38.4/… (BP = 1.000 …)`, or the score only. */
export function resultLine(result: Result, style: Style): string {
  const { name, signature, details } = result;
  const found = interval(result, style.width);
  const score = formatFixed(result.score, style.width) + (found ? ` (${found.text})` : '');
  if (style.scoreOnly) return score;
  return `${name}|${signature} = ${score}${details === undefined ? '' : ` ${details}`}`;
}

/** Scores are rounded and then written as Python writes numbers. */
function resultJson(result: Result, style: Style): string {
  const { name, score, signature, details } = result;
  const number = (text: string) => floatText(text === 'nan' ? NaN : text === 'inf' ? Infinity : Number(text));
  const found = interval(result, style.width);
  const pairs: [string, string][] = [
    ['name', JSON.stringify(name)],
    ['score', number(formatFixed(score, style.width))],
    ['signature', JSON.stringify(signature)],
  ];
  if (found) {
    pairs.push(['confidence_mean', number(found.mean)], ['confidence_var', number(found.half)]);
    pairs.push(['confidence', JSON.stringify(found.text)]);
  }
  if (details !== undefined) pairs.push(['verbose_score', JSON.stringify(details)]);
  for (const part of signature.split('|')) {
    const colon = part.indexOf(':');
    pairs.push([part.slice(0, colon), JSON.stringify(part.slice(colon + 1))]);
  }
  return `{\n${pairs.map(([key, value]) => ` "${key}": ${value}`).join(',\n')}\n}`;
}

/** One system: JSON objects, in a list if there are several; -b goes before. */
export function systemJson(results: readonly Result[], style: Style): string {
  const each = results.map((result) => (style.scoreOnly ? resultLine(result, style) : resultJson(result, style)));
  return each.length > 1 ? `[\n${each.join(',\n')}\n]\n` : `${each[0]}\n`;
}

/** One system: lines, moved to the right so that their = stand one below the other. */
export function systemText(results: readonly Result[], style: Style): string {
  let lines = results.map((result) => resultLine(result, style));
  if (lines[0]!.includes('μ')) {
    lines = lines.map((line) => line.replaceAll(/\(μ = [0-9.]+ ± [0-9.]+\)/g, (found) => paint(found, 'cyan', style)));
  }
  if (lines.length === 1) return `${lines[0]}\n`;
  // Lines without = (scores only) come first, as in sacreBLEU, which then pairs the others' positions with all lines in turn.
  const aligned = lines.flatMap((line) => (line.includes('=') ? [line.indexOf('=') - 1] : []));
  const printed = lines.filter((line) => !line.includes('='));
  const widest = Math.max(...aligned);
  aligned.forEach((position, i) => {
    printed.push(lines[i]!.slice(0, position).padStart(widest) + lines[i]!.slice(position));
  });
  return printed.map((line) => `${line}\n`).join('');
}

/** Results of several systems: by system, then metric. */
export interface Systems {
  readonly names: readonly string[];
  readonly results: readonly (readonly Result[])[];
}

export function systemsJson({ names, results }: Systems, style: Style): string {
  if (names.length === 0) return '[]\n';
  const objects = names.map((name, s) => {
    const pairs = results[s]!.map((result): [string, string] => [result.name, formatFixed(result.score, style.width)]);
    const lines = [['system', name], ...pairs].map(
      ([key, value]) => `        ${asciiJson(key!)}: ${asciiJson(value!)}`,
    );
    return `    {\n${lines.join(',\n')}\n    }`;
  });
  return `[\n${objects.join(',\n')}\n]\n`;
}

export const asciiJson = (text: string): string =>
  JSON.stringify(text).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

export function systemsTable({ names, results }: Systems, latex: boolean, style: Style): string {
  const [first = []] = results;
  const columns: Column[] = [
    { head: paint('System', 'cyan', style), cells: names },
    ...first.map(({ name }, m) => ({
      head: paint(name, 'cyan', style),
      cells: results.map((each) => formatFixed(each[m]!.score, style.width)),
    })),
  ];
  return `${table(columns, latex, style.width)}\n${signatureList(first)}`;
}

export function signatureList(results: readonly Pick<Result, 'name' | 'signature'>[]): string {
  const signatures = results.map(({ name, signature }) => ` - ${name.padEnd(10)} ${signature}\n`);
  return `${underlined('Metric signatures')}${signatures.join('')}`;
}

/** A title between two lines of its length. */
export function underlined(title: string): string {
  const rule = '-'.repeat(title.length);
  return `${rule}\n${title}\n${rule}\n`;
}
