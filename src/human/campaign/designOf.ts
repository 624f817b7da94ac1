/** The design of a kind of task, whatever the version of the campaign, and answers in one form. */
import type { Answer, Campaign, TaskKind } from './campaign.ts';
import type { Category, Marking, Scale, TaskDesign, TextAnswer } from './taskDesign.ts';

/** The parts of an answer of `assess` or `mark`, by output. Answers about one output on one scale may be stored without `texts`. */
export function textAnswers(answer: Answer): readonly TextAnswer[] {
  if (answer.kind !== 'assess' && answer.kind !== 'mark') return [];
  if ('texts' in answer) return answer.texts;
  const errors = answer.kind === 'mark' ? { errors: answer.errors } : {};
  return [{ ...errors, ...(answer.score !== undefined && { scores: [answer.score] }) }];
}

/** Names of protocols as files of judgments have them. */
const protocolNames: Readonly<Record<string, string>> = {
  esa: 'ESA',
  'esa-ai': 'ESA-AI',
  cesa: 'cESA',
  mqm: 'MQM',
  da: 'DA',
  'da-sqm': 'DA+SQM',
  sqm: 'SQM',
  psqm: 'pSQM',
};

export const protocolName = (id: string): string => (Object.hasOwn(protocolNames, id) ? protocolNames[id]! : id);

/** Of a category, with the names above it. */
export function categoryPaths(categories: readonly Category[], above = ''): { path: string; category: Category }[] {
  return categories.flatMap((category) => {
    const path = above + category.name;
    return category.children ? categoryPaths(category.children, `${path}/`) : [{ path, category }];
  });
}

/** From 0 to 100, as in direct assessment. */
export const percentScale: Scale = {
  id: 'score',
  min: 0,
  max: 100,
  step: 1,
  input: 'slider',
  anchors: [
    { at: 0, text: 'Not at all' },
    { at: 100, text: 'Perfectly' },
  ],
};

/** The design of a kind of task. Campaigns of the first version have none: they show source and reference, with neighbours. */
export function designOf(campaign: Campaign, kind: TaskKind): TaskDesign {
  const design = campaign.designs?.[kind];
  if (design) return design;
  const { errors, settings } = campaign;
  const none = { scales: [], rules: [] };
  switch (kind) {
    case 'rank':
      return { ...none, shows: ['source', 'reference'], context: 'neighbours', sideBySide: settings.rankedAtOnce };
    case 'pairwise':
      return { ...none, shows: ['source', 'reference'], context: 'neighbours', sideBySide: 2 };
    case 'assess':
      return { ...none, shows: ['source', 'reference'], context: 'neighbours', sideBySide: 1, scales: [percentScale] };
    case 'mark': {
      const marking: Marking = {
        severities: errors.severities.map((name) => ({ name })),
        categories: errors.categories.map((name) => ({ name, side: 'both' })),
        markers: [],
        inSource: true,
        unit: 'character',
      };
      const scales = [{ ...percentScale, isOptional: true }];
      return { ...none, shows: ['source', 'reference'], context: 'neighbours', sideBySide: 1, scales, marking };
    }
    case 'edit':
      return { ...none, shows: [], context: 'none', sideBySide: 1 };
    case 'accept':
      return { ...none, shows: ['reference'], context: 'neighbours', sideBySide: 1 };
  }
}
