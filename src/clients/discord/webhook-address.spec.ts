import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { isSnowflake, readWebhookAddress, webhookAddressText } from './webhook-address.js';

const HOSTS = ['discord.com', 'discordapp.com', 'http://127.0.0.1:4000', 'http://[::1]:4000'];
const ID = '900000000000000030';
const TOKEN = 'aB3-_demoToken';
const GOOD = `https://discord.com/api/webhooks/${ID}/${TOKEN}`;

const read = (typed: string) => readWebhookAddress(typed, HOSTS);
const keptAs = (typed: string): string => {
  const judged = read(typed);
  return 'refused' in judged ? `refused: ${judged.refused}` : webhookAddressText(judged).reveal();
};

describe('the address of a webhook', () => {
  it.each([
    [GOOD, GOOD],
    [`  ${GOOD}\n`, GOOD],
    [`HTTPS://Discord.COM:443/api/webhooks/${ID}/${TOKEN}`, GOOD],
    [
      `https://discordapp.com/api/v10/webhooks/${ID}/${TOKEN}`,
      `https://discordapp.com/api/v10/webhooks/${ID}/${TOKEN}`,
    ],
    [`https://discord.com/api/webhooks/30/${TOKEN}`, `https://discord.com/api/webhooks/30/${TOKEN}`],
    [`http://127.0.0.1:4000/api/webhooks/${ID}/${TOKEN}`, `http://127.0.0.1:4000/api/webhooks/${ID}/${TOKEN}`],
    [`http://[::1]:4000/api/webhooks/${ID}/${TOKEN}`, `http://[::1]:4000/api/webhooks/${ID}/${TOKEN}`],
  ])('doc2 §6 chat: %j is kept as %j', (typed, kept) => {
    expect(keptAs(typed)).toBe(kept);
    expect(keptAs(kept)).toBe(kept);
  });

  it.each([
    ['another host', `https://discord.com.evil.example/api/webhooks/${ID}/${TOKEN}`],
    ['a host in front', `https://evil-discord.com/api/webhooks/${ID}/${TOKEN}`],
    ['a host below', `https://ptb.discord.com/api/webhooks/${ID}/${TOKEN}`],
    ['a dot behind the host', `https://discord.com./api/webhooks/${ID}/${TOKEN}`],
    ['an address in place of a name', `https://127.0.0.1/api/webhooks/${ID}/${TOKEN}`],
    ['another port', `https://discord.com:8443/api/webhooks/${ID}/${TOKEN}`],
    ['plain http', `http://discord.com/api/webhooks/${ID}/${TOKEN}`],
    ['another port of the lab', `http://127.0.0.1:4001/api/webhooks/${ID}/${TOKEN}`],
    ['https to the lab', `https://127.0.0.1:4000/api/webhooks/${ID}/${TOKEN}`],
    ['another scheme', `ftp://discord.com/api/webhooks/${ID}/${TOKEN}`],
    ['no scheme', `discord.com/api/webhooks/${ID}/${TOKEN}`],
    ['a user', `https://ana@discord.com/api/webhooks/${ID}/${TOKEN}`],
    ['a password', `https://discord.com:x@evil.example/api/webhooks/${ID}/${TOKEN}`],
    ['a query', `${GOOD}?wait=true`],
    ['an empty query', `${GOOD}?`],
    ['a fragment', `${GOOD}#x`],
    ['the Slack form', `${GOOD}/slack`],
    ['the GitHub form', `${GOOD}/github`],
    ['a message', `${GOOD}/messages/900000000000000040`],
    ['a slash at the end', `${GOOD}/`],
    ['two slashes', `https://discord.com//api/webhooks/${ID}/${TOKEN}`],
    ['a step', `https://discord.com/api/webhooks/${ID}/../${ID}/${TOKEN}`],
    ['an encoded slash', `${GOOD}%2Fslack`],
    ['an encoded letter', `https://discord.com/api/webhooks/${ID}/%61bc`],
    ['an encoded host', `https://disc%6Frd.com/api/webhooks/${ID}/${TOKEN}`],
    ['a back slash', `https://discord.com\\api\\webhooks\\${ID}\\${TOKEN}`],
    ['a line break inside', `https://discord.com/api/web\nhooks/${ID}/${TOKEN}`],
    ['a NUL', `${GOOD}\0`],
    ['wide letters', `https://ｄiscord.com/api/webhooks/${ID}/${TOKEN}`],
    ['letters that look alike', `https://disсord.com/api/webhooks/${ID}/${TOKEN}`],
    ['letters put together', `https://discord.com/api/webhooks/${ID}/a\u0301bc`],
    ['digits of another script', `https://discord.com/api/webhooks/٩٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٣٠/${TOKEN}`],
    ['another folder', `https://discord.com/api/channels/${ID}/${TOKEN}`],
    ['no api', `https://discord.com/webhooks/${ID}/${TOKEN}`],
    ['another version', `https://discord.com/api/vx/webhooks/${ID}/${TOKEN}`],
    ['no token', `https://discord.com/api/webhooks/${ID}`],
    ['a name for an id', `https://discord.com/api/webhooks/ana/${TOKEN}`],
    ['an id beyond 64 bits', `https://discord.com/api/webhooks/18446744073709551616/${TOKEN}`],
    ['an endless token', `https://discord.com/api/webhooks/${ID}/${'a'.repeat(201)}`],
    ['nothing', ''],
    ['a long text', `https://discord.com/${'a'.repeat(1_000_000)}`],
  ])('doc2 §6 chat, security 8: with %s is refused, and not repeated', (_, typed) => {
    const judged = read(typed);
    expect(judged).toHaveProperty('refused');
    expect(inspect(judged)).not.toMatch(new RegExp(`${TOKEN}|${ID}|evil`));
  });

  it('security 4: shows its token nowhere', () => {
    expect(inspect(read(GOOD), { depth: 9 }) + JSON.stringify(read(GOOD))).not.toContain(TOKEN);
  });
});

it.each(['0', '7', '12', '123456789', '80351110224678912', '900000000000000070', '18446744073709551615'])(
  'doc2 §2 numeric ids: %s is one',
  (text) => expect(isSnowflake(text)).toBe(true),
);

it.each([
  ['nothing', ''],
  ['a zero in front, which the service refuses', '007'],
  ['more than 64 bits', '18446744073709551616'],
  ['more digits than 64 bits have', '1'.repeat(21)],
  ['digits without an end', '9'.repeat(1_000_000)],
  ['a sign', '-1'],
  ['a fraction', '1.5'],
  ['an exponent', '1e9'],
  ['another base', '0x10'],
  ['a blank', ' 12'],
  ['a line break', '12\n'],
  ['two numbers', '1 2'],
  ['digits of another script', '٩٠'],
  ['a mention', '<@12>'],
  ['a name', 'ana'],
])('doc2 §2 numeric ids: %s is none', (_, text) => expect(isSnowflake(text)).toBe(false));
