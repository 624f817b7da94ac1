/** `assay judge init`: plans a campaign from files and saves it if the plan has no problems. */
import { randomUUID } from 'node:crypto';
import { UsageError, pick, present } from '../../core/index.ts';
import { readAllLines, readTexts } from '../../data/index.ts';
import { isPlainText } from '../../formats/index.ts';
import {
  type Campaign,
  type CampaignEvent,
  type CampaignLanguage,
  type CampaignPlan,
  type CompletionCodes,
  type TaskKind,
  planCampaign,
} from '../../human/index.ts';
import { checkAddress } from '../../server/store/postgresPlace.ts';
import { outputRequest } from '../input/sharedOptions.ts';
import { keepCampaign } from './campaignPlace.ts';
import {
  checkShown,
  designedParts,
  documentsOf,
  readCampaignFile,
  readConstituents,
  readPrefilled,
} from './designedParts.ts';
import type { JudgeOptions } from './judgeOptions.ts';

/** Scripts that are written from right to left, by language. */
const rightToLeft = new Set(['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'ks', 'nqo', 'ps', 'sd', 'syr', 'ug', 'ur', 'yi']);

/** Returns the plan; saves it unless it is a dry run. */
export async function initCampaign(files: readonly string[], given: JudgeOptions): Promise<CampaignPlan> {
  const { database } = given;
  const place = database ?? files[0];
  if (place === undefined) {
    throw new UsageError('No folder given. Name a folder for the campaign, then the outputs of the systems.');
  }
  checkAddress(place);
  const outputs = database === undefined ? files.slice(1) : files;
  if (outputs.length === 0) {
    const after = database === undefined ? place : '--database';
    throw new UsageError(`No outputs given. Name the files of the systems after ${after}.`);
  }
  const plan = await planFromFiles(outputs, given);
  if (given.dryRun) return plan;
  if (plan.audit.problems.length > 0 && !given.despiteProblems) {
    throw new UsageError(
      [
        'The plan has problems, so no campaign was created:',
        ...plan.audit.problems.map((problem) => `  ${problem}`),
        'Change the numbers, add --dry-run to see the whole plan, or add --despite-problems.',
      ].join('\n'),
    );
  }
  const { campaign, judges, assignments } = plan;
  await keepCampaign(place, database === undefined, [
    { kind: 'created', campaign },
    ...judges.map((judge): CampaignEvent => ({
      kind: 'judge-added',
      judge,
      ...(campaign.completion && { codes: makeCodes() }),
    })),
    ...judges.map((judge): CampaignEvent => ({
      kind: 'assigned',
      assignments: assignments.filter((each) => each.judge === judge),
    })),
  ]);
  return plan;
}

/** Of one judge; nobody can guess one from the other. */
const makeCodes = (): CompletionCodes => ({ passed: randomUUID(), failed: randomUUID() });

async function planFromFiles(outputs: readonly string[], given: JudgeOptions): Promise<CampaignPlan> {
  const { reference, inputFormat, emptyReferences } = given;
  // A metric needs a reference for every segment; judges do not, because there may be a source or other tasks.
  const isPlain = (reference ?? []).every((path) => isPlainText(path, inputFormat));
  const hasHoles = emptyReferences === 'missing' && isPlain;
  const read = await readTexts(
    outputRequest(outputs, { ...given, emptyReferences: hasHoles ? 'keep' : emptyReferences }),
  );
  const { makeId } = await import('../../server/index.ts');
  const { task, source, target } = languagesOf(given.languages);
  const file = await readCampaignFile(given);
  const constituents =
    given.constituents === undefined ? undefined : await readConstituents(given.constituents, read.systems);
  const segments = (read.texts[0] ?? []).map((_, i) => ({
    key: String(i + 1),
    ...present({
      document: read.labels.get('document')?.[i],
      source: read.sources?.[i],
      // The first one that is not missing, if any.
      reference: read.references?.[i]?.find((text) => !hasHoles || text.trim() !== ''),
      constituent: constituents?.get(String(i + 1)),
    }),
  }));
  const designed = await designedParts(given, file, target.tag);
  checkShown(designed, segments, given);
  const prefilled =
    given.prefilled === undefined ? undefined : await readPrefilled(given.prefilled, read.systems, segments);
  const documents = documentsOf(file, read.labels.get('document'), read.labels.get('domain'));
  return planCampaign(
    {
      title: given.title ?? file.title ?? (task === '' ? 'Judging translations' : `Judging translations, ${task}`),
      task,
      source,
      target,
      seed: given.seed,
      segments,
      systems: read.systems,
      outputs: read.texts,
      ...designed,
      ...present({ prefilled, documents, consent: file.consent }),
      ...(given.consent !== undefined && { consent: await textOf(given.consent) }),
      ...(given.instructions !== undefined && {
        instructions: {
          ...designed.instructions,
          ...sectionsOf(given.instructions, await textOf(given.instructions), designed.kinds),
        },
      }),
    },
    pick(given, ['judges', 'perJudge', 'rankedAtOnce', 'repeats', 'repeatDistance', 'pool', 'checks']),
    makeId,
  );
}

async function textOf(path: string): Promise<string> {
  const text = (await readAllLines(path)).join('\n').trim();
  if (text === '') throw new UsageError(`${path} is empty.`);
  return text;
}

/** A line `# rank` begins the instructions for that task; tasks without one keep the default text. */
function sectionsOf(path: string, text: string, tasks: readonly TaskKind[]): Campaign['instructions'] {
  const sections = new Map<TaskKind, string[]>();
  let lines: string[] | undefined;
  text.split('\n').forEach((line, i) => {
    const [, name] = /^#\s+(\S+)\s*$/.exec(line) ?? [];
    if (name === undefined) {
      if (!lines && line.trim() !== '') {
        throw new UsageError(
          `${path}, line ${i + 1}: the file must begin with a line such as "# rank" that names the task.`,
        );
      }
      lines?.push(line);
      return;
    }
    const kind = tasks.find((each) => each === name);
    if (!kind)
      throw new UsageError(
        `${path}, line ${i + 1}: ${name} is not a task of this campaign. Its tasks: ${tasks.join(', ')}.`,
      );
    if (sections.has(kind)) throw new UsageError(`${path}, line ${i + 1}: there are already instructions for ${kind}.`);
    sections.set(kind, (lines = []));
  });
  return Object.fromEntries([...sections].map(([kind, some]) => [kind, some.join('\n').trim()]));
}

export function languagesOf(task: string | undefined) {
  if (task === undefined) return { task: '', source: language('und'), target: language('und') };
  const [, source, target] = /^([A-Za-z]{2,3}(?:_[A-Za-z]+)?)-([A-Za-z]{2,3}(?:_[A-Za-z]+)?)$/.exec(task) ?? [];
  if (!source || !target) throw new UsageError(`--languages ${task} is not a language pair such as de-en or zh-en_GB.`);
  return { task, source: language(source), target: language(target) };
}

function language(code: string): CampaignLanguage {
  const tag = code.replace('_', '-');
  return { tag, direction: rightToLeft.has(tag.split('-')[0]!.toLowerCase()) ? 'rtl' : 'ltr' };
}
