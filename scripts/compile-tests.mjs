/**
 * How Vitest compiles TypeScript: for the tests (vitest.config.js) and for mutation testing (vitest.mutate.config.js).
 */
import { transform } from '@swc/core';

/** Nest injects by the metadata of decorators, which Vite's own compiler doesn't write. */
export const swc = {
  name: 'swc',
  enforce: 'pre',
  async transform(code, file) {
    if (!file.endsWith('.ts')) return null;
    const compiled = await transform(code, {
      filename: file,
      swcrc: false,
      sourceMaps: true,
      jsc: {
        target: 'es2023',
        keepClassNames: true,
        parser: { syntax: 'typescript', decorators: true },
        transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
      },
    });
    return { code: compiled.code, map: compiled.map ?? null };
  },
};
