/** The outbox: order, retries, rejections, and what is kept after failures. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SentAnswer, StoredAnswer } from '../../src/server/wire.ts';
import { LostConnection, Refusal } from '../../web/shared/api.ts';
import { KeptData } from '../../web/shared/keptData.ts';
import { Outbox } from '../../web/judge/outbox.ts';

const answer = (key: string, assignment = key): SentAnswer => ({
  key,
  assignment,
  answer: { kind: 'assess', score: 1 },
  seconds: 1,
  instructions: 'v1',
});

/** An outbox and the answers that arrive; `fail` gives the error of each attempt. */
function make(
  fail: (answer: SentAnswer, attempt: number) => Error | undefined = () => undefined,
  kept = new KeptData('', null),
) {
  const arrived: string[] = [];
  const stored: string[] = [];
  const outbox = new Outbox(kept, {
    post: async (sent): Promise<StoredAnswer> => {
      arrived.push(sent.key);
      const error = fail(sent, arrived.filter((key) => key === sent.key).length);
      if (error) throw error;
      return { key: sent.key, assignment: sent.assignment };
    },
    isMine: (id) => !id.startsWith('other'),
    stored: ({ key }) => stored.push(key),
    refused: () => undefined,
    changed: () => undefined,
    alone: (work) => work(),
  });
  return { outbox, arrived, stored, kept };
}

describe('the outbox', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const settle = (milliseconds = 0) => vi.advanceTimersByTimeAsync(milliseconds);

  it('sends in the order of answering and forgets stored answers', async () => {
    const { outbox, arrived, kept } = make();
    for (const key of ['c', 'a', 'b']) outbox.put(answer(key));
    expect(outbox.waiting().map(({ sent }) => sent.key)).toEqual(['c', 'a', 'b']);
    await settle();
    expect(arrived).toEqual(['c', 'a', 'b']);
    expect(kept.names('')).toEqual([]);
  });

  it('tries again with the same key, after longer and longer pauses', async () => {
    const { outbox, arrived, stored } = make((_, attempt) => (attempt <= 3 ? new LostConnection('') : undefined));
    outbox.put(answer('a'));
    await settle();
    expect(outbox.trouble).toEqual({ kind: 'connection' });
    await settle(999);
    expect(arrived).toEqual(['a']);
    await settle(1);
    expect(arrived).toEqual(['a', 'a']);
    await settle(2000 + 4000);
    expect(arrived).toEqual(['a', 'a', 'a', 'a']);
    expect(stored).toEqual(['a']);
    expect(outbox.trouble).toBeUndefined();
    expect(outbox.waiting()).toEqual([]);
  });

  it('waits as long as the server asks', async () => {
    const { outbox, arrived } = make((_, attempt) => (attempt === 1 ? new Refusal(429, 'Too many', 7) : undefined));
    outbox.put(answer('a'));
    await settle(6999);
    expect(arrived).toEqual(['a']);
    await settle(1);
    expect(arrived).toEqual(['a', 'a']);
  });

  it('does not let one failing answer delay others, but keeps the order within an assignment', async () => {
    const { outbox, stored } = make(({ key }, attempt) =>
      key === 'first' && attempt === 1 ? new Refusal(500, '') : undefined,
    );
    outbox.put(answer('first', 'x'));
    outbox.put(answer('correction', 'x'));
    outbox.put(answer('another', 'y'));
    await settle();
    expect(stored).toEqual(['another']);
    await settle(1000);
    expect(stored).toEqual(['another', 'first', 'correction']);
  });

  it('keeps rejected answers until they are sent again, replaced or discarded', async () => {
    let isClosed = true;
    const { outbox, arrived, stored } = make(() => (isClosed ? new Refusal(409, 'Closed.') : undefined));
    outbox.put(answer('a', 'x'));
    outbox.put(answer('b', 'y'));
    await settle(60_000);
    expect(arrived).toEqual(['a', 'b']);
    expect(outbox.waiting().map(({ refused }) => refused)).toEqual(['Closed.', 'Closed.']);
    isClosed = false;
    outbox.put(answer('c', 'x'));
    await settle();
    expect(stored).toEqual(['c']);
    await outbox.retryRefused();
    expect(stored).toEqual(['c', 'b']);
    isClosed = true;
    outbox.put(answer('d'));
    await settle();
    outbox.discardRefused();
    expect(outbox.waiting()).toEqual([]);
  });

  it('keeps answers and reports it when the session has expired', async () => {
    const { outbox } = make(() => new Refusal(401, 'Unknown.'));
    outbox.put(answer('a'));
    await settle();
    expect(outbox.trouble).toEqual({ kind: 'session', message: 'Unknown.' });
    expect(outbox.waiting()).toHaveLength(1);
  });

  it('leaves answers of another judge in the same browser alone', async () => {
    const { outbox, arrived, kept } = make();
    kept.keep('answer.z', { sent: answer('z', 'other1'), number: 1 });
    outbox.put(answer('a'));
    await settle();
    await outbox.empty();
    expect(arrived).toEqual(['a']);
    expect(kept.names('')).toEqual(['answer.z']);
  });

  it('sends answers left by an earlier visit, and those added while it sends', async () => {
    const { outbox, arrived, kept } = make();
    kept.keep('answer.old', { sent: answer('old'), number: 1 });
    const sending = outbox.flush();
    outbox.put(answer('new'));
    await sending;
    await settle();
    expect(arrived).toEqual(['old', 'new']);
  });

  it('reports when the browser’s storage is full', async () => {
    const full = { setItem: () => { throw new Error('full'); }, getItem: () => null, removeItem: () => undefined, length: 0 }; // prettier-ignore
    const { outbox, stored } = make(undefined, new KeptData('', full as unknown as Storage));
    outbox.put(answer('a'));
    expect(outbox.safe).toBe(false);
    await settle();
    expect(stored).toEqual(['a']);
  });
});
