/** The judgments of a campaign as files for other programs, and what was left out of them, and why. */
import { UsageError, groupBy, isUsageError, present } from '../../core/index.ts';
import {
  type MtmeRating,
  type WrittenAnswer,
  type WrittenSpan,
  writeAppraise,
  writeJudgments,
  writeJudgmentsJsonl,
  writeMtme,
  writePearmut,
  writeWmtCsv,
} from '../../formats/index.ts';
import {
  type Campaign,
  type CampaignRecord,
  type CollectOptions,
  type CountedAnswers,
  type Dropped,
  type Judgments,
  type SegmentScores,
  compareRankings,
  countJudgments,
  countPairs,
  countedAnswers,
  errorScores,
  judgmentsFrom,
  rankingMethods,
  ratingScores,
  textAnswers,
  withOwnWeights,
} from '../../human/index.ts';
import type { Scores } from '../../meta/index.ts';
import { media } from '../../report/index.ts';
import { Pcg64 } from '../../stats/index.ts';

export const exportFormats = ['assay', 'wmt-csv', 'jsonl', 'mtme', 'appraise', 'pearmut'] as const;
export type ExportFormat = (typeof exportFormats)[number];

interface ExportCampaignOptions extends CollectOptions {
  /** The name of the task, such as `de-en`, if the campaign's own name does not fit the format. */
  readonly task?: string;
}

/**
 * Formats the judgments of a campaign as files for other programs and returns their texts by file name. The files for mt-metrics-eval are
 * in a folder of their own. `excluded.tsv` lists what was left out; `comments.tsv`, if there are any, holds the comments of the judges.
 */
export function exportCampaign(
  record: CampaignRecord,
  format: ExportFormat,
  { task, ...options }: ExportCampaignOptions = {},
): Map<string, string> {
  const answers = countedAnswers(record, options);
  const campaign = task === undefined ? record.campaign : { ...record.campaign, task };
  const judgments = judgmentsFrom(campaign, answers);
  checkTask(campaign, format, judgments);
  const left: Dropped[] = [];
  const files = writers[format]({ campaign, answers, judgments, left });
  const comments = commentRows(record);
  const dropped = [...judgments.dropped, ...left].map(({ what, count, first }) => [what, String(count), first]);
  files.set('excluded.tsv', tableText(['what', 'count', 'first'], dropped));
  if (comments.length > 0) {
    files.set('comments.tsv', tableText(['judge', 'kind', 'segment', 'time', 'comment'], comments));
  }
  return files;
}

/** Rankings of WMT name two languages, and mt-metrics-eval names files by them; campaigns are made without as well. */
function checkTask({ task }: Campaign, format: ExportFormat, { rankings }: Judgments): void {
  const isNamed =
    format === 'mtme' ? task !== '' : format !== 'wmt-csv' || rankings.length === 0 || /^[^-]+-./.test(task);
  if (isNamed) return;
  const has = task === '' ? 'the campaign was made without one' : `the task is called "${task}"`;
  throw new UsageError(
    `The format ${format} needs a language pair, but ${has}. ` +
      `Name it in the export: assay judge export … --format ${format} --languages de-en.`,
  );
}

/** For people, who may open it in a spreadsheet: what begins like a formula gets an apostrophe before it. */
function tableText(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const harmless = rows.map((row) => row.map((cell) => cell.replace(/^\s*[=+\-@]/, "'$&")));
  return media.tsv({
    title: '',
    tables: [{ columns: titles.map((title) => ({ title, align: 'left' })), rows: harmless }],
    notes: [],
  });
}

interface Exporting {
  readonly campaign: Campaign;
  readonly answers: CountedAnswers;
  readonly judgments: Judgments;
  /** Judgments that the format cannot hold are added. */
  readonly left: Dropped[];
}

const writers: Readonly<Record<ExportFormat, (from: Exporting) => Map<string, string>>> = {
  assay: ({ judgments }) => new Map([['judgments.tsv', writeJudgments(judgments)]]),
  jsonl: ({ judgments }) => new Map([['judgments.jsonl', writeJudgmentsJsonl(judgments)]]),
  'wmt-csv'({ judgments, left }) {
    // Rankings and comparisons of two are not pooled.
    const ranked = judgments.rankings.filter(({ protocol }) => protocol !== 'pairwise');
    const pairwise = judgments.rankings.filter(({ protocol }) => protocol === 'pairwise');
    for (const [kind, count] of Object.entries(countJudgments(judgments))) {
      if (kind !== 'rankings' && count > 0) left.push(noPlace(kind, count));
    }
    return new Map([
      ['rankings.csv', writeWmtCsv(ranked)],
      ['pairs.csv', writeWmtCsv(ranked, { pairs: true })],
      ...(pairwise.length > 0 ? [['pairwise.csv', writeWmtCsv(pairwise, { pairs: true })] as const] : []),
    ]);
  },
  mtme: writeFolder,
  appraise(exporting) {
    const { source, target } = exporting.campaign;
    const rows = writeAppraise(writtenAnswers(exporting), [source.tag, target.tag]);
    return new Map([['appraise.csv', rows]]);
  },
  pearmut: (exporting) => new Map([['pearmut.jsonl', writePearmut(writtenAnswers(exporting))]]),
};

/** Scores and errors by output, for the files of other tools, which have no place for other answers. */
function writtenAnswers({ campaign, answers, judgments, left }: Exporting): WrittenAnswer[] {
  const { segments, systems, outputs } = campaign;
  const counted = new Set(answers.counted.map(({ assignment }) => assignment.id));
  const written: WrittenAnswer[] = [];
  let scales = 0;
  for (const { assignment, given } of answers.counted) {
    const { judge, segment, entries, repeats, id } = assignment;
    const { key, document, source, reference } = segments[segment]!;
    const ended = Date.parse(given.at) / 1000;
    const common = {
      judge,
      segment: key,
      ...present({ document, source, reference }),
      started: ended - given.seconds,
      ended,
      screen: id,
    };
    textAnswers(given.answer).forEach(({ errors, scores }, e) => {
      const { systems: shown, damaged } = entries[e]!;
      const output = damaged ?? outputs[shown[0]!]![segment]!;
      const item =
        damaged !== undefined ? 'damaged' : repeats !== undefined && counted.has(repeats) ? 'repeat' : 'output';
      scales += Math.max(0, (scores?.length ?? 0) - 1);
      const spans = errors?.map(({ side, start, end, severity, category, marker }): WrittenSpan => ({
        start,
        end,
        severity,
        category: category === '' && marker !== undefined && marker !== 'missing' ? marker : category,
        isMissing: side === 'source' || start === end,
      }));
      const whole = 'document' in given.answer ? given.answer.document?.[e] : undefined;
      for (const system of shown) {
        const said = { ...common, system: systems[system]!, output };
        written.push({ ...said, item, ...present({ score: scores?.[0], errors: spans }) });
        if (whole !== undefined && damaged === undefined) written.push({ ...said, item: 'document', score: whole });
      }
    });
  }
  const { rankings, edits, verdicts } = judgments;
  for (const [kind, list] of Object.entries({ rankings, edits, verdicts }))
    if (list.length > 0) left.push(noPlace(kind, list.length));
  if (scales > 0)
    left.push({ what: 'scores on further scales, which the format cannot hold', count: scales, first: 'all of them' });
  return written;
}

const noPlace = (kind: string, count: number): Dropped => ({
  what: `${kind}, which the format cannot hold`,
  count,
  first: 'all of them',
});

function writeFolder(exporting: Exporting): Map<string, string> {
  const { campaign, judgments } = exporting;
  const { task, segments, systems, outputs } = campaign;
  const documents = segments.flatMap(({ document }) => document ?? []);
  const source = segments.flatMap((each) => each.source ?? []);
  const reference = segments.flatMap((each) => each.reference ?? []);
  const hasTexts = outputs.some((texts) => texts.some((text) => text !== ''));
  const whole = <Item>(items: Item[]): Item[] | undefined => (items.length === segments.length ? items : undefined);
  const parts = { documents: whole(documents), source: whole(source), reference: whole(reference) };
  const files = writeMtme({
    task,
    segments: segments.map(({ key }) => key),
    ...(parts.documents && { documents: parts.documents }),
    ...(parts.source && { source: parts.source }),
    ...(parts.reference && { reference: parts.reference }),
    ...(hasTexts && { outputs: new Map(systems.map((system, s) => [system, outputs[s]!])) }),
    scores: humanScores(exporting),
    ratings: ratingsOf(exporting),
  });
  // Judgments that mt-metrics-eval has no file for are written in Assay's own format.
  const others = { ...judgments, ratings: [], annotations: [] };
  if (Object.values(countJudgments(others)).some((count) => count > 0)) {
    files.set(`judgments/${task}.tsv`, writeJudgments(others));
  }
  return files;
}

function humanScores({ campaign: { task }, judgments, left }: Exporting): Scores[] {
  const { rankings, ratings, annotations } = judgments;
  const scores: Scores[] = [];
  const named = (name: string, found: SegmentScores): Scores => ({ ...found, name, higherIsBetter: true });
  // Of several kinds, each has scores of its own: `rank-ge` and `pairwise-ge`.
  for (const [protocol, some] of groupBy(rankings, (each) => each.protocol)) {
    const comparisons = compareRankings(task, some);
    const ge = rankingMethods.find(({ id }) => id === 'ge')!;
    const ofSystems = Float64Array.from(ge.scores(countPairs(comparisons), new Pcg64(0)));
    scores.push({
      name: protocol === 'pairwise' ? 'pairwise-ge' : 'rank-ge',
      higherIsBetter: true,
      systems: comparisons.systems,
      segments: [],
      ofSystems,
      ofSegments: new Float64Array(),
    });
  }
  const rated = groupBy(ratings, ({ protocol, scale }) =>
    [protocol, scale].filter((part) => part !== undefined).join('-'),
  );
  for (const [protocol, some] of rated) {
    if (!some.some(({ item }) => item === 'output')) continue;
    const name = protocol === '' ? 'da' : protocol.toLowerCase();
    scores.push(named(`${name}-raw`, ratingScores(task, some, 'raw')), named(`${name}-z`, ratingScores(task, some)));
  }
  if (annotations.length > 0) {
    try {
      scores.push(named('mqm', errorScores(task, annotations, withOwnWeights([]))));
    } catch (error) {
      // The errors themselves are exported in any case.
      if (!isUsageError(error)) throw error;
      left.push({ what: 'scores of marked errors', count: annotations.length, first: error.message });
    }
  }
  return scores;
}

/** From the answers, which know where errors stand; of outputs that a judge saw again the first answer is taken. */
function ratingsOf({ campaign, answers, left }: Exporting): MtmeRating[] {
  const { segments, systems, outputs } = campaign;
  const ratings = new Map<string, MtmeRating>();
  let again = 0;
  let first = '';
  for (const { assignment, given } of answers.counted) {
    textAnswers(given.answer).forEach((said, place) => {
      const entry = assignment.entries[place];
      if (!said.errors || !entry || entry.damaged !== undefined) return;
      const { source = '' } = segments[assignment.segment]!;
      const output = outputs[entry.systems[0]!]?.[assignment.segment] ?? '';
      const errors = said.errors.map(({ side, start, end, category, severity }) => {
        const text = side === 'source' ? source : output;
        const isSource = side === 'source';
        return { start: codePoints(text, start), end: codePoints(text, end), category, severity, isSource };
      });
      for (const system of entry.systems) {
        const rating = {
          judge: assignment.judge,
          system: systems[system]!,
          segment: segments[assignment.segment]!.key,
          errors,
        };
        const key = JSON.stringify([rating.judge, rating.system, rating.segment]);
        if (!ratings.has(key)) ratings.set(key, rating);
        else if (again++ === 0) first = `entry ${given.seq} of the journal`;
      }
    });
  }
  if (again > 0) left.push({ what: 'outputs marked again by the same judge', count: again, first });
  return [...ratings.values()];
}

/** mt-metrics-eval counts characters as Python does, browsers count UTF-16 units. */
const codePoints = (text: string, units: number): number => Array.from(text.slice(0, units)).length;

function commentRows(record: CampaignRecord): string[][] {
  const rows: [seq: number, row: string[]][] = [];
  for (const { id, answers } of record.judges.values()) {
    for (const [assignment, { last }] of answers) {
      const { kind = '', segment = -1 } = record.assignment(assignment) ?? {};
      const key = record.campaign.segments[segment]?.key ?? '';
      if (last.comment) rows.push([last.seq, [id, kind, key, last.at, last.comment]]);
    }
  }
  return rows.sort(([a], [b]) => a - b).map(([, row]) => row);
}
