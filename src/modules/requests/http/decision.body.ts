import { Allow, IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import type { DeliveryAction } from '../decisions/delivery-actions.service.js';
import type { DecisionOverride } from '../decisions/request-decision.service.js';

/** POST /api/admin/requests/{id}/approve. Source: doc 4 section 1.9 (DecisionOverride). */
export class ApproveBody {
  /** Judged beside the request that it is for; of no meaning for a film. */
  @Allow()
  season_scope?: unknown;

  @IsOptional()
  @Max(2_147_483_647, { message: 'quality_profile_id is out of range' })
  @Min(0, { message: 'quality_profile_id must be 0 or more' })
  @IsInt({ message: 'quality_profile_id must be a whole number' })
  quality_profile_id?: number | null;

  /** The stored one, which films and series don't have. */
  @IsOptional()
  @IsIn([''], { message: 'book_format can not be changed by a decision' })
  book_format?: '' | null;
}

/** What the administrator has changed of a request; left out or null keeps. */
export function decisionOverride(body: ApproveBody): DecisionOverride {
  return { seasonScope: body.season_scope, qualityProfileId: body.quality_profile_id ?? undefined };
}

/** POST /api/admin/requests/{id}/deny. Source: doc 4 section 1.9. */
export class DenyBody {
  @IsOptional()
  @MaxLength(2000, { message: 'reason is too long' })
  @IsString({ message: 'reason must be a string' })
  reason?: string | null;
}

/** POST /api/requests/{id}/delivery. Source: doc 4 section 1.7. */
export class DeliveryActionBody {
  @IsIn(['retry', 'cancel', 'confirm'], { message: 'action must be retry or cancel' })
  action: DeliveryAction;
}
