export { type JudgingServer, createServer } from './createServer.ts';
export { Refusal } from './faults.ts';
export { FollowedRecord } from './followedRecord.ts';
export { makeId, makeSecretLink } from './secretLinks.ts';
export type { Journal } from './store/journal.ts';
export { createJournal, openJournal } from './store/openJournal.ts';
export { createProtocolServer } from './serveProtocol.ts';
