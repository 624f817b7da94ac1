/**
 * AT&T's text of finite-state machines, as OpenFst compiles and prints it: arcs `from to in [out] [weight]`, final states
 * `state [weight]`. Weights are costs, the start is the first state named.
 */
import { UsageError } from '../../core/index.ts';
import { LatticeBuilder } from '../../lattice/index.ts';
import { detached } from '../lineReader.ts';
import { arcsOf } from './arcs.ts';
import { quoted } from '../numbers.ts';
import { type LatticeFormat, allLines, checkWord, fieldsOf, isWhole, parseNumber } from './format.ts';

/** How symbol tables in use call label 0. */
const epsilons = new Set(['<eps>', '<epsilon>', 'ε']);
const writtenEpsilon = '<eps>';

interface Row {
  readonly fields: readonly string[];
  readonly line: number;
}

export const att: LatticeFormat = {
  id: 'att',
  summary: "AT&T's text, as OpenFst prints it",
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
    const labels = (shape ?? shapeOf(arcs)) === 'acceptor' ? 1 : 2;
    const column = labels === 2 && side === 'output' ? 3 : 2;
    const numbered = symbols !== undefined || arcs.every(({ fields }) => isWhole(fields[column] ?? ''));
    const finals = new Set<string>();
    const cost = (text: string | undefined, line: number): number => {
      if (text === undefined) return 0;
      const value = parseNumber(text);
      if (Number.isNaN(value)) {
        throw builder.fault(line, `the weight ${quoted(text)} is no finite number. Leave out what can never be taken.`);
      }
      return 0 - value;
    };
    if (rows[0]) builder.start(rows[0].fields[0]!, rows[0].line);
    for (const { fields, line } of rows) {
      const [from, to] = fields as [string, string];
      if (fields.length <= 2) {
        if (finals.has(from)) throw builder.fault(line, `state ${from} is made final again. Once is enough.`);
        finals.add(from);
        builder.final(from, { score: cost(fields[1], line), line });
        continue;
      }
      if (fields.length < 2 + labels || fields.length > 3 + labels) {
        throw builder.fault(
          line,
          `${fields.length} columns; an arc is "${labels === 1 ? 'from to word [weight]' : 'from to input output [weight]'}" here.`,
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
    // Were all words whole numbers, a reader would take them for labels, and 0 for ε.
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

/** Also infinite ones, which are refused, so that none is taken for a word. */
const isWeight = (text: string): boolean => !Number.isNaN(Number(text)) || /^[+-]?(?:inf(?:inity)?|nan)$/i.test(text);

/** A fourth column is the weight of an acceptor if it is a number on every line, and the output of a transducer otherwise. */
function shapeOf(arcs: readonly Row[]): 'acceptor' | 'transducer' {
  if (arcs.some(({ fields }) => fields.length > 4)) return 'transducer';
  if (arcs.some(({ fields }) => fields.length === 3)) return 'acceptor';
  return arcs.every(({ fields }) => isWeight(fields[3]!)) ? 'acceptor' : 'transducer';
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
      throw new UsageError(`${place}: a line of a symbol table is a word and its number.`);
    }
    if (symbols.has(label))
      throw new UsageError(`${place}: the label ${label} has a word already: ${quoted(symbols.get(label)!)}.`);
    symbols.set(label, detached(word));
  });
  return symbols;
}
