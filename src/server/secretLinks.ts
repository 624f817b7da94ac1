/** Secret links: 128 random bits that sign a person in. Only the hash is stored. */
import { createHash, randomBytes } from 'node:crypto';

/** Returns `count` random bytes. */
export type RandomBytes = (count: number) => Uint8Array;

const entrances = { judge: '/j/', organiser: '/o/', enrolment: '/e/' } as const;

/** The path comes after the server's address and is not stored. The journal keeps the hash. */
export function makeSecretLink(role: keyof typeof entrances, random: RandomBytes = randomBytes) {
  const token = Buffer.from(random(16)).toString('base64url');
  return { path: entrances[role] + token, hash: hashOfToken(token) };
}

/** Whether a string has the form of a link's secret: 16 bytes in base64url. */
export const looksLikeToken = (text: string): boolean => /^[\w-]{22}$/.test(text);

/** One round of SHA-256 is enough: unlike a password, the secret cannot be guessed. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** The id of an assignment in browsers: opaque and impossible to guess. */
export const makeId = (random: RandomBytes = randomBytes): string => Buffer.from(random(12)).toString('base64url');
