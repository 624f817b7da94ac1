/** Segments by chance, of as many systems as wanted: sentences of about 25 words, which each system gets wrong in its own way. */

/** Words for segments: with the letters of a language, and as often as Zipf's law has it. */
const alphabets = {
  latin: 'etaoinshrdlucmfwypvbgkjqxz',
  arabic: 'ابتثجحخدذرزسشصضطظعغفقكلمنهوي',
};

export function madeUpSegments({ segments = 3000, systems = 10, metrics = 3, alphabet = 'latin', seed = 1 } = {}) {
  const random = makeRandom(seed);
  const letters = [...alphabets[alphabet]];
  const words = Array.from({ length: 20_000 }, () =>
    Array.from(
      { length: 2 + Math.floor(4 * random() + 4 * random()) },
      () => letters[Math.floor(letters.length * random() ** 2)],
    ).join(''),
  );
  const word = () => words[Math.floor(words.length ** random()) - 1];
  const sentence = () => `${Array.from({ length: 5 + Math.floor(20 * random() + 20 * random()) }, word).join(' ')}.`;
  const sources = Array.from({ length: segments }, sentence);
  const references = Array.from({ length: segments }, sentence);
  const output = (reference, errors) => reference.replace(/[^ .]+/g, (kept) => (random() < errors ? word() : kept));
  return {
    systems: Array.from({ length: systems }, (_, i) => ({
      name: `system-${i + 1}`,
      outputs: references.map((reference) => output(reference, 0.3 + 0.02 * i)),
    })),
    sources,
    references,
    metrics: Array.from({ length: metrics }, (_, i) => ({
      name: `metric-${i + 1}`,
      higherIsBetter: true,
      digits: 1,
      scores: Array.from({ length: systems }, () => Float64Array.from({ length: segments }, () => 100 * random())),
    })),
    labels: [{ name: 'document', values: references.map((_, i) => `document-${1 + Math.floor(i / 25)}`) }],
  };
}

/** Numbers from 0 on and below 1 (Park and Miller 1988). */
function makeRandom(seed) {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return (state - 1) / 2_147_483_646;
  };
}
