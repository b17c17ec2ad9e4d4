/** The text by which somebody is mentioned. @param id a snowflake */
export const mentionOf = (id: string): string => `<@${id}>`;

/** The text by which everybody of a role is mentioned. @param id a snowflake */
export const roleMentionOf = (id: string): string => `<@&${id}>`;
