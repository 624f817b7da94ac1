/**
 * The state of the campaign. It is polled every few seconds, less often while the server does not answer, and not while the page is hidden.
 * Parts of the page read it and subscribe to changes.
 */
import type { AddedJudges, LiveCampaign, MadeLink } from '../../src/server/wire.ts';
import { LostConnection, Refusal, ask, tell } from '../shared/api.ts';
import { Store } from '../shared/store.ts';

/** In milliseconds. The server computes new figures every three seconds at most. */
const usualPause = 5_000;
const longestPause = 60_000;
/** How long a message stays on the page. */
const sayingTime = 10_000;

export class CampaignStore extends Store {
  live: LiveCampaign | undefined;
  /** Why the figures are out of date. */
  trouble: { readonly message: string; readonly ended: boolean } | undefined;
  /** Shown for a while and announced to screen readers: completed actions and a connection lost or restored, but not routine updates. */
  said = '';
  /** Set by the organiser, to read the page without changes. */
  paused = false;
  /** Links just created; the server cannot show them again. */
  newLinks: readonly MadeLink[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  /** Requests are numbered: replies to requests before `#oldest` are older than the figures shown. */
  #asked = 0;
  #oldest = 0;

  start(): void {
    void this.refresh();
    const look = (): void => {
      if (this.#watches) void this.refresh();
      else clearTimeout(this.#timer);
    };
    document.addEventListener('visibilitychange', look);
    addEventListener('online', look);
  }

  say(text: string): void {
    clearTimeout(this.#silence);
    this.said = text;
    if (text !== '') this.#silence = setTimeout(() => this.say(''), sayingTime);
    this.changed();
  }

  pause(wanted: boolean): void {
    this.paused = wanted;
    clearTimeout(this.#timer);
    if (!wanted) void this.refresh();
    this.changed();
  }

  async refresh(): Promise<void> {
    clearTimeout(this.#timer);
    const number = ++this.#asked;
    let pause = usualPause;
    try {
      const live = await ask<LiveCampaign>('/api/organiser/live');
      if (number < this.#oldest) return;
      this.live = live;
      if (this.#failures > 0) this.say('Connection restored.');
      this.#failures = 0;
      this.trouble = undefined;
    } catch (error) {
      if (number < this.#oldest) return;
      const { message } = error as Error;
      const ended = error instanceof Refusal && error.isUnknownReader;
      if (this.#failures === 0) this.say(message);
      this.trouble = { message, ended };
      pause = Math.min(longestPause, usualPause * 2 ** Math.min(++this.#failures, 10));
      if (error instanceof Refusal) pause = Math.max(pause, 1000 * (error.waitSeconds ?? 0));
    }
    this.#oldest = number;
    this.changed();
    clearTimeout(this.#timer);
    if (this.#watches && this.trouble?.ended !== true) this.#timer = setTimeout(() => void this.refresh(), pause);
  }

  /** Runs an action, updates the page, and announces the result. Throws the server's refusal. */
  async change<T>(action: string, body: object, words: (reply: T) => string): Promise<T> {
    let reply: T;
    try {
      reply = await tell<T>(`/api/organiser/${action}`, body);
    } catch (error) {
      if (!(error instanceof LostConnection)) throw error;
      void this.refresh();
      throw new LostConnection(`${error.message} The change may have been made. Check before you try again.`);
    }
    this.#oldest = this.#asked + 1;
    await this.refresh();
    this.say(words(reply));
    return reply;
  }

  async addJudges(count: number): Promise<void> {
    await this.change<AddedJudges>('add-judges', { count }, ({ links }) => {
      this.newLinks = [...this.newLinks, ...links];
      return links.length === 1 ? '1 judge added.' : `${links.length} judges added.`;
    });
  }

  /** A link for the judge, or for an organiser if no judge is given. */
  async makeLink(judge: string | undefined): Promise<void> {
    const wanted = judge === undefined ? { role: 'organiser' } : { role: 'judge', judge };
    await this.change<MadeLink>('make-link', wanted, (link) => {
      this.newLinks = [...this.newLinks, link];
      return 'Link created.';
    });
  }

  forgetLinks(): void {
    this.newLinks = [];
    this.changed();
  }

  get #watches(): boolean {
    return !this.paused && document.visibilityState === 'visible';
  }
}
