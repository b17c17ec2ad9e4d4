/**
 * How long a server asks us to wait, in milliseconds; 0 for a moment that has passed; undefined where the header is
 * missing or not understood.
 *
 * Source: RFC 9110 §10.2.3, seconds or an HTTP date.
 */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,10}$/.test(text)) return Number(text) * 1_000;
  if (!/^[A-Z][a-z]{2,8},? /.test(text)) return undefined;
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? undefined : Math.max(0, moment - now);
}
