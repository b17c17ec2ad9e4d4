import {
  authorization,
  type ChannelFormat,
  HTTP_ADDRESS,
  isTokenOrAccount,
  plainAddress,
  TOKEN_OR_ACCOUNT,
} from './channel-format.js';

/** An Apprise API server, which passes messages on to other services. */
export const APPRISE: ChannelFormat<'apprise'> = {
  name: 'apprise',
  system: 'apprise',
  fields: { url: HTTP_ADDRESS, secret: TOKEN_OR_ACCOUNT },
  readAddress: plainAddress,
  takesSecret: isTokenOrAccount,
  request({ title, text, severity, link }, { secret }) {
    const body = [text, ...(link === null ? [] : [link])].join('\n');
    const json = { title: withoutMentions(title), body: withoutMentions(body), type: severity, format: 'text' };
    return { headers: authorization(secret), json };
  },
  judge: ({ status }) =>
    status === 204 ? { kind: 'refused', refusal: 'nothing_behind', status } : { kind: 'sent', remoteId: '' },
};

/** Services behind it call people by an @. */
const withoutMentions = (text: string): string => text.replaceAll('@', '@\u200b');
