export { type JudgingServer, type ServerOptions, createServer } from './createServer.ts';
export { FollowedRecord } from './followedRecord.ts';
export { type RandomBytes, type SecretLink, makeId, makeSecretLink } from './secretLinks.ts';
export type { Journal, JournalContents, OpenOptions } from './store/journal.ts';
export { createJournal, dumpJournal, loadJournal, openJournal, restoreJournal } from './store/openJournal.ts';
export { type RateLimits, usualLimits } from './visitors.ts';
export type {
  AddedJudges,
  JudgeExport,
  JudgeHome,
  ListedLinks,
  LiveCampaign,
  MadeLink,
  Planned,
  SentAnswer,
  ShownAssignment,
  ShownText,
  StoredAnswer,
  WireError,
} from './wire.ts';
