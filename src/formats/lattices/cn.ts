/** Confusion networks as read by Moses: a line is a column `word number word number …`, a blank line ends a network. */
import { UsageError } from '../../core/index.ts';
import { LatticeBuilder } from '../../lattice/index.ts';
import { detached } from '../lineReader.ts';
import { type NumberedArc, numberedLattice, numbersToWrite } from './arcNumbers.ts';
import { arcsOf } from './arcs.ts';
import { quoted } from '../numbers.ts';
import {
  type FoundLattice,
  type LatticeFile,
  type LatticeFormat,
  type NumberKind,
  checkWord,
  fieldsOf,
  parseNumber,
} from './format.ts';
import { noWord } from './plf.ts';

export const cn: LatticeFormat = {
  id: 'cn',
  summary: 'Moses confusion networks: one line per column, a blank line between networks',
  extensions: ['.cn'],
  several: true,
  recognises: ([first]) => {
    const fields = fieldsOf(first);
    return (
      fields.length > 1 &&
      fields.length % 2 === 0 &&
      fields.every((field, i) => i % 2 === 0 || !Number.isNaN(parseNumber(field)))
    );
  },

  async *read(file, { numbers }) {
    let line = 0;
    let networks = 0;
    let blank = 0;
    let columns: NumberedArc[][] = [];
    for await (const some of file.lines()) {
      for (const text of some) {
        line++;
        const fields = fieldsOf(text);
        if (fields.length > 0) {
          if (columns.length === 0 && blank > 0) {
            throw new UsageError(
              `${file.name}, line ${blank}: a confusion network without columns. Put a single blank line between networks.`,
            );
          }
          columns.push(readColumn(fields, columns.length, `${file.name}, line ${line}`, line));
        } else if (columns.length > 0) {
          yield finish(file, columns, ++networks, numbers);
          columns = [];
        } else {
          blank ||= line;
        }
      }
    }
    if (columns.length > 0) yield finish(file, columns, ++networks, numbers);
    if (networks === 0) throw new UsageError(`${file.name} has only blank lines.`);
  },

  *write(hypergraph, { place, numbers }) {
    const { states, arcs } = arcsOf(hypergraph, { weightedFinals: false, place, format: 'cn' });
    if (states === 1) throw new UsageError(`${place}: a confusion network needs columns. Write plf or json instead.`);
    if (arcs.some(({ from, to }) => to !== from + 1)) {
      throw new UsageError(
        `${place}: this lattice is not a confusion network: not all paths pass through all states. Write plf or json instead.`,
      );
    }
    const numbersOf = numbersToWrite(
      hypergraph,
      arcs.map(({ edge }) => edge),
      numbers,
      place,
    );
    if (numbersOf(arcs[0]!.edge).length > 1) {
      throw new UsageError(
        `${place}: a confusion network holds one number per word, but this lattice has several. Write plf instead.`,
      );
    }
    let at = 0;
    for (let state = 0; state < states - 1; state++) {
      const column: string[] = [];
      for (let arc = arcs[at]; arc?.from === state; arc = arcs[++at]) {
        const word = arc.word === undefined ? noWord : checkWord(arc.word, place, 'cn', (other) => other === noWord);
        column.push(`${word} ${numbersOf(arc.edge)[0]}`);
      }
      yield `${column.join(' ')}\n`;
    }
    yield '\n';
  },
};

function readColumn(fields: readonly string[], from: number, place: string, line: number): NumberedArc[] {
  if (fields.length % 2 === 1) {
    throw new UsageError(`${place}: ${fields.length} fields; expected pairs of a word and its number.`);
  }
  const arcs: NumberedArc[] = [];
  for (let i = 0; i < fields.length; i += 2) {
    const number = parseNumber(fields[i + 1]!);
    if (Number.isNaN(number)) {
      throw new UsageError(`${place}: expected the number of ${quoted(fields[i]!)}, found ${quoted(fields[i + 1]!)}.`);
    }
    const word = fields[i] === noWord ? undefined : detached(fields[i]!);
    arcs.push({ from, to: from + 1, word, numbers: [number], line });
  }
  return arcs;
}

function finish(
  { name, features }: LatticeFile,
  columns: readonly NumberedArc[][],
  number: number,
  kind: NumberKind | undefined,
): FoundLattice {
  const { line } = columns[0]![0]!;
  const builder = new LatticeBuilder(features, name);
  const hypergraph = numberedLattice(builder, features, columns.flat(), columns.length, line, kind);
  return { id: String(number), line, hypergraph };
}
