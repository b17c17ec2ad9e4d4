import { Injectable } from '@nestjs/common';
import { KeptDownloadClientsService } from '../connections/kept-download-clients.service.js';
import { testFault } from '../instances.errors.js';
import {
  type DownloadPlace,
  judgeDownloadCandidate,
  judgeDownloadMove,
  judgeDownloadUpdate,
  judgeNewDownloadClient,
  type StoredDownloadClient,
} from '../registry/download-client-input.js';
import type { InstanceInput, InstanceUpdate, NewInstance } from '../registry/instance-input.js';
import { recordOf } from '../registry/instance-record.js';
import { InstancesRepository } from '../registry/instances.repository.js';
import type { ServiceInstanceRow } from '../registry/service-instance.entity.js';
import type { DownloadClientType } from '../service-kinds.js';

type Kind = DownloadClientType;

/**
 * Download clients, judged and tried before they are stored. The test signs in with the credential, by the same object that an
 * instance with this credential has: after a refusal it rests, however often somebody tests. Source: doc 3 sections 3.1 and 3.2;
 * issue 23, section 1.
 *
 * Every method throws AppError 400 naming the first fault, ConnectionTestFailed 400, and SecretUnreadable 503 where a stored
 * credential is needed and can't be opened.
 */
@Injectable()
export class DownloadClientCandidatesService {
  constructor(
    private readonly kept: KeptDownloadClientsService,
    private readonly rows: InstancesRepository,
  ) {}

  /** A new download client that works. */
  async fresh(input: InstanceInput, serviceType: Kind): Promise<NewInstance> {
    const instance = judgeNewDownloadClient(input, serviceType);
    await this.dial(instance);
    return instance;
  }

  /** Changes after which it works. Where it is reached as before nothing is dialed. */
  async change(input: InstanceInput, serviceType: Kind, stored: ServiceInstanceRow): Promise<InstanceUpdate> {
    const { changes, place } = judgeDownloadUpdate(input, this.storedOf(stored, serviceType));
    if (place) await this.dial(place);
    return changes;
  }

  /**
   * Dials a candidate and saves nothing.
   *
   * @param stored what stands for a credential that isn't sent; null for nothing
   */
  async test(input: InstanceInput, serviceType: Kind, stored: ServiceInstanceRow | null): Promise<void> {
    const place = stored
      ? judgeDownloadMove(input, this.storedOf(stored, serviceType))
      : judgeDownloadCandidate(input, serviceType);
    return this.dial(place);
  }

  private async dial(place: DownloadPlace): Promise<void> {
    try {
      await this.kept.at(place).client.testConnection();
    } catch (fault) {
      throw testFault(fault);
    }
  }

  private storedOf(row: ServiceInstanceRow, serviceType: Kind): StoredDownloadClient {
    return {
      record: { ...recordOf(row), serviceType },
      open: () => ({ apiKey: this.rows.apiKeyOf(row), account: this.rows.accountOf(row) }),
    };
  }
}
