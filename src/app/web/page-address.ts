/** What the server answers itself, by the first segment of the path, and the folder of the app's files. */
const RESERVED: ReadonlySet<string> = new Set([
  'api',
  'mcp',
  'oauth',
  'passkeys',
  'metrics',
  'healthz',
  'readyz',
  'assets',
]);

/** What is written otherwise may mean something else to a proxy: `/api;x`. */
const PAGE_NAME = /^[a-z0-9-]+$/i;

/**
 * No page is where the server answers itself, in whatever case; where a file is meant (a dot in the last segment); where segments are empty
 * or lead elsewhere.
 * @param segments of the path behind BASE_PATH, decoded
 */
export function isPageAddress(segments: readonly string[]): boolean {
  const [first = '', ...rest] = segments;
  const last = segments.at(-1) ?? '';
  const middle = rest.slice(0, -1);
  return (
    PAGE_NAME.test(first) &&
    !RESERVED.has(first.toLowerCase()) &&
    !last.includes('.') &&
    !middle.includes('') &&
    !segments.some((segment) => segment === '.' || segment === '..' || /[/\\]/.test(segment))
  );
}
