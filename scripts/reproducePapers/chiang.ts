/** Chiang, DeNeefe, Chan and Ng (2008): Decomposability of translation metrics. */
import { compareScores } from '../../src/stats/index.ts';
import { parseMetric, createMetrics } from '../../src/engine/index.ts';
import { systemScore } from '../../src/core/index.ts';
import { bySegment, measureAll } from '../../src/measure/index.ts';
import { readTable } from '../../test/wmt09/paperTables.ts';
import type { JudgedMetrics } from '../reproduceWmt09/scoreTasks.ts';
import { capitalised, commands, grouped, listed, numberWord, page, partOf, percent, share, signed, table } from '../reproduceWmt09/wording.ts'; // prettier-ignore
import { type Contradictions, type MeanOutcome, deletionMetrics, halves, studiedNames } from './contradictions.ts';
import { columns, dataText, generatedNote, hundredfold, meanOf, reproduceText, systemAgreements, transcript } from './papersPage.ts'; // prettier-ignore
import { chiangMetrics } from './variants.ts';

export interface ChiangFindings {
  readonly judged: JudgedMetrics;
  readonly contradictions: Contradictions;
  readonly tuned: readonly MeanOutcome[];
  readonly tables: URL;
}

export async function chiangPages({
  judged,
  contradictions,
  tuned,
  tables,
}: ChiangFindings): Promise<[string, string][]> {
  return [
    [
      'chiang2008',
      page(
        '# Decomposability of translation metrics (2008), recomputed',
        generatedNote,
        'To see the three situations in which Chiang, DeNeefe, Chan and Ng (EMNLP 2008) found that BLEU misleads, run:',
        commands('assay paradox sign-test', 'assay paradox genres', 'assay paradox deletion'),
        answer(contradictions, tuned),
        '![Output of assay paradox sign-test: by BLEU, c is significantly better than b, and b is significantly better than c](../images/paradox-sign-test.svg)',
        `The paper’s systems, their outputs and the judgments of WMT07 are not available, so its tables cannot be recomputed digit by digit. Its formulas and examples can, and its claims can be tested on other data: the ${contradictions.systems} systems of WMT09 whose outputs we have, and n-best lists. ${dataText}`,
        '## Every table, figure and formula',
        table([...columns], await rows(judged, contradictions, tuned, tables), 3),
        'On made-up outputs, the paradox of genres looks like this:',
        transcript('assay paradox genres -m bleu 4grr | head -n 8'),
        '## Reproduce it',
        `${reproduceText} [Why decomposability matters](../guide/decomposability.md) explains the situations, [Find paradoxes in your own systems](../guide/paradox.md) the command.`,
      ),
    ],
    [
      tablesName,
      page(
        '# Decomposability of translation metrics: tables',
        generatedNote,
        '[Decomposability of translation metrics, recomputed](chiang2008.md) summarises these tables and says how to reproduce them.',
        '## Table 1 with the judgments of WMT09',
        ...tableOne(judged, tables),
        '## Tables 2 to 5 among the systems of WMT09',
        ...contradictionText(contradictions),
        '## Figure 1',
        ...(await figureOne(tables)),
        '## Tables 6 to 8 with n-best lists',
        ...tunedText(tuned, tables),
      ),
    ],
  ];
}

const tablesName = 'chiang2008-tables';

const outcomeOf = (tuned: readonly MeanOutcome[], objective: string, deletion: string): MeanOutcome =>
  tuned.find((each) => each.objective === objective && each.deletion === deletion)!;

function answer({ pairs, signTests, genres, divisions }: Contradictions, tuned: readonly MeanOutcome[]): string {
  const sentence = outcomeOf(tuned, 'BLEU', 'sentence');
  const none = outcomeOf(tuned, 'BLEU', 'none');
  const keeps = sentence.scores[0]! >= none.scores[0]!;
  return `**In short.** By BLEU, the sign test contradicts itself for ${signTests[0]} of ${pairs} pairs of real systems; by the four other metrics, for ${signTests.slice(1).every((count) => count === 0) ? 'none' : listed(signTests.slice(1).map(String))}. The paradox of genres ${genres[0] === 0 ? `occurs in none of ${grouped(divisions)} cases` : `occurs in ${genres[0]} of ${grouped(divisions)} cases`}. Tuned to BLEU, a system that may drop segments drops ${hundredfold(sentence.deleted)} % of the words of a held-out text, and BLEU ${keeps ? 'does not fall' : 'falls'}.`;
}

async function rows(
  judged: JudgedMetrics,
  found: Contradictions,
  tuned: readonly MeanOutcome[],
  tables: URL,
): Promise<string[][]> {
  const typed = ['wer', 'wrr', 'ter', '4grr', 'bleu', 'bleu-sbp', 'meteor', 'gtm'];
  const metrics = await createMetrics(typed.map(parseMetric));
  const names = (decomposable: boolean) =>
    listed(metrics.filter((metric) => metric.decomposable === decomposable).map(({ name }) => name));
  const rho = (label: string) => meanOf(systemAgreements(judged, label).map(({ value }) => value));
  const standard = rho('4-GRR');
  const odd = rho('4-GRR, α = −0.9, β = 1');
  const [deletedByBleu, deletedByStrict] = ['BLEU', 'BLEU-SBP'].map(
    (objective) => outcomeOf(tuned, objective, 'sentence').deleted,
  ) as [number, number];
  const printed = readTable(new URL('chiang2008_table8_deletion_bleu_sbp.tsv', tables)).length;
  return [
    [
      'Equations 1 to 3: BLEU with one of three reference lengths',
      "`assay score -r ref.txt sys.txt -m 'bleu(reflen=shortest)'`; `closest`, `average`",
      'As defined. `src/metrics/shared/bleuScore.test.ts` has φ and the multisets of footnote 1.',
    ],
    [
      'Section 2: a shorter text can escape the penalty with the closest length; an exact match can score below 100 with the average',
      'the same options',
      'Both hold; they are cases of `src/metrics/shared/referenceLength.test.ts`.',
    ],
    [
      'Section 3.1: a segment may be (N − 1) ε words short if the others are ε too long',
      '`assay paradox deletion --size segments=11`',
      'Holds to the word (`chiang-licence` in `src/metrics/ngram/bleu-sbp.test.ts`); with the strict penalty no segment may.',
    ],
    [
      'Section 3.1, Table 2: the sign test finds each of two systems better by BLEU; METEOR, GTM and MaxSim do not contradict themselves',
      '`assay paradox sign-test`; with `-r ref.txt a.txt b.txt`, yours',
      `On made-up outputs, as in the paper. [Among WMT09’s systems](chiang2008-tables.md#tables-2-to-5-among-the-systems-of-wmt09): ${found.signTests[0]} of ${found.pairs} pairs by BLEU. The two Arabic–English systems are lost.`,
    ],
    [
      'Section 3.2, Tables 3 and 4: worse on both genres, better on the whole, by BLEU only',
      '`assay paradox genres`',
      `On made-up outputs, as in the paper. WMT09: ${found.genres[0]} of ${grouped(found.divisions)}. The Arabic–English systems and outputs are lost.`,
    ],
    [
      'Table 5: after training for BLEU-SBP, genres and the whole agree',
      '`assay paradox genres -m bleu-sbp`',
      'Holds in the default sizes, but BLEU-SBP [can contradict itself](../guide/decomposability.md#better-on-every-part-worse-on-the-whole) if one genre is small. Training again needs the decoder; [tuning by genre](../guide/tuning-study.md) is repeated on small lists.',
    ],
    [
      'Section 3.3, Tables 6 to 8: systems tuned to BLEU delete sentences',
      '`assay paradox deletion nbest.txt -r ref.txt`',
      `[On n-best lists](chiang2008-tables.md#tables-6-to-8-with-n-best-lists): ${hundredfold(deletedByBleu)} % of the words if tuned to BLEU, ${hundredfold(deletedByStrict)} % to BLEU-SBP. The ${printed} scores of Table 8, like those of Tables 6 and 7, are of a lost decoder.`,
    ],
    [
      'Figure 1: three sentences with deleted words',
      '`assay score -r ref.txt a.txt b.txt -m bleu bleu-sbp 4grr --segments s.tsv`',
      '[Scored here](chiang2008-tables.md#figure-1). The paper prints no scores; our copy has lost the Chinese.',
    ],
    [
      'Equation 4: strict brevity penalty',
      '`-m bleu-sbp`; `assay explain` shows its steps',
      'As defined; `src/metrics/ngram/bleu-sbp.test.ts`.',
    ],
    [
      'Section 4.3: a mean of segments whose weights no system can change is immune (WER, TER, ParaEval recall)',
      '[the table of metrics](../guide/metrics-table.md), `decomposable` in JSON of `assay paradox`',
      `Decomposable: ${names(true)}. Not: ${names(false)}. A law tests every metric in both directions.`,
    ],
    [
      'Equations 5 and 6, automata of WRR and 4-GRR with their transitions',
      '`-m wrr 4grr`',
      'As defined: eight sentences in `src/metrics/edit/4grr.test.ts`, the transitions in `src/text/ngrams/recognition.test.ts`.',
    ],
    [
      'Section 4.3: the best path of a lattice by 4-GRR can be found exactly',
      '`assay oracle lattices.plf -r ref.txt -m 4grr`',
      'It is; [Oracles](../guide/oracles.md).',
    ],
    [
      'Table 1: correlation with people',
      '`assay meta wmt09-ranking -t de-en -m meteor bleu wer bleu-sbp 4grr`',
      '[With WMT09](chiang2008-tables.md#table-1-with-the-judgments-of-wmt09). WMT07’s adequacy, fluency and constituents are not in our data. Two rows need files that we do not have: roles (`overlap`) and paraphrases (`paraeval`).',
    ],
    [
      'Section 5: α = −0.9, β = 1 gives 4-GRR 78.9 instead of 71.6',
      "`-m '4grr(alpha=-0.9,beta=1)'`",
      `WMT09: ${hundredfold(odd)} instead of ${hundredfold(standard)}, so rewarding inserted words ${odd > standard ? 'helps here, too, which shows how little a few systems prove' : 'does not help here'}.`,
    ],
    [
      'Section 5: add straw men to data sets',
      '`assay meta wmt09-ranking --straw-men`',
      'Adds made-up bad systems and says which metrics fall for them.',
    ],
  ];
}

function tableOne(judged: JudgedMetrics, tables: URL): string[] {
  const printed = readTable(new URL('chiang2008_table1_wmt07_correlation.tsv', tables));
  const rows = chiangMetrics.map(({ label }) => {
    const row = printed.find((each) => each.get('metric') === label);
    const values = systemAgreements(judged, label).map(({ value }) => value);
    return { label, rank: row?.get('rank') ?? '', average: row?.get('average') ?? (label.includes('α') ? '78.9' : ''), values, mean: meanOf(values) }; // prettier-ignore
  });
  const mean = (label: string) => rows.find((row) => row.label === label)!.mean;
  const above = ['BLEU-SBP', '4-GRR'].filter((label) => mean(label) > mean('BLEU'));
  return [
    'Spearman’s ρ over systems × 100; the paper’s columns “rank” and “average”, then ours.',
    table(
      ['metric', 'paper: rank', 'average', ...judged.tasks.map(({ task, human }) => `${task} (${human.systems.length})`), 'mean'], // prettier-ignore
      rows.map(({ label, rank, average, values, mean: ofAll }) => [label, rank, average, ...values.map(hundredfold), hundredfold(ofAll)]), // prettier-ignore
    ),
    `The claim is that both new metrics correlate better than BLEU. Here ${above.length === 0 ? 'neither does' : above.length === 1 ? `only ${above[0]} does` : 'both do'} in the mean: BLEU-SBP by ${signed(100 * (mean('BLEU-SBP') - mean('BLEU')), 1)}, 4-GRR by ${signed(100 * (mean('4-GRR') - mean('BLEU')), 1)}. [With so few systems](../guide/wmt09-tables-claims.md#systems) intervals of such differences are wide.`,
  ];
}

function contradictionText(found: Contradictions): string[] {
  const { pairs, divisions, systems } = found;
  return [
    `All ${pairs} pairs of systems of one language pair, as \`assay paradox sign-test\` and \`genres\` judge them. Genres are the segments originally written in one language and all others, for each of seven languages: ${grouped(divisions)} cases. Deletion is tried on each of ${systems} systems; it counts where a metric allows segments to go that it scores better than nothing.`,
    table(
      ['', ...studiedNames],
      [
        ['sign test: each better than the other', ...found.signTests.map(String)],
        ['sign test: prefers the system with the worse score', ...found.againstScores.map(String)],
        ['genres: better on the whole only', ...found.genres.map(String)],
        ['deletion: systems', ...found.deletions.map(String)],
        ['deletion: most of a text', ...found.mostDeleted.map((each) => `${hundredfold(each)} %`)],
      ],
    ),
    found.examples.length === 0
      ? 'No pair shows the contradiction.'
      : `By BLEU ${found.examples.length === 1 ? 'this pair contradicts itself' : 'these pairs contradict themselves'}, with these length ratios (the paper’s pair: 1.02 and 0.97): ${listed(found.examples.map(({ task, systems: two, ratios }) => `${task} ${two[0]} (${share(ratios[0], 2).replace(/^\./, '0.')}) and ${two[1]} (${share(ratios[1], 2).replace(/^\./, '0.')})`))}. See for yourself:`,
    ...(found.examples[0] ? [commands(found.examples[0].typed)] : []),
    `${capitalised(numberWord(found.deletions.filter((count) => count > 0).length))} of the five metrics allow a deletion somewhere; 4-GRR, which is decomposable, cannot.`,
  ];
}

async function figureOne(tables: URL): Promise<string[]> {
  const rows = readTable(new URL('chiang2008_figure1_deletion_examples.tsv', tables));
  const textsOf = (role: string) => rows.filter((row) => row.get('role') === role).map((row) => row.get('sentence')!);
  const typed = ['bleu(tok=none)', 'bleu-sbp(tok=none)', '4grr(tok=none)', 'wrr(tok=none)', 'meteor(preset=0.6)', 'gtm(tok=none)']; // prettier-ignore
  const metrics = await createMetrics(typed.map(parseMetric));
  const measured = measureAll(
    metrics,
    { references: bySegment(textsOf('reference')) },
    { baseline: textsOf('baseline'), delete: textsOf('delete') },
  );
  const names = [...new Set(rows.map((row) => row.get('example')!))];
  const score = (m: number, system: number, segment?: number) =>
    segment === undefined
      ? systemScore(measured[m]!, system)
      : measured[m]!.segmentScore(system * names.length + segment);
  const lines = [...names.keys(), undefined];
  const preferred = metrics.filter((metric, m) => compareScores(score(m, 1), score(m, 0), metric.higherIsBetter) > 0);
  return [
    'Baseline → with deleted words, each sentence alone and all three as one text:',
    table(
      ['', ...metrics.map(({ name }) => name)],
      lines.map((segment) => [
        segment === undefined ? 'all' : `(${names[segment]})`,
        ...metrics.map((_, m) => `${score(m, 0, segment).toFixed(1)} → ${score(m, 1, segment).toFixed(1)}`),
      ]),
    ),
    `${preferred.length === metrics.length ? 'All metrics prefer' : `${capitalised(partOf(preferred.length, metrics.length))} metrics prefer`} the text with deletions, although example (c) lost its subject; the paper shows these sentences as both sides of the argument.`,
  ];
}

function tunedText(tuned: readonly MeanOutcome[], tables: URL): string[] {
  const share8 = readTable(new URL('chiang2008_table8_deletion_bleu_sbp.tsv', tables));
  const share6 = readTable(new URL('chiang2008_table6_deletion_bleu.tsv', tables));
  const printed = (objective: string, deletion: string) =>
    (objective === 'BLEU' ? share6 : share8.filter((row) => row.get('training') === 'max-BLEU-SBP'))
      .find((row) => row.get('deletion') === deletion && row.get('set') === 'test')!
      .get('deleted_percent')!;
  const sentence = outcomeOf(tuned, 'BLEU', 'sentence');
  const falls = deletionMetrics.filter((_, m) => m > 0 && sentence.worse[m] === halves);
  return [
    `Scores on held-out segments, the mean over ${halves} random halves of 100 segments of the Canadian Hansard with up to 100 translations each ([how](../guide/deletion-study.md)); the paper’s words deleted are of its test set.`,
    table(
      ['tuned to', 'deletion', 'words deleted', 'paper', ...deletionMetrics],
      tuned.map(({ objective, deletion, deleted, scores }) => [
        objective,
        deletion,
        `${hundredfold(deleted)} %`,
        `${printed(objective, deletion)} %`,
        ...scores.map((score) => score.toFixed(2)),
      ]),
      2,
    ),
    `Tuned to BLEU, sentence deletion lowers BLEU in ${partOf(sentence.worse[0]!, halves)} halves, and ${listed(falls)} in ${partOf(halves, halves)}. Table 7 has METEOR, MaxSim and 4-GRR fall and GTM rise. Halves of 50 segments are small: of these falls, ${listed(deletionMetrics.slice(1).map((name, m) => `${sentence.significantlyWorse[m + 1]} (${name})`))} are significant. Word deletion removes ${percent(outcomeOf(tuned, 'BLEU', 'word').deleted)} here.`,
  ];
}
