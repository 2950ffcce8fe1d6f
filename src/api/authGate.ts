// Stops an account's traffic at the first 401 until its token changes: repeating a refused token locks accounts.
import { Emitter, type Event } from "../core/async/emitter";
import { ServiceError } from "../core/errors/serviceError";

export class AuthGate {
  private readonly stopped = new Emitter<ServiceError>();
  private refused: { readonly token: string; readonly error: ServiceError } | undefined;
  private closing = new AbortController();

  readonly onDidStop: Event<ServiceError> = this.stopped.event;

  constructor(private readonly token: () => string | undefined) {}

  /** True after a 401, until `token` returns another token. */
  get isStopped(): boolean {
    const token = this.token();
    if (this.refused && token !== undefined && token !== this.refused.token) {
      this.refused = undefined;
      this.closing = new AbortController();
    }
    return this.refused !== undefined;
  }

  /** Aborts, with the 401's error as its reason, when the gate closes; queued requests listen to it. */
  get signal(): AbortSignal {
    return this.isStopped ? AbortSignal.abort(this.stoppedError()) : this.closing.signal;
  }

  /** Throws a ServiceError "unauthorized" when there is no token or it was refused. */
  requireToken(): string {
    if (this.isStopped) throw this.stoppedError();
    const token = this.token();
    if (token === undefined || token === "")
      throw new ServiceError("unauthorized", "not sent: not signed in");
    return token;
  }

  /** A 401 for a token that has been replaced since closes nothing. */
  refuse(token: string, error: ServiceError): void {
    if (this.isStopped || token !== this.token()) return;
    this.refused = { token, error };
    this.closing.abort(this.stoppedError());
    this.stopped.fire(error);
  }

  reopen(): void {
    if (!this.refused) return;
    this.refused = undefined;
    this.closing = new AbortController();
  }

  private stoppedError(): ServiceError {
    return new ServiceError("unauthorized", "not sent: the service refused this account's token", {
      status: 401,
      cause: this.refused?.error,
    });
  }
}
