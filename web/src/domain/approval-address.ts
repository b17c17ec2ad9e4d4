/**
 * The address of another site at which somebody approves a sign-in, with the page of ours to which it leads back. Undefined for
 * one that isn't safe to open.
 */
export function approvalAddress(url: string, back: string): string | undefined {
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:') return undefined;
  return url.includes('#?') ? `${url}&${new URLSearchParams({ forwardUrl: back })}` : url;
}
