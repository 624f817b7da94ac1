export { type JudgingServer, type ServerOptions, createServer } from './createServer.ts';
export { FollowedRecord } from './followedRecord.ts';
export { type RandomBytes, type SecretLink, makeId, makeSecretLink } from './secretLinks.ts';
export type { Journal, JournalContents, OpenOptions } from './store/journal.ts';
export { createJournal, openJournal, restoreJournal } from './store/openJournal.ts';
export { type RateLimits, usualLimits } from './visitors.ts';
