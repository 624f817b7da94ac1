import { describe, expect, it } from 'vitest';
import { alignedRoom, copyAligned } from './kernels.ts';

describe('copyAligned', () => {
  it('copies bytes from anywhere, within the room there is for them', () => {
    const source = Uint8Array.from({ length: 64 }, (_, i) => i + 1);
    for (let from = 0; from < 20; from++) {
      for (let length = 0; length < 20; length++) {
        const room = alignedRoom(length);
        const memory = new SharedArrayBuffer(64);
        const begin = copyAligned(source.subarray(from, from + length), memory, 16);
        expect(begin).toBeGreaterThanOrEqual(16);
        expect(begin + length).toBeLessThanOrEqual(16 + room);
        expect(room % 8).toBe(0);
        const copied = new Uint8Array(memory);
        expect([...copied.subarray(begin, begin + length)]).toEqual([...source.subarray(from, from + length)]);
        expect(copied.subarray(0, 16).every((byte) => byte === 0)).toBe(true);
        expect(copied.subarray(16 + room).every((byte) => byte === 0)).toBe(true);
      }
    }
  });
});
