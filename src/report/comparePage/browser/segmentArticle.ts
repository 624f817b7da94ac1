/** One segment whole: source, references, and outputs with what matches marked. */
import { counted, differenceText, make, makeHeading, makeName, makeText, scoreText } from './elements.ts';
import { type MarkedText, type Piece, markText } from './markText.ts';
import type { View } from './view.ts';

/** Longer n-grams look like those of this length. */
const highestOrder = 4;

/** The parts of the article below its own heading. */
export function makeArticle(view: View, segment: number): HTMLElement[] {
  const { segments, state, level } = view;
  const source = segments.source(segment);
  const references = segments.references(segment);
  const { source: sourceLanguage, target } = segments.languages;
  const part = (title: string, chosen: boolean, text: HTMLElement): HTMLElement =>
    make('div', { class: chosen ? 'given chosen' : 'given' }, makeHeading(level + 1, {}, title), text);
  return [
    ...(source === undefined ? [] : [part('Source', false, makeText(sourceLanguage, source))]),
    ...references.map((reference, i) =>
      part(
        references.length === 1 ? 'Reference' : `Reference ${i + 1}`,
        state.against === i && references.length > 1,
        makeText(target, reference),
      ),
    ),
    ...systemsShown(view, segment).map((system) => makeOutput(view, segment, system)),
  ];
}

/** Where a segment comes from: its key and its labels. */
export function makeOrigin({ segments }: View, segment: number): HTMLElement {
  const key = segments.key(segment);
  const facts: (readonly [string, string])[] = [
    ...(key === undefined ? [] : [['key', key] as const]),
    ...segments.labels.map(({ name, values, of }) => [name, values[of[segment]!]!] as const),
  ];
  const shown = facts.filter(([, value]) => value !== '');
  return make(
    'p',
    { class: 'origin' },
    ...shown.flatMap(([name, value], i) => [i === 0 ? '' : ' · ', makeName(name), ' ', makeName(value)]),
  );
}

/** The two compared, or all with the best first. */
function systemsShown({ segments, state }: View, segment: number): number[] {
  if (state.show === 'pair') return [state.a, state.b];
  const sign = segments.metrics[state.metric]!.higherIsBetter ? -1 : 1;
  const rank = (system: number): number => {
    const score = segments.score(state.metric, system, segment);
    return Number.isNaN(score) ? Infinity : sign * score;
  };
  return segments.systems.map((_, system) => system).sort((x, y) => (rank(x) === rank(y) ? x - y : rank(x) - rank(y)));
}

function makeOutput(view: View, segment: number, system: number): HTMLElement {
  const { segments, state, level } = view;
  const letter = system === state.a ? 'A' : system === state.b ? 'B' : undefined;
  const { texts, plural } = standards(view, segment, system);
  const marked = markText(segments.output(system, segment), texts, segments);
  const title = makeHeading(
    level + 1,
    { class: 'system' },
    ...(letter ? [make('span', { class: `letter ${letter.toLowerCase()}` }, letter), ' '] : []),
    makeName(segments.systems[system]!),
  );
  return make(
    'div',
    { class: 'output' },
    make('div', { class: 'output-head' }, title, makeScores(view, segment, system)),
    makeText(segments.languages.target, ...makePieces(marked.pieces, state.missing)),
    make('p', { class: 'found' }, describe(marked, plural)),
  );
}

/** What an output is held against; one of several, or a single one. */
function standards(
  { segments, state }: View,
  segment: number,
  system: number,
): { texts: readonly string[]; plural: boolean } {
  const { against, a, b } = state;
  if (against === 'other') return { texts: [segments.output(system === a ? b : a, segment)], plural: false };
  const references = segments.references(segment);
  const one = against === 'any' ? undefined : references[against];
  return one === undefined ? { texts: references, plural: references.length > 1 } : { texts: [one], plural: false };
}

function makeScores({ segments, state, differences }: View, segment: number, system: number): HTMLElement {
  const scores = segments.metrics.map(({ name, digits }, metric) => {
    const score = scoreText(segments.score(metric, system, segment), digits);
    const chosen = metric === state.metric;
    const difference = chosen && system === state.b ? ` (${differenceText(differences[segment]!, digits)})` : '';
    return make('span', { class: chosen ? 'score chosen' : 'score' }, makeName(name), ` ${score}${difference}`);
  });
  return make('p', { class: 'scores' }, ...scores.flatMap((score) => [score, ' ']));
}

function makePieces(pieces: readonly Piece[], withMissing: boolean): (Node | string)[] {
  return pieces.flatMap((piece, i): (Node | string)[] => {
    switch (piece.kind) {
      case 'other':
        return [piece.text];
      case 'unmatched':
        return [make('span', { class: 'm0' }, piece.text)];
      case 'matched':
        return [make('span', { class: `m${Math.min(piece.order, highestOrder)}` }, piece.text)];
      case 'missing':
        // It stands between spaces, also before a full stop.
        return withMissing
          ? [i === 0 || pieces[i - 1]!.kind === 'other' ? '' : ' ', make('del', {}, piece.text), ' ']
          : [];
    }
  });
}

/** What the marks show, in words. */
function describe({ words, matched, longest, missing, closest }: MarkedText, plural: boolean): string {
  const match = `${matched} of ${counted(words, 'word')} matched`;
  if (closest === undefined) return '';
  return [
    matched === 0 ? match : `${match}, at most ${longest} in a row`,
    `${missing} missing`,
    ...(plural ? [`closest to reference ${closest + 1}`] : []),
  ].join(' · ');
}

/** How the marks are to be read. */
export function makeLegend(): HTMLElement {
  const entry = (className: string, sample: string, meaning: string): HTMLElement =>
    make(
      'li',
      {},
      className === 'del' ? make('del', {}, sample) : make('span', { class: className }, sample),
      ` ${meaning}`,
    );
  return make(
    'ul',
    { class: 'legend', 'aria-label': 'Marks in outputs' },
    entry('m1', 'word', 'matches'),
    entry('m2', 'two words', 'in a row'),
    entry('m3', 'three', 'in a row'),
    entry('m4', 'four or more', 'in a row'),
    entry('m0', 'word', 'no match'),
    entry('del', 'word', 'is missing'),
  );
}
