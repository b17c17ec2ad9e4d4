import { Controller, Get, Header, Query } from '@nestjs/common';
import type { Unjudged } from '../../../core/http/unjudged.js';
import { AdminOnly } from '../../../core/access/access.decorators.js';
import { RequestHistoryService } from '../status/request-history.service.js';
import { historyQuery, type HistoryParameters } from './request-history.query.js';
import { historyResponse, type RequestHistoryView } from './request-history.view.js';

/** All requests that were ever made. Source: doc 4 section 1.4. */
@Controller('api/admin/requests')
export class RequestHistoryController {
  constructor(private readonly history: RequestHistoryService) {}

  /** List all requests ever made, with what was decided about them. */
  @AdminOnly('requests:manage')
  @Get('history')
  @Header('Cache-Control', 'no-store')
  async page(@Query() query: Unjudged<HistoryParameters>): Promise<RequestHistoryView> {
    const { filter, limit } = historyQuery(query);
    return historyResponse(await this.history.page(filter, limit));
  }
}
