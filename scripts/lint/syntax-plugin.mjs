/** A rule of the linter: refuses syntax by selector, each with its reason. */
const noRestrictedSyntax = {
  meta: { schema: { type: 'array', items: { type: 'object' } } },
  create: (context) =>
    Object.fromEntries(
      context.options.map(({ selector, message }) => [selector, (node) => context.report({ node, message })]),
    ),
};

export default { meta: { name: 'usher' }, rules: { 'no-restricted-syntax': noRestrictedSyntax } };
