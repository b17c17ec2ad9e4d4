import { Injectable } from '@nestjs/common';
import { ProviderMemory } from '../../../core/cache/byte-pool.js';
import type { RawJson } from '../../../core/http/raw-answer.js';
import { Meter } from '../../../core/metrics/meter.js';
import { Clock } from '../../../core/time/clock.js';
import { MetadataProviderService } from '../provider/metadata-provider.service.js';
import { ProviderDetails } from '../provider/provider-details.js';

/**
 * Reads people from the metadata provider: verbatim, cached for an hour, and shared. Source: doc 4 §3.1.
 *
 * Both methods throw AppError as {@link MetadataProviderService.ask}; failures are not cached.
 */
@Injectable()
export class PeopleMetadataService {
  private readonly people: ProviderDetails<number, unknown, null>;
  private readonly parts: ProviderDetails<number, unknown, null>;

  constructor(provider: MetadataProviderService, memory: ProviderMemory, clock: Clock, meter: Meter) {
    const shared = { provider, memory, clock, meter, summarise: () => null };
    this.people = new ProviderDetails<number, unknown, null>({
      ...shared,
      plural: 'people',
      lookUp: (client, id) => client.person(id),
    });
    this.parts = new ProviderDetails<number, unknown, null>({
      ...shared,
      plural: 'credits',
      lookUp: (client, id) => client.personCredits(id),
    });
  }

  /** A person; null when the provider affirms that there is no such person. */
  person(id: number): Promise<RawJson | null> {
    return this.people.json(id);
  }

  /** A person's films and series, as `cast` and `crew`; null as for {@link person}. */
  credits(id: number): Promise<RawJson | null> {
    return this.parts.json(id);
  }
}
