/** Seconds of active work: the page is visible and the last input was at most a minute ago. */
export class ActiveTime {
  #total: number;
  /** Time of the last input; undefined while the judge is away. */
  #last: number | undefined;
  readonly #idleCap: number;

  /** `before` is the time counted earlier; a pause counts for at most `idleCap` seconds. */
  constructor(before = 0, idleCap = 60) {
    this.#total = before;
    this.#idleCap = idleCap;
  }

  /** The judge did something, or came back. All times are seconds of the same clock. */
  note(now: number): void {
    this.#total = this.seconds(now);
    this.#last = now;
  }

  /** The page is hidden or another window has the focus. */
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

/** Counts active time until `stop` is called. */
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
