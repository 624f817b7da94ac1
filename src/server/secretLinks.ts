/** Secret links: 128 random bits that let somebody in. Only their hash is ever stored. */
import { createHash, randomBytes } from 'node:crypto';

/** So many random bytes. */
export type RandomBytes = (count: number) => Uint8Array;

const entrances = { judge: '/j/', organiser: '/o/' } as const;

/** The path comes after the server's address; it is known once, here, and nowhere kept. The hash is what the journal knows. */
export function makeSecretLink(role: 'judge' | 'organiser', random: RandomBytes = randomBytes) {
  const token = Buffer.from(random(16)).toString('base64url');
  return { path: entrances[role] + token, hash: hashOfToken(token) };
}

/** Whether a text can be the secret of a link at all: 16 bytes in base64url. */
export const looksLikeToken = (text: string): boolean => /^[\w-]{22}$/.test(text);

/** One round of SHA-256 is enough: what is hashed cannot be guessed, unlike a password. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** The name of an assignment, the only one a browser hears: it says nothing, and nobody guesses another. */
export const makeId = (random: RandomBytes = randomBytes): string => Buffer.from(random(12)).toString('base64url');
