/** The worker that runs commands of the command line, for views that need more than a comparison. */
import { metricFacts } from '../../../src/cli/commands/metrics.ts';
import { metrics as definitions } from '../../../src/metrics/index.ts';
import { pageParts } from '../../../src/report/page/parts.ts';
import { putFile, removeFile } from '../node/fileTable.ts';
import { type Tell, Turns, answer } from './answer.ts';
import { type RanCommand, runCommand } from './commands.ts';
import type { MetricChoice, PageParts } from './messages.ts';
import type { LiveParadox, LiveRequest } from './paradoxes.ts';

export class Clerk {
  /** Results of commands, by the view that shows them. */
  readonly #ran = new Map<string, RanCommand>();
  readonly #turns = new Turns();

  put(files: readonly (readonly [path: string, contents: Blob])[]): void {
    for (const [path, contents] of files) putFile(path, contents);
  }

  remove(paths: readonly string[]): void {
    for (const path of paths) removeFile(path);
  }

  /** The result of a command, for a view. */
  async run(
    view: string,
    name: string,
    words: readonly string[],
    options: Readonly<Record<string, unknown>>,
    tell: Tell,
  ): Promise<PageParts> {
    const { progress } = this.#turns.begin(view, tell);
    const ran = await runCommand(name, words, options, progress);
    this.#ran.set(view, ran);
    return pageParts(ran.page());
  }

  /** The result of a view in a format of the command line. */
  form(view: string, format: string): string {
    return this.#ran.get(view)!.form(format);
  }

  cancel(view: string): void {
    this.#turns.end(view);
  }

  /** A paradox on made-up outputs, after a change made by hand. */
  async paradox(request: LiveRequest): Promise<LiveParadox> {
    return (await import('./paradoxes.ts')).liveParadox(request);
  }

  /** All metrics to choose from. */
  metrics(): MetricChoice[] {
    return definitions.map((definition) => metricFacts(definition));
  }
}

answer(new Clerk());
