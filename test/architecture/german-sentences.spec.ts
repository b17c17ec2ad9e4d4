import { describe, expect, it } from 'vitest';
import { COVER_ART_SENTENCES } from '../../src/clients/cover-art-archive/cover-art-archive.client.js';
import { DOWNLOAD_CLIENT_SENTENCES } from '../../src/clients/downloads/download-client.sentences.js';
import { HARDCOVER_SENTENCES } from '../../src/clients/hardcover/hardcover.client.js';
import { HTTP_SENTENCES } from '../../src/clients/http/http.sentences.js';
import { MEDIA_SERVER_SENTENCES } from '../../src/clients/mediabrowser/media-server.sentences.js';
import { MUSICBRAINZ_SENTENCES } from '../../src/clients/musicbrainz/musicbrainz.client.js';
import { OIDC_SENTENCES } from '../../src/clients/oidc/oidc.sentences.js';
import { PLEX_SENTENCES } from '../../src/clients/plex/plex-sharing.js';
import { SERVARR_SENTENCES } from '../../src/clients/servarr/servarr-transport.js';
import { TMDB_SENTENCES } from '../../src/clients/tmdb/tmdb-schemas.js';
import { FOREIGN, type Sentence, type SentenceParams } from '../../src/core/errors/sentence.js';
import { OIDC_SENTENCES as SINGLE_SIGN_ON_SENTENCES } from '../../src/modules/auth/auth.public.js';
import { BOOKCATALOG_SENTENCES } from '../../src/modules/bookcatalog/bookcatalog.public.js';
import { MUSIC_SENTENCES } from '../../src/modules/discovery/discovery.public.js';
import {
  DOWNLOAD_CLIENT_SENTENCES as DOWNLOAD_FAULT_SENTENCES,
  DOWNLOAD_SOURCE_SENTENCES,
  PAST_DOWNLOAD_SENTENCES,
} from '../../src/modules/downloads/downloads.public.js';
import { sayOfPath } from '../../src/modules/instances/instances.errors.js';
import { CONNECTION_TEST_SENTENCES, WEBHOOK_SENTENCES } from '../../src/modules/instances/instances.public.js';
import {
  HUB_LINK_SENTENCES,
  MEDIA_ACCOUNT_SENTENCES,
  SERVER_FAULT_SENTENCES,
} from '../../src/modules/media-accounts/media-accounts.public.js';
import {
  HEADLINE_SENTENCES,
  LIST_PROVIDER_SENTENCES,
  METADATA_SENTENCES,
} from '../../src/modules/metadata/metadata.public.js';
import { NOTIFICATION_SENTENCES, SENDING_FAULTS } from '../../src/modules/notifications/notifications.public.js';
import { QUOTA_SENTENCES } from '../../src/modules/quotas/quotas.public.js';
import {
  DELIVERY_SENTENCES,
  DELIVERY_STATE_SENTENCES,
  REMOVAL_SENTENCES,
  REQUEST_SENTENCES,
  STALL_SENTENCES,
  STEP_SENTENCES,
} from '../../src/modules/requests/requests.public.js';
import { MATCH_SENTENCES } from '../../src/modules/series-matching/series-matching.public.js';
import { sentences } from '../../web/src/texts/de-sentences.js';

const TABLES = [
  COVER_ART_SENTENCES,
  DOWNLOAD_CLIENT_SENTENCES,
  HARDCOVER_SENTENCES,
  HTTP_SENTENCES,
  MEDIA_SERVER_SENTENCES,
  MUSICBRAINZ_SENTENCES,
  OIDC_SENTENCES,
  PLEX_SENTENCES,
  SERVARR_SENTENCES,
  TMDB_SENTENCES,
  SINGLE_SIGN_ON_SENTENCES,
  BOOKCATALOG_SENTENCES,
  MUSIC_SENTENCES,
  DOWNLOAD_FAULT_SENTENCES,
  DOWNLOAD_SOURCE_SENTENCES,
  PAST_DOWNLOAD_SENTENCES,
  CONNECTION_TEST_SENTENCES,
  WEBHOOK_SENTENCES,
  HUB_LINK_SENTENCES,
  MEDIA_ACCOUNT_SENTENCES,
  SERVER_FAULT_SENTENCES,
  HEADLINE_SENTENCES,
  LIST_PROVIDER_SENTENCES,
  METADATA_SENTENCES,
  NOTIFICATION_SENTENCES,
  SENDING_FAULTS,
  QUOTA_SENTENCES,
  DELIVERY_SENTENCES,
  DELIVERY_STATE_SENTENCES,
  REMOVAL_SENTENCES,
  REQUEST_SENTENCES,
  STALL_SENTENCES,
  STEP_SENTENCES,
  MATCH_SENTENCES,
];

/** Its table is not exported: the names are put in for themselves. */
const pathFault = (code: string): string =>
  (sayOfPath as (code: string, params: SentenceParams) => Sentence)(code, { most: '{most}', twin: '{twin}' }).text;

const PATH_CODES = Object.keys(sentences).filter((code) => code.startsWith('mapping_'));

/** The server's English, by code. */
const ENGLISH: Readonly<Record<string, string>> = Object.assign(
  { [FOREIGN]: '{text}' },
  ...TABLES,
  Object.fromEntries(PATH_CODES.map((code) => [code, pathFault(code)])),
);

/** These are the same in both languages. */
const SAME = ['calendar_day', 'allowance_shortfalls', 'several_notices'];

const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).toSorted();

describe('issue 22, German complete: what the server says', () => {
  it('has one text for each of the codes', () => {
    expect(Object.keys(sentences).toSorted()).toEqual(Object.keys(ENGLISH).toSorted());
  });

  it('has the parameters of the English in each', () => {
    const others = Object.entries(sentences).filter(
      ([code, german]) => namesIn(german).join(' ') !== namesIn(ENGLISH[code] ?? '').join(' '),
    );
    expect(others).toEqual([]);
  });

  it('has no English in it, but for what consists of parameters, and for words that are the same', () => {
    const same = Object.entries(sentences).filter(([code, german]) => german === ENGLISH[code]);
    expect(same.map(([code]) => code)).toEqual(SAME);
  });
});
