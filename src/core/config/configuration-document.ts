import { VARIABLES } from './settings.js';
import type { Variable } from './values.js';

const INTRODUCTION = `# Configuration

Everything here is set through environment variables, and all of it is optional. An empty variable counts as not set.
A wrong value stops the start with the name of the variable and the reason. Variables marked with * may also be given
as \`NAME_FILE\`, the path of a file that holds the value. Variables of features that this version does not serve are
checked like the others and change nothing.

This page is written by \`npm run docs\`.

| Name | Default | Meaning |
|---|---|---|
`;

/** The page on all settings from the environment, in Markdown, the content of \`docs/configuration.md\`. */
export function configurationDocument(): string {
  return INTRODUCTION + Object.values<Variable<unknown>>(VARIABLES).map(row).join('');
}

const row = ({ name, secret, fallbackText, meaning }: Variable<unknown>): string =>
  `| \`${name}\`${secret ? '\\*' : ''} | ${cell(fallbackText)} | ${cell(meaning)} |\n`;

const cell = (text: string): string => text.replaceAll('|', '\\|');
