import fc from 'fast-check';
import snowball from 'snowball-stemmers';
import { describe, expect, it } from 'vitest';
import { porterStem } from './stemmers.ts';

describe('porterStem', () => {
  // The examples of Porter (1980) by step, with what the later steps leave of them.
  it.each([
    ['caresses', 'caress'], ['ponies', 'poni'], ['ties', 'ti'], ['caress', 'caress'], ['cats', 'cat'],
    ['feed', 'feed'], ['agreed', 'agre'], ['plastered', 'plaster'], ['bled', 'bled'], ['motoring', 'motor'], ['sing', 'sing'],
    ['conflated', 'conflat'], ['troubled', 'troubl'], ['sized', 'size'], ['hopping', 'hop'], ['tanned', 'tan'],
    ['falling', 'fall'], ['hissing', 'hiss'], ['fizzed', 'fizz'], ['failing', 'fail'], ['filing', 'file'],
    ['happy', 'happi'], ['sky', 'sky'],
    ['relational', 'relat'], ['conditional', 'condit'], ['rational', 'ration'], ['digitizer', 'digit'], ['radically', 'radic'],
    ['differently', 'differ'], ['analogously', 'analog'], ['vietnamization', 'vietnam'], ['operator', 'oper'],
    ['feudalism', 'feudal'], ['decisiveness', 'decis'], ['hopefulness', 'hope'], ['formality', 'formal'], ['sensibility', 'sensibl'],
    ['triplicate', 'triplic'], ['formative', 'form'], ['electrical', 'electr'], ['goodness', 'good'],
    ['revival', 'reviv'], ['inference', 'infer'], ['adjustable', 'adjust'], ['replacement', 'replac'], ['adoption', 'adopt'],
    ['probate', 'probat'], ['rate', 'rate'], ['cease', 'ceas'], ['controlling', 'control'], ['rolled', 'roll'],
    ['generalizations', 'gener'], ['oscillators', 'oscil'],
  ])('%s → %s', (word, stem) => expect(porterStem(word)).toBe(stem)); // prettier-ignore

  // The two rules that Porter changed in his program, and its short words.
  it.each([
    ['possibly', 'possibl'],
    ['analogy', 'analog'],
    ['is', 'is'],
    ['as', 'as'],
    ['s', 's'],
    ['', ''],
  ])('%s → %s, as in his program', (word, stem) => expect(porterStem(word)).toBe(stem));

  it('otherwise agrees with Snowball’s porter', () => {
    const stemmer = snowball.newStemmer('porter');
    const part = fc.constantFrom(
      ...[
        'a',
        'e',
        'i',
        'o',
        'u',
        'y',
        'yy',
        'b',
        'l',
        'll',
        's',
        'ss',
        't',
        'tt',
        'x',
        'w',
        'z',
        'str',
        '1',
        "'",
        'é',
      ],
      ...[
        'ation',
        'iz',
        'eed',
        'ed',
        'ing',
        'ational',
        'ization',
        'bil',
        'iti',
        'ous',
        'ness',
        'ful',
        'iv',
        'al',
        'ism',
        'er',
      ],
      ...['ent', 'enci', 'ment', 'ement', 'ance', 'ible', 'ate', 'ion', 'ic', 'icate', 'e', 'ies', 'sses', 'at', 'bl'],
    );
    const word = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(word, (text) => {
        fc.pre(text.length > 2 && !/bl[iy]|log[iy]/.test(text));
        // Snowball lists the letters that are made single, such as those of “hopping”.
        fc.pre(!/([^aeioubdfgmnprtlsz])\1(ed|ing)/.test(text));
        expect(porterStem(text)).toBe(stemmer.stem(text));
      }),
      { seed: 20281, numRuns: 5000 },
    );
  });

  it('handles a long run of y', () => expect(porterStem('y'.repeat(100_000))).toHaveLength(100_000));
});
