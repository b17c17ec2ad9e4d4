import { applyDecorators, Body, Controller, Get, Param, Put } from '@nestjs/common';
import { IsBoolean, IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { AdminOnly } from '../../../core/access/access.decorators.js';
import { type ActingAdministrator, CurrentAdministrator } from '../../../core/access/caller.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { IntIdPipe } from '../../../core/http/int-id.pipe.js';
import { refusedMember } from '../../../core/http/refused-member.js';
import { optional } from '../../../core/http/view-members.js';
import { type ProfileName, RequestChoicesService, type RequestOptions } from '../policy/request-choices.service.js';
import {
  type GlobalRequestSettings,
  RequestPoliciesService,
  type UserRequestSettings,
} from '../policy/request-policies.service.js';
import { SEASON_SCOPES, type SeasonScope } from '../policy/season-input.js';

const LARGEST_ID = 2_147_483_647;

const PROFILE = refusedMember('out_of_range', 'a quality profile must be a whole number, 0 for the first', {
  name: 'quality profile',
  least: 0,
  most: LARGEST_ID,
});

const Switch = (): PropertyDecorator =>
  applyDecorators(
    IsOptional(),
    IsBoolean(
      refusedMember('not_a_flag', 'request settings are switches: send true or false', { name: 'request settings' }),
    ),
  );

const Scope = (): PropertyDecorator =>
  applyDecorators(
    IsOptional(),
    IsIn(SEASON_SCOPES, refusedMember('invalid', 'invalid season scope', { name: 'season scope' })),
  );

const Profile = (): PropertyDecorator =>
  applyDecorators(IsOptional(), IsInt(PROFILE), Min(0, PROFILE), Max(LARGEST_ID, PROFILE));

/** PUT /api/admin/request-settings. Members that are left out keep their value. */
class GlobalRequestSettingsBody {
  @Switch()
  require_approval?: boolean | null;

  @Switch()
  allow_season_choice?: boolean | null;

  @Scope()
  default_season_scope?: SeasonScope | null;

  @Switch()
  allow_quality_choice?: boolean | null;

  @Profile()
  default_quality_movie_manager?: number | null;

  @Profile()
  default_quality_tv_manager?: number | null;
}

/** PUT /api/admin/users/{userID}/request-settings. Members that are left out keep their value, null inherits. */
class UserRequestSettingsBody {
  @Switch()
  require_approval?: boolean | null;

  @Switch()
  allow_season_choice?: boolean | null;

  @Scope()
  season_scope?: SeasonScope | null;

  @Switch()
  allow_quality_choice?: boolean | null;

  @Profile()
  quality_profile_movie_manager?: number | null;

  @Profile()
  quality_profile_tv_manager?: number | null;
}

/** A quality profile of a library. */
interface QualityProfileView {
  readonly id: number;
  readonly name: string;
}

/** The household's request policy, with the available quality profiles. */
interface GlobalRequestSettingsView {
  readonly settings: {
    readonly require_approval: boolean;
    readonly allow_season_choice: boolean;
    readonly default_season_scope: SeasonScope;
    readonly allow_quality_choice: boolean;
    /** 0 for the library's first profile. */
    readonly default_quality_movie_manager: number;
    /** 0 for the library's first profile. */
    readonly default_quality_tv_manager: number;
  };
  /** Empty while the library can't be reached. */
  readonly movie_manager_profiles: readonly QualityProfileView[];
  /** Empty while the library can't be reached. */
  readonly tv_manager_profiles: readonly QualityProfileView[];
}

/** What the caller may choose in a request. */
export interface RequestOptionsView {
  readonly can_choose_season: boolean;
  readonly can_choose_quality: boolean;
  /**
   * True when a new request of the caller waits until an administrator has approved it. A book that others have asked
   * for already is shared with them, and with it what was decided of it.
   */
  readonly needs_approval: boolean;
  /** The username of the administrator who has to approve. Left out where nobody has to, and where there are several of them. */
  readonly approved_by?: string;
  readonly default_season_scope: SeasonScope;
  /** Empty when nothing may be chosen. */
  readonly quality_profiles: readonly QualityProfileView[];
}

/** An account's own request policy; null inherits the household's. */
interface UserRequestSettingsView {
  readonly require_approval: boolean | null;
  readonly allow_season_choice: boolean | null;
  readonly season_scope: SeasonScope | null;
  readonly allow_quality_choice: boolean | null;
  readonly quality_profile_movie_manager: number | null;
  readonly quality_profile_tv_manager: number | null;
}

function globalSettingsResponse(
  settings: GlobalRequestSettings,
  profiles: { readonly films: readonly ProfileName[]; readonly series: readonly ProfileName[] },
): GlobalRequestSettingsView {
  return {
    settings: {
      require_approval: settings.requireApproval,
      allow_season_choice: settings.allowSeasonChoice,
      default_season_scope: settings.defaultSeasonScope,
      allow_quality_choice: settings.allowQualityChoice,
      default_quality_movie_manager: settings.defaultQualityMovieManager,
      default_quality_tv_manager: settings.defaultQualityTvManager,
    },
    movie_manager_profiles: profiles.films.map(profileName),
    tv_manager_profiles: profiles.series.map(profileName),
  };
}

export function optionsResponse(options: RequestOptions): RequestOptionsView {
  return {
    can_choose_season: options.canChooseSeason,
    can_choose_quality: options.canChooseQuality,
    needs_approval: options.needsApproval,
    ...optional('approved_by', options.approvedBy),
    default_season_scope: options.defaultSeasonScope,
    quality_profiles: options.qualityProfiles.map(profileName),
  };
}

/** Applies a body to the household's policy; left out or null keeps the stored value. */
function changedGlobal(stored: GlobalRequestSettings, body: GlobalRequestSettingsBody): GlobalRequestSettings {
  return {
    requireApproval: body.require_approval ?? stored.requireApproval,
    allowSeasonChoice: body.allow_season_choice ?? stored.allowSeasonChoice,
    defaultSeasonScope: body.default_season_scope ?? stored.defaultSeasonScope,
    allowQualityChoice: body.allow_quality_choice ?? stored.allowQualityChoice,
    defaultQualityMovieManager: body.default_quality_movie_manager ?? stored.defaultQualityMovieManager,
    defaultQualityTvManager: body.default_quality_tv_manager ?? stored.defaultQualityTvManager,
  };
}

function userSettingsResponse(settings: UserRequestSettings): UserRequestSettingsView {
  return {
    require_approval: settings.requireApproval,
    allow_season_choice: settings.allowSeasonChoice,
    season_scope: settings.seasonScope,
    allow_quality_choice: settings.allowQualityChoice,
    quality_profile_movie_manager: settings.qualityProfileMovieManager,
    quality_profile_tv_manager: settings.qualityProfileTvManager,
  };
}

/** Applies a body to an account's own policy: left out keeps the stored value, null inherits. */
function changedUser(stored: UserRequestSettings, body: UserRequestSettingsBody): UserRequestSettings {
  return {
    requireApproval: orStored(body.require_approval, stored.requireApproval),
    allowSeasonChoice: orStored(body.allow_season_choice, stored.allowSeasonChoice),
    seasonScope: orStored(body.season_scope, stored.seasonScope),
    allowQualityChoice: orStored(body.allow_quality_choice, stored.allowQualityChoice),
    qualityProfileMovieManager: orStored(body.quality_profile_movie_manager, stored.qualityProfileMovieManager),
    qualityProfileTvManager: orStored(body.quality_profile_tv_manager, stored.qualityProfileTvManager),
  };
}

function profileName({ id, name }: ProfileName): QualityProfileView {
  return { id, name };
}

function orStored<T>(value: T | null | undefined, stored: T | null): T | null {
  return value === undefined ? stored : value;
}

@Controller('api/admin')
export class RequestSettingsController {
  constructor(
    private readonly policies: RequestPoliciesService,
    private readonly choices: RequestChoicesService,
  ) {}

  /** Get everybody's request policy, with the profiles to choose from. */
  @AdminOnly('requests:manage')
  @Get('request-settings')
  async household(): Promise<GlobalRequestSettingsView> {
    return globalSettingsResponse(await this.policies.household(), await this.profileNames());
  }

  /** Change everybody's request policy. What is left out stays. */
  @AdminOnly('requests:manage')
  @Put('request-settings')
  async setHousehold(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Body() body: GlobalRequestSettingsBody,
  ): Promise<GlobalRequestSettingsView> {
    const settings = await this.policies.changeHousehold(admin, (stored) => changedGlobal(stored, body));
    return globalSettingsResponse(settings, await this.profileNames());
  }

  /** Get an account's own request policy; null inherits everybody's. */
  @AdminOnly('requests:manage')
  @Get('users/:userID/request-settings')
  @Answers({ 404: 'There is no such account.' })
  async own(@Param('userID', new IntIdPipe('user')) userId: number): Promise<UserRequestSettingsView> {
    return userSettingsResponse(await this.policies.own(userId));
  }

  /** Change an account's own request policy; what is left out stays, null inherits everybody's. */
  @AdminOnly('requests:manage')
  @Put('users/:userID/request-settings')
  @Answers({ 404: 'There is no such account.' })
  async setOwn(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Param('userID', new IntIdPipe('user')) userId: number,
    @Body() body: UserRequestSettingsBody,
  ): Promise<UserRequestSettingsView> {
    return userSettingsResponse(await this.policies.changeOwn(admin, userId, (stored) => changedUser(stored, body)));
  }

  private async profileNames() {
    const [films, series] = await Promise.all([
      this.choices.profilesOfFirst('movie_manager'),
      this.choices.profilesOfFirst('tv_manager'),
    ]);
    return { films, series };
  }
}
