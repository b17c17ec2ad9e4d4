import { Body, Controller, Get, Param, Put, type PipeTransform } from '@nestjs/common';
import { z, type ZodType } from 'zod';
import { AdminOnly } from '../../../core/access/access.decorators.js';
import { CurrentAdministrator, type ActingAdministrator } from '../../../core/access/caller.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { IntIdPipe } from '../../../core/http/int-id.pipe.js';
import { type AppError, badRequest } from '../../../core/errors/app-error.js';
import { atMostItems } from '../../../core/http/at-most.js';
import type { DescribingPipe } from '../../../core/http/strict-body.pipe.js';
import { UserInstancesService, type ByServiceType } from '../access/user-instances.service.js';
import { serviceTypeUnknown } from '../instances.errors.js';
import { isServiceType, SERVICE_TYPES, type ServiceType } from '../service-kinds.js';

/** A body whose members are kinds of instances. An unknown one is refused: its caller means what would not happen. @throws AppError 400 */
class ByServiceTypePipe<T> implements PipeTransform<unknown, ByServiceType<T>>, DescribingPipe {
  readonly accepts: ZodType;

  /** @param refusal of a member that is not as it must be */
  constructor(
    private readonly schema: ZodType<T>,
    private readonly refusal: (name: ServiceType) => AppError,
  ) {
    this.accepts = z.strictObject(Object.fromEntries(SERVICE_TYPES.map((kind) => [kind, schema.optional()])));
  }

  transform(body: unknown): ByServiceType<T> {
    return new Map(Object.entries(body ?? {}).map(([key, value]) => this.read(key, value)));
  }

  private read(key: string, value: unknown): readonly [ServiceType, T] {
    if (!isServiceType(key)) throw serviceTypeUnknown();
    const result = this.schema.safeParse(value);
    if (result.success) return [key, result.data];
    throw this.refusal(key);
  }
}

/** The instance to prefer of each kind; null or an empty text for none. */
const CHOSEN_DEFAULTS = new ByServiceTypePipe(
  z
    .string()
    .nullable()
    .transform((id) => id || null),
  (name) => badRequest('not_an_instance_id', `${name} must be an instance id or null`, { name }),
);

/** More than any server has of a kind. */
const MOST_INSTANCES = 1_000;

const GRANTED = `a list of at most ${MOST_INSTANCES} instance ids or null`;

/** The instances to hold of each kind; null for none. */
const GRANTED_SETS = new ByServiceTypePipe(
  atMostItems(MOST_INSTANCES, z.array(z.string()).max(MOST_INSTANCES).nullable(), GRANTED).transform(
    (ids) => ids ?? [],
  ),
  (name) => badRequest('not_a_list', `${name} must be ${GRANTED}`, { name, most: MOST_INSTANCES }),
);

const USER_ID = new IntIdPipe('user');

/** What one account prefers and holds. */
@Controller('api/admin/users/:userID')
export class UserInstancesController {
  constructor(private readonly instances: UserInstancesService) {}

  /** Get the instance of each kind that an account prefers. */
  @Get('default-instances')
  @AdminOnly('users:manage')
  @Answers({ 404: 'There is no such account.' })
  async defaults(@Param('userID', USER_ID) userId: number): Promise<Record<string, string>> {
    return byName(await this.instances.preferredInstances(userId));
  }

  /** Change which instances an account prefers. Kinds that are left out stay. */
  @Put('default-instances')
  @AdminOnly('users:manage')
  @Answers({ 404: 'There is no such account, or no such instance.' })
  async setDefaults(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Param('userID', USER_ID) userId: number,
    @Body(CHOSEN_DEFAULTS) choices: ByServiceType<string | null>,
  ): Promise<Record<string, string>> {
    return byName(await this.instances.prefer(admin, userId, choices));
  }

  /** List the instances of each kind that an account may use. */
  @Get('instance-grants')
  @AdminOnly('users:manage')
  @Answers({ 404: 'There is no such account.' })
  async grants(@Param('userID', USER_ID) userId: number): Promise<Record<string, readonly string[]>> {
    return byName(await this.instances.heldInstances(userId));
  }

  /** Change which instances an account may use. Kinds that are left out stay. */
  @Put('instance-grants')
  @AdminOnly('users:manage')
  @Answers({ 404: 'There is no such account, or no such instance.' })
  async setGrants(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Param('userID', USER_ID) userId: number,
    @Body(GRANTED_SETS) sets: ByServiceType<readonly string[]>,
  ): Promise<Record<string, readonly string[]>> {
    return byName(await this.instances.grant(admin, userId, sets));
  }
}

const byName = <T>(map: ByServiceType<T>): Record<string, T> => Object.fromEntries(map);
