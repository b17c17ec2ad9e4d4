import { Body, Controller, Delete, Get, Header, HttpCode, Param, Post, Put } from '@nestjs/common';
import { AdminOnly } from '../../../core/access/access.decorators.js';
import { CurrentAdministrator, type ActingAdministrator } from '../../../core/access/caller.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { DirectOrigin } from '../../../core/http/direct-origin.js';
import { InstanceUpdateService } from '../administration/instance-update.service.js';
import { InstanceRegistryService } from '../administration/instance-registry.service.js';
import { InstanceRemovalService } from '../administration/instance-removal.service.js';
import { MediaRootsService } from '../media-paths/media-roots.service.js';
import { InstanceBody, toInstanceInput } from './instance.body.js';
import { instanceView, type InstanceView } from './instance.view.js';

/** Configured instances. Source: doc 1 section 4 Instances, doc 3 section 3.2. */
@Controller('api/instances')
export class InstancesController {
  constructor(
    private readonly registry: InstanceRegistryService,
    private readonly change: InstanceUpdateService,
    private readonly removal: InstanceRemovalService,
    private readonly roots: MediaRootsService,
  ) {}

  /** List all configured instances. Their credentials are never told. */
  @Get()
  @AdminOnly('instances:manage')
  @Header('Cache-Control', 'no-store')
  async list(): Promise<InstanceView[]> {
    return (await this.registry.list()).map(instanceView);
  }

  /** List the folders below which a path mapping may lead. */
  @Get('media-roots')
  @AdminOnly('instances:manage')
  @Header('Cache-Control', 'no-store')
  mediaRoots(): readonly string[] {
    return this.roots.folders;
  }

  /** Create an instance, after testing its connection. */
  @Post()
  @AdminOnly('instances:manage')
  @Answers({ 409: 'Another instance has this id.' })
  async create(@CurrentAdministrator() admin: ActingAdministrator, @Body() body: InstanceBody): Promise<InstanceView> {
    return instanceView(await this.registry.create(admin, toInstanceInput(body)));
  }

  /**
   * Test a connection without saving it. Nothing is saved. The stored key of one with an id is tried at its own
   * scheme, host and port alone.
   */
  @Post('test')
  @AdminOnly('instances:manage')
  @HttpCode(204)
  @Answers({ 404: 'There is no such instance.' })
  async test(@Body() body: InstanceBody): Promise<void> {
    await this.registry.test(toInstanceInput(body));
  }

  /**
   * Change an instance. What is left out stays; a new address or key has to prove to work. Another scheme, host or port
   * needs the key again.
   */
  @Put(':instanceID')
  @AdminOnly('instances:manage')
  @Answers({ 404: 'There is no such instance.', 409: 'Somebody else has changed it meanwhile.' })
  async update(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Param('instanceID') id: string,
    @Body() body: InstanceBody,
    @DirectOrigin() origin: string | null,
  ): Promise<InstanceView> {
    return instanceView(await this.change.update(admin, id, toInstanceInput(body), origin));
  }

  /** Delete an instance. */
  @Delete(':instanceID')
  @AdminOnly('instances:manage')
  @HttpCode(204)
  @Answers({ 404: 'There is no such instance.', 409: 'It is still needed; the text says for what.' })
  async remove(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Param('instanceID') id: string,
    @DirectOrigin() origin: string | null,
  ): Promise<void> {
    await this.removal.remove(admin, id, origin);
  }
}
