import { z } from 'zod';
import { badRequest } from '../../../core/errors/app-error.js';

/** With which apps people open what a media server holds, where they have chosen none; empty where nothing is said. */
export interface PlayerApps {
  readonly listening: ListeningApps;
  readonly video: VideoApps;
}

/** By the system of the device. */
export interface ListeningApps {
  readonly ios: (typeof LISTENING.ios)[number];
  readonly android: (typeof LISTENING.android)[number];
}

/** By the system of the device. */
export interface VideoApps {
  readonly ios: (typeof VIDEO.ios)[number];
}

const LISTENING = {
  ios: ['', 'browser', 'audiobookshelf', 'shelfplayer'],
  android: ['', 'browser', 'audiobookshelf', 'theshelf'],
} as const;

const VIDEO = { ios: ['', 'service', 'infuse', 'browser'] } as const;

export const NO_APPS: PlayerApps = { listening: { ios: '', android: '' }, video: { ios: '' } };

export const namesAnyApp = (apps: ListeningApps | VideoApps): boolean => Object.values(apps).some((app) => app !== '');

/** As they are stored. One that this version doesn't know is none: it decides nothing but which app is opened. */
export const storedApps = {
  listening: z.object({ ios: z.enum(LISTENING.ios).catch(''), android: z.enum(LISTENING.android).catch('') }),
  video: z.object({ ios: z.enum(VIDEO.ios).catch('') }),
} as const;

/** What is left out or null is empty. @param at what the faults call it: `listening_apps` @throws AppError 400 */
export function judgeListeningApps(sent: unknown, at: string): ListeningApps {
  const { ios, android } = membersOf(sent, at);
  return {
    ios: judgeApp(ios, LISTENING.ios, `${at} ios`),
    android: judgeApp(android, LISTENING.android, `${at} android`),
  };
}

/** What is left out or null is empty. @param at what the faults call it: `video_apps` @throws AppError 400 */
export function judgeVideoApps(sent: unknown, at: string): VideoApps {
  return { ios: judgeApp(membersOf(sent, at).ios, VIDEO.ios, `${at} ios`) };
}

function membersOf(sent: unknown, at: string): Readonly<Record<string, unknown>> {
  if (sent === undefined || sent === null) return {};
  if (typeof sent === 'object' && !Array.isArray(sent)) return sent as Readonly<Record<string, unknown>>;
  throw badRequest('not_an_object', `${at} must be an object`, { name: at });
}

function judgeApp<const App extends string>(sent: unknown, apps: readonly App[], at: string): App | '' {
  if (sent === undefined || sent === null) return '';
  const app = apps.find((one) => one === sent);
  if (app !== undefined) return app;
  const values = apps.filter((one) => one !== '').join(', ');
  throw badRequest('not_one_of', `${at} must be empty or one of: ${values}`, { name: at, values });
}
