import { Controller, Delete, Get, HttpCode, Param, Query } from '@nestjs/common';
import { Post } from '../../../core/http/post.decorators.js';
import { AdminOnly } from '../../../core/access/access.decorators.js';
import { CurrentCaller, type Caller } from '../../../core/access/caller.js';
import { badRequest } from '../../../core/errors/app-error.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { queryFlag, queryWord, type UnvalidatedQuery } from '../../../core/http/query-values.js';
import { ClientQueuesService } from '../clients/client-queues.service.js';
import {
  type ClientHistoryView,
  clientHistoryView,
  type ClientQueueView,
  clientQueueView,
} from './client-queue.view.js';

const MOST = 500;
const USUAL = 50;

/** The parameters of GET /api/downloads/{instanceID}/history. */
interface HistoryParameters {
  /** 1 to 500; 50 by default. */
  readonly limit?: number;
}

/** The parameters of DELETE /api/downloads/{instanceID}/queue/{itemID}. */
interface RemovalParameters {
  /** Also delete what was loaded. NZBGet and rTorrent can't do that: there the data stays. */
  readonly deleteData?: boolean;
}

const REFUSALS = {
  400: 'The instance is no download client.',
  404: 'There is no such instance.',
  502: 'The download client can not be read, or refused.',
};

const ITEM_REFUSALS = {
  400: 'The instance is no download client, or this can not be the id of one of its downloads: nothing was sent.',
  404: 'There is no such instance, or no such download in its queue.',
  502: 'The download client can not be read, or refused.',
};

/** The queues of download clients, for administrators. */
@Controller('api/downloads/:instanceID')
export class ClientQueuesController {
  constructor(private readonly queues: ClientQueuesService) {}

  /** Get what a download client has before it. */
  @Get('queue')
  @AdminOnly('downloads:read')
  @Answers(REFUSALS)
  async queue(@Param('instanceID') instanceId: string): Promise<ClientQueueView> {
    return clientQueueView(await this.queues.queue(instanceId));
  }

  /** Get what a download client has finished, the newest first. */
  @Get('history')
  @AdminOnly('downloads:read')
  @Answers(REFUSALS)
  async history(
    @Param('instanceID') instanceId: string,
    @Query() query: UnvalidatedQuery<HistoryParameters>,
  ): Promise<ClientHistoryView> {
    return clientHistoryView(await this.queues.history(instanceId, historyLimit(query)));
  }

  /** Pause everything. Torrents that are finished go on seeding. */
  @Post('pause')
  @AdminOnly('downloads:manage')
  @HttpCode(204)
  @Answers(REFUSALS)
  async pause(@CurrentCaller() caller: Caller, @Param('instanceID') instanceId: string): Promise<void> {
    await this.queues.act(caller, instanceId, 'pause');
  }

  /** Resume everything. Torrents that are finished stay as they are. */
  @Post('resume')
  @AdminOnly('downloads:manage')
  @HttpCode(204)
  @Answers(REFUSALS)
  async resume(@CurrentCaller() caller: Caller, @Param('instanceID') instanceId: string): Promise<void> {
    await this.queues.act(caller, instanceId, 'resume');
  }

  /** Pause one download. */
  @Post('queue/:itemID/pause')
  @AdminOnly('downloads:manage')
  @HttpCode(204)
  @Answers(ITEM_REFUSALS)
  async pauseItem(
    @CurrentCaller() caller: Caller,
    @Param('instanceID') instanceId: string,
    @Param('itemID') itemId: string,
  ): Promise<void> {
    await this.queues.actOnItem(caller, instanceId, itemId, 'pause');
  }

  /** Resume one download. */
  @Post('queue/:itemID/resume')
  @AdminOnly('downloads:manage')
  @HttpCode(204)
  @Answers(ITEM_REFUSALS)
  async resumeItem(
    @CurrentCaller() caller: Caller,
    @Param('instanceID') instanceId: string,
    @Param('itemID') itemId: string,
  ): Promise<void> {
    await this.queues.actOnItem(caller, instanceId, itemId, 'resume');
  }

  /**
   * Remove one download. `deleteData=true` deletes what was loaded, too; NZBGet and rTorrent can't do that, so that it stays
   * there. A library manager that waits for it isn't told.
   */
  @Delete('queue/:itemID')
  @AdminOnly('downloads:manage')
  @HttpCode(204)
  @Answers({ ...ITEM_REFUSALS, 400: `${ITEM_REFUSALS[400]} Or deleteData is neither true nor false.` })
  async removeItem(
    @CurrentCaller() caller: Caller,
    @Param('instanceID') instanceId: string,
    @Param('itemID') itemId: string,
    @Query() query: UnvalidatedQuery<RemovalParameters>,
  ): Promise<void> {
    await this.queues.actOnItem(caller, instanceId, itemId, { remove: { deleteData: deleteData(query) } });
  }
}

/** Left out it is false; an empty one is a mistake. */
function deleteData({ deleteData: sent }: UnvalidatedQuery<RemovalParameters>): boolean {
  if (sent === '') throw badRequest('not_a_flag', 'deleteData must be true or false', { name: 'deleteData' });
  return queryFlag('deleteData', sent, false);
}

function historyLimit({ limit: sent }: UnvalidatedQuery<HistoryParameters>): number {
  const text = queryWord('limit', sent);
  if (text === undefined) return USUAL;
  const limit = /^[1-9]\d{0,2}$/.test(text) ? Number(text) : NaN;
  if (!(limit <= MOST))
    throw badRequest('out_of_range', `limit must be 1 to ${MOST}`, { name: 'limit', least: 1, most: MOST });
  return limit;
}
