/** The three paradoxes of Chiang, DeNeefe, Chan and Ng (EMNLP 2008), to change by hand; and whether the loaded files contain one. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { SubNav } from '../SubNav.tsx';
import { usePart } from '../address.ts';
import type { LiveParadox, LiveRequest } from '../desk/paradoxes.ts';
import type { StudioStore } from '../studioStore.ts';
import { ParadoxCheck } from './ParadoxCheck.tsx';
import { type MetricLines, plainName, shown, tell } from './paradoxWords.ts';

interface Props {
  readonly store: StudioStore;
}

interface Slider {
  readonly title: string;
  readonly least: number;
  readonly most: number;
  readonly usual: number;
}

interface Demonstration {
  readonly paradox: LiveRequest['paradox'];
  /** As links name it. */
  readonly link: string;
  readonly title: string;
  readonly text: string;
  /** By the name of the size. */
  readonly sliders: Readonly<Record<string, Slider>>;
  /** Above the switches of segments, if there are any. */
  readonly switches?: string;
  /** Switched on at first, so that the paradox is there to be seen. */
  readonly segments: readonly number[];
}

const demonstrations: readonly Demonstration[] = [
  {
    paradox: 'sign-test',
    link: '',
    title: 'Move a sentence',
    text: 'c leaves out the end of each sentence. b is the same as c, but goes on with wrong words until it is longer than the reference. Put sentences of one system into the output of the other: if the score rises, the metric says that they are better.',
    sliders: {
      missing: { title: 'Words that c leaves out', least: 0, most: 10, usual: 3 },
      extra: { title: 'Words that b has too many', least: 0, most: 5, usual: 1 },
    },
    switches: 'Segments to exchange',
    segments: [0],
  },
  {
    paradox: 'genres',
    link: 'genres',
    title: 'Change a genre’s share',
    text: 'Two systems translate easy newswire and hard weblogs. The mixed-genre system is wordy where it is easy and too short where it is hard. It is worse on each genre, but BLEU lets the surplus words of one pay for the missing words of the other.',
    sliders: {
      newswire: { title: 'Segments of newswire', least: 1, most: 40, usual: 3 },
      weblogs: { title: 'Segments of weblogs', least: 1, most: 60, usual: 5 },
    },
    segments: [],
  },
  {
    paradox: 'deletion',
    link: 'deletion',
    title: 'Delete a sentence',
    text: 'The system writes more words than the reference has. Leave out whole segments: as long as the rest is long enough, BLEU has no objection.',
    sliders: { extra: { title: 'Surplus words in each segment', least: 0, most: 5, usual: 2 } },
    switches: 'Segments to leave out',
    segments: [3],
  },
];

export function ParadoxView({ store }: Props) {
  const [part] = usePart('paradoxes');
  const shownOne = demonstrations.find(({ link }) => link === part) ?? demonstrations[0]!;
  return (
    <>
      <p class="lead">
        BLEU adds up matches and lengths over all segments before it divides, so whether a segment helps depends on all
        the others. Change the examples and see BLEU contradict itself. The examples are made up; the scores are
        computed as you go.
      </p>
      <SubNav
        title="Paradoxes"
        view="paradoxes"
        part={shownOne.link}
        parts={Object.fromEntries(demonstrations.map(({ link, title }) => [link, title]))}
      />
      <Live key={shownOne.paradox} store={store} demonstration={shownOne} />
      <ParadoxCheck store={store} />
      <section class="result">
        <h2>Where this is from</h2>
        <p>
          Chiang, DeNeefe, Chan and Ng, “Decomposability of translation metrics for improved evaluation and efficient
          algorithms”, EMNLP 2008. BLEU-SBP caps the surplus of each segment, which helps often. 4-GRR is a mean over
          segments and can never contradict itself. On the command line: <code>assay paradox</code>.
        </p>
      </section>
    </>
  );
}

function Live({ store, demonstration }: Props & { readonly demonstration: Demonstration }) {
  const { paradox, title, text, sliders, switches, segments: first } = demonstration;
  const usual = Object.fromEntries(Object.entries(sliders).map(([name, slider]) => [name, slider.usual]));
  const [sizes, setSizes] = useState<Readonly<Record<string, number>>>(usual);
  const [segments, setSegments] = useState(first);
  const { live, problem } = useLive(store, { paradox, sizes, segments });
  const told = live && tell(live.answer, live.segments);
  useAnnounced(store, told?.sentence);
  const count = live?.answer.references.length ?? 0;
  const toggle = (segment: number): void =>
    setSegments(
      segments.includes(segment)
        ? segments.filter((each) => each !== segment)
        : [...segments, segment].sort((a, b) => a - b),
    );
  return (
    <section class="result live" aria-labelledby="live_heading">
      <h2 id="live_heading">{title}</h2>
      <p>{text}</p>
      <div class="settings live-controls">
        {switches !== undefined && (
          <fieldset class="switches">
            <legend class="label">{switches}</legend>
            {Array.from({ length: count }, (_, segment) => (
              <label key={segment}>
                <input type="checkbox" checked={segments.includes(segment)} onChange={() => toggle(segment)} />
                <span>{segment + 1}</span>
              </label>
            ))}
          </fieldset>
        )}
        <div class="fields">
          {Object.entries(sliders).map(([name, slider]) => (
            <Range
              key={name}
              {...slider}
              value={sizes[name]!}
              choose={(value) => setSizes({ ...sizes, [name]: value })}
            />
          ))}
        </div>
        <p class="buttons">
          {live?.answer.paradox === 'deletion' && (
            <button type="button" onClick={() => setSegments(chosenByFirst(live.answer))}>
              Let BLEU choose
            </button>
          )}
          {switches !== undefined && (
            <button type="button" onClick={() => setSegments([])}>
              None
            </button>
          )}
          <button
            type="button"
            class="quiet"
            onClick={() => {
              setSizes(usual);
              setSegments(first);
            }}
          >
            Start again
          </button>
        </p>
      </div>
      {problem !== undefined && (
        <p class="warning" role="alert">
          <strong>Cannot compute this:</strong> {problem}
        </p>
      )}
      {!live && problem === undefined && <p class="muted">Loading the metrics…</p>}
      {live && told && (
        <>
          <p class="answer live-sentence">{unbroken(told.sentence)}</p>
          <Cards metrics={told.metrics} paradox={paradox} systems={live.answer.systems.map(plainName)} />
          <Outputs live={live.answer} />
        </>
      )}
    </section>
  );
}

/** Names such as 4-GRR stay on one line. */
const unbroken = (text: string): string => text.replace(/(?<=\w)-(?=[A-Z])/g, '\u2011');

/** The segments that the first metric would leave out. */
const chosenByFirst = (live: LiveParadox): readonly number[] =>
  live.paradox === 'deletion'
    ? live.deletions.find(({ chosenBy }) => chosenBy === 0)!.segments.map((segment) => segment - 1)
    : [];

function Range({
  title,
  least,
  most,
  value,
  choose,
}: Slider & { readonly value: number; choose(value: number): void }) {
  return (
    <label class="field range">
      <span class="label">{title}</span>
      <span class="range-line">
        <input
          type="range"
          min={least}
          max={most}
          value={value}
          onInput={(event) => choose(event.currentTarget.valueAsNumber)}
        />
        <output>{value}</output>
      </span>
    </label>
  );
}

interface CardsProps {
  readonly metrics: readonly MetricLines[];
  readonly paradox: LiveRequest['paradox'];
  readonly systems: readonly string[];
}

/** A card for each metric; bars of all cards have one scale. */
function Cards({ metrics, paradox, systems }: CardsProps) {
  const widest = Math.max(0.5, ...metrics.flatMap(({ lines }) => lines.map(({ from, to }) => Math.abs(to - from))));
  const numbers = (from: number, to: number): ComponentChildren =>
    paradox === 'genres' ? (
      <>
        {systems[0]} {shown(from)}, {systems[1]} {shown(to)}
      </>
    ) : (
      <>
        {shown(from)} → {shown(to)}
      </>
    );
  return (
    <ul class="metric-cards">
      {metrics.map(({ metric, lines, contradicts, verdict, immune }) => (
        <li key={metric} class={contradicts ? 'metric-card contradicts' : 'metric-card'}>
          <h3>{metric}</h3>
          <p class="badge">
            {contradicts ? 'contradicts itself' : immune ? 'never contradicts itself' : 'no contradiction here'}
          </p>
          <ul>
            {lines.map(({ label, from, to }) => {
              const difference = to - from;
              const width = `${(50 * Math.abs(difference)) / widest}%`;
              return (
                <li key={label} class="change">
                  <span>{label}</span>
                  <strong>{signed(difference)}</strong>
                  <span class="change-bar" aria-hidden="true">
                    <span
                      class={difference < 0 ? 'less' : 'more'}
                      style={difference < 0 ? { right: '50%', width } : { left: '50%', width }}
                    />
                  </span>
                  <small>{numbers(from, to)}</small>
                </li>
              );
            })}
          </ul>
          <p class="verdict">{verdict}</p>
        </li>
      ))}
    </ul>
  );
}

/** `+0.40`, `−1.20`, `0.00`. */
function signed(difference: number): string {
  const text = Math.abs(difference).toFixed(2);
  return Number(text) === 0 ? text : `${difference < 0 ? '−' : '+'}${text}`;
}

/** What the systems wrote, word by word: the first segment, or the first of each genre. */
function Outputs({ live }: { readonly live: LiveParadox }) {
  const { references, outputs, systems } = live;
  const shownSystems = live.paradox === 'deletion' ? [0] : [0, 1];
  const places =
    live.paradox === 'genres'
      ? live.findings[0]!.parts.map(({ value, segments }, p) => ({
          title: `A segment of ${plainName(value)}`,
          segment: p === 0 ? 0 : references.length - segments,
        }))
      : [{ title: 'A segment', segment: 0 }];
  return (
    <div class="word-rows">
      {places.map(({ title, segment }) => (
        <div key={title}>
          <h3>{title}, word by word</h3>
          <Words name="reference" text={references[segment]!} known={references[segment]!} />
          {shownSystems.map((s) => (
            <Words key={s} name={plainName(systems[s]!)} text={outputs[s]![segment]!} known={references[segment]!} />
          ))}
        </div>
      ))}
      <p class="muted word-key">
        <span class="word right" /> in the reference <span class="word wrong" /> not in it
      </p>
    </div>
  );
}

function Words({ name, text, known }: Readonly<Record<'name' | 'text' | 'known', string>>) {
  const words = text.split(' ').filter((word) => word !== '');
  const right = new Set(known.split(' '));
  const marks = words.map((word) => right.has(word));
  return (
    <div class="word-row">
      <span>
        {name} <small>{words.length} words</small>
      </span>
      <span
        class="words"
        role="img"
        aria-label={`${name}: ${words.length} words, of which ${marks.filter((mark) => !mark).length} are not in the reference`}
      >
        {marks.map((mark, i) => (
          <span key={i} class={mark ? 'word right' : 'word wrong'} />
        ))}
      </span>
    </div>
  );
}

interface Answered {
  readonly answer: LiveParadox;
  readonly segments: readonly number[];
}

/** The answer to the latest request; until it is there, the one before. */
function useLive(store: StudioStore, request: LiveRequest): { live?: Answered; problem?: string } {
  const [state, setState] = useState<{ live?: Answered; problem?: string }>({});
  const { clerk } = store;
  useEffect(() => {
    let isCurrent = true;
    clerk.ask('paradox', [request]).then(
      (answer) => isCurrent && setState({ live: { answer, segments: request.segments } }),
      (error: Error) => isCurrent && setState({ problem: error.message }),
    );
    return () => {
      isCurrent = false;
    };
  }, [JSON.stringify(request), clerk]);
  return state;
}

/** Says the sentence once it has not changed for a moment: a slider passes many. */
function useAnnounced(store: StudioStore, sentence: string | undefined): void {
  useEffect(() => {
    if (sentence === undefined) return undefined;
    const timer = setTimeout(() => {
      store.announced = sentence;
      store.changed();
    }, 500);
    return () => clearTimeout(timer);
  }, [sentence]);
}
