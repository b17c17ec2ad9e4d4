/** The largest id: 64 bits without a sign. Source: Discord facts, ids. */
const LARGEST = 18_446_744_073_709_551_615n;

/**
 * Is this an id of Discord, such as of a person, a role or a thread? 17 to 20 decimal digits: an id holds the milliseconds since
 * 2015 above its 22 lowest bits, so that shorter ones are of the service's first weeks, before it was open.
 */
export const isSnowflake = (text: string): boolean => /^[1-9][0-9]{16,19}$/.test(text) && BigInt(text) <= LARGEST;
