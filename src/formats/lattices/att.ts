/**
 * AT&T text format of finite-state machines, as compiled and printed by OpenFst: arcs `from to in [out] [weight]`, final states
 * `state [weight]`. Weights are costs, the start is the first state named.
 */
import { UsageError } from '../../core/index.ts';
import { LatticeBuilder } from '../../lattice/index.ts';
import { detached } from '../lineReader.ts';
import { arcsOf } from './arcs.ts';
import { quoted } from '../numbers.ts';
import { type LatticeFormat, allLines, checkWord, fieldsOf, isWhole, parseNumber } from './format.ts';

/** Common names of label 0 in symbol tables. */
const epsilons = new Set(['<eps>', '<epsilon>', 'ε']);
const writtenEpsilon = '<eps>';

interface Row {
  readonly fields: readonly string[];
  readonly line: number;
}

export const att: LatticeFormat = {
  id: 'att',
  summary: 'AT&T text, as printed by OpenFst',
  extensions: ['.att', '.fst.txt'],
  several: false,
  recognises: ([first]) => {
    const fields = fieldsOf(first);
    return isWhole(fields[0] ?? '') && (fields.length === 1 || (isWhole(fields[1]!) && fields.length <= 5));
  },

  async *read(file, { symbols, shape, side = 'output' }) {
    const { name, stem, features } = file;
    const builder = new LatticeBuilder(features, name);
    const rows = (await allLines(file))
      .map((text, i): Row => ({ fields: fieldsOf(text), line: i + 1 }))
      .filter(({ fields }) => fields.length > 0);
    const arcs = rows.filter(({ fields }) => fields.length > 2);
    const labels = (shape ?? shapeOf(arcs, (line, fault) => builder.fault(line, fault))) === 'acceptor' ? 1 : 2;
    const column = labels === 2 && side === 'output' ? 3 : 2;
    const numbered = symbols !== undefined || arcs.every(({ fields }) => isWhole(fields[column] ?? ''));
    const finals = new Set<string>();
    const cost = (text: string | undefined, line: number): number => {
      if (text === undefined) return 0;
      const value = parseNumber(text);
      if (Number.isNaN(value)) {
        throw builder.fault(
          line,
          isWeight(text)
            ? `the weight ${quoted(text)} is not a finite number. Remove arcs and final states that can never be used.`
            : `the weight ${quoted(text)} is not a number. Write it like 1.5.`,
        );
      }
      return 0 - value;
    };
    if (rows[0]) builder.start(rows[0].fields[0]!, rows[0].line);
    for (const { fields, line } of rows) {
      const [from, to] = fields as [string, string];
      if (fields.length <= 2) {
        if (finals.has(from)) throw builder.fault(line, `state ${from} is final twice. Remove one of the lines.`);
        finals.add(from);
        builder.final(from, { score: cost(fields[1], line), line });
        continue;
      }
      if (fields.length < 2 + labels || fields.length > 3 + labels) {
        throw builder.fault(
          line,
          `${fields.length} columns; expected "${labels === 1 ? 'from to word [weight]' : 'from to input output [weight]'}".`,
        );
      }
      const label = fields[column]!;
      let word: string | undefined = label;
      if (symbols) {
        word = symbols.get(label);
        if (word === undefined) throw builder.fault(line, `the symbol table has no label ${quoted(label)}.`);
      }
      const silent = epsilons.has(word) || (numbered && label === '0');
      builder.arc({
        from,
        to,
        words: silent ? [] : [detached(word)],
        score: cost(fields[2 + labels], line),
        line,
      });
    }
    yield { id: stem, hypergraph: builder.finish() };
  },

  *write(hypergraph, { place }) {
    const { arcs, finals } = arcsOf(hypergraph, { weightedFinals: true, place, format: 'att' });
    // If all words were whole numbers, a reader would take them for labels, and 0 for ε.
    const numbered = arcs.every(({ word }) => word !== undefined && isWhole(word));
    const taken = (word: string): boolean => epsilons.has(word) || (numbered && word === '0');
    const { scores } = hypergraph;
    for (const { from, to, word, edge } of arcs) {
      const label = word === undefined ? writtenEpsilon : checkWord(word, place, 'att', taken);
      yield `${from}\t${to}\t${label}\t${edge < 0 ? 0 : 0 - scores[edge]!}\n`;
    }
    for (const { state, edge } of finals) {
      const weight = edge < 0 ? 0 : 0 - scores[edge]!;
      yield weight === 0 ? `${state}\n` : `${state}\t${weight}\n`;
    }
  },
};

/** Includes infinite numbers, which are refused, so that none is taken for a word. */
const isWeight = (text: string): boolean => !Number.isNaN(Number(text)) || /^[+-]?(?:inf(?:inity)?|nan)$/i.test(text);

/**
 * A fourth column is the weight of an acceptor if it is a number on every line, and the output of a transducer if it is none. Outputs may be
 * numbers, too, but whole ones, and of four columns only a few of them: else one mistyped weight would turn weights into words.
 */
function shapeOf(
  arcs: readonly Row[],
  faultOf: (line: number, fault: string) => UsageError,
): 'acceptor' | 'transducer' {
  const long = arcs.find(({ fields }) => fields.length > 4);
  if (!long && arcs.some(({ fields }) => fields.length === 3)) return 'acceptor';
  const four = arcs.filter(({ fields }) => fields.length === 4);
  const weights = four.filter(({ fields }) => isWeight(fields[3]!));
  const other = long ?? four.find(({ fields }) => !isWeight(fields[3]!));
  if (!other) return 'acceptor';
  const isTransducer =
    weights.every(({ fields }) => isWhole(fields[3]!)) && (long !== undefined || 2 * weights.length < four.length);
  if (isTransducer) return 'transducer';
  const [{ fields, line }] = weights as [Row];
  const found = long ? `${long.fields.length} columns` : `the fourth column is ${quoted(other.fields[3]!)}`;
  throw faultOf(
    other.line,
    `${found}, but on line ${line} the fourth is the number ${fields[3]!}. Correct this line if the fourth column is a weight; type --shape transducer if it is an output.`,
  );
}

/** Words by label, from the lines of a symbol table: `word label`. */
export function readSymbols(lines: readonly string[], file: string): Map<string, string> {
  const symbols = new Map<string, string>();
  lines.forEach((text, i) => {
    const fields = fieldsOf(text);
    if (fields.length === 0) return;
    const [word, label] = fields as [string, string];
    const place = `${file}, line ${i + 1}`;
    if (fields.length !== 2 || !/^-?\d+$/.test(label)) {
      throw new UsageError(`${place}: expected a word and its number.`);
    }
    if (symbols.has(label))
      throw new UsageError(`${place}: the label ${label} already has the word ${quoted(symbols.get(label)!)}.`);
    symbols.set(label, detached(word));
  });
  return symbols;
}
