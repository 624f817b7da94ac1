/** All routes of the API. A route that is not here does not exist. */
import { judgeAnswersRoute } from './judgeAnswers.ts';
import { judgeAssignmentRoute } from './judgeAssignment.ts';
import { judgeConsentRoute } from './judgeConsent.ts';
import { judgeEraseRoute } from './judgeErase.ts';
import { judgeExportRoute } from './judgeExport.ts';
import { judgeHomeRoute } from './judgeHome.ts';
import { organiserAddJudgesRoute } from './organiserAddJudges.ts';
import { organiserCloseRoute } from './organiserClose.ts';
import { organiserExcludeRoute, organiserIncludeRoute } from './organiserExclude.ts';
import { organiserExportRoute } from './organiserExport.ts';
import { organiserExtendRoute } from './organiserExtend.ts';
import { organiserFreezeRoute, organiserThawRoute } from './organiserFreeze.ts';
import { organiserJournalRoute } from './organiserJournal.ts';
import { organiserLinksRoute } from './organiserLinks.ts';
import { organiserLiveRoute } from './organiserLive.ts';
import { organiserMakeLinkRoute } from './organiserMakeLink.ts';
import { organiserOpenRoute } from './organiserOpen.ts';
import { organiserRevokeLinkRoute } from './organiserRevokeLink.ts';
import type { JudgeRoute, OrganiserRoute } from './route.ts';

export const judgeRoutes: readonly JudgeRoute[] = [
  judgeHomeRoute,
  judgeAssignmentRoute,
  judgeConsentRoute,
  judgeAnswersRoute,
  judgeExportRoute,
  judgeEraseRoute,
];

export const organiserRoutes: readonly OrganiserRoute[] = [
  organiserLiveRoute,
  organiserLinksRoute,
  organiserFreezeRoute,
  organiserThawRoute,
  organiserCloseRoute,
  organiserOpenRoute,
  organiserExtendRoute,
  organiserAddJudgesRoute,
  organiserExcludeRoute,
  organiserIncludeRoute,
  organiserMakeLinkRoute,
  organiserRevokeLinkRoute,
  organiserExportRoute,
  organiserJournalRoute,
];
