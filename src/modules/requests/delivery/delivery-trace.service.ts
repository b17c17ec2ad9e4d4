import { Injectable } from '@nestjs/common';
import { InjectLog } from '../../../core/core.module.js';
import type { Log } from '../../../core/logging/log.js';

/** In order, each with what is true then. A kill between any two loses nothing, and repeats nothing that must not be. */
export const DELIVERY_STEPS = [
  'claimed', // the job is leased to this worker
  'access_rechecked', // somebody who asked for it may still use the library
  'match_rechecked', // the series is still the one that was asked for
  'library_read', // the library's state of the title is known
  'looked_up', // the manager's metadata knows the album, and there is a place for it
  'bound', // it is committed which record of the library the book is, if any
  'refresh_sent', // the manager has accepted to refresh its metadata of the series
  'seasons_narrowed', // the request has given up seasons that the manager doesn't know, and their units are refunded
  'started', // the started marker is committed; a change to the library follows
  'film_added', // the manager has confirmed the added film
  'series_added', // the manager has confirmed the added series
  'artist_monitored', // the manager has confirmed that it monitors the album's artist
  'album_added', // the manager has confirmed the added album
  'album_monitored', // the manager has confirmed that it monitors the album
  'author_placed', // the manager has confirmed that the author has profiles and a folder for the format of the book
  'book_added', // the manager has confirmed the added book
  'film_monitored', // the manager has confirmed that it monitors the film
  'row_monitored', // the manager has confirmed that it monitors the record of the book
  'series_monitored', // the manager has confirmed that it monitors the series and the seasons
  'episodes_monitored', // the manager has confirmed that it monitors the episodes
  'search_noted', // the search for a season, its pilot or a book is committed; it is sent next
  'search_sent', // the manager has confirmed the search for the film, the album, a season, a pilot or a book
  'search_settled', // it is committed that this search was sent; it is never repeated
  'outcome_recorded', // the job's outcome is committed
  'announced', // the events are published
] as const;

export type DeliveryStep = (typeof DELIVERY_STEPS)[number];

@Injectable()
export class DeliveryTraceService {
  constructor(@InjectLog() private readonly log: Log) {}

  reached(step: DeliveryStep, requestId: number): void {
    this.log.debug('delivery step', { step, request_id: requestId });
  }
}
