/** Seconds that a judge was at work: with the page in view, and not longer than a minute after the last sign of life. */
export class ActiveTime {
  #total: number;
  /** Of the last sign of life; undefined while the judge is away. */
  #last: number | undefined;
  readonly #idleCap: number;

  /** What was counted before, and how long a pause may be before it counts no more. */
  constructor(before = 0, idleCap = 60) {
    this.#total = before;
    this.#idleCap = idleCap;
  }

  /** The judge did something, or came back. Times are seconds of any one clock. */
  note(now: number): void {
    this.#total = this.seconds(now);
    this.#last = now;
  }

  /** The page is out of view or another window is in front. */
  leave(now: number): void {
    this.#total = this.seconds(now);
    this.#last = undefined;
  }

  seconds(now: number): number {
    const since = this.#last === undefined ? 0 : now - this.#last;
    return this.#total + Math.min(Math.max(since, 0), this.#idleCap);
  }
}

const signsOfLife = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove', 'input', 'scroll'] as const;
const clock = (): number => performance.now() / 1000;

/** Counts for as long as the page is watched; `stop` ends that. */
export function watchActiveTime(before: number): { readonly seconds: () => number; readonly stop: () => void } {
  const time = new ActiveTime(before);
  const isHere = (): boolean => document.visibilityState === 'visible' && document.hasFocus();
  const update = (): void => (isHere() ? time.note(clock()) : time.leave(clock()));
  const leave = (): void => time.leave(clock());
  update();
  const options = { passive: true, capture: true };
  for (const sign of signsOfLife) addEventListener(sign, update, options);
  addEventListener('focus', update);
  addEventListener('blur', leave);
  document.addEventListener('visibilitychange', update);
  return {
    seconds: () => Math.round(time.seconds(clock()) * 10) / 10,
    stop() {
      for (const sign of signsOfLife) removeEventListener(sign, update, options);
      removeEventListener('focus', update);
      removeEventListener('blur', leave);
      document.removeEventListener('visibilitychange', update);
    },
  };
}
