interface RefusalMatcher {
  readonly $$typeof: symbol;
  asymmetricMatch(body: unknown): boolean;
  toString(): string;
}

/** The body of a refusal with this text: beside it a code, perhaps parameters, and nothing else. */
export function refusedWith(text: unknown): RefusalMatcher {
  return {
    $$typeof: Symbol.for('jest.asymmetricMatcher'),
    asymmetricMatch(body) {
      if (typeof body !== 'object' || body === null) return false;
      const { error, code, params = {}, ...others } = body as Readonly<Record<string, unknown>>;
      const isCode = typeof code === 'string' && /^[a-z]+(?:_[a-z0-9]+)*$/.test(code);
      return error === text && isCode && typeof params === 'object' && Object.keys(others).length === 0;
    },
    toString: () => `refused with “${String(text)}”`,
  };
}
