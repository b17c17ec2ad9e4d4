import { Injectable, type OnModuleInit } from '@nestjs/common';
import { SingleFlight } from '../../../core/cache/single-flight.js';
import { StateTable } from '../../../core/cache/state-table.js';
import { badRequest } from '../../../core/errors/app-error.js';
import { EventBus } from '../../../core/events/event-bus.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { Clock } from '../../../core/time/clock.js';
import { hubLinkExpired } from '../instances.errors.js';
import type { HubOwner } from '../registry/media-server-config.js';
import { AccountChanged, AccountRemoved, DeviceRevoked } from '../../users/users.public.js';
import { HubClientsService, type HubConnection } from './hub-clients.service.js';

/** The administrator's session that has begun a link. Nobody else hears of it. */
export interface LinkOwner {
  readonly userId: number;
  readonly deviceId: string;
}

/** A PIN that an administrator is to approve at the hub. */
export interface BegunLink {
  readonly pinId: number;
  readonly code: string;
  /** Where it is approved. */
  readonly url: string;
}

export interface LinkedAccount extends HubConnection {
  readonly owner: HubOwner;
}

interface Link {
  readonly by: LinkOwner;
  readonly pinId: number;
  readonly url: string;
  readonly clientId: string;
  token: Secret | null;
  owner: HubOwner | null;
}

const MAX_LINKS = 256;
const LONGEST_PENDING_MS = 30 * 60_000;
const HELD_MS = 15 * 60_000;

/** Links accounts at the hub by PINs. Pending links live in memory alone; the token of an approved PIN leaves it for the database only. */
@Injectable()
export class HubLinksService implements OnModuleInit {
  private readonly links: StateTable<Link>;
  private readonly checks = new SingleFlight<number, void>();

  constructor(
    private readonly clients: HubClientsService,
    private readonly events: EventBus,
    clock: Clock,
  ) {
    this.links = new StateTable({ clock, maxEntries: MAX_LINKS });
  }

  /** A link ends with the right of the administrator who began it. */
  onModuleInit(): void {
    this.events.on(AccountChanged, ({ userId }) => this.drop(({ by }) => by.userId === userId));
    this.events.on(AccountRemoved, ({ userId }) => this.drop(({ by }) => by.userId === userId));
    this.events.on(DeviceRevoked, ({ deviceId }) => this.drop(({ by }) => by.deviceId === deviceId));
  }

  /** @throws UpstreamError when the hub can't be asked */
  async begin({ userId, deviceId }: LinkOwner): Promise<BegunLink> {
    const { url } = this.clients;
    const clientId = await this.clients.clientId();
    const { id: pinId, code, expiresInMs } = await this.clients.hub(clientId, url).beginPin();
    const link: Link = { by: { userId, deviceId }, pinId, url, clientId, token: null, owner: null };
    this.links.put(String(pinId), link, Math.min(expiresInMs, LONGEST_PENDING_MS), String(userId));
    return { pinId, code, url: this.clients.approvalUrl(clientId, code) };
  }

  /**
   * The account whose owner has approved the PIN; null until then.
   * @throws AppError 404; UpstreamError when the hub can't be asked
   */
  async check(by: LinkOwner, pinId: number): Promise<HubOwner | null> {
    const link = this.require(by, pinId);
    if (!link.owner) await this.checks.run(pinId, () => this.advance(link));
    return link.owner;
  }

  /** The account of an approved PIN, without asking the hub. @throws AppError 404; AppError 400 for a PIN not yet approved */
  take(by: LinkOwner, pinId: number): LinkedAccount {
    const { url, clientId, token, owner } = this.require(by, pinId);
    if (!token || !owner) throw badRequest('hub_link_not_approved', 'the sign-in at Plex has not been approved yet');
    return { url, clientId, token, owner };
  }

  private require({ userId, deviceId }: LinkOwner, pinId: number): Link {
    const link = this.links.get(String(pinId));
    if (link?.by.userId !== userId || link.by.deviceId !== deviceId) throw hubLinkExpired();
    return link;
  }

  private drop(isMeant: (link: Link) => boolean): void {
    for (const link of this.links.values()) if (isMeant(link)) this.links.delete(String(link.pinId));
  }

  private async advance(link: Link): Promise<void> {
    const { pinId, url, clientId, by } = link;
    if (!link.token) {
      const pin = await this.clients.hub(clientId, url).checkPin(pinId);
      if (pin.state === 'pending') return;
      if (pin.state === 'expired') {
        this.links.delete(String(pinId));
        throw hubLinkExpired();
      }
      // The link may have been dropped meanwhile.
      if (this.links.get(String(pinId)) !== link) throw hubLinkExpired();
      link.token = pin.token;
      this.links.put(String(pinId), link, HELD_MS, String(by.userId));
    }
    const { id, name, email } = await this.clients.account({ url, clientId, token: link.token }).user();
    link.owner = { id, username: name, email };
  }
}
