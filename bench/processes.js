/** Runs a program and measures it from outside: wall time and peak memory; lines `name: seconds` of its output are read, too. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

export function runMeasured([program, ...rest], { cwd, env = {} } = {}) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(program, rest, {
      stdio: ['ignore', 'pipe', 'inherit'],
      cwd,
      env: { ...process.env, OPENBLAS_NUM_THREADS: '1', ...env },
    });
    let output = '';
    let kilobytes = 0;
    // The kernel keeps the highest value itself, so a look now and then is enough; elsewhere than on Linux memory stays unknown.
    const look = () => {
      try {
        kilobytes = Math.max(
          kilobytes,
          Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0),
        );
      } catch {
        // It has just ended.
      }
    };
    const timer = setInterval(look, 20);
    child.stdout.on('data', (data) => (output += data));
    child.on('error', reject);
    child.on('close', (code) => {
      clearInterval(timer);
      if (code !== 0) return reject(new Error(`${program} ${rest.join(' ')} ended with code ${code}`));
      const told = [...output.matchAll(/^(first|warm): (.+)$/gm)].map(([, name, seconds]) => [name, Number(seconds)]);
      resolve({ wall: (performance.now() - started) / 1000, megabytes: kilobytes / 1024, ...Object.fromEntries(told) });
    });
  });
}

/** Cells right-aligned to their widths. */
export const spread = (row, widths) => row.map((cell, c) => cell.padStart(widths[c])).join('  ');
