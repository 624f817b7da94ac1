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
