import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { Post } from '../../../core/http/post.decorators.js';
import { AdminOnly, BodyLimit, RequirePermission } from '../../../core/access/access.decorators.js';
import { KidsUnlimited } from '../../../core/access/kids.decorators.js';
import {
  CurrentAdministrator,
  CurrentCaller,
  type ActingAdministrator,
  type Caller,
} from '../../../core/access/caller.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { IntIdPipe } from '../../../core/http/int-id.pipe.js';
import { refusedValue, StrictBodyPipe } from '../../../core/http/strict-body.pipe.js';
import { AllowancesService } from '../allowances/allowances.service.js';
import {
  type AllowanceKind,
  ALLOWANCE_KINDS,
  kindNamed,
  LARGEST_COUNT,
  WINDOW_DAYS,
  type AllowanceRule,
} from '../rules/allowance-rule.js';
import type { OverrideChanges, RuleChanges } from '../quotas.repository.js';
import {
  defaultsResponse,
  everybodysResponse,
  viewResponse,
  type AllowancesView,
  type DefaultAllowancesView,
  type EverybodysAllowancesView,
} from '../allowances/allowance.view.js';
import { z } from 'zod';
import { atMostItems } from '../../../core/http/at-most.js';

const COUNT = refusedValue('out_of_range', `count must be null or a whole number from 0 to ${LARGEST_COUNT}`, {
  name: 'count',
  least: 0,
  most: LARGEST_COUNT,
});

const notOneOf = (name: string, values: readonly (string | number)[], text: string): string =>
  refusedValue('not_one_of', text, { name, values: values.join(', ') });

const count = z.int(COUNT).min(0, COUNT).max(LARGEST_COUNT, COUNT).nullable();
const windowDays = z.literal(WINDOW_DAYS, notOneOf('window_days', WINDOW_DAYS, 'window_days must be 1, 7 or 30'));

const MEDIA_TYPES = ['movie', 'tv', 'book', 'music'] as const;
const BOOK_FORMATS = ['ebook', 'audiobook'] as const;

const NAME = {
  media_type: z.enum(MEDIA_TYPES, notOneOf('media_type', MEDIA_TYPES, 'media_type must be movie, tv, book or music')),
  book_format: z
    .enum(BOOK_FORMATS, notOneOf('book_format', BOOK_FORMATS, 'book_format must be ebook or audiobook'))
    .optional(),
};
const NO_OBJECT = refusedValue('not_an_object', 'an allowance must be an object', { name: 'allowances' });

const named = z.strictObject(NAME, NO_OBJECT).transform((entry, context) => ({ kind: kindOf(entry, context) }));
const rule = z
  .strictObject({ ...NAME, count, window_days: windowDays }, NO_OBJECT)
  .transform((entry, context) => ({ kind: kindOf(entry, context), rule: ruleOf(entry) }));
const inherited = z.strictObject({
  ...NAME,
  inherit: z.literal(true),
  count: count.optional(),
  window_days: windowDays.optional(),
});
const set = z.strictObject({ ...NAME, inherit: z.literal(false).optional(), count, window_days: windowDays });
const override = z
  .discriminatedUnion(
    'inherit',
    [inherited, set],
    refusedValue('not_a_flag', 'inherit must be true or false', { name: 'inherit' }),
  )
  .transform((entry, context) => ({
    kind: kindOf(entry, context),
    rule: entry.inherit === true ? null : ruleOf(entry),
  }));

/** PUT /api/admin/request-quotas. Kinds that are not named keep their rule. */
export const DEFAULTS_BODY = z
  .strictObject({ allowances: eachOnce(rule) })
  .transform(({ allowances }): RuleChanges => byKind(allowances));

/** PUT /api/admin/users/{userID}/request-quotas. Kinds that are not named keep their rule. */
export const OVERRIDES_BODY = z
  .strictObject({ allowances: eachOnce(override) })
  .transform(({ allowances }): OverrideChanges => byKind(allowances));

/** POST /api/admin/users/{userID}/request-quotas/reset. */
export const RESET_BODY = z
  .strictObject({ allowances: eachOnce(named, 1) })
  .transform(({ allowances }): readonly AllowanceKind[] => allowances.map(({ kind }) => kind));

/** A list that names each kind at most once, so that its length is bounded. */
function eachOnce<T extends { readonly kind: AllowanceKind }>(entry: z.ZodType<T>, least = 0) {
  const twice = refusedValue('allowance_named_twice', 'an allowance is named more than once');
  const most = ALLOWANCE_KINDS.length;
  const list = z
    .array(entry, refusedValue('not_a_list', 'allowances must be a list', { name: 'allowances', most }))
    .min(least, refusedValue('no_allowance_named', 'name at least one allowance'))
    .max(most, twice)
    .refine((entries) => new Set(entries.map(({ kind }) => kind)).size === entries.length, twice);
  return atMostItems(most, list, twice);
}

function kindOf(
  { media_type, book_format }: { readonly media_type: string; readonly book_format?: string },
  context: z.core.$RefinementCtx,
): AllowanceKind {
  const kind = kindNamed(media_type, book_format ?? '');
  if (kind) return kind;
  const message =
    media_type === 'book'
      ? refusedValue('required', 'book_format required for book', { name: 'book_format' })
      : refusedValue('book_format_not_for_book', 'book_format is for book alone');
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
}

function ruleOf({ count, window_days }: { count: number | null; window_days: AllowanceRule['windowDays'] }) {
  return { count, windowDays: window_days };
}

function byKind<T>(entries: readonly { readonly kind: AllowanceKind; readonly rule: T }[]): {
  readonly [kind in AllowanceKind]?: T;
} {
  return Object.fromEntries(entries.map(({ kind, rule }) => [kind, rule]));
}

const BODY_BYTES = 64 * 1024;

/** The routes of allowances, for members and administrators. */
@Controller('api')
export class RequestQuotasController {
  constructor(private readonly service: AllowancesService) {}

  /** Get the caller's allowances, and what is left of them. */
  @RequirePermission('media:request')
  @KidsUnlimited()
  @Get('me/request-quotas')
  async own(@CurrentCaller() caller: Caller): Promise<AllowancesView> {
    return viewResponse(await this.service.own(caller));
  }

  /** Get everybody's allowances. */
  @AdminOnly('requests:manage')
  @Get('admin/request-quotas')
  async defaults(): Promise<DefaultAllowancesView> {
    return defaultsResponse(await this.service.defaults());
  }

  /** Change everybody's allowances. Kinds that are not named stay. */
  @AdminOnly('requests:manage')
  @Put('admin/request-quotas')
  @BodyLimit(BODY_BYTES)
  async setDefaults(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Body(new StrictBodyPipe(DEFAULTS_BODY)) changes: RuleChanges,
  ): Promise<DefaultAllowancesView> {
    return defaultsResponse(await this.service.changeDefaults(admin, changes));
  }

  /** Get the allowances of all accounts, and what is left of them. Administrators have no limits: they are `exempt`. */
  @AdminOnly('requests:manage')
  @Get('admin/users/limits')
  async ofEverybody(): Promise<EverybodysAllowancesView> {
    return everybodysResponse(await this.service.ofEverybody());
  }

  /** Get an account's allowances, and what is left of them. */
  @AdminOnly('requests:manage')
  @Get('admin/users/:userID/request-quotas')
  @Answers({ 404: 'There is no such account.' })
  async ofAccount(@Param('userID', new IntIdPipe('user')) userId: number): Promise<AllowancesView> {
    return viewResponse(await this.service.ofAccount(userId));
  }

  /** Change an account's own allowances. Kinds that are not named stay. */
  @AdminOnly('requests:manage')
  @Put('admin/users/:userID/request-quotas')
  @BodyLimit(BODY_BYTES)
  @Answers({ 404: 'There is no such account.' })
  async setOverrides(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Param('userID', new IntIdPipe('user')) userId: number,
    @Body(new StrictBodyPipe(OVERRIDES_BODY)) changes: OverrideChanges,
  ): Promise<AllowancesView> {
    return viewResponse(await this.service.changeAccount(admin, userId, changes));
  }

  /** Reset what an account has used of its allowances. */
  @AdminOnly('requests:manage')
  @Post('admin/users/:userID/request-quotas/reset')
  @BodyLimit(BODY_BYTES)
  @Answers({ 404: 'There is no such account.' })
  async reset(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Param('userID', new IntIdPipe('user')) userId: number,
    @Body(new StrictBodyPipe(RESET_BODY)) kinds: readonly AllowanceKind[],
  ): Promise<AllowancesView> {
    return viewResponse(await this.service.reset(admin, userId, kinds));
  }
}
