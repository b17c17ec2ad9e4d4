import { SetMetadata } from '@nestjs/common';
import type { TitleKind } from '../../metadata/metadata.public.js';
import { genreCut } from './cuts/genre-cut.js';
import type { KidsCut } from './cuts/kids-cut.js';
import { creditsCut, personCut } from './cuts/person-cuts.js';
import type { RowKind } from './cuts/read-rows.js';
import { pageCut, titleCut } from './cuts/title-cuts.js';

/** What becomes of a route's answer for a kids account: it is cut, or it is nothing that limits could be about. */
export type KidsFiltered = KidsCut | 'whole';

export const KIDS_FILTERED_METADATA = 'usher:kids-filtered';

/** A kids account gets what this leaves of the answer. */
export const KidsFilteredBy = (cut: KidsCut): MethodDecorator =>
  SetMetadata(KIDS_FILTERED_METADATA, cut satisfies KidsFiltered);

/** The route answers nothing that limits could be about: no film, no series, no person. A kids account gets all of it. */
export const KidsWhole = (): MethodDecorator => SetMetadata(KIDS_FILTERED_METADATA, 'whole' satisfies KidsFiltered);

/** The route answers one title; outside a kids account's limits it is 404. */
export const KidsTitle = (kind: TitleKind): MethodDecorator => KidsFilteredBy(titleCut(kind));

/** The route answers a page of titles of one kind, or of rows that name theirs; a kids account gets the rows within its limits. */
export const KidsPage = (kind: RowKind): MethodDecorator => KidsFilteredBy(pageCut(kind));

/** The route answers a person; one who performs for adults is 404 for a kids account. */
export const KidsPerson = (): MethodDecorator => KidsFilteredBy(personCut);

/** The route answers what a person has been part of; a kids account gets the titles within its limits. */
export const KidsCredits = (): MethodDecorator => KidsFilteredBy(creditsCut);

/** The route answers a list of genres; a kids account gets those that aren't hidden. */
export const KidsGenres = (kind: TitleKind): MethodDecorator => KidsFilteredBy(genreCut(kind));
