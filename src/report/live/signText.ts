/** Signs that something may be wrong with a judge, in words. */
import { counted } from '../../core/index.ts';
import type { JudgeSign, TaskKind } from '../../human/index.ts';
import { kindNames } from '../agree/kindNames.ts';
import { shownP } from '../wording.ts';

const taskNames: Readonly<Record<TaskKind, string>> = {
  rank: 'ranking',
  pairwise: 'pairs',
  assess: 'rating',
  mark: 'errors',
  edit: 'editing',
  accept: 'yes/no',
};

export function signText(sign: JudgeSign): string {
  switch (sign.sign) {
    case 'checks':
      return `noticed ${sign.passed} of ${counted(sign.seen, 'damaged output')} (${shownP(sign.p)})`;
    case 'same':
      return `${taskNames[sign.kind]}: the same answer in ${share(sign.share)}, others in ${share(sign.others)}`;
    case 'fast':
      return `${taskNames[sign.kind]}: usually ${seconds(sign.seconds)}, others ${seconds(sign.others)}`;
    case 'self':
    case 'others': {
      const whom = sign.sign === 'self' ? 'themselves' : 'others';
      return `${kindNames[sign.kind]}: agrees with ${whom} in ${sign.agreed} of ${counted(sign.compared, 'pair')}, which may be chance (${shownP(sign.p)})`;
    }
  }
}

const share = (value: number): string => `${Math.round(100 * value)} %`;
const seconds = (value: number): string => `${Number(value.toFixed(1))} s`;
