import { Injectable } from '@nestjs/common';
import { EventBus } from '../../../core/events/event-bus.js';
import { publishRevoked } from '../../users/users.public.js';
import { AttemptsService } from '../attempts/attempts.service.js';
import { OidcProvidersService } from './oidc-providers.service.js';

/** Ends what went on by the configuration before. Source: doc 1 section 4, invalidated by configuration saves. */
@Injectable()
export class OidcResetService {
  constructor(
    private readonly attempts: AttemptsService,
    private readonly providers: OidcProvidersService,
    private readonly events: EventBus,
  ) {}

  /** @param revoked devices that were ended in the write that saved it */
  async afterSave(revoked: readonly string[]): Promise<void> {
    this.attempts.endAll('oidc');
    this.providers.forget();
    await publishRevoked(this.events, revoked);
  }
}
