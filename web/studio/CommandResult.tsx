/** What a command gave: the answer first, then its sections and how it was made; meanwhile how far it has come. */
import type { CommandRunner } from './command.ts';
import { Html, Sections } from './Result.tsx';

interface CommandResultProps {
  readonly runner: CommandRunner;
  /** What failed, if it did: `Cannot rank the systems`. */
  readonly failure: string;
  /** Put before ids, where several results are in one page. */
  readonly prefix?: string;
  /** Called with an element that has new results in it; may return what to do when they go. */
  readonly connect?: (element: HTMLElement) => () => void;
}

export function CommandResult({ runner, failure, prefix, connect }: CommandResultProps) {
  const { page, problem, isBusy, isCancelled } = runner;
  const shared = { ...(prefix !== undefined && { prefix }), ...(connect && { connect }) };
  return (
    <>
      <Working runner={runner} />
      {problem !== undefined && !isBusy && !isCancelled && (
        <p class="warning" role="alert">
          <strong>{failure}:</strong> {problem}
        </p>
      )}
      {page && (
        <div class={isBusy || isCancelled ? 'command outdated' : 'command'} aria-busy={isBusy}>
          {page.head !== '' && <Html html={page.head} class="result head" {...shared} />}
          <Sections page={page} {...shared} />
          <Html html={page.facts} class="result" {...shared} />
        </div>
      )}
    </>
  );
}

/** A line that is always there, so that nothing moves when work begins; it is empty when there is none. */
export function Working({ runner }: { readonly runner: CommandRunner }) {
  const { progress, isBusy, isCancelled } = runner;
  const text = progress?.text ?? 'Computing';
  return (
    <div class="working">
      {isBusy && (
        <>
          <progress max={1} value={progress?.share} aria-label={text} />
          <span>
            {text}
            {progress?.share !== undefined && ` (${Math.floor(100 * progress.share)} %)`}
          </span>
          <button type="button" class="quiet" onClick={() => runner.cancel()}>
            Cancel
          </button>
        </>
      )}
      {isCancelled && (
        <>
          <span>Cancelled.</span>
          <button type="button" class="quiet" onClick={() => runner.again()}>
            Start again
          </button>
        </>
      )}
    </div>
  );
}
