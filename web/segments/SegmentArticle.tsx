/** One segment whole: source, references, and outputs with what matches marked. */
import type { ComponentChildren, JSX } from 'preact';
import type { Segments } from '../../src/report/comparePage/packSegments.ts';
import { counted } from '../shared/counted.ts';
import type { BrowserState } from './browserState.ts';
import { type MarkedText, type Piece, markText } from './markText.ts';
import { differenceText, scoreText } from './words.ts';

/** Longer n-grams look like those of this length. */
const highestOrder = 4;

interface SegmentProps {
  readonly segments: Segments;
  readonly state: BrowserState;
  readonly segment: number;
  /** Of its headings. */
  readonly level: number;
}

export function SegmentArticle(props: SegmentProps): JSX.Element {
  const { segments, state, segment, level } = props;
  const { source: sourceLanguage, target } = segments.languages;
  const source = segments.source(segment);
  const references = segments.references(segment);
  const several = references.length > 1;
  const given = (title: string, language: string | undefined, text: string, chosen = false): JSX.Element => (
    <div class={chosen ? 'given chosen' : 'given'}>
      <Heading level={level}>{title}</Heading>
      <Text language={language}>{text}</Text>
    </div>
  );
  return (
    <>
      {source !== undefined && given('Source', sourceLanguage, source)}
      {references.map((text, i) =>
        given(several ? `Reference ${i + 1}` : 'Reference', target, text, several && state.against === i),
      )}
      {systemsShown(props).map((system) => (
        <Output {...props} system={system} />
      ))}
    </>
  );
}

/** A heading of a level that depends on where the browser stands. */
export function Heading({ level, ...rest }: { readonly level: number } & JSX.IntrinsicElements['h6']) {
  const Tag = `h${Math.min(level, 6)}` as 'h6';
  return <Tag {...rest} />;
}

/** A text in its own direction and, if known, language. */
const Text = ({ language, children }: { readonly language: string | undefined; children: ComponentChildren }) => (
  <p class="text" dir="auto" lang={language}>
    {children}
  </p>
);

/** Where a segment comes from: its key and its labels. */
export function Origin({ segments, segment }: Pick<SegmentProps, 'segments' | 'segment'>): JSX.Element {
  const facts: [name: string, value: string][] = [
    ['key', segments.key(segment) ?? ''],
    ...segments.labels.map(({ name, values, of }): [string, string] => [name, values[of[segment]!]!]),
  ];
  return (
    <p class="origin">
      {facts
        .filter(([, value]) => value !== '')
        .map(([name, value], i) => (
          <>
            {i > 0 && ' · '}
            <bdi>{name}</bdi> <bdi>{value}</bdi>
          </>
        ))}
    </p>
  );
}

/** The two compared, or all with the best first. */
function systemsShown({ segments, state, segment }: SegmentProps): number[] {
  if (state.show === 'pair') return [state.a, state.b];
  const sign = segments.metrics[state.metric]!.higherIsBetter ? -1 : 1;
  const rank = (system: number): number => {
    const score = segments.score(state.metric, system, segment);
    return Number.isNaN(score) ? Infinity : sign * score;
  };
  return segments.systems.map((_, system) => system).sort((x, y) => (rank(x) === rank(y) ? x - y : rank(x) - rank(y)));
}

function Output({ system, ...props }: SegmentProps & { readonly system: number }): JSX.Element {
  const { segments, state, segment, level } = props;
  const letter = system === state.a ? 'A' : system === state.b ? 'B' : undefined;
  const texts = standards(props, system);
  const marked = markText(segments.output(system, segment), texts, segments);
  const score = (metric: number, of = system): number => segments.score(metric, of, segment);
  return (
    <div class="output">
      <div class="output-head">
        <Heading level={level} class="system">
          {letter && <span class={`letter ${letter.toLowerCase()}`}>{letter}</span>}
          {letter && ' '}
          <bdi>{segments.systems[system]!}</bdi>
        </Heading>
        <p class="scores">
          {segments.metrics.map(({ name, digits }, metric) => {
            const chosen = metric === state.metric;
            const difference = score(metric) - score(metric, state.a);
            return (
              <>
                <span class={chosen ? 'score chosen' : 'score'}>
                  <bdi>{name}</bdi> {scoreText(score(metric), digits)}
                  {chosen && letter === 'B' && ` (${differenceText(difference, digits)})`}
                </span>{' '}
              </>
            );
          })}
        </p>
      </div>
      <Text language={segments.languages.target}>
        {marked.pieces.map((piece, i) => drawn(piece, marked.pieces[i - 1], state.missing))}
      </Text>
      <p class="found">{describe(marked, texts.length > 1)}</p>
    </div>
  );
}

/** What an output is compared with. */
function standards({ segments, state, segment }: SegmentProps, system: number): readonly string[] {
  const { against, a, b } = state;
  const references = segments.references(segment);
  if (against === 'other' || references.length === 0) return [segments.output(system === a ? b : a, segment)];
  const one = against === 'any' ? undefined : references[against];
  return one === undefined ? references : [one];
}

function drawn(piece: Piece, before: Piece | undefined, withMissing: boolean): ComponentChildren {
  switch (piece.kind) {
    case 'other':
      return piece.text;
    case 'unmatched':
      return <span class="m0">{piece.text}</span>;
    case 'matched':
      return <span class={`m${Math.min(piece.order, highestOrder)}`}>{piece.text}</span>;
    case 'missing':
      // It stands between spaces, also before a full stop.
      return withMissing && [before && before.kind !== 'other' && ' ', <del>{piece.text}</del>, ' '];
  }
}

/** What the marks show, in words. */
function describe({ words, matched, longest, missing, closest }: MarkedText, plural: boolean): string {
  if (closest === undefined) return '';
  const inRow = matched === 0 ? '' : `, at most ${longest} in a row`;
  const nearest = plural ? ` · closest to reference ${closest + 1}` : '';
  return `${matched} of ${counted(words, 'word')} matched${inRow} · ${missing} missing${nearest}`;
}

const marks = [
  [<span class="m1">word</span>, 'matches'],
  [<span class="m2">two words</span>, 'in a row'],
  [<span class="m3">three</span>, 'in a row'],
  [<span class="m4">four or more</span>, 'in a row'],
  [<span class="m0">word</span>, 'no match'],
  [<del>word</del>, 'is missing'],
];

/** How the marks are to be read. */
export const Legend = (): JSX.Element => (
  <ul class="legend" aria-label="Marks in outputs">
    {marks.map(([sample, meaning]) => (
      <li>
        {sample} {meaning}
      </li>
    ))}
  </ul>
);
