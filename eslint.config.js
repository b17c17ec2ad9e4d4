/**
 * What only components of Svelte need, which the linter of all else can't read (oxlint.config.mjs); and the rules of Svelte
 * for the modules that components share. Nothing here needs types, which svelte-check looks at.
 */
import eslint from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import tseslint from 'typescript-eslint';
import { rulesOfTheWebApp, syntaxOfTheWebApp } from './oxlint.config.mjs';

const components = 'web/**/*.svelte';
const modules = 'web/src/**/*.ts';

/** Names that exist in browsers and that the web app uses. */
const webGlobals = Object.fromEntries(
  [
    'BroadcastChannel',
    'Element',
    'HTMLDialogElement',
    'HTMLElement',
    'HTMLHeadingElement',
    'HTMLInputElement',
    'Headers',
    'Intl',
    'IntersectionObserver',
    'KeyboardEvent',
    'MessageEvent',
    'MouseEvent',
    'Node',
    'Request',
    'ResizeObserver',
    'Response',
    'SubmitEvent',
    'URL',
    'URLSearchParams',
    'clearTimeout',
    'document',
    'fetch',
    'history',
    'navigator',
    'sessionStorage',
    'setTimeout',
    'window',
  ].map((name) => [name, 'readonly']),
);

export default tseslint.config(
  { ignores: ['**/node_modules/', '**/dist/', '.cache/', 'web/.svelte-check/', 'web/src/api/schema.d.ts'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  ...svelte.configs['flat/recommended'],
  {
    files: [components, modules],
    languageOptions: {
      parserOptions: { parser: tseslint.parser, extraFileExtensions: ['.svelte'] },
      globals: webGlobals,
    },
    rules: {
      // Maps and addresses are replaced as a whole, never changed in place.
      'svelte/prefer-svelte-reactivity': 'off',
      'svelte/no-at-html-tags': 'error',
      // The addresses of links are made by linkTo, which knows the server's base path.
      'svelte/no-navigation-without-resolve': 'off',
    },
  },
  { files: [modules], languageOptions: { parser: tseslint.parser } },
  {
    files: [components],
    plugins: { '@typescript-eslint': tseslint.plugin },
    rules: {
      ...eslint.configs.recommended.rules,
      ...rulesOfTheWebApp,
      'no-restricted-syntax': ['error', ...syntaxOfTheWebApp],
      'no-unused-vars': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
    },
  },
);
