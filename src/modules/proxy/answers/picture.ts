import { headerValues, type HeaderPairs } from '../../../core/http/header-pairs.js';
import { beginsLikePicture } from '../../../core/http/raster-picture.js';
import type { SniffedBody } from './sniff.js';

/** Letters, marks and white space alone, with what marks the encoding of a text before them. */
const WORDS = /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\t\n\f\r\x20-\x7e\0]*$/;

/**
 * Is this answer a picture? What says nothing of its type has to begin like one; what says that it is one, mustn't
 * begin like a document or like words, because a page that tells a key may say anything. Source: security 4 and 8.
 */
export function isPicture(headers: HeaderPairs, { head, looksLikeJson }: Omit<SniffedBody, 'chunks'>): boolean {
  const type = headerValues(headers, 'content-type').join(',');
  if (/^\s*image\/[^,]*$/i.test(type))
    return beginsLikePicture(head) || !(looksLikeJson || WORDS.test(head.toString('latin1')));
  return /^\s*(?:application\/octet-stream\s*)?$/i.test(type) && beginsLikePicture(head);
}
