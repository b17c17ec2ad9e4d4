import type { CoverPicture } from '../../../clients/cover-art-archive/cover-art-archive.client.js';
import { RawAnswer } from '../../../core/http/raw-answer.js';

/** A cover that private caches may keep for a day, and shared caches may not. */
export function coverAnswer({ type, bytes }: CoverPicture): RawAnswer {
  return new RawAnswer(
    200,
    [
      ['Content-Type', type],
      ['Content-Length', String(bytes.length)],
      ['Cache-Control', 'private, max-age=86400'],
    ],
    [bytes],
  );
}
