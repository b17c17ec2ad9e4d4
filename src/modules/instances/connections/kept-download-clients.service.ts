import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { DownloadClient } from '../../../clients/downloads/download-client.js';
import { TtlCache } from '../../../core/cache/ttl-cache.js';
import { InjectLog } from '../../../core/core.module.js';
import type { Log } from '../../../core/logging/log.js';
import { Meter } from '../../../core/metrics/meter.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import type { DownloadPlace } from '../registry/download-client-input.js';
import { DOWNLOAD_PRODUCTS } from './download-products.js';

/** How long one is kept that nobody uses: longer than a client rests after a refused sign-in. */
const KEPT_MS = 60 * 60_000;
/** As many as a household has, and drafts of them. */
const MOST = 100;

/**
 * Which client has this address and credential? There is one object for each, since it knows its session and whether the
 * credential was refused: while it rests nobody signs in again, so that a wrong password doesn't lock the household out. An
 * instance, its connection test and a draft that isn't stored yet share it. Source: issue 23, section 1.
 */
@Injectable()
export class KeptDownloadClientsService {
  private readonly kept: TtlCache<string, DownloadClient>;
  /** Makes names of places that don't show what opens them. */
  private readonly namingKey: Buffer;

  constructor(
    private readonly clock: Clock,
    @InjectLog() private readonly log: Log,
    private readonly meter: Meter,
    random: Random,
  ) {
    this.namingKey = random.bytes(32);
    this.kept = new TtlCache({ clock, ttlMs: KEPT_MS, maxEntries: MOST });
  }

  /** How many are kept. */
  get size(): number {
    return this.kept.size;
  }

  /** The client of this place, with its name here. Nothing is dialed until it is used. */
  at(place: DownloadPlace): { readonly name: string; readonly client: DownloadClient } {
    const name = this.nameOf(place);
    const { clock, log, meter } = this;
    const client = this.kept.get(name) ?? DOWNLOAD_PRODUCTS[place.serviceType](place, { clock, log, meter });
    // Stored anew: the hour begins with its last use.
    this.kept.set(name, client);
    return { name, client };
  }

  /** Keeps the client of this name no longer: nobody has its address or credential any more. */
  drop(name: string): void {
    this.kept.delete(name);
  }

  private nameOf({ serviceType, url, apiKey, account }: DownloadPlace): string {
    const place = [serviceType, url, apiKey.reveal(), account.username, account.password.reveal()];
    return createHmac('sha256', this.namingKey).update(JSON.stringify(place)).digest('base64');
  }
}
