interface RefusalMatcher {
  readonly $$typeof: symbol;
  asymmetricMatch(body: unknown): boolean;
  toString(): string;
  /** For the difference that a failed test prints. */
  toAsymmetricMatcher(): string;
}

/** Documents quote the bodies with these texts: nothing is beside the text. */
const QUOTED: ReadonlySet<unknown> = new Set([
  'not found',
  'not available',
  'content limits could not be applied',
  'unsafe upstream response',
]);

/** The body of a refusal with this text: beside it a code, perhaps parameters, and nothing else. */
export function refusedWith(text: unknown): RefusalMatcher {
  return {
    $$typeof: Symbol.for('jest.asymmetricMatcher'),
    asymmetricMatch(body) {
      if (typeof body !== 'object' || body === null) return false;
      const { error, code, params = {}, ...others } = body as Readonly<Record<string, unknown>>;
      const isCode = QUOTED.has(text)
        ? code === undefined
        : typeof code === 'string' && /^[a-z]+(?:_[a-z0-9]+)*$/.test(code);
      return error === text && isCode && typeof params === 'object' && Object.keys(others).length === 0;
    },
    toAsymmetricMatcher: () => `RefusedWith<${String(text)}>`,
    toString: () => `refused with “${String(text)}”`,
  };
}
