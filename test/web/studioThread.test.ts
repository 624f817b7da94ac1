/** What a worker of Studio's comparisons answers. */
import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => void vi.unstubAllGlobals());

it('a piece that fails is answered with an error, which has a message', async () => {
  const answers: unknown[] = [];
  vi.stubGlobal('onmessage', undefined);
  vi.stubGlobal('postMessage', (answer: unknown) => answers.push(answer));
  await import('../../web/studio/desk/thread.ts');
  const send = (data: unknown): unknown =>
    (globalThis as unknown as { onmessage(event: unknown): unknown }).onmessage({ data });
  await send({ job: 'count', data: [] });
  await send({ texts: null });
  expect(answers).toEqual([{ error: expect.any(TypeError) }]);
});
