/** POST /api/judge/consent {version}: the judge agrees to the text of that version. */
import { fieldsOf, textField } from '../bodyFields.ts';
import { Refusal } from '../refusal.ts';
import { textVersion } from '../textVersion.ts';
import type { JudgeRoute } from './route.ts';

export const judgeConsentRoute: JudgeRoute = {
  method: 'POST',
  path: '/api/judge/consent',
  async respond({ keeper, record, judge, body }) {
    const version = textField(fieldsOf(body, ['version']), 'version', 64);
    if (version !== textVersion(record.campaign.consent))
      throw new Refusal(409, 'That is not the text as it stands. Please load the page again and read it.');
    if (judge.consented !== version) await keeper.append([{ kind: 'consented', judge: judge.id, version }]);
    return {};
  },
};
