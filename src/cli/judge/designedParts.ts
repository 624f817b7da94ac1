/** What judges see and do, from --protocol, a campaign file and single options, and the files that belong to it. */
import { UsageError, beginningOf, present } from '../../core/index.ts';
import { readAllLines, readJudgments } from '../../data/index.ts';
import { parseJson } from '../../formats/index.ts';
import {
  type Campaign,
  type CampaignFile,
  type Category,
  type MarkedSpan,
  type TaskDesign,
  type TaskKind,
  type TextSpan,
  type TutorialItem,
  changedDesign,
  checkCampaignFile,
  designOf,
  isUnspaced,
  partsOfProtocol,
  protocols,
  typologies,
} from '../../human/index.ts';
import { type JudgeOptions, contexts, shownSides } from './judgeOptions.ts';

type DesignedParts = Pick<Campaign, 'kinds'> &
  Partial<Pick<Campaign, 'designs' | 'instructions' | 'checks' | 'tutorial' | 'completion' | 'assignment'>>;

const textOf = async (path: string): Promise<string> => (await readAllLines(path)).join('\n');

export async function readCampaignFile({ campaign }: JudgeOptions): Promise<CampaignFile> {
  if (campaign === undefined) return {};
  return checkCampaignFile(parseJson(await textOf(campaign), campaign), campaign);
}

export async function designedParts(given: JudgeOptions, file: CampaignFile, target: string): Promise<DesignedParts> {
  const id = given.protocol ?? file.protocol;
  if (id !== undefined && given.tasks !== undefined)
    throw new UsageError(`The protocol ${id} has its own tasks. Leave out --tasks or --protocol.`);
  const protocol = protocols.find((each) => each.id === id);
  if (protocol?.isPrefilled && given.prefilled === undefined)
    throw new UsageError(`The protocol ${id} starts from marked errors. Name a file of them with --prefilled.`);
  if (id === 'constituents' && given.constituents === undefined)
    throw new UsageError(
      'The protocol constituents needs the parts to judge. Name a file of them with --constituents.',
    );
  const kinds = protocol ? (Object.keys(protocol.tasks) as TaskKind[]) : (given.tasks ?? ['rank']);
  for (const kind of Object.keys(file.tasks ?? {})) {
    if (!kinds.includes(kind as TaskKind))
      throw new UsageError(
        `${given.campaign}: tasks.${kind} is not a task of this campaign. Its tasks: ${kinds.join(', ')}.`,
      );
  }
  const base: DesignedParts = protocol ? partsOfProtocol(protocol, isUnspaced(target)) : { kinds };
  const shows = perTask('show', given.show ?? [], shownSides, kinds);
  const context = perTask('context', given.context ?? [], contexts, kinds);
  const categories = given.categories === undefined ? undefined : await categoriesOf(given.categories);
  if (categories && !kinds.includes('mark'))
    throw new UsageError('--categories is for marked errors, which these tasks do not have.');
  const isChanged = protocol ?? file.tasks ?? given.show ?? given.context ?? categories;
  const designs = Object.fromEntries(
    kinds.map((kind): [TaskKind, TaskDesign] => {
      const design = base.designs?.[kind] ?? plainDesign(given, kind);
      const sides = shows.get(kind);
      const changes = present({
        shows: sides && (sides === 'both' ? (['source', 'reference'] as const) : [sides]),
        context: context.get(kind),
        marking: kind === 'mark' && categories ? { categories } : undefined,
        sideBySide: kind === 'rank' ? given.rankedAtOnce : undefined,
      });
      if (kind === 'edit' && (sides ?? (changes.context ?? 'none') !== 'none'))
        throw new UsageError(
          'The task edit shows the output alone: editors must not see source, reference or context.',
        );
      return [kind, changedDesign(changedDesign(design, file.tasks?.[kind] ?? {}), changes)];
    }),
  );
  const texts = Object.entries(file.tasks ?? {}).flatMap(([kind, { instructions }]) =>
    instructions === undefined ? [] : [[kind, instructions]],
  );
  const instructions = { ...base.instructions, ...(Object.fromEntries(texts) as Campaign['instructions']) };
  const tutorial = given.tutorial === undefined ? file.tutorial : await readTutorial(given.tutorial, kinds);
  const assignment = given.assignment === undefined ? file.assignment : { ...file.assignment, by: given.assignment };
  return {
    ...base,
    ...(isChanged !== undefined && { designs }),
    ...(Object.keys(instructions).length > 0 && { instructions }),
    ...present({ tutorial, assignment, checks: file.checks ?? base.checks, completion: file.completion }),
  };
}

/** Of tasks without a protocol, as campaigns always were. */
function plainDesign({ rankedAtOnce }: JudgeOptions, kind: TaskKind): TaskDesign {
  const errors = { categories: [], severities: ['minor', 'major'] };
  return designOf({ errors, settings: { rankedAtOnce } } as unknown as Campaign, kind);
}

/** `source` for all tasks that show something, `rank:source` for one. */
function perTask<T extends string>(
  option: string,
  typed: readonly string[],
  choices: readonly T[],
  kinds: readonly TaskKind[],
) {
  const chosen = new Map<TaskKind, T>();
  for (const each of typed) {
    const [task, name] = each.includes(':') ? (each.split(':', 2) as [string, string]) : [undefined, each];
    const choice = choices.find((one) => one === name);
    if (!choice)
      throw new UsageError(
        `--${option} ${each}: expected ${choices.join(', ')}, or a task and one of them, such as rank:${choices[0]}.`,
      );
    if (task !== undefined && !kinds.some((kind) => kind === task))
      throw new UsageError(
        `--${option} ${each}: ${task} is not a task of this campaign. Its tasks: ${kinds.join(', ')}.`,
      );
    for (const kind of kinds) {
      if (task === kind) chosen.set(kind, choice);
      else if (task === undefined && kind !== 'edit' && kind !== 'accept' && !chosen.has(kind))
        chosen.set(kind, choice);
    }
  }
  return chosen;
}

/** Every task needs at least one of the texts that it shows. */
export function checkShown(
  { kinds, designs }: DesignedParts,
  segments: Campaign['segments'],
  { reference, source }: JudgeOptions,
): void {
  for (const kind of kinds) {
    const shows = designs?.[kind]?.shows ?? [];
    if (shows.length === 0 || shows.some((side) => segments.some((segment) => segment[side]))) continue;
    const [option, other] = shows.includes('source')
      ? ['-s', reference ? 'reference' : undefined]
      : ['-r', source ? 'source' : undefined];
    const instead = other === undefined ? '' : `, or show the ${other} instead with --show ${other}`;
    throw new UsageError(
      `The task ${kind} shows the ${shows.join(' or the ')}, but there is none. Give it with ${option}${instead}.`,
    );
  }
}

async function categoriesOf(typed: string): Promise<readonly Category[]> {
  if (typed === 'none') return [];
  if (Object.hasOwn(typologies, typed)) return typologies[typed as keyof typeof typologies];
  const value = parseJson(await textOf(typed), typed);
  // Checked as part of a campaign file.
  return checkCampaignFile({ tasks: { mark: { marking: { categories: value } } } }, typed).tasks!.mark!.marking!
    .categories!;
}

/** Domains of documents, from the labels or the file. */
export function documentsOf(
  { documents = {} }: CampaignFile,
  names: readonly string[] | undefined,
  domains: readonly string[] | undefined,
): Campaign['documents'] {
  const known = new Set(names);
  const unknown = Object.keys(documents).find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new UsageError(`The campaign file describes the document ${unknown}, which no segment belongs to.`);
  const all = Object.fromEntries(
    (names ?? []).map((name, i) => [name, { ...present({ domain: domains?.[i] }), ...documents[name] }]),
  );
  return domains || Object.keys(documents).length > 0 ? all : undefined;
}

/** Errors of the first annotation of each output in a file of judgments. */
export async function readPrefilled(
  path: string,
  systems: readonly string[],
  segments: Campaign['segments'],
): Promise<Campaign['prefilled']> {
  const { judgments } = await readJudgments({ files: [path], together: true });
  const found = systems.map(() => segments.map((): readonly MarkedSpan[] => []));
  const [places, numbers] = [
    new Map(segments.map(({ key }, s) => [key, s])),
    new Map(systems.map((name, s) => [name, s])),
  ];
  const done = new Set<string>();
  for (const { system, segment, errors } of judgments.annotations) {
    const [s, place] = [numbers.get(system), places.get(segment)];
    if (s === undefined || place === undefined || done.has(`${s} ${place}`)) continue;
    done.add(`${s} ${place}`);
    found[s]![place] = errors.flatMap(({ side, start, end, severity, category }) =>
      start === undefined || end === undefined || end <= start ? [] : [{ side, start, end, severity, category }],
    );
  }
  if (done.size === 0)
    throw new UsageError(
      `${path} has no error spans for these systems and segments. Systems here: ${systems.join(', ')}.`,
    );
  return found;
}

/** Lines such as {"segment": 3, "source": [0, 12], "outputs": {"uka": [4, 9]}}: characters from the first up to, but not including, the second. */
export async function readConstituents(path: string, systems: readonly string[]) {
  const found = new Map<string, NonNullable<Campaign['segments'][number]['constituent']>>();
  (await readAllLines(path)).forEach((line, i) => {
    if (line.trim() === '') return;
    const place = `${path}, line ${i + 1}`;
    const value = parseJson(line, path, i + 1) as {
      segment?: unknown;
      source?: unknown;
      outputs?: Record<string, unknown>;
    };
    const source = spanOf(value.source);
    const { segment, outputs } = value;
    if ((typeof segment !== 'number' && typeof segment !== 'string') || !source || typeof outputs !== 'object')
      throw new UsageError(
        `${place}: expected {"segment": 3, "source": [0, 12], "outputs": {"${systems[0]}": [4, 9]}}.`,
      );
    found.set(String(segment), { source, outputs: systems.map((name) => spanOf(outputs[name]) ?? null) });
  });
  return found;
}

function spanOf(value: unknown): TextSpan | undefined {
  const [start, end] = Array.isArray(value) ? (value as unknown[]) : [];
  return Number.isInteger(start) && Number.isInteger(end) && Number(start) >= 0 && Number(end) > Number(start)
    ? { start: Number(start), end: Number(end) }
    : undefined;
}

/** A list of items as in a campaign file, or items of Appraise with "mqm": {"tutorial": …}. */
async function readTutorial(path: string, kinds: readonly TaskKind[]): Promise<readonly TutorialItem[]> {
  const value = parseJson(await textOf(path), path);
  if (!Array.isArray(value)) throw new UsageError(`${path}: expected a list of items.`);
  const items = value.map((item: unknown) => appraiseItem(item) ?? item);
  const { tutorial = [] } = checkCampaignFile({ tutorial: items }, path);
  const other = tutorial.find(({ kind }) => !kinds.includes(kind));
  if (other)
    throw new UsageError(
      `${path}: the item ${beginningOf(other.instruction)} is for the task ${other.kind}, which this campaign does not have.`,
    );
  return tutorial;
}

/** Spans of Appraise include their last character, and instructions have tags. */
function appraiseItem(item: unknown): object | undefined {
  const { mqm, sourceText, targetText } = item as {
    mqm?: { tutorial?: AppraiseTutorial; payload?: AppraiseSpan[] };
    sourceText?: string;
    targetText?: string;
  };
  if (!mqm?.tutorial || typeof targetText !== 'string') return undefined;
  const { instruction, score_target: score, mqm_target: errors } = mqm.tutorial;
  const spans = (list: readonly AppraiseSpan[] = []): object[] =>
    list.map(({ start_i, end_i, severity }) =>
      start_i === 'missing'
        ? {
            side: 'output',
            start: targetText.length,
            end: targetText.length,
            severity,
            category: '',
            marker: 'missing',
          }
        : { side: 'output', start: start_i, end: Number(end_i) + 1, severity, category: '' },
    );
  return {
    kind: 'mark',
    ...present({ source: sourceText }),
    outputs: [targetText],
    instruction: instruction.replaceAll(/<[^>]*>/g, ''),
    prefilled: [spans(mqm.payload)],
    expected: [present({ errors: errors && spans(errors), score })],
    isSkippable: true,
  };
}

interface AppraiseSpan {
  readonly start_i: number | 'missing';
  readonly end_i: number | 'missing';
  readonly severity: string;
}

interface AppraiseTutorial {
  readonly instruction: string;
  readonly score_target?: number;
  readonly mqm_target?: readonly AppraiseSpan[];
}
