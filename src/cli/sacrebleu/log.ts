/** What goes to standard error, in the form of sacreBLEU: with its name in front, or bare and without news if quiet. */
export class Log {
  quiet = false;
  text = '';

  info(message: string): void {
    if (!this.quiet) this.text += `sacreBLEU: ${message}\n`;
  }

  warn(message: string): void {
    this.text += `${this.quiet ? '' : 'sacreBLEU: '}${message}\n`;
  }

  error(message: string): void {
    this.warn(message);
  }
}
