/** What a change does to each metric, as lines to draw and a sentence: presentation only, the numbers come from the worker. */
import type { LiveDeletion, LiveGenres, LiveParadox, LiveSignTest } from '../desk/paradoxes.ts';

/** A score before and after a change, or of two systems. */
interface Line {
  readonly label: string;
  readonly from: number;
  readonly to: number;
}

export interface MetricLines {
  readonly metric: string;
  readonly lines: readonly Line[];
  readonly contradicts: boolean;
  /** What the lines mean. */
  readonly verdict: string;
  /** Whether it can never contradict itself. */
  readonly immune: boolean;
}

export interface Told {
  readonly sentence: string;
  readonly metrics: readonly MetricLines[];
}

/** Smaller differences are rounding. */
const rounding = 1e-9;

/** 1 if the score rises, −1 if it falls, 0 if it stays. */
const direction = ({ from, to }: Pick<Line, 'from' | 'to'>): number =>
  Math.abs(to - from) <= rounding ? 0 : Math.sign(to - from);

export function tell(live: LiveParadox, chosen: readonly number[]): Told {
  switch (live.paradox) {
    case 'sign-test':
      return tellSignTest(live, chosen);
    case 'genres':
      return tellGenres(live);
    case 'deletion':
      return tellDeletion(live, chosen);
  }
}

function tellSignTest({ metrics, systems, findings, mixed }: LiveSignTest, chosen: readonly number[]): Told {
  const [b, c] = systems as [string, string];
  const which = segmentsText(chosen);
  const lines = metrics.map(({ name, decomposable }, m): MetricLines => {
    const { standings } = findings[m]!;
    const own = [0, 1].map((s) => ({
      label: chosen.length === 0 ? systems[s]! : `${systems[s]!} with ${which} of ${systems[1 - s]!}`,
      from: standings[s]!.score,
      to: mixed[m]![s]!,
    }));
    const [first, second] = own.map(direction) as [number, number];
    const contradicts = first !== 0 && first === second;
    return {
      metric: name,
      lines: own,
      contradicts,
      immune: decomposable,
      verdict:
        chosen.length === 0
          ? 'Nothing is exchanged.'
          : contradicts
            ? `It ${first > 0 ? 'rises' : 'falls'} both ways: each output is ${first > 0 ? 'better' : 'worse'} than the other.`
            : first === second
              ? 'It stays the same both ways.'
              : `It prefers the output of ${first > second ? c : b} both ways.`,
    };
  });
  const [bleu] = lines as [MetricLines];
  const [fromB, fromC] = bleu.lines as [Line, Line];
  const others = consistent(lines);
  const sentence =
    chosen.length === 0
      ? `No segment is exchanged: ${bleu.metric} is ${shown(fromB.from)} for ${b} and ${shown(fromC.from)} for ${c}. Exchange one and see who gains.`
      : bleu.contradicts
        ? `${bleu.metric} contradicts itself: it ${rises(fromB)} when ${which} of ${c} ${replaces(chosen)} ${b}’s (${change(fromB)}), and it also ${rises(fromC)} when ${which} of ${b} ${replaces(chosen)} ${c}’s (${change(fromC)}).${others}`
        : `${bleu.metric} agrees with itself here: it ${rises(fromB)} when ${which} of ${c} ${replaces(chosen)} ${b}’s (${change(fromB)}), and ${rises(fromC)} the other way round (${change(fromC)}).`;
  return { sentence, metrics: lines };
}

const genreNames: Readonly<Record<string, string>> = { nw: 'newswire', web: 'weblogs' };

/** As people write it: `mixed-genre`. */
export const plainName = (name: string): string => genreNames[name] ?? name.replaceAll('_', '-');

function tellGenres({ metrics, systems, findings }: LiveGenres): Told {
  const names = systems.map(plainName);
  const lines = metrics.map(({ name, decomposable }, m): MetricLines => {
    const { parts, whole, contradicts } = findings[m]!;
    return {
      metric: name,
      lines: [...parts, { value: 'all segments', ...whole }].map(({ value, standings: [first, second] }) => ({
        label: plainName(value),
        from: first!.score,
        to: second!.score,
      })),
      contradicts,
      immune: decomposable,
      verdict: contradicts
        ? `${names[whole.better!]!} is better on the whole, but on neither part.`
        : whole.better === null
          ? 'Both systems are equal on the whole.'
          : `${names[whole.better]!} is better on the whole${parts.every(({ better }) => better === whole.better) ? ' and on both parts' : ''}.`,
    };
  });
  const [{ whole, contradicts, parts }] = findings as [LiveGenres['findings'][number]];
  const [bleu] = lines as [MetricLines];
  const better = whole.better ?? 0;
  const [winner, loser] = [names[better]!, names[1 - better]!];
  const scores = `${shown(whole.standings[better]!.score)} against ${shown(whole.standings[1 - better]!.score)}`;
  const sentence = contradicts
    ? `${bleu.metric} now prefers ${winner} on the whole (${scores}), though ${loser} is better on ${parts.map(({ value }) => plainName(value)).join(' and on ')}.${consistent(lines)}`
    : whole.better === null
      ? `${bleu.metric} finds both systems equal on the whole.`
      : `${bleu.metric} prefers ${winner} on the whole (${scores})${parts.every((part) => part.better === better) ? ' and on both parts' : ', as on one of the parts'}: with these shares it agrees with itself.${also(lines)}`;
  return { sentence, metrics: lines };
}

function tellDeletion({ metrics, deletions }: LiveDeletion, chosen: readonly number[]): Told {
  const [nothing, given] = deletions as [LiveDeletion['deletions'][number], LiveDeletion['deletions'][number]];
  const which = segmentsText(chosen);
  const lines = metrics.map(({ name, decomposable }, m): MetricLines => {
    const line = {
      label: chosen.length === 0 ? 'all segments' : `without ${which}`,
      from: nothing.standings[m]!.score,
      to: given.standings[m]!.score,
    };
    const contradicts = chosen.length > 0 && direction(line) >= 0;
    return {
      metric: name,
      lines: [line],
      contradicts,
      immune: decomposable,
      verdict:
        chosen.length === 0
          ? 'Nothing is left out.'
          : contradicts
            ? `It ${direction(line) > 0 ? 'rises' : 'does not fall'}, though text is missing.`
            : 'It falls, because text is missing.',
    };
  });
  const [bleu] = lines as [MetricLines];
  const [line] = bleu.lines as [Line];
  const share = `${(100 * given.share).toFixed(1)} % of the text`;
  const rest = lines.slice(1).map(({ metric, lines: [own] }) => `${metric} ${rises(own!)} (${change(own!)})`);
  const sentence =
    chosen.length === 0
      ? `Nothing is left out: ${bleu.metric} is ${shown(line.from)}. Leave out a segment and see which metric notices.`
      : bleu.contradicts
        ? `${bleu.metric} does not notice that ${which} ${chosen.length === 1 ? 'is' : 'are'} missing, ${share}: ${direction(line) > 0 ? `it rises (${change(line)})` : `it stays at ${shown(line.to)}`}. ${rest.join(', and ')}.`
        : `${bleu.metric} ${rises(line)} without ${which}, ${share} (${change(line)}): now it notices.`;
  return { sentence, metrics: lines };
}

export const shown = (score: number): string => score.toFixed(2);

/** `51.00 → 51.40`. */
const change = ({ from, to }: Line): string => `${shown(from)} → ${shown(to)}`;

const rises = (line: Line): string => ({ 1: 'rises', 0: 'stays', [-1]: 'falls' })[direction(line)]!;

const replaces = (chosen: readonly number[]): string => (chosen.length === 1 ? 'replaces' : 'replace');

/** `segment 4`, `segments 1, 2 and 5`, `5 segments`; counted from 1. */
export function segmentsText(chosen: readonly number[]): string {
  const numbers = chosen.map((segment) => segment + 1);
  if (numbers.length === 1) return `segment ${numbers[0]!}`;
  if (numbers.length > 3) return `${numbers.length} segments`;
  return `segments ${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)!}`;
}

/** Which metrics do not contradict themselves, beside BLEU, which does. */
function consistent([, ...others]: readonly MetricLines[]): string {
  const good = others.filter(({ contradicts }) => !contradicts).map(({ metric }) => metric);
  const bad = others.filter(({ contradicts }) => contradicts).map(({ metric }) => metric);
  const failed = bad.length === 0 ? '' : ` ${bad.join(' and ')} ${bad.length === 1 ? 'does' : 'do'} so, too.`;
  const rest = good.length === 1 ? 'does not contradict itself.' : 'do not contradict themselves.';
  return `${failed}${good.length === 0 ? '' : ` ${good.join(' and ')} ${rest}`}`;
}

/** Metrics that contradict themselves where BLEU does not. */
function also([, ...others]: readonly MetricLines[]): string {
  const bad = others.filter(({ contradicts }) => contradicts).map(({ metric }) => metric);
  return bad.length === 0 ? '' : ` ${bad.join(' and ')} ${bad.length === 1 ? 'does' : 'do'} not.`;
}

/** What a check of the loaded files found. */
export interface Check {
  /** `the sign test`, `the deletion test of good`. */
  readonly title: string;
  readonly metrics: readonly { readonly name: string }[];
  /** By metric. */
  readonly findings: readonly { readonly contradicts: boolean }[];
}

/** Metrics that contradict themselves in a check. */
export const contradicting = ({ metrics, findings }: Check): string[] =>
  metrics.flatMap(({ name }, m) => (findings[m]!.contradicts ? [name] : []));

/** The answer to the question whether there is a paradox: that of the first metric first. */
export function answerChecks(checks: readonly Check[]): string {
  const [first] = checks[0]!.metrics as [{ name: string }];
  const failed = checks.filter((check) => contradicting(check).includes(first.name));
  const others = [...new Set(checks.flatMap(contradicting))].filter((name) => name !== first.name);
  const does = others.length === 1 ? 'does' : 'do';
  if (failed.length === 0) {
    const rest = others.length === 0 ? '' : ` But ${listed(others)} ${does}; see below.`;
    return `No: ${first.name} does not contradict itself on your files.${rest}`;
  }
  const rest = others.length === 0 ? '' : ` So ${does} ${listed(others)}; see below.`;
  return `Yes: ${first.name} contradicts itself in ${listed(failed.map(({ title }) => title))}.${rest}`;
}

const listed = (texts: readonly string[]): string =>
  texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)!}`;
