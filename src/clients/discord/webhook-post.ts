/** How much of a post Discord takes. Texts are counted in code points. */
export const POST_CAPS = {
  content: 2_000,
  username: 80,
  avatarUrl: 2_048,
  title: 256,
  description: 4_096,
  fields: 25,
  fieldName: 256,
  fieldValue: 1_024,
  footer: 2_048,
  embedText: 6_000,
  /** People, and roles, that one post may mention. */
  mentions: 100,
} as const;

/** A short fact in an embed. */
export interface EmbedField {
  readonly name: string;
  readonly value: string;
}

/** The frame below a post's text. Its texts are Markdown. */
interface Embed {
  readonly title: string;
  readonly description: string;
  readonly url?: string;
  /** 0xRRGGBB. */
  readonly color: number;
  readonly fields: readonly EmbedField[];
  readonly thumbnail?: string;
  readonly footer: string;
}

/** What a webhook is to post. */
export interface WebhookPost {
  /** The text itself; only here does a mention reach anybody. */
  readonly content: string;
  /** In place of the webhook's own name. */
  readonly username?: string;
  /** In place of the webhook's own picture: an absolute http or https address. */
  readonly avatarUrl?: string;
  /** Ids of those whom `content` may mention; whatever else looks like a mention reaches nobody. */
  readonly mentions: { readonly users: readonly string[]; readonly roles: readonly string[] };
  readonly embed?: Embed;
}

/** The body as Discord reads it. `parse` is always empty, so that no text mentions anybody by itself. */
export const postBody = ({ content, username, avatarUrl, mentions, embed }: WebhookPost): object => ({
  content,
  username,
  avatar_url: avatarUrl,
  allowed_mentions: { parse: [], users: mentions.users, roles: mentions.roles },
  embeds: embed && [
    {
      title: embed.title,
      description: embed.description,
      url: embed.url,
      color: embed.color,
      fields: embed.fields.map(({ name, value }) => ({ name, value, inline: true })),
      thumbnail: embed.thumbnail === undefined ? undefined : { url: embed.thumbnail },
      footer: { text: embed.footer },
    },
  ],
});

/** Discord takes names of 1 to 80 characters, without its own name or `clyde`, and neither of the words that mention everybody. */
export function isRefusedName(name: string): boolean {
  const seen = name.normalize('NFKC').trim().toLowerCase();
  const length = [...name.trim()].length;
  if (length < 1 || length > POST_CAPS.username) return true;
  return seen.includes('discord') || seen.includes('clyde') || seen === 'everyone' || seen === 'here';
}
