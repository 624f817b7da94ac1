/** Progress on a terminal when work lasts; nothing where standard error is no terminal. */
import type { Terminal } from './command.ts';

/** Work shorter than this shows no progress. */
const patience = 1000; // ms
const interval = 100;

export interface LiveTerminal extends Terminal {
  /** Takes the progress line away, before a result or an error is printed. */
  clear(): void;
}

export function openTerminal(stream: NodeJS.WriteStream): LiveTerminal {
  const started = performance.now();
  let shown = false;
  let last = 0;
  const clear = () => {
    if (shown) stream.write('\r\u001b[2K');
    shown = false;
  };
  return {
    clear,
    warn(message) {
      clear();
      stream.write(`assay: ${message}\n`);
    },
    progress({ share, text }) {
      if (!stream.isTTY) return;
      const now = performance.now();
      if (now - started < patience || now - last < interval) return;
      last = now;
      shown = true;
      const line =
        share === undefined
          ? text
          : `${bar(share)} ${Math.floor(share * 100)} %  ${text}${remaining(share, now - started)}`;
      stream.write(`\r\u001b[2K${line.slice(0, Math.max(20, stream.columns - 1))}`);
    },
  };
}

const bar = (share: number, width = 24): string => {
  const full = Math.round(share * width);
  return '█'.repeat(full) + '░'.repeat(width - full);
};

const remaining = (share: number, elapsed: number): string =>
  share < 0.02 ? '' : `, ${Math.ceil((elapsed * (1 - share)) / share / 1000)} s left`;
