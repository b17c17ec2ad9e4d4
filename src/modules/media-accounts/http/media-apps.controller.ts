import { Body, Controller, Get, Put } from '@nestjs/common';
import { IsObject, IsOptional, IsString } from 'class-validator';
import { SignedIn } from '../../../core/access/access.decorators.js';
import { type Caller, CurrentCaller } from '../../../core/access/caller.js';
import { KidsUnlimited } from '../../../core/access/kids.decorators.js';
import { refusedMember, type RefusedMember } from '../../../core/http/refused-member.js';
import { judgeListeningApps, judgeVideoApps } from '../../instances/instances.public.js';
import { type MediaApps, MediaAppsService } from '../preferences/media-apps.service.js';

const IOS = refusedMember('not_a_text', 'ios must be a string', { name: 'ios' });
const ANDROID = refusedMember('not_a_text', 'android must be a string', { name: 'android' });

const object = (name: string): RefusedMember => refusedMember('not_an_object', `${name} must be an object`, { name });

/** Body of PUT /api/me/video-apps. What is left out or empty inherits the choice of the instance. */
export class VideoAppsBody {
  @IsOptional()
  @IsObject(object('hub'))
  hub?: Record<string, unknown> | null;

  @IsOptional()
  @IsObject(object('video_server_a'))
  video_server_a?: Record<string, unknown> | null;

  @IsOptional()
  @IsObject(object('video_server_b'))
  video_server_b?: Record<string, unknown> | null;
}

/** Body of PUT /api/me/listening-apps. What is left out or empty inherits the choice of the instance. */
export class ListeningAppsBody {
  @IsOptional()
  @IsString(IOS)
  ios?: string | null;

  @IsOptional()
  @IsString(ANDROID)
  android?: string | null;
}

/** The app for one kind of server; empty inherits the choice of the instance. */
interface VideoAppView {
  readonly ios: string;
}

/** With which apps the caller watches. */
interface VideoAppsView {
  readonly hub: VideoAppView;
  readonly video_server_a: VideoAppView;
  readonly video_server_b: VideoAppView;
}

/** With which apps the caller listens. */
interface ListeningAppsView {
  readonly ios: string;
  readonly android: string;
}

/** With which apps people open what they watch and listen to. */
@Controller('api/me')
export class MediaAppsController {
  constructor(private readonly apps: MediaAppsService) {}

  /** Show with which apps the caller watches. */
  @SignedIn()
  @KidsUnlimited()
  @Get('video-apps')
  async videoApps(@CurrentCaller() caller: Caller): Promise<VideoAppsView> {
    return videoAppsView(await this.apps.of(caller));
  }

  /** Set with which apps the caller watches. It replaces what was chosen before. */
  @SignedIn()
  @KidsUnlimited()
  @Put('video-apps')
  async chooseVideoApps(@CurrentCaller() caller: Caller, @Body() body: VideoAppsBody): Promise<VideoAppsView> {
    return videoAppsView(await this.apps.choose(caller, videoChoices(body)));
  }

  /** Show with which apps the caller listens. */
  @SignedIn()
  @KidsUnlimited()
  @Get('listening-apps')
  async listeningApps(@CurrentCaller() caller: Caller): Promise<ListeningAppsView> {
    return listeningAppsView(await this.apps.of(caller));
  }

  /** Set with which apps the caller listens. It replaces what was chosen before. */
  @SignedIn()
  @KidsUnlimited()
  @Put('listening-apps')
  async chooseListeningApps(
    @CurrentCaller() caller: Caller,
    @Body() body: ListeningAppsBody,
  ): Promise<ListeningAppsView> {
    return listeningAppsView(await this.apps.choose(caller, listeningChoices(body)));
  }
}

const videoAppsView = ({ hubIos, videoServerAIos, videoServerBIos }: MediaApps): VideoAppsView => ({
  hub: { ios: hubIos },
  video_server_a: { ios: videoServerAIos },
  video_server_b: { ios: videoServerBIos },
});

const listeningAppsView = ({ listeningIos, listeningAndroid }: MediaApps): ListeningAppsView => ({
  ios: listeningIos,
  android: listeningAndroid,
});

type VideoChoices = Pick<MediaApps, 'hubIos' | 'videoServerAIos' | 'videoServerBIos'>;

/** @throws AppError 400 for apps that don't exist */
const videoChoices = (body: VideoAppsBody): VideoChoices => ({
  hubIos: judgeVideoApps(body.hub, 'hub').ios,
  videoServerAIos: judgeVideoApps(body.video_server_a, 'video_server_a').ios,
  videoServerBIos: judgeVideoApps(body.video_server_b, 'video_server_b').ios,
});

function listeningChoices(body: ListeningAppsBody): Pick<MediaApps, 'listeningIos' | 'listeningAndroid'> {
  const { ios, android } = judgeListeningApps(body, 'listening_apps');
  return { listeningIos: ios, listeningAndroid: android };
}
