/** Lays out what corpora hold and which lines of test sets are in them. */
import { counted } from '../../core/index.ts';
import { charts } from '../page/charts/index.ts';
import { type ChartFigure, type Page, reportPage } from '../page/page.ts';
import { type Cell, type Note, type Report, type Table, notes } from '../table.ts';
import { left, listed, percent, plainTable, right } from '../wording.ts';
import type { CorpusReport } from './corpusReport.ts';

type Corpus = CorpusReport['corpora'][number];

/** `1,411,589`. */
const grouped = (value: number): string => Math.round(value).toString().replace(/\B(?=(?:\d{3})+$)/g, ','); // prettier-ignore

/** `≈1,411,589` if it was estimated. */
const distinctText = ({ distinctWords, estimated }: Corpus): string =>
  `${estimated.includes('distinctWords') ? '≈' : ''}${grouped(distinctWords)}`;
const duplicatesText = ({ duplicates, estimated }: Corpus): string =>
  `${estimated.includes('duplicates') ? '≈' : ''}${grouped(duplicates)}`;

const shareText = (part: number, whole: number): string => (whole === 0 ? '–' : percent(part / whole));

export function corpusTables(report: CorpusReport): Report {
  const { corpora, overlaps, settings } = report;
  const anyMalformed = corpora.some(({ malformed }) => malformed.count > 0);
  const counts: Table = {
    columns: [left('file'), ...['sentences', 'words', 'distinct', 'characters', 'duplicates', 'empty', `> ${settings.overlong} words`].map(right), ...(anyMalformed ? [right('not UTF-8')] : [])], // prettier-ignore
    rows: corpora.map((corpus): Cell[] => [
      corpus.file,
      grouped(corpus.lines),
      grouped(corpus.words),
      distinctText(corpus),
      grouped(corpus.characters),
      duplicatesText(corpus),
      grouped(corpus.empty.count),
      grouped(corpus.overlong.count),
      ...(anyMalformed ? [grouped(corpus.malformed.count)] : []),
    ]),
  };
  const lengths: Table = {
    caption: 'Words per sentence, and scripts',
    columns: [left('file'), ...['mean', 'median', '95 %', 'longest'].map(right), left('letters by script'), right('other script')], // prettier-ignore
    rows: corpora.map((corpus): Cell[] => [
      corpus.file,
      { value: corpus.lengths.mean, digits: 1 },
      grouped(corpus.lengths.median),
      grouped(corpus.lengths.p95),
      grouped(corpus.lengths.longest),
      scriptsText(corpus),
      grouped(linesInOtherScript(corpus)),
    ]),
  };
  return {
    title: 'Corpus',
    answer: overlaps.length > 0 ? overlaps.slice(0, 5).map(leakAnswer(settings)) : corpora.slice(0, 5).map(sizeAnswer),
    warnings: corpusWarnings(report),
    tables: [counts, lengths, ...(overlaps.length > 0 ? [overlapTable(report), ...pairTables(report)] : [])],
    notes: [
      ...notes({
        words: `${settings.tokenizer === 'none' ? 'separated by white space' : `tokenizer ${settings.tokenizer}`}, ${settings.lowercase ? 'distinct in lower case' : 'distinct by case'}`,
        duplicates: 'sentences with the same words as an earlier one',
        'other script': 'sentences in which most letters are not of the main script of the file',
        '≈':
          corpora.some(({ estimated }) => estimated.length > 0) &&
          'estimated from a sample of hashes; the standard error of distinct words is at most 0.1 %',
        ...(overlaps.length > 0 && {
          overlap: 'case, punctuation and spacing do not count; each character of scripts without spaces is a word',
          near: `one sentence of the corpus has at least ${percent(settings.share)} of the words, in runs of ${settings.ngram} or more`,
          covered: `words of the test set in runs of ${settings.ngram} or more that are anywhere in the corpus`,
        }),
      }),
      ...corpora.map(({ file, sha256 }) => ({ name: 'input', text: `${file} sha256:${sha256.slice(0, 16)}` })),
    ],
  };
}

const sizeAnswer = (corpus: Corpus): Note => ({
  name: corpus.file,
  text: `${counted(corpus.lines, 'sentence')}, ${grouped(corpus.words)} words, ${distinctText(corpus)} distinct.`,
});

const leakAnswer =
  ({ share }: CorpusReport['settings']) =>
  ({ test, corpus, lines, exact, near }: CorpusReport['overlaps'][number]): Note => ({
    name: test,
    text:
      exact + near === 0
        ? `no sentence is in ${corpus}, not even ${percent(share)} of one.`
        : `${exact} of ${lines} sentences are in ${corpus} word for word${near > 0 ? `, and ${near} more by ${percent(share)} or more` : ''}.`,
  });

/** What is probably wrong with the files. */
export const corpusWarnings = ({ corpora }: CorpusReport): string[] => corpora.flatMap(warningsOf);

function warningsOf({ file, malformed, empty, lines }: Corpus): string[] {
  const named = ({ first, count }: Corpus['empty']): string =>
    `${first.length === 1 ? 'line' : 'lines'} ${listed(first.map(String))}${count > first.length ? ', …' : ''}`;
  return [
    ...(lines === 0 ? [`${file} is empty.`] : []),
    ...(malformed.count > 0
      ? [`${file} has ${counted(malformed.count, 'line')} that ${malformed.count === 1 ? 'is' : 'are'} not valid UTF-8: ${named(malformed)}.`]
      : []),
    ...(empty.count > 0 ? [`${file} has ${counted(empty.count, 'empty line')}: ${named(empty)}.`] : []),
  ]; // prettier-ignore
}

/** Japanese mixes two of them. */
const together = (script: string): string => (script === 'Kana' ? 'Han' : script);

function linesInOtherScript({ scripts }: Corpus): number {
  const lines = new Map<string, number>();
  for (const each of scripts) lines.set(together(each.script), (lines.get(together(each.script)) ?? 0) + each.lines);
  const all = [...lines.values()];
  return all.reduce((sum, count) => sum + count, 0) - Math.max(0, ...all);
}

/** `Latin 99.8 %, Greek 0.1 %`. */
function scriptsText({ scripts }: Corpus): string {
  const all = scripts.reduce((sum, { letters }) => sum + letters, 0);
  if (all === 0) return '–';
  const shown = scripts.slice(0, 3).map(({ script, letters }) => {
    const share = letters / all;
    return `${script} ${share < 1 && share > 0.9995 ? '>99.9 %' : share < 0.0005 ? '<0.1 %' : percent(Number(share.toFixed(3)))}`;
  });
  return [...shown, ...(scripts.length > 3 ? [`${scripts.length - 3} more`] : [])].join(', ');
}

const overlapTable = ({ overlaps }: CorpusReport): Table => ({
  caption: 'Test sets in corpora',
  columns: [left('test set'), left('corpus'), ...['sentences', 'exact', 'near', 'covered'].map(right)],
  rows: overlaps.map(({ test, corpus, lines, exact, near, coveredWords, words }) => [
    test,
    corpus,
    grouped(lines),
    grouped(exact),
    grouped(near),
    shareText(coveredWords, words),
  ]),
});

const mostPairs = 10;
const mostShown = 60;
const cut = (text: string): string => {
  const letters = [...text.trim()];
  return letters.length > mostShown ? `${letters.slice(0, mostShown - 1).join('')}…` : letters.join('');
};

/** The sentences that share the most. */
function pairTables({ overlaps, settings }: CorpusReport): Table[] {
  return overlaps.flatMap(({ test, corpus, found, exact, near }): Table[] => {
    const leaked = found.filter((each) => each.exact > 0 || each.shared >= settings.share * each.words);
    if (leaked.length === 0) return [];
    const shown = leaked.slice(0, mostPairs);
    return [
      {
        caption: `Sentences of ${test} in ${corpus}${shown.length < leaked.length ? `: ${shown.length} of ${exact + near}` : ''}`,
        columns: [right('line'), right('in corpus'), right('shared'), left('sentence')],
        rows: shown.map((each) => [
          String(each.line),
          each.exact > 1 ? `${each.foundLine} (+${each.exact - 1})` : String(each.foundLine),
          each.exact > 0 ? 'exact' : `${each.shared} of ${each.words}`,
          cut(each.text),
        ]),
      },
    ];
  });
}

/** Numbers in full, and all pairs. */
export function corpusRows({ corpora, overlaps }: CorpusReport): Report {
  const statistics = plainTable(
    ['file', 'sentences', 'words', 'distinct_words', 'characters', 'duplicates', 'empty', 'overlong', 'malformed', 'mean_length', 'median_length', 'p95_length', 'longest', 'main_script', 'other_script', 'estimated'], // prettier-ignore
    corpora.map((corpus) => [corpus.file, corpus.lines, corpus.words, corpus.distinctWords, corpus.characters, corpus.duplicates, corpus.empty.count, corpus.overlong.count, corpus.malformed.count, corpus.lengths.mean, corpus.lengths.median, corpus.lengths.p95, corpus.lengths.longest, corpus.scripts[0]?.script ?? '', linesInOtherScript(corpus), corpus.estimated.join(' ')]), // prettier-ignore
  );
  const pairs = plainTable(
    ['test', 'line', 'corpus', 'corpus_line', 'exact', 'shared', 'words', 'text', 'corpus_text'],
    overlaps.flatMap(
      ({ test, corpus, found }) =>
      found.map((each) => [test, each.line, corpus, each.foundLine, each.exact, each.shared, each.words, each.text, each.foundText]), // prettier-ignore
    ),
  );
  return { title: 'Corpus', tables: overlaps.length > 0 ? [pairs] : [statistics], notes: [] };
}

/** Points of a line. */
const mostPoints = 60;

/** Lengths in steps, so that long texts do not need a point for each. */
function lengthChart({ corpora }: CorpusReport): ChartFigure {
  const most = Math.max(1, ...corpora.map(({ lengths }) => Math.min(lengths.longest, 2 * lengths.p95)));
  const step = Math.ceil(most / mostPoints);
  return charts.lines({
    id: 'lengths',
    caption: 'Lengths of sentences',
    note: `Longer than ${most} words: not drawn.${step > 1 ? ` A point is at the middle of ${step} lengths.` : ''}`,
    x: { title: 'words', from: 0 },
    panels: [
      {
        y: { title: `% of sentences${step > 1 ? ` in ${step} lengths` : ''}`, digits: 2, from: 0 },
        series: corpora.map(({ file, lines, empty, lengths: { counts } }) => ({
          name: file,
          points: Array.from({ length: Math.ceil((most + 1) / step) }, (_, p) => {
            const some = counts.slice(p * step, (p + 1) * step);
            const share = some.reduce((sum, count) => sum + count, 0) / Math.max(1, lines - empty.count);
            return { x: p * step + (step - 1) / 2, y: 100 * share };
          }),
        })),
      },
    ],
  });
}

export const corpusPage = (report: CorpusReport): Page => reportPage(corpusTables(report), () => [lengthChart(report)]);
