/** How a run of `assay sacrebleu` ends before its time, and what it says on the way. */

/** sacreBLEU's exit codes, and 2 for what its argument parser or this command does not take. */
export const ExitCode = { failed: 1, usage: 2, fields: 17 } as const;

/** Ends the run with a message and an exit code. */
export class Failure extends Error {
  override name = 'Failure';
  readonly exitCode: number;

  constructor(message: string, exitCode: number = ExitCode.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** A command line that cannot be read; the usage is shown with it. */
export class ArgumentFailure extends Failure {
  constructor(message: string) {
    super(message, ExitCode.usage);
  }
}

/** A failure for what sacreBLEU can do and this command cannot. */
export const unsupported = (what: string, advice: string): Failure =>
  new Failure(`${what} is not supported by assay sacrebleu: ${advice}`, ExitCode.usage);

/** What goes to standard error, in the form of sacreBLEU: with its name in front, or bare and without news if quiet. */
export class Log {
  quiet = false;
  text = '';

  info(message: string): void {
    if (!this.quiet) this.warn(message);
  }

  warn(message: string): void {
    this.text += `${this.quiet ? '' : 'sacreBLEU: '}${message}\n`;
  }

  /** All of it, with the reason why the run ended. */
  with(message: string): string {
    this.warn(message);
    return this.text;
  }
}
