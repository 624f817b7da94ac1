/** The SHA-256 of plain data, such as names of files and the digests of what they hold. */
import { createHash } from 'node:crypto';

export const digestOf = (data: unknown): string => createHash('sha256').update(JSON.stringify(data)).digest('hex');
