import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { AdminOnly } from '../../../core/access/access.decorators.js';
import { type ActingAdministrator, CurrentAdministrator } from '../../../core/access/caller.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { CatalogConnectionService } from '../links/catalog-connection.service.js';
import {
  bookcatalogStatusView,
  type BookcatalogStatusView,
  BookcatalogTokenBody,
  tokenOf,
} from './bookcatalog.view.js';

/** The connection of a book manager to the book catalog. Source: doc 1 section 4 Book-catalog connection. */
@Controller('api/instances/:instanceID/bookcatalog')
export class BookcatalogController {
  constructor(private readonly service: CatalogConnectionService) {}

  /** Get the state of the instance's connection to the book catalog. */
  @Get()
  @AdminOnly('instances:manage')
  @Answers({ 400: 'The instance is no book manager.', 404: 'There is no such instance.' })
  async status(@Param('instanceID') id: string): Promise<BookcatalogStatusView> {
    return bookcatalogStatusView(await this.service.status(id));
  }

  /**
   * Connect the instance with an API token, after testing that it reads the catalog. Else the connection before it
   * stays.
   */
  @Put()
  @AdminOnly('instances:manage')
  @Answers({
    400: 'The instance is no book manager, the token is not accepted, or it may not read the catalog.',
    404: 'There is no such instance.',
    409: 'Somebody else has changed the connection meanwhile.',
    502: 'The book catalog can not be asked.',
  })
  async connect(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Param('instanceID') id: string,
    @Body() body: BookcatalogTokenBody,
  ): Promise<BookcatalogStatusView> {
    return bookcatalogStatusView(await this.service.connectByToken(admin, id, tokenOf(body)));
  }

  /** Disconnect the instance from the book catalog. Others that use it keep it. */
  @Delete()
  @AdminOnly('instances:manage')
  @Answers({ 400: 'The instance is no book manager.', 404: 'There is no such instance.' })
  async disconnect(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Param('instanceID') id: string,
  ): Promise<BookcatalogStatusView> {
    return bookcatalogStatusView(await this.service.disconnect(admin, id));
  }
}
