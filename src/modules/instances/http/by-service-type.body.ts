import type { PipeTransform } from '@nestjs/common';
import { z, type ZodType } from 'zod';
import { badRequest } from '../../../core/errors/app-error.js';
import { atMostItems } from '../../../core/http/at-most.js';
import type { DescribingPipe } from '../../../core/http/describing-pipe.js';
import type { ByServiceType } from '../access/user-instances.service.js';
import { ServiceTypeUnknown } from '../instances.errors.js';
import { isServiceType, SERVICE_TYPES, type ServiceType } from '../service-kinds.js';

/**
 * A body whose members are kinds of instances: `{movie_manager: …}`. A member that is no kind is refused, since the
 * caller means something that would not happen. Source: doc 3 section 3.2.
 *
 * @throws ServiceTypeUnknown 400; AppError 400 naming the member that is not as it must be
 */
class ByServiceTypePipe<T> implements PipeTransform<unknown, ByServiceType<T>>, DescribingPipe {
  readonly accepts: ZodType;

  /** @param expected what a member must be, in words: `an instance id or null` */
  constructor(
    private readonly schema: ZodType<T>,
    private readonly expected: string,
  ) {
    this.accepts = z.strictObject(Object.fromEntries(SERVICE_TYPES.map((kind) => [kind, schema.optional()])));
  }

  transform(body: unknown): ByServiceType<T> {
    return new Map(Object.entries(body ?? {}).map(([key, value]) => this.read(key, value)));
  }

  private read(key: string, value: unknown): readonly [ServiceType, T] {
    if (!isServiceType(key)) throw new ServiceTypeUnknown();
    const result = this.schema.safeParse(value);
    if (result.success) return [key, result.data];
    throw badRequest(`${key} must be ${this.expected}`);
  }
}

/** The instance to prefer of each kind; null or an empty text for none. */
export const CHOSEN_DEFAULTS = new ByServiceTypePipe(
  z
    .string()
    .nullable()
    .transform((id) => id || null),
  'an instance id or null',
);

/** More than any server has of a kind. */
const MOST_INSTANCES = 1_000;

const GRANTED = `a list of at most ${MOST_INSTANCES} instance ids or null`;

/** The instances to hold of each kind; null for none. */
export const GRANTED_SETS = new ByServiceTypePipe(
  atMostItems(MOST_INSTANCES, z.array(z.string()).max(MOST_INSTANCES).nullable(), GRANTED).transform(
    (ids) => ids ?? [],
  ),
  GRANTED,
);
