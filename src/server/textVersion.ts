/** The version of a text that people read before they judge: a hash of it, so that a changed text has another one. */
import { createHash } from 'node:crypto';

/** 64 bits are enough to tell versions apart; nobody gains by making two texts of one version. */
export const textVersion = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);
