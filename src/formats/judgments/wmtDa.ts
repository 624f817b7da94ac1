/**
 * Direct assessment as WMT published it from its crowd workers (Graham et al. 2016; 2016 to 2022): one row per rating, raw in `ad-latest` and
 * `ad-good-raw`, standardised by worker in `ad-PAIR-good-stnd`. Header and rows are separated in different ways, even within a file.
 */
import { present } from '../../core/index.ts';
import type { RatedItem, Rating } from '../../human/index.ts';
import { finiteNumber } from '../numbers.ts';
import { tableFormat } from './tableFormat.ts';

const items = new Map<string, RatedItem>([
  ['SYSTEM', 'output'],
  ['REF', 'reference'],
  ['BAD_REF', 'damaged'],
  ['REPEAT', 'repeat'],
]);

export const wmtDa = tableFormat({
  id: 'wmt-da',
  summary: 'direct assessments of crowd workers at WMT (`ad-latest`, `ad-PAIR-good-stnd`), raw or standardised',
  marks: ['HITId', 'WorkerId', 'sys_id', 'sid', 'score'],
  columns: {
    batch: ['HITId'],
    judge: ['WorkerId'],
    from: ['Input.src'],
    to: ['Input.trg'],
    system: ['sys_id'],
    type: ['type'],
    segment: ['sid'],
    score: ['score'],
  },
  rows(into) {
    const ratings: { readonly rating: Rating; readonly line: number }[] = [];
    return {
      take(field, line) {
        const [judge, system, segment] = [field('judge'), field('system'), field('segment')];
        if (judge === '' || system === '' || segment === '') return 'WorkerId, sys_id and sid must not be empty.';
        if (field('from') === '' || field('to') === '') return 'Input.src and Input.trg must not be empty.';
        const item = items.get(field('type'));
        if (!item) return `type must be SYSTEM, REF, BAD_REF or REPEAT, not "${field('type')}".`;
        if (field('score') === 'NA') return into.leaveOut('rows without a score', line);
        const score = finiteNumber(field('score'));
        if (score === undefined) return `score must be a number, not "${field('score')}".`;
        const rating = {
          task: into.pair(field('from'), field('to')),
          segment: into.name(segment),
          judge: into.name(judge),
          order: 0,
          protocol: 'DA',
          ...present({ batch: ['', 'NA'].includes(field('batch')) ? undefined : into.name(field('batch')) }),
          system: into.name(system),
          score,
          item,
        };
        ratings.push({ rating, line });
        return undefined;
      },
      finish() {
        const scale = scaleOf(ratings.map(({ rating }) => rating.score));
        for (const { rating, line } of ratings) {
          const { score, judge } = rating;
          if (scale === undefined && (score < 0 || score > 100)) {
            into.refuse('rows', `a score must be a number from 0 to 100, not "${score}".`, line);
          } else {
            into.ratings.push({ ...rating, ...present({ scale }), order: into.nextOrder('rating', judge) });
          }
        }
      },
    };
  },
});

/** No column says whether scores are standardised: half of them are then within one deviation or so, which few raw scores are. */
function scaleOf(scores: readonly number[]): 'z' | undefined {
  const near = scores.filter((score) => Math.abs(score) < 5).length;
  return 2 * near > scores.length && scores.some((score) => score < 0) ? 'z' : undefined;
}
