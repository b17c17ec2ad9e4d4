import { Injectable } from '@nestjs/common';
import { InstanceClientsService } from '../connections/instance-clients.service.js';
import { ConnectionTestFailed, testFault } from '../instances.errors.js';
import type { Connection } from '../registry/instance-input.js';
import { factsOf } from '../service-kinds.js';

/** Does this address and credential lead to a working library manager of its kind? Asked of the instance itself. */
@Injectable()
export class ConnectionProbeService {
  constructor(private readonly dialing: InstanceClientsService) {}

  /**
   * Resolves when the instance has answered within 10 seconds; redirects are not followed. Source: doc 3 section 3.2.
   *
   * @throws ConnectionTestFailed 400 with the reason
   */
  async test(connection: Connection): Promise<void> {
    const { product } = factsOf(connection.serviceType);
    const { appName } = await this.ask(connection);
    // The managers share their API, so another one than the chosen kind would pass for it.
    if (appName.toLowerCase() === product.toLowerCase()) return;
    throw new ConnectionTestFailed('wrong_app', `the server is not ${product}`);
  }

  private async ask(connection: Connection): Promise<{ readonly appName: string }> {
    try {
      return await this.dialing.manager(connection.serviceType, connection).testConnection();
    } catch (error) {
      throw testFault(error);
    }
  }
}
