import { Injectable } from '@nestjs/common';
import type { HttpRelay } from '../../../clients/http/http-relay.js';
import { isDownloadClient, type ServiceType } from '../service-kinds.js';
import { InstanceNotProxied } from '../instances.errors.js';
import { InstanceClientsService } from './instance-clients.service.js';
import { InstanceAddressService } from './instance-address.service.js';

/** Ways to configured instances for calls that are passed on. Whether somebody may make one is judged before. */
@Injectable()
export class InstanceRelayService {
  constructor(
    private readonly places: InstanceAddressService,
    private readonly dialing: InstanceClientsService,
  ) {}

  /**
   * The way to the instance of this id and kind, by its address and credential of this moment. Ask anew for each call,
   * and not inside a transaction.
   *
   * @throws InstanceNotProxied 400 for the hub, whose credential is a person's, and for download clients, which have routes of
   *   their own; InstanceMissing 404 when there is no instance of this id and kind;
   *   SecretUnreadable or StorageError 503
   */
  async connect(instanceId: string, serviceType: ServiceType): Promise<HttpRelay> {
    if (serviceType === 'hub' || isDownloadClient(serviceType)) throw new InstanceNotProxied(serviceType);
    return this.dialing.relay(serviceType, await this.places.of(instanceId, serviceType));
  }
}
