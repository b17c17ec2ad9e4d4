import { Injectable } from '@nestjs/common';
import { RadarrClient } from '../../../clients/radarr/radarr-client.js';
import { InjectLog } from '../../../core/core.module.js';
import type { Log } from '../../../core/logging/log.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { Clock } from '../../../core/time/clock.js';

/** The one place where clients of library managers are made. Nothing is dialed until they are used. */
@Injectable()
export class InstanceDialing {
  constructor(
    private readonly clock: Clock,
    @InjectLog() private readonly log: Log,
  ) {}

  /** A client for the movie manager at this address. */
  movieManager({ url, apiKey }: { readonly url: string; readonly apiKey: Secret }): RadarrClient {
    return new RadarrClient({ url, apiKey, clock: this.clock, log: this.log });
  }
}
