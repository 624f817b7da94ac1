import { describe, expect, it } from 'vitest';
import { cutWords } from '../words/views.ts';
import { tokenizerMeteor, tokenizerMeteorApostrophes } from './meteor.ts';

// METEOR 0.6 replaces everything by a space except a–z, 0–9 and, outside English, À–ÿ and the apostrophe; a single apostrophe is dropped, too.
describe.each([
  ['english', tokenizerMeteor, 0],
  ['others', tokenizerMeteorApostrophes, 1],
] as const)('%s', (_, tokenizer, column) => {
  it.each([
    ["it 's a well-known fact.", ['it s a well known fact', "it 's a well known fact"]],
    ["l'homme ' d'or '", ['l homme d or', "l'homme d'or"]],
    ["''", ['', '']],
    ['1,000.5 $ 3%', ['1 000 5 3', '1 000 5 3']],
    ['a&amp;b &quot;c&quot; &lt;d&gt;', ['a b c d', 'a b c d']],
    ['don&apos;t', ['don t', "don't"]],
    // Kept, where the program splits into "caf" and "ko a".
    ['café Škoda Straße 中文', ['café Škoda Straße 中文', 'café Škoda Straße 中文']],
    ['a😀b 𝒳𝒴 👍🏽', ['a b 𝒳𝒴', 'a b 𝒳𝒴']],
    ['half\ud83dpair', ['half\ud83dpair', 'half\ud83dpair']],
    ['', ['', '']],
    [' . ! ', ['', '']],
  ] as const)('%j', (text, expected) => {
    expect(cutWords(tokenizer)(text).join(' ')).toBe(expected[column]);
  });
});
