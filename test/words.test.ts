/**
 * Plain English: phrases that read as if translated must not come back, in strings, comments and documents. Each has what to write instead.
 * CONTRIBUTING.md says how we write.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

const phrases: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/(?<!\bthere )\b(?:is|are|was|were) no (?!longer|more|fewer|less|better|worse|later|earlier|smaller|larger|greater|different|matter|one\b)[a-z]/i, 'is not a …'],
  [/\b(?:is|are|was|were|be|been) told\b(?! apart)/, 'is reported, is shown, says'],
  [/\btold (?:by|from|in)\b/, 'known by, distinguished from'],
  [/\bstands? (?:beside|in for|for itself|side by side|on it)\b/, 'is next to, is used for'],
  [/\bat hand\b/, 'current, given, available'],
  [/\bbecomes? of\b/, 'happens to, how … changes'],
  [/\bone can\b(?!not)/, 'you can'],
  [/\b[Ww]hoever\b/, 'anyone who, people who'],
  [/\bwho (?:does|writes|wants|reads) (?!not\b)/, 'people who …, if you …'],
  [/\bless (?:that of|the|those|its|what)\b/, 'minus'],
  [/\bturned? (?:a)?round\b/, 'negated, reversed'],
  [/\bwhat can be typed\b/, 'see … --help'],
  [/\b(?:holds?|held) (?:it|them|each) to\b/, 'tests, checks'],
  [/\btoo sure\b/, 'overconfident'],
  [/\bsa(?:y|ys|id) (?:nothing|something|little|much|more|less|the same) of\b/, 'says nothing about'],
  [/\b(?:owed|due) to chance alone\b|\bowed to\b/, 'due to'],
  [/\bas (?:good|far|well) as can be\b/, 'maximise, as well as possible'],
  [/\bis worth something\b/, 'is useful'],
  [/\bcomes? in by\b/, 'opens, enters with'],
  [/\bwhich is none of\b/, 'which is not one of'],
  [/\bto be had\b/, 'available'],
  [/\b(?:one|two|three) a (?:line|segment|file|pair)\b/, 'one per line'],
  [/\banew\b/, 'again'],
  [/\bthe one that is\b/, 'name it'],
  [/\bunless (?:told|said) otherwise\b/, 'by default'],
  [/\ball there (?:is|are)\b/, 'all of them'],
  [/\bof whom\b/, 'rephrase'],
  [/\bso many (?!that\b)/, 'this many, that many'],
  [/\bmay (?:stand|be had)\b/, 'can be'],
  [/\blikewise\b/, 'the same, also'],
  [/\bhowever (?:often|many|small|long|much)\b/, 'no matter how …, any number of'],
  [/\bnor (?:do|does|is|are)\b/, 'and … not'],
]; // prettier-ignore

/** Text of our own: not what is generated, nor the words of test data. */
const isOurs = (path: string): boolean =>
  /\.(?:ts|tsx|js|md|html)$/.test(path) &&
  !/\.generated\.|\.cases\.|\/wordFacts\.ts$|^test\/words\.test\.ts$|^docs\/reference\/|^examples\/(?!README)|^docs\/papers\/wmt09-tables/.test(
    path,
  );

it('no phrase reads as if translated', () => {
  const paths = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n').filter(isOurs);
  expect(paths.length).toBeGreaterThan(500);
  const found = paths.flatMap((path) =>
    readFileSync(`${root}${path}`, 'utf8')
      .split('\n')
      .flatMap((line, i) =>
        phrases
          .filter(([phrase]) => phrase.test(line))
          .map(([phrase, instead]) => `${path}:${i + 1}: ${phrase.exec(line)![0]} → ${instead}: ${line.trim()}`),
      ),
  );
  expect(found).toEqual([]);
});
