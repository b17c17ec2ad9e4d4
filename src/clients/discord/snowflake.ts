/** The largest id: 64 bits without a sign. Source: Discord facts, ids. */
const LARGEST = 18_446_744_073_709_551_615n;

/**
 * Is this an id of Discord, such as of a person, a role or a thread? Decimal digits without a zero in front, of a number of 64 bits.
 * Source: doc 2 §2 (numeric ids), Discord's description of its interface, SnowflakeType.
 */
export const isSnowflake = (text: string): boolean => /^(?:0|[1-9][0-9]{0,19})$/.test(text) && BigInt(text) <= LARGEST;
