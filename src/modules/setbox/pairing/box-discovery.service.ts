import { Injectable } from '@nestjs/common';
import type { FoundBox } from '../../../clients/appletv/appletv-helper.js';
import { BoxTurnsService, WHOLE_NETWORK } from '../boxes/box-turns.service.js';
import { SetboxHelperService } from '../helper/setbox-helper.service.js';

/** What a search has found, and where it was looked: on the local network, or at one address. */
export interface Discovery {
  readonly devices: readonly FoundBox[];
  readonly scope: 'network' | 'address';
}

/** Looks for boxes that can be paired. Source: doc 1 §4 Set-top box. */
@Injectable()
export class BoxDiscoveryService {
  constructor(
    private readonly turns: BoxTurnsService,
    private readonly helper: SetboxHelperService,
  ) {}

  /**
   * @param address where to look; left out for the local network, one search at a time
   * @throws AppError 503 `unsupported`, `unreachable`, `unavailable`; 409 `busy`; 504 `timeout`
   */
  async discover(address?: string): Promise<Discovery> {
    await this.helper.requireSupport();
    const search = () => this.helper.run('discover', (helper) => helper.discover(address));
    return {
      devices: await this.turns.take(WHOLE_NETWORK, search),
      scope: address === undefined ? 'network' : 'address',
    };
  }
}
