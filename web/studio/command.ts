/** Runs commands of the command line for views, in the worker. */
import { useEffect } from 'preact/hooks';
import { Store, useStore } from '../shared/store.ts';
import type { Clerk } from './desk/clerk.ts';
import type { PageParts, TextsRequest } from './desk/messages.ts';
import { type DeskClient, DeskError } from './deskClient.ts';
import type { Progress, StudioFile, StudioStore } from './studioStore.ts';

/** A command as it would be typed: its files and other words, and options by name. */
export interface Typed {
  readonly command: string;
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
  /** Whether the view also needs the data, as `--format json` prints them. */
  readonly withData?: boolean;
}

/** The outputs to read, as options that several commands share. */
export const textOptions = ({ references, sources, labels, names, columns }: TextsRequest) => ({
  reference: references,
  ...(sources !== undefined && { source: sources }),
  ...(labels !== undefined && { labels }),
  ...(names !== undefined && { name: names }),
  ...(columns !== undefined && { columns }),
});

/** How long a command may go on after it was superseded, in milliseconds: most never look up from their work. */
const patience = 600;

/** The results of one place in the page. The latest request wins: what was asked before is given up or passed over. */
export class CommandRunner extends Store {
  /** The latest result; while `isBusy`, that of an earlier request, if there is one. */
  page: PageParts | undefined;
  /** The data of the result, if they were asked for. */
  data: unknown;
  problem: string | undefined;
  progress: Progress | undefined;
  isBusy = false;
  /** The latest request was given up. */
  isCancelled = false;
  readonly #store: StudioStore;
  readonly #place: string;
  #key = '';
  #next: Typed | undefined;
  #latest: { readonly typed: Typed; readonly key: string } | undefined;
  /** The run that is going on: its worker, and how to give it up. */
  #run: { readonly clerk: DeskClient<Clerk>; readonly giveUp: () => void } | undefined;

  constructor(store: StudioStore, place: string) {
    super();
    this.#store = store;
    this.#place = place;
  }

  /** `key` tells requests apart. */
  want(typed: Typed, key: string): void {
    if (key === this.#key) return;
    this.#key = key;
    this.#next = typed;
    this.#latest = { typed, key };
    this.isBusy = true;
    this.isCancelled = false;
    this.progress = undefined;
    this.changed();
    const run = this.#run;
    if (!run) void this.#work();
    else if (run.clerk !== this.#store.clerk) run.giveUp();
    else {
      void run.clerk.ask('cancel', [this.#place]);
      setTimeout(() => run === this.#run && stopAll(this.#store), patience);
    }
  }

  /** Ends all commands: the worker may not look up from this one. */
  cancel(): void {
    this.#next = undefined;
    stopAll(this.#store);
  }

  /** Asks once more for what was cancelled. */
  again(): void {
    if (this.#latest) this.want(this.#latest.typed, this.#latest.key);
  }

  /** Its worker has ended. */
  stop(): void {
    if (!this.#run) return;
    if (!this.#next) {
      this.#key = '';
      this.isBusy = false;
      this.isCancelled = true;
      this.progress = undefined;
      this.changed();
    }
    this.#run.giveUp();
  }

  async #work(): Promise<void> {
    while (this.#next) {
      const { command, words, options, withData = false } = this.#next;
      const key = this.#key;
      this.#next = undefined;
      const isCurrent = (): boolean => key === this.#key;
      const { clerk } = this.#store;
      const ended = new Promise<never>((_, reject) => {
        this.#run = { clerk, giveUp: () => reject(new DeskError('superseded', 'given up')) };
      });
      try {
        const asked = clerk.ask('run', [this.#place, command, words, options], (stage) => {
          if (stage.kind !== 'progress' || !isCurrent()) return;
          this.progress = stage;
          this.changed();
        });
        const page = await Promise.race([asked, ended]);
        const json = withData ? await Promise.race([clerk.ask('form', [this.#place, 'json']), ended]) : 'null';
        if (isCurrent()) this.#finish(page, JSON.parse(json), undefined);
      } catch (error) {
        if (error instanceof DeskError && error.kind === 'superseded') continue;
        if (isCurrent()) this.#finish(undefined, undefined, (error as Error).message);
      }
    }
    this.#run = undefined;
  }

  #finish(page: PageParts | undefined, data: unknown, problem: string | undefined): void {
    this.page = page;
    this.data = data;
    this.problem = problem;
    this.progress = undefined;
    this.isBusy = false;
    this.changed();
  }
}

/** Results stay while other views are shown. */
const runners = new WeakMap<StudioStore, Map<string, CommandRunner>>();

function runnerOf(store: StudioStore, place: string): CommandRunner {
  const known = runners.get(store) ?? new Map<string, CommandRunner>();
  runners.set(store, known);
  const runner = known.get(place) ?? new CommandRunner(store, place);
  known.set(place, runner);
  return runner;
}

function stopAll(store: StudioStore): void {
  store.stopClerk();
  for (const runner of runners.get(store)?.values() ?? []) runner.stop();
}

/** Runs a command whenever what is typed changes, or a file; nothing if there is nothing to run. */
export function useCommand(store: StudioStore, place: string, typed: Typed | undefined): CommandRunner {
  const runner = runnerOf(store, place);
  useStore(runner);
  const key = typed && JSON.stringify([typed, store.files.map(versionOf)]);
  useEffect(() => {
    if (typed && key !== undefined) runner.want(typed, key);
  }, [runner, key]);
  const { isBusy, problem, page } = runner;
  useEffect(() => {
    if (isBusy || (!page && problem === undefined)) return;
    store.announced = problem ?? 'The results are ready.';
    store.changed();
  }, [isBusy, page, problem]);
  return runner;
}

const versionOf = ({ path, contents }: StudioFile) => [path, contents.size, (contents as Partial<File>).lastModified];
