/** The name of an assignment, the only one a browser hears: it says nothing, and nobody guesses another. */
import { randomBytes } from 'node:crypto';
import type { RandomBytes } from './secretLinks.ts';

export const makeId = (random: RandomBytes = randomBytes): string => Buffer.from(random(12)).toString('base64url');
