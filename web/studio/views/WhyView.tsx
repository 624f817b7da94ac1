/** How scores come about: of a segment, a document or all segments, step by step, as `assay explain` tells it. */
import { useEffect, useState } from 'preact/hooks';
import { connectSteps } from '../../steps/connectSteps.ts';
import { CommandResult } from '../CommandResult.tsx';
import { usePart } from '../address.ts';
import { type Typed, textOptions, useCommand } from '../command.ts';
import type { LoadedFacts, TextsRequest } from '../desk/messages.ts';
import type { StudioStore } from '../studioStore.ts';
import { type WhyPart, bestTwo, readWhyPart, writeWhyPart } from './whyPart.ts';

interface Props {
  readonly store: StudioStore;
}

/** More systems than this do not fit beside each other. */
const mostSystems = 6;

/** Typing a number asks for what it is when typing ends. */
const pause = 200;

export function WhyView({ store }: Props) {
  const { request, loaded, problem, missing } = store;
  if (!request || problem !== undefined) {
    return (
      <p class="hint">
        {problem ?? missing ?? 'Add the output of a system and a reference translation.'}{' '}
        <a href="#files">Go to the files</a>
      </p>
    );
  }
  if (!loaded) return <p class="muted">The texts are being read.</p>;
  return <Explanation store={store} request={request} loaded={loaded} />;
}

function Explanation({
  store,
  request,
  loaded,
}: Props & { readonly request: TextsRequest; readonly loaded: LoadedFacts }) {
  const [address, replace] = usePart('why');
  const { systems, segments } = loaded;
  const part = readWhyPart(address, segments);
  const documents = loaded.labels.find(({ name }) => name === 'document')?.values ?? [];
  const [chosen, setChosen] = useState<readonly string[]>();
  const shown = chosenSystems(store, systems, chosen);
  const settled = useSettled(part, pause);
  const isBeyond = settled.kind === 'segment' && settled.number > segments;
  const typed: Typed | undefined = isBeyond
    ? undefined
    : {
        command: 'explain',
        words: request.files,
        options: {
          ...textOptions(request),
          metric: store.settings.metrics,
          ...(shown.length < systems.length && { system: shown }),
          ...(settled.kind === 'segment' && { segment: String(settled.number) }),
          ...(settled.kind === 'document' && { document: [settled.name] }),
          ...(settled.kind === 'corpus' && { corpus: true }),
        },
      };
  const runner = useCommand(store, 'why', typed);
  return (
    <>
      <p class="lead">
        Each number beside the words that give it. Point at a number or a word, or move to it with Tab.
      </p>
      <div class="settings why-choice">
        <PartChoice
          part={part}
          segments={segments}
          documents={documents}
          choose={(next) => replace(writeWhyPart(next))}
        />
        {systems.length > mostSystems ? (
          <PairChoice systems={systems} shown={shown} choose={setChosen} />
        ) : (
          systems.length > 2 && <SystemChoice systems={systems} shown={shown} choose={setChosen} />
        )}
        <p class="muted">
          Metrics: {store.settings.metrics.join(', ')}. <a href="#answer">Change metrics</a>
        </p>
      </div>
      {isBeyond ? (
        <p class="warning" role="alert">
          There is no segment {settled.number}. Choose a number from 1 to {segments}.
        </p>
      ) : (
        <CommandResult runner={runner} failure="Cannot explain this" connect={connectFigures} />
      )}
    </>
  );
}

interface PartChoiceProps {
  readonly part: WhyPart;
  readonly segments: number;
  readonly documents: readonly string[];
  readonly choose: (part: WhyPart) => void;
}

function PartChoice({ part, segments, documents, choose }: PartChoiceProps) {
  const number = part.kind === 'segment' ? part.number : 1;
  const step = (by: number): void => choose({ kind: 'segment', number: Math.min(segments, Math.max(1, number + by)) });
  const kinds = {
    corpus: 'All segments',
    ...(documents.length > 0 && { document: 'One document' }),
    segment: 'One segment',
  };
  const chooseKind = (kind: string): void =>
    choose(
      kind === 'segment'
        ? { kind, number: 1 }
        : kind === 'document'
          ? { kind, name: documents[0]! }
          : { kind: 'corpus' },
    );
  return (
    <div class="fields">
      <label class="field">
        <span class="label">Explain</span>
        <select value={part.kind} onChange={(event) => chooseKind(event.currentTarget.value)}>
          {Object.entries(kinds).map(([kind, title]) => (
            <option key={kind} value={kind}>
              {title}
            </option>
          ))}
        </select>
      </label>
      {part.kind === 'document' && (
        <label class="field">
          <span class="label">Document</span>
          <select value={part.name} onChange={(event) => choose({ kind: 'document', name: event.currentTarget.value })}>
            {documents.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      {part.kind === 'segment' && (
        <div class="field">
          <label class="label" for="why_segment">
            Segment, 1 to {segments}
          </label>
          <div class="stepper">
            <button type="button" disabled={number <= 1} onClick={() => step(-1)}>
              ‹<span class="unseen"> Previous segment</span>
            </button>
            <input
              id="why_segment"
              type="number"
              min={1}
              max={segments}
              value={number}
              onInput={({ currentTarget }) => {
                const typed = currentTarget.valueAsNumber;
                if (Number.isInteger(typed) && typed >= 1) choose({ kind: 'segment', number: typed });
              }}
            />
            <button type="button" disabled={number >= segments} onClick={() => step(1)}>
              ›<span class="unseen"> Next segment</span>
            </button>
          </div>
        </div>
      )}
    </div>
  );
}

interface SystemsProps {
  readonly systems: readonly string[];
  readonly shown: readonly string[];
  readonly choose: (systems: readonly string[]) => void;
}

function SystemChoice({ systems, shown, choose }: SystemsProps) {
  return (
    <fieldset class="ticks">
      <legend class="label">Systems</legend>
      {systems.map((system) => {
        const isShown = shown.includes(system);
        return (
          <label key={system}>
            <input
              type="checkbox"
              checked={isShown}
              disabled={isShown && shown.length === 1}
              onChange={() => choose(systems.filter((each) => shown.includes(each) !== (each === system)))}
            />
            <bdi>{system}</bdi>
          </label>
        );
      })}
    </fieldset>
  );
}

function PairChoice({ systems, shown, choose }: SystemsProps) {
  const [first, second] = shown;
  const select = (title: string, value: string, other: string, change: (system: string) => void) => (
    <label class="field">
      <span class="label">{title}</span>
      <select value={value} onChange={(event) => change(event.currentTarget.value)}>
        {systems.map((system) => (
          <option key={system} value={system} disabled={system === other}>
            {system}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <div class="fields">
      {select('System', first!, second!, (system) => choose([system, second!]))}
      {select('Beside', second!, first!, (system) => choose([first!, system]))}
    </div>
  );
}

/** All, if they fit; else the two best, until others are chosen. */
function chosenSystems(
  { scores, settings }: StudioStore,
  systems: readonly string[],
  chosen: readonly string[] | undefined,
): readonly string[] {
  const known = chosen?.filter((system) => systems.includes(system)) ?? [];
  if (systems.length <= mostSystems) return known.length > 0 ? known : systems;
  if (known.length === 2) return known;
  if (scores?.systems.length !== systems.length) return systems.slice(0, 2);
  const metric = Math.max(0, settings.metrics.indexOf(settings.primary ?? ''));
  return bestTwo(scores.scores, metric, scores.metrics[metric]!.higherIsBetter).map((system) => systems[system]!);
}

/** The value once it has not changed for a while; the first at once. */
function useSettled(part: WhyPart, after: number): WhyPart {
  const [settled, setSettled] = useState(part);
  const key = writeWhyPart(part);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(part), part.kind === 'segment' ? after : 0);
    return () => clearTimeout(timer);
  }, [key]);
  return settled;
}

/** Numbers and words show each other. */
function connectFigures(element: HTMLElement): () => void {
  const end = new AbortController();
  for (const figure of element.querySelectorAll<HTMLElement>('figure.steps')) connectSteps(figure, end.signal);
  return () => end.abort();
}
