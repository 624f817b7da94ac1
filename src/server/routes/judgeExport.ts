/**
 * GET /api/judge/export: all that the judge said, with every correction. What the judgments are used for, and whether they count, is the
 * organiser's: to tell it here would tell which texts were checks.
 */
import type { JudgeExport } from '../wire.ts';
import { type JudgeRoute, asDownload } from './route.ts';

export const judgeExportRoute: JudgeRoute = {
  method: 'GET',
  path: '/api/judge/export',
  async respond({ keeper, record, judge, reply }) {
    const consents: JudgeExport['consents'][number][] = [];
    const answers: JudgeExport['answers'][number][] = [];
    for await (const { at, event } of keeper.entries()) {
      if (event.kind === 'consented' && event.judge === judge.id) consents.push({ at, version: event.version });
      if (event.kind !== 'answered' || event.judge !== judge.id) continue;
      const { kind: _, judge: __, key: ___, ...said } = event;
      answers.push({ at, ...said });
    }
    asDownload(reply, 'my-judgments.json', 'application/json; charset=utf-8');
    const whole: JudgeExport = { title: record.campaign.title, judge: judge.id, consents, answers };
    return JSON.stringify(whole, null, 2);
  },
};
