/** A TSV of analyses: one row per segment, one column per factor, values separated by spaces. */
import { UsageError, counted, suggest } from '../../core/index.ts';
import { type Factor, factorNames } from '../../text/index.ts';
import { TextPool } from '../lineReader.ts';
import { type AnalysedText, type AnalysisFormat, checkAlign } from './analysedText.ts';

const columnNames = ['text', ...factorNames] as const;
type Column = (typeof columnNames)[number];

export const table: AnalysisFormat = {
  id: 'tsv',
  name: 'TSV',
  summary: 'one row per segment, one column per factor, values separated by spaces',
  expected: 'a table whose first line names columns such as text, lemma and tag',
  extensions: ['.tsv'],
  recognises: ([line]) => line.includes('\t') && line.split('\t').every((name) => isColumn(name)),
  *readAnalyses(file, lines) {
    const values = new TextPool();
    const columns = readHeader(file, lines[0] ?? '');
    for (let i = 1; i < lines.length; i++) yield readRow(file, columns, lines[i]!, i + 1, values);
  },
};

const isColumn = (name: string): boolean => (columnNames as readonly string[]).includes(name.trim().toLowerCase());

function readHeader(file: string, line: string): Column[] {
  const place = `${file}, line 1`;
  const names = line.split('\t').map((name) => name.trim().toLowerCase());
  for (const [i, name] of names.entries()) {
    if (!isColumn(name)) {
      throw new UsageError(
        `${place}: unknown column "${name}". ${suggest(name, columnNames)} The first line must name the columns.`,
      );
    }
    if (names.indexOf(name) !== i) throw new UsageError(`${place}: ${name} is named twice. Remove one of them.`);
  }
  if (!names.includes('word') && !names.includes('text')) {
    throw new UsageError(`${place}: the words are missing. Name a column word or text.`);
  }
  return names as Column[];
}

const entriesOf = (field: string): string[] => field.split(/\s+/).filter((entry) => entry !== '');

function readRow(
  file: string,
  columns: readonly Column[],
  line: string,
  number: number,
  values: TextPool,
): AnalysedText {
  const place = `${file}, line ${number}`;
  const fields = line.split('\t');
  if (fields.length !== columns.length) {
    throw new UsageError(
      `${place}: ${counted(fields.length, 'field')}, expected ${columns.length} (${columns.join(', ')}).`,
    );
  }
  const field = (column: Column): string | undefined => fields[columns.indexOf(column)];
  const words = entriesOf(field('word') ?? field('text')!);
  const factors = new Map<Factor, readonly string[]>();
  for (const factor of factorNames) {
    const given = factor === 'word' ? words : columns.includes(factor) ? entriesOf(field(factor)!) : undefined;
    if (!given) continue;
    const entries = factor === 'align' ? alignOf(given, words.length, place) : given;
    if (entries.length !== words.length) {
      throw new UsageError(
        `${place}: ${factor} has ${counted(entries.length, 'value')} for ${counted(words.length, 'word')}.`,
      );
    }
    factors.set(
      factor,
      entries.map((entry) => values.kept(entry)),
    );
  }
  const joined = words.join(' ');
  return { texts: [...new Set([field('text') ?? joined, joined])], factors, holes: new Map(), place };
}

/** Source positions of each word; links in Moses style, `source-target`, are converted. */
function alignOf(entries: readonly string[], words: number, place: string): string[] {
  const links = entries.map((entry) => /^(\d{1,9})-(\d{1,9})$/.exec(entry));
  if (links.some((link) => link === null)) {
    for (const entry of entries) checkAlign(entry, place);
    return [...entries];
  }
  const positions = Array.from({ length: words }, () => new Set<number>());
  for (const link of links) {
    const [source, target] = [Number(link![1]), Number(link![2])];
    if (target >= words) {
      throw new UsageError(
        `${place}: align ${link![0]} names word ${target}, but words are numbered from 0 to ${words - 1}. ` +
          'Links are source-target, counted from 0.',
      );
    }
    positions[target]!.add(source);
  }
  return positions.map((set) => (set.size === 0 ? '-' : [...set].sort((a, b) => a - b).join(',')));
}
