import { KidsFilteredBy } from '../../../core/access/kids.decorators.js';
import type { TitleKind } from '../../metadata/metadata.public.js';
import { genreCut, creditsCut, personCut, pageCut, titleCut } from './cuts/answer-cuts.js';
import type { KidsCut } from './cuts/kids-cut.js';
import type { RowKind } from './cuts/read-rows.js';
import { DiscoveryKidsFilter } from './discovery-kids.filter.js';

/** A kids account gets what this leaves of the answer. */
export const KidsCutBy = (cut: KidsCut): MethodDecorator => KidsFilteredBy(DiscoveryKidsFilter, cut);

/** The route answers one title; outside a kids account's limits it is 404. */
export const KidsTitle = (kind: TitleKind): MethodDecorator => KidsCutBy(titleCut(kind));

/** The route answers a page of titles of one kind, or of rows that name theirs; a kids account gets the rows within its limits. */
export const KidsPage = (kind: RowKind): MethodDecorator => KidsCutBy(pageCut(kind));

/** The route answers a person; one who performs for adults is 404 for a kids account. */
export const KidsPerson = (): MethodDecorator => KidsCutBy(personCut);

/** The route answers what a person has been part of; a kids account gets the titles within its limits. */
export const KidsCredits = (): MethodDecorator => KidsCutBy(creditsCut);

/** The route answers a list of genres; a kids account gets those that aren't hidden. */
export const KidsGenres = (kind: TitleKind): MethodDecorator => KidsCutBy(genreCut(kind));
