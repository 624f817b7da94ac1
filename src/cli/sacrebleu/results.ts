/** What sacreBLEU prints: a score as a line or as JSON, several of them, tables of several systems, and what paired tests found. */
import { strip } from '../../text/index.ts';
import { floatText, formatFixed, readFloat, readInteger } from './numbers.ts';
import type { PairedResult, PairedTest } from './paired.ts';
import type { Confidence } from './resamples.ts';

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

const paint = (text: string, color: keyof typeof colorCodes, { colors }: Style): string =>
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
interface Systems {
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

const asciiJson = (text: string): string =>
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

function signatureList(results: readonly Pick<Result, 'name' | 'signature'>[]): string {
  const signatures = results.map(({ name, signature }) => ` - ${name.padEnd(10)} ${signature}\n`);
  return `${underlined('Metric signatures')}${signatures.join('')}`;
}

/** A title between two lines of its length. */
function underlined(title: string): string {
  const rule = '-'.repeat(title.length);
  return `${rule}\n${title}\n${rule}\n`;
}

/** What paired tests found. */
interface PairedResults {
  /** As printed, the first with the baseline named as such. */
  readonly names: readonly string[];
  readonly metrics: readonly {
    readonly name: string;
    readonly signature: string;
    /** By system. */
    readonly results: readonly PairedResult[];
  }[];
}

/** JSON in full precision: undefined numbers are null; signatures are left out. */
export function pairedJson({ names, metrics }: PairedResults): string {
  const number = (value: number | undefined) => (value === undefined ? 'null' : floatText(value));
  const objects = names.map((name, s) => {
    const ofMetrics = metrics.map(({ name: metric, results }) => {
      const { score, p, confidence } = results[s]!;
      const values = { score, p_value: p, mean: confidence?.mean, ci: confidence?.halfWidth };
      const lines = Object.entries(values).map(([key, value]) => `            "${key}": ${number(value)}`);
      return `        ${asciiJson(metric)}: {\n${lines.join(',\n')}\n        }`;
    });
    return `    {\n${[`        "system": ${asciiJson(name)}`, ...ofMetrics].join(',\n')}\n    }`;
  });
  return `[\n${objects.join(',\n')}\n]\n`;
}

/** A table, and what it says about p-values. */
export function pairedTable({ names, metrics }: PairedResults, test: PairedTest, latex: boolean, style: Style): string {
  const isBaseline = names[0]!.startsWith('Baseline:');
  const first = (cells: readonly string[]) =>
    cells.map((cell, s) => (s === 0 && isBaseline ? paint(cell, 'yellow', style) : cell));
  const columns = [
    { head: paint('System', 'cyan', style), cells: first(names) },
    ...metrics.map(({ name, results }) => ({
      head: paint(test.test === 'bs' ? `${name} (μ ± 95% CI)` : name, 'cyan', style),
      cells: first(results.map((result) => cell(result, latex ? ' ' : '\n', style))),
    })),
  ];
  const explained = explanation(test, isBaseline ? names[0]! : '', style);
  return `${table(columns, latex, style.width)}\n${explained}\n${signatureList(metrics)}`;
}

/** `31.9 (31.8 ± 0.7)` and, below or behind it, `(p = 0.0010)*`. */
function cell({ score, p, confidence }: PairedResult, separator: string, style: Style): string {
  const fixed = (value: number) => formatFixed(value, style.width);
  const interval = confidence ? ` (${fixed(confidence.mean)} ± ${fixed(confidence.halfWidth)})` : '';
  const text = p === undefined ? '' : `(p = ${formatFixed(p, 4)})`;
  const marked = p === undefined ? '' : separator + (p > 0.05 ? paint(text, 'red', style) : `${text}*`);
  return `${fixed(score)}${interval}${marked}`;
}

/** sacreBLEU's own words, since programs that read its output may look for them. */
function explanation({ test, typedSamples }: PairedTest, baselineName: string, style: Style): string {
  const title =
    test === 'bs'
      ? `Paired bootstrap resampling test with ${typedSamples} resampling trials`
      : `Paired approximate randomization test with ${typedSamples} trials`;
  const shown =
    test === 'bs'
      ? 'Actual system score / bootstrap estimated true mean / 95% CI are provided for each metric.'
      : 'Actual system score is provided for each metric.';
  const name = paint(baselineName, 'yellow', style);
  const baseline = paint('baseline', 'yellow', style);
  const hypothesis = paint('null hypothesis', 'green', style);
  return `${underlined(title)} - Each system is pairwise compared to ${name}.
   ${shown}

 - ${paint('Null hypothesis', 'green', style)}: the system and the ${baseline} translations are essentially
   generated by the same underlying process. For a given system and the ${baseline},
   the p-value is roughly the probability of the absolute score difference (delta)
   or higher occurring due to chance, under the assumption that the ${hypothesis} is correct.

 - Assuming a significance threshold of 0.05, the ${hypothesis} can be rejected
   for p-values < 0.05 (marked with "*"). This means that the delta is unlikely to be attributed
   to chance, hence the system is significantly "different" than the ${baseline}.
   Otherwise, the p-values are ${paint('highlighted in red', 'red', style)}.

 - NOTE: Significance does not tell whether a system is "better" than the ${baseline} but rather
   emphasizes the "difference" of the systems in terms of the replicability of the delta.
`;
}

/** A column of a table as the Python package tabulate draws it: `fancy_grid` and `latex_booktabs`. */
interface Column {
  readonly head: string;
  /** A cell may have several lines. */
  readonly cells: readonly string[];
}

/** The first column is set to the right, the others are centred. Codes for colours take no room. */
function table(columns: readonly Column[], latex: boolean, digits: number): string {
  const heights = columns[0]!.cells.map((_, row) =>
    Math.max(...columns.map(({ cells }) => linesOf(cells[row]!).length)),
  );
  const padded = columns.map(({ head, cells }, c) => {
    const align = c === 0 ? right : centre;
    const texts = asNumbers(cells, digits).map(strip);
    const width = Math.max(length(head) + 2, ...texts.flatMap(linesOf).map(length));
    return {
      width: width + 2,
      head: ` ${align(head, width)} `,
      cells: texts.map((text, row) => {
        const lines = linesOf(text);
        return Array.from({ length: heights[row]! }, (_, line) => ` ${align(lines[line] ?? '', width)} `);
      }),
    };
  });
  const rows = heights.map((height, row) =>
    Array.from({ length: height }, (_, line) => padded.map(({ cells }) => cells[row]![line]!)),
  );
  const heads = padded.map(({ head }) => head);
  return latex
    ? booktabs(heads, rows)
    : grid(
        heads,
        rows,
        padded.map(({ width }) => width),
      );
}

const linesOf = (text: string): string[] => text.split('\n');

/** A row of a table: its lines, and in each the cells. */
type Row = readonly (readonly string[])[];

function grid(heads: readonly string[], rows: readonly Row[], widths: readonly number[]): string {
  const line = ([start, fill, between, end]: string) =>
    `${start}${widths.map((width) => fill!.repeat(width)).join(between)}${end}\n`;
  const row = (lines: Row) => lines.map((cells) => `│${cells.join('│')}│\n`).join('');
  return `${line('╒═╤╕')}${row([heads])}${line('╞═╪╡')}${rows.map(row).join(line('├─┼┤'))}${line('╘═╧╛')}`;
}

function booktabs(heads: readonly string[], rows: readonly Row[]): string {
  const row = (cells: readonly string[]) => `${cells.map(escapeLatex).join('&')}\\\\\n`;
  const aligns = heads.map((_, c) => (c === 0 ? 'r' : 'c')).join('');
  return (
    `\\begin{tabular}{${aligns}}\n\\toprule\n${row(heads)}\\midrule\n` +
    `${rows.flat().map(row).join('')}\\bottomrule\n\\end{tabular}\n`
  );
}

const latexEscapes: Readonly<Record<string, string>> = {
  '^': '\\^{}',
  '~': '\\textasciitilde{}',
  '\\': '\\textbackslash{}',
  '<': '\\ensuremath{<}',
  '>': '\\ensuremath{>}',
};

const escapeLatex = (text: string): string =>
  text.replace(/[&%$#_^{}~\\<>]/g, (character) => latexEscapes[character] ?? `\\${character}`);

/** Width in code points: without the package wcwidth, tabulate knows no wide characters. */
const length = (text: string): number => [...text.replaceAll(/\u001b\[\d+m/g, '')].length;
const right = (text: string, width: number): string => ' '.repeat(width - length(text)) + text;
const centre = (text: string, width: number): string => {
  const room = width - length(text);
  return ' '.repeat(room >> 1) + text + ' '.repeat(room - (room >> 1));
};

/** tabulate takes a column of numbers for numbers, system names too, and rewrites them unless all are integers. */
function asNumbers(cells: readonly string[], digits: number): readonly string[] {
  const isInteger = (text: string) => readInteger(text) !== undefined || text === 'True' || text === 'False';
  const isNumber = (text: string) => Number.isFinite(readFloat(text)) || /^(-?inf|nan)$/i.test(text);
  if (cells.every(isInteger) || !cells.every((text) => isInteger(text) || isNumber(text))) return cells;
  return cells.map((text) => {
    const value = readFloat(text);
    return value === undefined ? text : formatFixed(value, digits);
  });
}
