import { Injectable } from '@nestjs/common';
import { StateTable } from '../../../core/cache/state-table.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import { Secret } from '../../../core/secrets/secret.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import type { ExternalOrigin } from '../../users/users.public.js';
import { noClientAuthorization } from '../auth.errors.js';
import { OAUTH_REQUEST_JUDGE, type OauthParameters } from '../auth.ports.js';
import { clientGroup } from '../rate-limit/client-key.js';

/** Somebody who was identified elsewhere and is about to authorize a client. */
export interface IdentifiedPerson {
  readonly userId: number;
  readonly username: string;
  readonly origin: ExternalOrigin;
  /** What the client asked for; a ticket is good for this alone. */
  readonly parameters: OauthParameters;
}

const TICKET_LIFETIME_MS = 60_000;
const MAX_TICKETS = 2_048;
const TICKET_BYTES = 32;

/** Lets people who sign in elsewhere authorize a client. */
@Injectable()
export class ClientAuthorizationService {
  private readonly tickets: StateTable<IdentifiedPerson>;

  constructor(
    private readonly ports: PortRegistry,
    private readonly random: Random,
    clock: Clock,
  ) {
    this.tickets = new StateTable({ clock, maxEntries: MAX_TICKETS, groupOf: clientGroup });
  }

  /** @throws AppError 400 naming the first fault; also while no module of this server authorizes clients */
  async requireValid(parameters: OauthParameters): Promise<void> {
    const [judge] = this.ports.all(OAUTH_REQUEST_JUDGE);
    if (!judge) throw noClientAuthorization();
    await judge.judge(parameters);
  }

  /** A ticket by which this person consents at the authorization endpoint: once, within a minute. */
  issueTicket(person: IdentifiedPerson, holder: string): Secret {
    const ticket = Secret.of(this.random.base64url(TICKET_BYTES));
    this.tickets.put(ticket.reveal(), person, TICKET_LIFETIME_MS, holder);
    return ticket;
  }
}
