import type { Secret } from '../../core/secrets/secret.js';
import type { Clock } from '../../core/time/clock.js';

/** Where a set-top box is, and which one is meant. */
export interface BoxAddress {
  /** A host name or an IPv4 address. */
  readonly address: string;
  readonly identifier: string;
}

/** A box that has been paired. */
export interface PairedBox extends BoxAddress {
  readonly credentials: Secret;
}

/** A box that a search has found. */
export interface FoundBox {
  readonly name: string;
  readonly address: string;
  readonly identifier: string;
  readonly model?: string;
}

/** Which helper it is. */
export interface HelperVersion {
  /** The version of the lines; this client speaks version 1. */
  readonly protocol: number;
  readonly library: string;
  readonly version: string;
}

/** A pairing that waits for the PIN which the box shows. Its process lives until it is finished or closed, or five minutes. */
export interface Pairing {
  readonly device: { readonly name?: string; readonly model?: string };
  /**
   * Hands over the PIN. Afterwards the process has ended, whatever came of it.
   *
   * @returns the credentials
   * @throws HelperError
   */
  finish(pin: string): Promise<Secret>;
  /** Ends the process; calling it again does nothing. */
  close(): void;
}

/** What an {@link AppleTvHelper} needs. */
export interface AppleTvHelperOptions {
  /** One program: a path, or a name that is looked up on the PATH. Never a command line. */
  readonly command: string;
  readonly clock: Clock;
}

/** The helper program that speaks to Apple TVs. Source: issue 25, ../shared/upstream/appletv. */
export class AppleTvHelper {
  constructor(private readonly options: AppleTvHelperOptions) {}

  version(): Promise<HelperVersion> {
    return this.notYet();
  }

  discover(_address?: string): Promise<readonly FoundBox[]> {
    return this.notYet();
  }

  beginPairing(_box: BoxAddress): Promise<Pairing> {
    return this.notYet();
  }

  check(
    _box: PairedBox,
    _app: string,
    _signal?: AbortSignal,
  ): Promise<{ readonly connected: boolean; readonly installed: boolean }> {
    return this.notYet();
  }

  open(_box: PairedBox, _link: { readonly app: string; readonly url: string }, _signal?: AbortSignal): Promise<void> {
    return this.notYet();
  }

  close(): Promise<void> {
    return this.notYet();
  }

  private notYet(): Promise<never> {
    return Promise.reject(new Error(`${this.options.command} is not spoken to yet`));
  }
}
