/** A request that is not granted: what the other side is told, and the status of HTTP it is told with. */

export class Refusal extends Error {
  override name = 'Refusal';
  readonly status: 401 | 403 | 404 | 409 | 415 | 429;

  constructor(status: Refusal['status'], message: string) {
    super(message);
    this.status = status;
  }
}
