/**
 * A JSON document with all that JSON.parse forgets: every duplicate of a member, numbers as they were written. Strings
 * are decoded.
 */
export type JsonTree =
  | { readonly scalar: string }
  | { readonly text: string }
  | { readonly list: readonly JsonTree[] }
  | { readonly members: readonly (readonly [name: string, value: JsonTree])[] };

/** Reads a document. @throws SyntaxError for one that JSON.parse refuses: what follows passes over lost commas */
export function readTree(document: string): JsonTree {
  JSON.parse(document);
  const tokens = document.match(/"(?:[^"\\]|\\.)*"|[[\]{}:,]|[^\s[\]{}:,"]+/gs) ?? [];
  let next = 0;
  const take = (): string => tokens[next++] ?? '';
  const value = (): JsonTree => {
    const token = take();
    if (token === '[') return { list: items(']', value) };
    if (token === '{') return { members: items('}', member) };
    return token.startsWith('"') ? { text: JSON.parse(token) as string } : { scalar: token };
  };
  const member = (): [string, JsonTree] => {
    const name = JSON.parse(take()) as string;
    take();
    return [name, value()];
  };
  const items = <T>(end: string, read: () => T): T[] => {
    const found: T[] = [];
    while (tokens[next] !== end) {
      if (tokens[next] === ',') next += 1;
      else found.push(read());
    }
    next += 1;
    return found;
  };
  return value();
}

/** How many lists and objects stand in each other at most. */
export function depthOf(tree: JsonTree): number {
  const below = 'list' in tree ? tree.list : 'members' in tree ? tree.members.map(([, value]) => value) : undefined;
  return below ? 1 + below.reduce((deepest, one) => Math.max(deepest, depthOf(one)), 0) : 0;
}

/** What the rules of redaction say of a document, applied to it as they are written. */
export interface RedactionRules {
  isSecretField(name: string): boolean;
  isSecretParameter(name: string): boolean;
  isDownload(name: string): boolean;
  redactText(text: string): string;
  redactDownload(text: string): string;
}

const PLACEHOLDER = { text: '[REDACTED]' };
const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** The document as it may be shown. Source: doc 3 §4.3. */
export function redactTree(tree: JsonTree, rules: RedactionRules): JsonTree {
  if ('scalar' in tree) return tree;
  if ('text' in tree) return { text: rules.redactText(tree.text) };
  if ('list' in tree) return { list: tree.list.map((one) => redactTree(one, rules)) };
  const labels = tree.members.flatMap(([name, value]) =>
    ['name', 'key'].includes(plain(name)) && 'text' in value ? [value.text] : [],
  );
  const labelled = labels.some((label) => rules.isSecretParameter(label));
  return {
    members: tree.members.map(([name, value]) => {
      const secret = rules.isSecretField(name) || (labelled && plain(name) === 'value');
      const download = rules.isDownload(name) && 'text' in value;
      const kept = download ? { text: rules.redactDownload(value.text) } : redactTree(value, rules);
      return [rules.redactText(name), secret ? PLACEHOLDER : kept];
    }),
  };
}
