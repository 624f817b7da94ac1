import { describe, expect, it } from 'vitest';
import { hashOfToken, looksLikeToken, makeSecretLink } from './secretLinks.ts';
import { Sessions } from './sessions.ts';

const secret = new Uint8Array(32).fill(7);
const hash = hashOfToken('AAAAAAAAAAAAAAAAAAAAAA');
const day = 24 * 60 * 60 * 1000;
const pairOf = (cookie: string): string => cookie.split(';')[0]!;

describe('a session', () => {
  const sessions = new Sessions(secret);
  const cookie = sessions.begin('judge', hash, 0, false);
  const pair = pairOf(cookie);

  it('is a cookie hidden from scripts and other sites', () => {
    expect(cookie).toMatch(
      /^assay-judge-[0-9a-f]{8}=[0-9a-f]{64}\.2592000\.[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict$/,
    );
    expect(sessions.begin('judge', hash, 0, true)).toMatch(/^__Host-assay-judge-.*; Secure$/);
  });

  it.each([
    ['alone', pair],
    ['among others', `a=b; ${pair}; c=d`],
  ])('is recognised: %s', (_, cookies) => {
    expect(sessions.linkOf('judge', cookies, 29 * day, false)).toBe(hash);
    expect(new Sessions(secret).linkOf('judge', cookies, 29 * day, false)).toBe(hash);
  });

  const value = pair.split('=')[1]!;
  const name = pair.split('=')[0]!;
  const [link, ends, signature] = value.split('.');
  it.each([
    ['none', undefined],
    ['empty', ''],
    ['without a value', name],
    ['of another name', `x${pair}`],
    ['of another link', `${name}=${hashOfToken('other')}.${ends}.${signature}`],
    ['prolonged', `${name}=${link}.${Number(ends) + 1}.${signature}`],
    ['with another signature', `${name}=${link}.${ends}.${'A'.repeat(43)}`],
    ['with a shorter signature', `${name}=${link}.${ends}.${signature!.slice(1)}`],
    ['without a signature', `${name}=${link}.${ends}.`],
    ['ended', pairOf(sessions.end('judge', false))],
  ])('is refused: %s', (_, cookies) => {
    expect(sessions.linkOf('judge', cookies, 0, false)).toBeUndefined();
  });

  it('is refused after it expires, for another role, over another protocol, by a server of another journal', () => {
    expect(sessions.linkOf('judge', pair, 30 * day, false)).toBeUndefined();
    expect(sessions.linkOf('organiser', pair, 0, false)).toBeUndefined();
    expect(sessions.linkOf('organiser', pair.replace('judge', 'organiser'), 0, false)).toBeUndefined();
    expect(sessions.linkOf('judge', pair, 0, true)).toBeUndefined();
    expect(new Sessions(new Uint8Array(32)).linkOf('judge', pair, 0, false)).toBeUndefined();
  });
});

describe('a secret link', () => {
  it('has 128 random bits and a SHA-256 hash', () => {
    const { path, hash } = makeSecretLink('judge', (count) => new Uint8Array(count).fill(255));
    expect(path).toBe('/j/_____________________w');
    // printf %s _____________________w | sha256sum
    expect(hash).toBe('f055fbb78d51e39defb88d8b20b4a09c062521bd773160dfc23e9bf3fbaba0eb');
    expect(makeSecretLink('organiser').path).toMatch(/^\/o\/[\w-]{22}$/);
    expect(makeSecretLink('judge').path).not.toBe(makeSecretLink('judge').path);
  });

  it.each([
    ['_____________________w', true],
    ['', false],
    ['_____________________', false],
    ['______________________w', false],
    ['____________________/w', false],
    ['____________________\nw', false],
  ])('%j looks like one: %s', (text, expected) => expect(looksLikeToken(text)).toBe(expected));
});
