/** What judges remarked, the latest first. */
import type { JSX } from 'preact';
import type { LiveCampaign } from '../../src/server/wire.ts';
import { LiveSection } from './LiveSection.tsx';
import { ScrollingPart } from './ScrollingPart.tsx';
import { momentText, taskNames } from './words.ts';

export function CommentsSection({ live: { comments } }: { readonly live: LiveCampaign }): JSX.Element {
  return (
    <LiveSection id="comments" heading="Comments">
      {comments.length === 0 ? (
        <p class="hint">Nobody has remarked anything yet.</p>
      ) : (
        <ScrollingPart label="What judges remarked">
          <ol class="comments">
            {comments.map(({ judge, kind, segment, at, text }) => (
              <li key={`${judge} ${kind} ${segment} ${at}`}>
                <p class="hint">
                  <bdi>{judge}</bdi>, {taskNames[kind].toLowerCase()}, segment <bdi>{segment}</bdi>,{' '}
                  <time dateTime={at}>{momentText(at)}</time>
                </p>
                <p>
                  <bdi class="foreign">{text}</bdi>
                </p>
              </li>
            ))}
          </ol>
        </ScrollingPart>
      )}
    </LiveSection>
  );
}
