import { SetMetadata } from '@nestjs/common';
import type { TitleKind } from '../../metadata/metadata.public.js';

/** What a route answers, as far as a kids account's limits have to know it. */
export type KidsFiltered =
  /** One title, with its `id`. */
  | { readonly what: 'title'; readonly kind: TitleKind }
  /** A page of titles of one kind, or of rows that name their kind (`media_type`). */
  | { readonly what: 'page'; readonly kind: TitleKind | 'named' };

export const KIDS_FILTERED_METADATA = 'usher:kids-filtered';

/** The route answers one title; outside a kids account's limits it is 404. */
export const KidsTitle = (kind: TitleKind): MethodDecorator =>
  SetMetadata(KIDS_FILTERED_METADATA, { what: 'title', kind } satisfies KidsFiltered);

/** The route answers a page; a kids account gets the rows within its limits. */
export const KidsPage = (kind: TitleKind | 'named'): MethodDecorator =>
  SetMetadata(KIDS_FILTERED_METADATA, { what: 'page', kind } satisfies KidsFiltered);
