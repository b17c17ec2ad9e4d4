import { pushHost, serviceUrl, webhookHost } from './network-values.js';
import { contact, identifier, listOf, listOrNone, secretText, wholeNumber } from './values.js';
import { optionalVariable, secretVariable, variable, type Variable } from './variable.js';

const address = (name: string, fallback: string, meaning: string): Variable<string> =>
  variable(name, { schema: serviceUrl, fallback, meaning });

/** Which outside services are spoken to, and where. Source: doc 3 section 10. */
export const PROVIDER_VARIABLES = {
  providerCacheMib: variable('PROVIDER_CACHE_MIB', {
    schema: wholeNumber(1, 4_096),
    fallback: 48,
    meaning: 'Memory in MiB for what outside services answered, all of them together.',
  }),
  metadataUrl: address(
    'METADATA_URL',
    'https://api.themoviedb.org/3',
    'Address of the film and series metadata (TMDB API).',
  ),
  metadataToken: secretVariable('METADATA_TOKEN', {
    schema: secretText,
    meaning: 'Read access token of the metadata provider, for as long as no administrator has stored one.',
  }),
  listprovUrl: address('LISTPROV_URL', 'https://api.trakt.tv', 'Address of the list provider (Trakt API).'),
  listprovClientId: secretVariable('LISTPROV_CLIENT_ID', {
    schema: secretText,
    meaning: 'Client id at the list provider.',
  }),
  musicMetadataUrl: address(
    'MUSIC_METADATA_URL',
    'https://musicbrainz.org/ws/2',
    'Address of the music metadata (MusicBrainz API).',
  ),
  musicChartUrl: address(
    'MUSIC_CHART_URL',
    'https://api.listenbrainz.org/1',
    'Address of the music charts (ListenBrainz API).',
  ),
  coverArtUrl: address('COVER_ART_URL', 'https://coverartarchive.org', 'Address of the Cover Art Archive.'),
  providerContact: optionalVariable('PROVIDER_CONTACT', {
    schema: contact,
    meaning:
      'Mail address or https address by which outside providers can reach the operator of this server; it goes into the ' +
      'User-Agent of calls to them. They ask for one and may refuse calls without. Where it is unset, they see the ' +
      'external address; while that is unset too, product and version alone.',
  }),
  bookcatalogUrl: address(
    'BOOKCATALOG_URL',
    'https://api.hardcover.app/v1/graphql',
    'Address of the book catalog (Hardcover API).',
  ),
  bookcatalogAuthUrl: optionalVariable('BOOKCATALOG_AUTH_URL', {
    schema: serviceUrl,
    meaning: 'Address of the device sign-in of the book catalog.',
  }),
  bookcatalogClientId: optionalVariable('BOOKCATALOG_CLIENT_ID', {
    schema: identifier,
    meaning: 'Client id for the device sign-in of the book catalog.',
  }),
  hubUrl: address('HUB_URL', 'https://plex.tv', 'Address of the hub (Plex account API).'),
  hubClientsUrl: address(
    'HUB_CLIENTS_URL',
    'https://clients.plex.tv',
    'Address of the hub for shares and invitations (Plex clients API).',
  ),
  hubWebUrl: address('HUB_WEB_URL', 'https://app.plex.tv', 'Address of the web app of the hub.'),
  chatHosts: variable('CHAT_HOSTS', {
    schema: listOf(webhookHost),
    // Instead of doc 3 section 10's two: the test clients give out addresses of their own. Source: issue 43 C19
    fallback: [
      'discord.com',
      'discordapp.com',
      'canary.discord.com',
      'canary.discordapp.com',
      'ptb.discord.com',
      'ptb.discordapp.com',
    ],
    meaning:
      'Comma list of the hosts that a chat webhook may name, over https; ' +
      'a test or lab may name the http origin of a loopback address.',
  }),
  pushGatewayUrl: optionalVariable('PUSH_GATEWAY_URL', {
    schema: serviceUrl,
    fallbackText: 'unset = apps on phones are sent no push messages',
    meaning: 'Address of the push gateway.',
  }),
  pushApiKey: secretVariable('PUSH_API_KEY', {
    schema: secretText,
    fallbackText: 'unset = the server enrols by itself',
    meaning: 'Key for the push gateway.',
  }),
  webPushHosts: variable('WEB_PUSH_HOSTS', {
    schema: listOrNone(pushHost),
    fallback: ['fcm.googleapis.com', 'updates.push.services.mozilla.com', '*.push.apple.com', '*.notify.windows.com'],
    meaning:
      'Comma list of the hosts of push services to which messages for browsers may be sent, over https; `*.` in front of a ' +
      'name stands for all names below it. `none` turns Web Push off. ' +
      'A test or lab may name the http origin of a loopback address.',
  }),
} as const;

const clientId = (name: string, meaning: string): Variable<string | undefined> =>
  optionalVariable(name, { schema: identifier, fallbackText: 'unset = device link not offered', meaning });

/** Where the AI vendors are. Source: doc 3 section 10. */
export const AI_VARIABLES = {
  aiOpenaiUrl: address('AI_OPENAI_URL', 'https://api.openai.com/v1', 'Address of the OpenAI API.'),
  aiAnthropicUrl: address('AI_ANTHROPIC_URL', 'https://api.anthropic.com/v1', 'Address of the Anthropic API.'),
  aiGeminiUrl: address(
    'AI_GEMINI_URL',
    'https://generativelanguage.googleapis.com/v1beta',
    'Address of the Gemini API.',
  ),
  aiXaiUrl: address('AI_XAI_URL', 'https://api.x.ai/v1', 'Address of the xAI API.'),
  alphaAuthUrl: address('ALPHA_AUTH_URL', 'https://auth.openai.com', 'Address of the device link of OpenAI accounts.'),
  betaAuthUrl: address('BETA_AUTH_URL', 'https://auth.x.ai', 'Address of the device link of xAI accounts.'),
  alphaClientId: clientId('ALPHA_CLIENT_ID', 'Client id for the device link of OpenAI accounts.'),
  betaClientId: clientId('BETA_CLIENT_ID', 'Client id for the device link of xAI accounts.'),
} as const;
