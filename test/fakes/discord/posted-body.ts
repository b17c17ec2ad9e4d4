/** What is wrong with a body, by the member: the texts of `_errors`, as Discord nests them. */
export type BodyFaults = Readonly<Record<string, unknown>>;

type Json = Readonly<Record<string, unknown>>;

const fault = (code: string, message: string): Json => ({ _errors: [{ code, message }] });
const tooLong = (most: number): Json => fault('BASE_TYPE_MAX_LENGTH', `Must be ${most} or fewer in length.`);
const NO_TEXT = fault('STRING_TYPE_CONVERT', 'Could not interpret value as string.');
const NO_URL = fault('URL_TYPE_INVALID_URL', 'Not a well formed URL.');
const REQUIRED = fault('BASE_TYPE_REQUIRED', 'This field is required');
const NO_SNOWFLAKE = fault('NUMBER_TYPE_COERCE', 'Value is not snowflake.');

const MEMBERS = ['content', 'username', 'avatar_url', 'allowed_mentions', 'embeds', 'tts', 'flags', 'components'];

/** Snowflakes are numbers of 64 bits. */
export const isSnowflakeText = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{1,20}$/.test(value) && BigInt(value) < 2n ** 64n;

const isAbsent = (value: unknown): boolean => value === undefined || value === null;
const sizeOf = (value: unknown): number => (typeof value === 'string' ? [...value].length : 0);

function textFault(value: unknown, most: number, least = 0): Json | undefined {
  if (isAbsent(value)) return undefined;
  if (typeof value !== 'string') return NO_TEXT;
  if (sizeOf(value.trim()) < least) return REQUIRED;
  return sizeOf(value) > most ? tooLong(most) : undefined;
}

function urlFault(value: unknown): Json | undefined {
  if (isAbsent(value)) return undefined;
  if (typeof value !== 'string' || !/^https?:\/\/[^\s/]+/.test(value)) return NO_URL;
  return value.length > 2_048 ? tooLong(2_048) : undefined;
}

function nameFault(value: unknown): Json | undefined {
  const wrong = textFault(value, 80, 1);
  if (wrong || typeof value !== 'string') return wrong;
  const name = value.toLowerCase();
  for (const word of ['discord', 'clyde'])
    if (name.includes(word)) return fault('USERNAME_INVALID_CONTAINS', `Username cannot contain "${word}"`);
  if (!['everyone', 'here'].includes(name)) return undefined;
  return fault('USERNAME_INVALID_EQUALS', `Username cannot be "${name}"`);
}

function idsFault(value: unknown): Json | undefined {
  if (isAbsent(value)) return undefined;
  if (!Array.isArray(value) || !value.every(isSnowflakeText)) return NO_SNOWFLAKE;
  if (value.length > 100) return tooLong(100);
  return new Set(value).size === value.length
    ? undefined
    : fault('SET_TYPE_ALREADY_CONTAINS_VALUE', 'The set already contains this value.');
}

function mentionsFault(value: unknown): Json | undefined {
  if (isAbsent(value)) return undefined;
  const { parse = [], users, roles } = value as Json;
  const parsed = parse as readonly string[];
  const isTwice = (kind: string, ids: unknown): boolean =>
    parsed.includes(kind) && Array.isArray(ids) && ids.length > 0;
  const exclusive = fault('MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE', 'parse and ids are mutually exclusive.');
  if (isTwice('users', users) || isTwice('roles', roles)) return exclusive;
  return gathered({ users: idsFault(users), roles: idsFault(roles) });
}

function fieldFaults(value: unknown): Json | undefined {
  if (isAbsent(value)) return undefined;
  const fields = value as readonly Json[];
  if (fields.length > 25) return tooLong(25);
  return gathered(
    Object.fromEntries(
      fields.map((field, place) => {
        const wrong = gathered({
          name: isAbsent(field.name) ? REQUIRED : textFault(field.name, 256, 1),
          value: isAbsent(field.value) ? REQUIRED : textFault(field.value, 1_024, 1),
        });
        return [String(place), wrong];
      }),
    ),
  );
}

const textsOf = (embed: Json): readonly unknown[] => [
  embed.title,
  embed.description,
  (embed.footer as Json | undefined)?.text,
  (embed.author as Json | undefined)?.name,
  ...((embed.fields as readonly Json[] | undefined) ?? []).flatMap(({ name, value }) => [name, value]),
];

function embedFault(embed: Json): Json | undefined {
  return gathered({
    title: textFault(embed.title, 256),
    description: textFault(embed.description, 4_096),
    url: urlFault(embed.url),
    fields: fieldFaults(embed.fields),
    footer: gathered({ text: textFault((embed.footer as Json | undefined)?.text, 2_048) }),
    author: gathered({ name: textFault((embed.author as Json | undefined)?.name, 256) }),
    thumbnail: gathered({ url: urlFault((embed.thumbnail as Json | undefined)?.url) }),
    image: gathered({ url: urlFault((embed.image as Json | undefined)?.url) }),
  });
}

function embedsFault(value: unknown): Json | undefined {
  if (isAbsent(value)) return undefined;
  const embeds = value as readonly Json[];
  if (embeds.length > 10) return tooLong(10);
  const total = embeds.flatMap(textsOf).reduce<number>((sum, text) => sum + sizeOf(text), 0);
  if (total > 6_000) return fault('MAX_EMBED_SIZE_EXCEEDED', 'Embed size exceeds maximum size of 6000');
  return gathered(Object.fromEntries(embeds.map((embed, place) => [String(place), embedFault(embed)])));
}

function gathered(faults: Readonly<Record<string, Json | undefined>>): Json | undefined {
  const found = Object.entries(faults).filter(([, wrong]) => wrong !== undefined);
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

/** What Discord finds wrong with a body; undefined where it takes it. Source: Discord facts, Body caps to allowed_mentions. */
export function bodyFaults(body: Json): BodyFaults | undefined {
  const strange = Object.keys(body).filter((name) => !MEMBERS.includes(name));
  if (strange.length > 0) throw new Error(`nobody has written down what Discord does with ${strange.join(', ')}`);
  return gathered({
    content: textFault(body.content, 2_000),
    username: nameFault(body.username),
    avatar_url: urlFault(body.avatar_url),
    allowed_mentions: mentionsFault(body.allowed_mentions),
    embeds: embedsFault(body.embeds),
  });
}

/** Has it neither text nor a frame with anything in it? */
export const isEmptyBody = (body: Json): boolean =>
  sizeOf((body.content as string | undefined)?.trim()) === 0 &&
  ((body.embeds as readonly Json[] | undefined) ?? []).every((embed) => Object.keys(embed).length === 0);
