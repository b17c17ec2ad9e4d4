import { z } from 'zod';
import { atMostItems } from '../../../core/http/at-most.js';
import { refusedValue } from '../../../core/http/strict-body.pipe.js';
import { LARGEST_ROW_ID } from '../../../core/database/portable-columns.js';
import type { OpenableTitle } from '../opening/held-titles.service.js';
import type { PairingInput } from '../pairing/pairings.service.js';

const LONGEST_NAME = 128;
const LONGEST_ADDRESS = 253;
const LONGEST_IDENTIFIER = 256;
const LONGEST_PIN = 16;
const LONGEST_ID = 64;
const MOST_USERS = 1_000;

const NAME = refusedValue('invalid_box_name', `name must be a text of 1 to ${LONGEST_NAME} characters`, {
  most: LONGEST_NAME,
});
const ADDRESS = refusedValue(
  'invalid_box_address',
  `address must be a host name or an IPv4 address of at most ${LONGEST_ADDRESS} characters`,
  { most: LONGEST_ADDRESS },
);
const IDENTIFIER = refusedValue(
  'invalid_box_identifier',
  `identifier must be a text of 1 to ${LONGEST_IDENTIFIER} visible characters`,
  { most: LONGEST_IDENTIFIER },
);
const MEDIA_TYPE = refusedValue('not_one_of', 'media_type must be movie or tv', {
  name: 'media_type',
  values: 'movie, tv',
});
const TMDB_ID = refusedValue('not_a_number', 'tmdb_id must be the number of a title', { name: 'tmdb_id' });
const USER_IDS = refusedValue('not_a_list', `user_ids must be a list of at most ${MOST_USERS} numbers of accounts`, {
  name: 'user_ids',
  most: MOST_USERS,
});
const PIN = refusedValue('invalid', 'pin must be a text of four digits', { name: 'pin' });
const CONFIRMATION = refusedValue('not_a_text', 'confirmation_id must be a text', { name: 'confirmation_id' });

/** Whatever a screen would show as nothing, or as something else than its neighbours. */
const NO_CONTROLS = /^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]*$/u;

const name = z.string(NAME).trim().min(1, NAME).max(LONGEST_NAME, NAME).regex(NO_CONTROLS, NAME);
const address = z
  .string(ADDRESS)
  .max(LONGEST_ADDRESS, ADDRESS)
  .regex(/^[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$/, ADDRESS);
const identifier = z
  .string(IDENTIFIER)
  .max(LONGEST_IDENTIFIER, IDENTIFIER)
  .regex(/^[\x21-\x7e]+$/, IDENTIFIER);

/** Body of POST /api/setboxes/discover. */
export const DISCOVER_BODY = z
  .strictObject({ address: address.nullish() })
  .transform(({ address: named }): { readonly address?: string } => (named ? { address: named } : {}));

/** Body of POST /api/setboxes/pairings. */
export const PAIRING_BODY = z.strictObject({ name, address, identifier }).transform((input): PairingInput => input);

/** Body of POST /api/setboxes/pairings/{id}/complete. Whether it is a PIN is judged once the pairing is known. */
export const COMPLETE_BODY = z.strictObject({ pin: z.string(PIN).max(LONGEST_PIN, PIN) });

/** Body of PATCH /api/setboxes/{id}. */
export const CHANGE_BODY = z.strictObject({ name, address });

/** Body of PUT /api/setboxes/{id}/grants. */
export const GRANTS_BODY = z
  .strictObject({
    user_ids: atMostItems(
      MOST_USERS,
      z.array(z.int(USER_IDS).min(1, USER_IDS).max(LARGEST_ROW_ID, USER_IDS), USER_IDS),
      USER_IDS,
    ),
  })
  .transform(({ user_ids }): { readonly userIds: readonly number[] } => ({ userIds: user_ids }));

/** Body of POST /api/setboxes/{id}/open. */
export const OPEN_BODY = z
  .strictObject({
    media_type: z.enum(['movie', 'tv'], MEDIA_TYPE),
    tmdb_id: z.int(TMDB_ID).min(1, TMDB_ID).max(LARGEST_ROW_ID, TMDB_ID),
  })
  .transform(({ media_type, tmdb_id }): OpenableTitle => ({ mediaType: media_type, tmdbId: tmdb_id }));

/** Body of POST /api/setboxes/{id}/confirm-open. */
export const CONFIRM_BODY = z
  .strictObject({ confirmation_id: z.string(CONFIRMATION).min(1, CONFIRMATION).max(LONGEST_ID, CONFIRMATION) })
  .transform(({ confirmation_id }): { readonly confirmationId: string } => ({ confirmationId: confirmation_id }));
