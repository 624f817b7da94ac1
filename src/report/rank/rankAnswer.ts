/** What a reader of human judgments should know first: which system is best, and which systems people cannot tell apart. */
import { counted } from '../../core/index.ts';
import { type Note, notes } from '../table.ts';
import { listed, ofTask } from '../wording.ts';
import { type RankReport, ruleOf } from './rankReport.ts';

interface Judged {
  readonly task: string;
  /** How: `ranking`. */
  readonly by: string;
  /** From best to worst. */
  readonly systems: readonly { readonly system: string; readonly cluster?: number }[];
  readonly judges: number;
}

/** Tasks that lines have room for. */
const mostTasks = 3;
/** With fewer judges, the result may be one person's taste. */
const fewJudges = 3;

export function rankAnswer({ rankings, ratings, annotations, settings }: RankReport): Note[] {
  const rule = ruleOf(settings);
  const judged: Judged[] = [
    ...rankings.map((each) => ({
      ...each,
      by: 'ranking',
      systems: each.systems.filter((system) => system.listed),
    })),
    ...ratings.map((each) => ({ ...each, by: 'rating', judges: each.judges.length })),
    ...annotations.map((each) => ({ ...each, by: 'marked errors' })),
  ].filter(({ systems }) => systems.length > 0);
  const shown = judged.slice(0, mostTasks);
  if (shown.length === 0) return [];
  const more = judged.length - shown.length;
  const few = judged.filter(({ judges }) => judges < fewJudges);
  return notes({
    answer: `${rule ? `By the rules of ${rule.title}: ` : ''}${shown.map((each) => topText(each, judged.length > 1)).join(' ')}${more > 0 ? ` ${counted(more, 'more table')} below.` : ''}`,
    order: `${shown.map(orderText).join(' ')}${shown.some(hasTies) ? ' ≈ joins systems of one cluster.' : ''}`,
    beware:
      few.length > 0 &&
      `${few.length === judged.length ? '' : `${listed([...new Set(few.map(({ task }) => task))])}: `}Fewer than ${fewJudges} judges took part.`,
  });
}

function topText({ task, by, systems }: Judged, several: boolean): string {
  const top = systems.filter(({ cluster }) => cluster === systems[0]!.cluster).map(({ system }) => system);
  const where = several ? ofTask(task, '') : '';
  if (systems.length === 1) return `${where}${top[0]!} is the only system judged.`;
  if (top.length === 1) return `${where}${top[0]!} is best by ${by}, in a cluster of its own.`;
  if (top.length === systems.length) return `${where}No system is in a better cluster than another by ${by}.`;
  return `${where}${listed(top)} are best by ${by}; they share the top cluster.`;
}

/** `good > verbose ≈ terse > shuffled`. */
export function orderText({ task, systems }: Pick<Judged, 'task' | 'systems'>): string {
  const line = systems
    .map(
      ({ system, cluster }, at) => `${at === 0 ? '' : cluster === systems[at - 1]!.cluster ? ' ≈ ' : ' > '}${system}`,
    )
    .join('');
  return `${ofTask(task, line)}.`;
}

const hasTies = ({ systems }: Judged): boolean =>
  systems.some(({ cluster }, at) => at > 0 && cluster === systems[at - 1]!.cluster);
