/**
 * What the page knows of the campaign: asked for every few seconds, less often while the server does not answer, and not at all while nobody
 * looks. Parts of the page read it and are told of changes.
 */
import type { AddedJudges, LiveCampaign, MadeLink } from '../../src/server/wire.ts';
import { LostConnection, Refusal, ask, tell } from '../shared/api.ts';
import { Store } from '../shared/store.ts';

/** In milliseconds. The server computes nothing new more often than every three seconds. */
const usualPause = 5_000;
const longestPause = 60_000;
/** How long it stands on the page what was done. */
const sayingTime = 10_000;

export class CampaignStore extends Store {
  live: LiveCampaign | undefined;
  /** Why what is shown is not up to date. */
  trouble: { readonly message: string; readonly ended: boolean } | undefined;
  /** Shown for a while and said to screen readers: what was done, and that the connection is lost or back; not that time goes by. */
  said = '';
  /** By the organiser: someone who reads may not want the page to change. */
  paused = false;
  /** Links that were just made; the server does not know them any more. */
  newLinks: readonly MadeLink[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  /** Requests are numbered. What was asked for before this one is older than what is shown. */
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
      if (this.#failures > 0) this.say('The connection is back.');
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

  /** Does something to the campaign, shows what became of it, and says so. Throws what the server says against it. */
  async change<T>(action: string, body: object, words: (reply: T) => string): Promise<T> {
    let reply: T;
    try {
      reply = await tell<T>(`/api/organiser/${action}`, body);
    } catch (error) {
      if (!(error instanceof LostConnection)) throw error;
      void this.refresh();
      throw new LostConnection(`${error.message} It may have been done all the same: look before you try again.`);
    }
    this.#oldest = this.#asked + 1;
    await this.refresh();
    this.say(words(reply));
    return reply;
  }

  async addJudges(count: number): Promise<void> {
    await this.change<AddedJudges>('add-judges', { count }, ({ links }) => {
      this.newLinks = [...this.newLinks, ...links];
      return links.length === 1 ? 'A judge was added.' : `${links.length} judges were added.`;
    });
  }

  /** Of a judge, or of an organiser if none is named. */
  async makeLink(judge: string | undefined): Promise<void> {
    const wanted = judge === undefined ? { role: 'organiser' } : { role: 'judge', judge };
    await this.change<MadeLink>('make-link', wanted, (link) => {
      this.newLinks = [...this.newLinks, link];
      return 'A link was made.';
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
