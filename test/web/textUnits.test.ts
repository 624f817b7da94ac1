/** Selectable units: joined, they are always the text. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutUnits } from '../../web/shared/fields/textUnits.ts';

it('are the text, without gaps and overlaps', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.constantFrom('en', 'he', 'no such tag!', ''),
      (text, lang) => {
        const units = cutUnits(text, lang);
        expect(units.map((unit) => unit.text).join('')).toBe(text);
        let end = 0;
        for (const unit of units) {
          expect(unit.start).toBe(end);
          expect(text.slice(unit.start, unit.end)).toBe(unit.text);
          expect(unit.blank).toBe(unit.text.trim() === '');
          end = unit.end;
        }
        expect(end).toBe(text.length);
      },
    ),
  );
});

it('are words and punctuation, in scripts with and without blanks', () => {
  const words = (text: string, lang: string) =>
    cutUnits(text, lang).flatMap(({ text, blank }) => (blank ? [] : [text]));
  expect(words('Er kam, sah 👩‍🔬.', 'de')).toEqual(['Er', 'kam', ',', 'sah', '👩‍🔬', '.']);
  expect(words('ראש העיר', 'he')).toEqual(['ראש', 'העיר']);
  expect(words('我喜欢猫', 'zh').length).toBeGreaterThan(1);
});

it('are limited in number in a very long text', () => {
  for (const text of ['word '.repeat(200_000), '猫😀'.repeat(300_000)]) {
    const units = cutUnits(text, 'zh');
    expect(units.length).toBeLessThanOrEqual(1500);
    expect(units.map((unit) => unit.text).join('') === text).toBe(true);
    expect(units.some((unit) => /^[\uDC00-\uDFFF]/.test(unit.text))).toBe(false);
  }
});
