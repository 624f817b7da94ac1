/** Where systems differ: parts of the test set, and below them the segments. */
import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import type { ViewProps } from '../viewProps.ts';
import { Sections } from '../Result.tsx';
import { SegmentBrowser } from '../../segments/SegmentBrowser.tsx';
import { makeHaystacks } from '../../segments/selectSegments.ts';
import type { LoadedSegments } from '../loadedSegments.ts';
import { isAnswer } from './AnswerView.tsx';

export function WhereView({ store }: ViewProps) {
  const { page, segments, reached, isOutdated } = store;
  return (
    <>
      <h1 tabIndex={-1}>Where they differ</h1>
      {reached !== 'explained' && <p class="hint">The parts of the test set follow when the tests are done.</p>}
      <div class={isOutdated ? 'results outdated' : 'results'} aria-busy={isOutdated}>
        {page && <Sections page={page} only={isParts} />}
        <section class="result" id="segments">
          <h2 id="segments_heading">Segments</h2>
          {segments ? <Browser store={store} segments={segments} /> : <p>The segments are being loaded.</p>}
        </section>
        {page && <Sections page={page} only={(id) => !isAnswer(id) && !isParts(id) && id !== 'segments'} />}
      </div>
    </>
  );
}

/** Their bars filter the segments beneath. */
const isParts = (id: string): boolean => id === 'parts-of-the-test-set';

/** The segment browser, in an element that it reads its level from. */
function Browser({ store, segments }: ViewProps & { readonly segments: LoadedSegments }) {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const haystacks = useMemo(() => makeHaystacks(segments), [segments]);
  useLayoutEffect(() => {
    if (location.hash.includes('=')) element?.scrollIntoView();
  }, [element]);
  return (
    <div
      ref={setElement}
      class="browser"
      id="segments_browser"
      role="region"
      aria-labelledby="segments_heading"
      data-level="3"
      tabIndex={-1}
    >
      {element && (
        <SegmentBrowser
          element={element}
          segments={segments}
          haystacks={haystacks}
          below={(segment) => (
            <>
              <p class="why-link">
                <a href={`#why/${segment + 1}`}>
                  Why?<span class="unseen"> How segment {segment + 1} is scored</span>
                </a>
              </p>
              <SegmentNote key={segment} store={store} segment={segment} />
            </>
          )}
        />
      )}
    </div>
  );
}

/** A note on a segment, which goes into what is kept. */
function SegmentNote({ store, segment }: ViewProps & { readonly segment: number }) {
  return (
    <label class="segment-note">
      <span class="label">Note on segment {segment + 1}, for the exports</span>
      <textarea
        rows={2}
        value={store.notes.get(segment) ?? ''}
        onInput={(event) => store.note(segment, event.currentTarget.value)}
      />
    </label>
  );
}
