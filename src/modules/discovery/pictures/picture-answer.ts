import type { Picture } from '../../../clients/pictures/picture.client.js';
import { type AppError, notFound } from '../../../core/errors/app-error.js';
import { RawAnswer } from '../../../core/http/raw-answer.js';

/**
 * A picture as it is sent.
 *
 * @param caching the header Cache-Control
 */
export function pictureAnswer({ type, bytes }: Picture, caching: string): RawAnswer {
  return new RawAnswer(
    200,
    [
      ['Content-Type', type],
      ['Content-Length', String(bytes.length)],
      ['Cache-Control', caching],
    ],
    [bytes],
  );
}

/** Private caches may keep it for a day, and shared caches may not. */
export const PRIVATE_FOR_A_DAY = 'private, max-age=86400';

/** 404: there is no such picture, or its address may not be fetched. */
export const pictureNotFound = (): AppError => notFound('image not found');
