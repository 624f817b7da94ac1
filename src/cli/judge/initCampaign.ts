/** `assay judge init`: plans a campaign from files, and keeps it if the plan is sound. */
import { existsSync, rmSync } from 'node:fs';
import { UsageError } from '../../core/index.ts';
import { readLines, readTexts } from '../../data/index.ts';
import { isPlainText } from '../../formats/index.ts';
import {
  type Campaign,
  type CampaignEvent,
  type CampaignLanguage,
  type CampaignPlan,
  type JournalEntry,
  type TaskKind,
  planCampaign,
} from '../../human/index.ts';
import { checkAddress } from '../../server/store/postgresPlace.ts';
import { makeFolder } from '../output.ts';
import { outputRequest } from '../textInput.ts';
import type { JudgeOptions } from './judgeOptions.ts';

/** Scripts that are written from right to left, by language. */
const rightToLeft = new Set(['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'ks', 'nqo', 'ps', 'sd', 'syr', 'ug', 'ur', 'yi']);

/** The plan; it is kept unless it is a dry run. */
export async function initCampaign(files: readonly string[], given: JudgeOptions): Promise<CampaignPlan> {
  const [folder, outputs] = given.database === undefined ? [files[0], files.slice(1)] : [undefined, files];
  if (given.database === undefined && folder === undefined) {
    throw new UsageError('No folder given. Name one for the campaign, then the outputs of the systems.');
  }
  checkAddress(given.database ?? folder!);
  if (outputs.length === 0) {
    throw new UsageError(`No outputs given. Name the files of the systems after ${folder ?? '--database'}.`);
  }
  const plan = await planFromFiles(outputs, given);
  if (given.dryRun) return plan;
  if (plan.audit.problems.length > 0 && !given.despiteProblems) {
    throw new UsageError(
      [
        'The plan has problems, so no campaign was made:',
        ...plan.audit.problems.map((problem) => `  ${problem}`),
        'Change the numbers, see --dry-run for the whole plan, or give --despite-problems.',
      ].join('\n'),
    );
  }
  await keep(plan, given.database ?? folder!, given.database === undefined);
  return plan;
}

async function planFromFiles(outputs: readonly string[], given: JudgeOptions): Promise<CampaignPlan> {
  const { reference, labels, inputFormat, emptyReferences } = given;
  if (labels !== undefined && !reference) throw new UsageError('-l needs references: give them with -r.');
  // A metric needs a reference of every segment, judges do not: there may be a source, or other tasks.
  const isPlain = (reference ?? []).every((path) => isPlainText(path, inputFormat));
  const hasHoles = emptyReferences === 'missing' && isPlain;
  const read = await readTexts(
    outputRequest(outputs, { ...given, emptyReferences: hasHoles ? 'keep' : emptyReferences }),
  );
  const { makeId } = await import('../../server/index.ts');
  const documents = read.labels.get('document');
  const segments = (read.texts[0] ?? []).map((_, i) => ({
    key: String(i + 1),
    ...(documents && { document: documents[i]! }),
    ...(read.sources && { source: read.sources[i]! }),
    ...referenceOf(read.references?.[i], hasHoles),
  }));
  const { sourceLanguage, targetLanguage, task } = languagesOf(given.languages);
  return planCampaign(
    {
      title: given.title ?? (task === '' ? 'Judging translations' : `Judging translations, ${task}`),
      task,
      source: sourceLanguage,
      target: targetLanguage,
      seed: given.seed,
      segments,
      systems: read.systems,
      outputs: read.texts,
      kinds: given.tasks,
      ...(await textsForJudges(given)),
    },
    {
      judges: given.judges,
      perJudge: given.perJudge,
      rankedAtOnce: given.rankedAtOnce,
      repeats: given.repeats,
      repeatDistance: given.repeatDistance,
      pool: given.pool,
      checks: given.checks,
    },
    makeId,
  );
}

/** The first one; of a segment whose references are all missing there is none. */
function referenceOf(references: readonly string[] = [], hasHoles: boolean): { reference?: string } {
  const reference = references.find((text) => !hasHoles || text.trim() !== '');
  return reference === undefined ? {} : { reference };
}

/** The organiser's own words, where they are given. */
async function textsForJudges({ consent, instructions, tasks }: JudgeOptions) {
  return {
    ...(consent !== undefined && { consent: await textOf(consent) }),
    ...(instructions !== undefined && { instructions: sectionsOf(instructions, await textOf(instructions), tasks) }),
  };
}

async function textOf(path: string): Promise<string> {
  const lines: string[] = [];
  for await (const some of readLines(path)) lines.push(...some);
  const text = lines.join('\n').trim();
  if (text === '') throw new UsageError(`${path} is empty.`);
  return text;
}

/** A line `# rank` begins what judges are told of that task; tasks without one keep the usual text. */
function sectionsOf(path: string, text: string, tasks: readonly TaskKind[]): Campaign['instructions'] {
  const sections = new Map<TaskKind, string[]>();
  let lines: string[] | undefined;
  text.split('\n').forEach((line, i) => {
    const [, name] = /^#\s+(\S+)\s*$/.exec(line) ?? [];
    if (name === undefined) {
      if (!lines && line.trim() !== '') {
        throw new UsageError(
          `${path}, line ${i + 1}: a line such as "# rank" must come first, to say which task it is about.`,
        );
      }
      lines?.push(line);
      return;
    }
    const kind = tasks.find((each) => each === name);
    if (!kind)
      throw new UsageError(
        `${path}, line ${i + 1}: ${name} is no task of this campaign, which has ${tasks.join(', ')}.`,
      );
    if (sections.has(kind)) throw new UsageError(`${path}, line ${i + 1}: there is a text for ${kind} already.`);
    sections.set(kind, (lines = []));
  });
  return Object.fromEntries([...sections].map(([kind, some]) => [kind, some.join('\n').trim()]));
}

export function languagesOf(typed: string | undefined): {
  task: string;
  sourceLanguage: CampaignLanguage;
  targetLanguage: CampaignLanguage;
} {
  if (typed === undefined) return { task: '', sourceLanguage: language('und'), targetLanguage: language('und') };
  const found = /^([A-Za-z]{2,3}(?:_[A-Za-z]+)?)-([A-Za-z]{2,3}(?:_[A-Za-z]+)?)$/.exec(typed);
  if (!found) throw new UsageError(`--languages ${typed} is no pair of languages, such as de-en or zh-en_GB.`);
  return { task: typed, sourceLanguage: language(found[1]!), targetLanguage: language(found[2]!) };
}

function language(code: string): CampaignLanguage {
  const tag = code.replace('_', '-');
  return { tag, direction: rightToLeft.has(tag.split('-')[0]!.toLowerCase()) ? 'rtl' : 'ltr' };
}

/** All or nothing: the journal is made with all its entries. */
async function keep({ campaign, judges, assignments }: CampaignPlan, where: string, isFolder: boolean): Promise<void> {
  const { createJournal } = await import('../../server/index.ts');
  const events: CampaignEvent[] = [
    { kind: 'created', campaign },
    ...judges.map((judge): CampaignEvent => ({ kind: 'judge-added', judge })),
    ...judges.map((judge): CampaignEvent => ({
      kind: 'assigned',
      assignments: assignments.filter((each) => each.judge === judge),
    })),
  ];
  const at = new Date().toISOString();
  const entries = events.map((event, i): JournalEntry => ({ seq: i + 1, at, event }));
  const isNew = isFolder && !existsSync(where);
  if (isFolder) makeFolder(where);
  try {
    const journal = await createJournal(where, { entries });
    await journal.close();
  } catch (error) {
    if (isNew) rmSync(where, { recursive: true, force: true });
    throw error;
  }
}
