import { Injectable } from '@nestjs/common';
import type { ServarrClient } from '../../../clients/servarr/servarr-client.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import { InstanceDialing } from '../connections/instance-dialing.js';
import { ConnectionTestFailed } from '../instances.errors.js';
import type { Connection } from '../registry/instance-input.js';
import { factsOf } from '../service-kinds.js';

/** Does this address and credential lead to a working instance of its kind? Asked of the instance itself. */
@Injectable()
export class ConnectionProbe {
  constructor(private readonly dialing: InstanceDialing) {}

  /**
   * Resolves when the instance has answered within 10 seconds; redirects are not followed. Source: doc 3 section 3.2.
   *
   * @throws ConnectionTestFailed 400 with the reason
   */
  async test(connection: Connection): Promise<void> {
    const { product } = factsOf(connection.serviceType);
    const { appName } = await this.ask(connection);
    // The managers share their API, so another one than the chosen kind would pass for it.
    if (appName.toLowerCase() !== product.toLowerCase()) throw new ConnectionTestFailed(`the server is not ${product}`);
  }

  private async ask(connection: Connection): Promise<{ readonly appName: string }> {
    try {
      return await this.clientFor(connection).testConnection();
    } catch (error) {
      throw error instanceof UpstreamError ? new ConnectionTestFailed(error.reason, error) : error;
    }
  }

  private clientFor(connection: Connection): Pick<ServarrClient<unknown>, 'testConnection'> {
    switch (connection.serviceType) {
      case 'movie_manager':
        return this.dialing.movieManager(connection);
      case 'tv_manager':
        return this.dialing.tvManager(connection);
      case 'book_manager':
        return this.dialing.bookManager(connection);
      case 'music_manager':
        return this.dialing.musicManager(connection);
    }
  }
}
