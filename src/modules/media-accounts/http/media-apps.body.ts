import { IsObject, IsOptional, IsString } from 'class-validator';
import { judgeListeningApps, judgeVideoApps } from '../../instances/instances.public.js';
import type { MediaApps } from '../preferences/media-apps.repository.js';

const IOS = { message: 'ios must be a string' };
const ANDROID = { message: 'android must be a string' };

/** Body of PUT /api/me/video-apps. What is left out or empty inherits the choice of the instance. Source: doc 1 section 2. */
export class VideoAppsBody {
  @IsOptional()
  @IsObject({ message: 'hub must be an object' })
  hub?: Record<string, unknown> | null;

  @IsOptional()
  @IsObject({ message: 'video_server_a must be an object' })
  video_server_a?: Record<string, unknown> | null;

  @IsOptional()
  @IsObject({ message: 'video_server_b must be an object' })
  video_server_b?: Record<string, unknown> | null;
}

/** Body of PUT /api/me/listening-apps. What is left out or empty inherits the choice of the instance. Source: doc 1 section 2. */
export class ListeningAppsBody {
  @IsOptional()
  @IsString(IOS)
  ios?: string | null;

  @IsOptional()
  @IsString(ANDROID)
  android?: string | null;
}

type VideoChoices = Pick<MediaApps, 'hubIos' | 'videoServerAIos' | 'videoServerBIos'>;

/** The choices of the body. @throws AppError 400 for apps that don't exist */
export const videoChoices = (body: VideoAppsBody): VideoChoices => ({
  hubIos: judgeVideoApps(body.hub, 'hub').ios,
  videoServerAIos: judgeVideoApps(body.video_server_a, 'video_server_a').ios,
  videoServerBIos: judgeVideoApps(body.video_server_b, 'video_server_b').ios,
});

/** The choices of the body. @throws AppError 400 for apps that don't exist */
export function listeningChoices(body: ListeningAppsBody): Pick<MediaApps, 'listeningIos' | 'listeningAndroid'> {
  const { ios, android } = judgeListeningApps(body, 'listening_apps');
  return { listeningIos: ios, listeningAndroid: android };
}
