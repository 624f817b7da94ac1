/**
 * Starts a program that cannot outlive this process. Between the two is a supervisor, a process of Node that passes nothing on, because the
 * program inherits its pipes, and only watches: as soon as this process ends, however it ends, the supervisor ends the program and all that
 * the program started. So no handler of signals is needed here, and a signal ends a command at once, as it should.
 */
import { type ChildProcess, spawn } from 'node:child_process';

export interface Command {
  readonly file: string;
  readonly words: readonly string[];
  /** `file` is a line for the shell. */
  readonly shell: boolean;
}

/** How a program ended, or why it did not start. */
export interface ProgramEnd {
  readonly code?: number | null;
  readonly signal?: string | null;
  /** Such as ENOENT. */
  readonly failed?: string;
}

/** In milliseconds: a program should end by itself when its input ends; then it is asked to, then it is killed. */
const patience = { end: 500, kill: 1000 };

/** Plain code, because it is passed on the command line. */
const supervisor = `
const { spawn, spawnSync } = require('node:child_process');
const { file, words, shell } = JSON.parse(process.argv[1]);
const windows = process.platform === 'win32';
const child = spawn(file, words, { stdio: 'inherit', shell, detached: !windows, windowsHide: true });
const end = (signal) => {
  try {
    if (windows) spawnSync('taskkill', ['/pid', String(child.pid), '/t', '/f']);
    else process.kill(-child.pid, signal);
  } catch {}
};
const leave = (message) => (process.connected ? process.send(message, () => process.exit()) : process.exit());
child.on('error', ({ code }) => leave({ failed: code }));
child.on('exit', (code, signal) => {
  if (!windows) end('SIGKILL');
  leave({ code, signal });
});
process.on('disconnect', () => {
  setTimeout(() => end('SIGTERM'), ${patience.end});
  setTimeout(() => end('SIGKILL'), ${patience.end + patience.kill});
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
`;

/** A running program; none of its handles keeps this process alive. */
export class SupervisedProgram {
  readonly #child: ChildProcess;
  readonly #errors: string[] = [];
  #end: ProgramEnd | undefined;
  onLine: (line: string) => void = () => {};
  /** After the last line. */
  onEnd: (end: ProgramEnd) => void = () => {};
  onLongLine: () => void = () => {};

  constructor({ file, words, shell }: Command) {
    const order = JSON.stringify({ file, words, shell });
    // Detached: an interrupt from the terminal is not for the supervisor.
    this.#child = spawn(process.execPath, ['-e', supervisor, order], {
      stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    const child = this.#child;
    child.on('message', (end: ProgramEnd) => (this.#end = end));
    child.on('error', (error: NodeJS.ErrnoException) => this.onEnd({ failed: error.code ?? error.message }));
    child.on('close', () => {
      open.delete(this);
      this.onEnd(this.#end ?? {});
    });
    child.stdin!.on('error', () => {}); // the program ended, which `close` says
    child.stdout!.setEncoding('utf8');
    child.stderr!.setEncoding('utf8');
    new Lines((line) => this.onLine(line), () => this.onLongLine()).read(child.stdout!); // prettier-ignore
    new Lines((line) => this.#keep(line), () => {}).read(child.stderr!); // prettier-ignore
    process.off('beforeExit', stopAll).once('beforeExit', stopAll);
    open.add(this);
    child.unref();
    child.channel?.unref();
    for (const stream of [child.stdin, child.stdout, child.stderr]) (stream as unknown as { unref?(): void }).unref?.();
  }

  write(text: string): void {
    if (this.#child.stdin!.writable) this.#child.stdin!.write(text);
  }

  /** Nothing of it is heard any more; the supervisor ends it, and this process waits for that. */
  stop(): void {
    open.delete(this);
    this.#child.ref();
    this.onLine = () => {};
    this.onEnd = () => {};
    this.onLongLine = () => {};
    this.#child.stdin!.destroy();
    if (this.#child.connected) this.#child.disconnect();
  }

  /** The last lines of its standard error. */
  get errors(): readonly string[] {
    return this.#errors;
  }

  #keep(line: string): void {
    if (line.trim() === '') return;
    this.#errors.push(line.length > 300 ? `${line.slice(0, 300)}…` : line.trimEnd());
    if (this.#errors.length > 8) this.#errors.shift();
  }
}

/** Those that run. */
const open = new Set<SupervisedProgram>();

/** When this process has nothing left to do, it ends them in order. */
const stopAll = (): void => {
  for (const program of open) program.stop();
};

/** No answer is nearly as long as this, in characters. */
const longestLine = 1 << 20;

/** Cuts a stream into lines; the last one needs no line break. */
class Lines {
  readonly #take: (line: string) => void;
  readonly #tooLong: () => void;
  #rest = '';

  constructor(take: (line: string) => void, tooLong: () => void) {
    this.#take = take;
    this.#tooLong = tooLong;
  }

  read(stream: NodeJS.ReadableStream): void {
    stream.on('data', (text: string) => this.#add(text));
    stream.on('end', () => {
      if (this.#rest !== '') this.#take(this.#rest);
      this.#rest = '';
    });
  }

  #add(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop()!;
    for (const line of lines) this.#take(line);
    if (this.#rest.length <= longestLine) return;
    this.#rest = '';
    this.#tooLong();
  }
}
