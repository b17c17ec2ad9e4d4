import type { MediaType } from '../saved/work.js';
import type { RequestKind } from './request-kind.js';

/** The kinds of titles that can be requested, by media type. */
export class RequestKinds {
  private readonly byType: ReadonlyMap<MediaType, RequestKind>;

  constructor(kinds: readonly RequestKind[]) {
    this.byType = new Map(kinds.map((kind) => [kind.mediaType, kind]));
  }

  /** The kind of this media type. The routes refuse every media type that has none. */
  of(mediaType: MediaType): RequestKind {
    const kind = this.byType.get(mediaType);
    if (!kind) throw new Error(`titles of the media type ${mediaType} can not be requested`);
    return kind;
  }
}
