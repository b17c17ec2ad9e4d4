import { readFile } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { notFound } from '../../core/errors/app-error.js';

/** What the page is made of, beside its HTML and its style. */
const MODULES = ['elements.js', 'explorer.js', 'schema-view.js', 'session.js', 'try-it.js'] as const;

/**
 * What the page may do: run our own modules, use our own style, call this server. No script is in the page itself,
 * so whatever a description says is a text and nothing more.
 */
export const EXPLORER_CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The page on which people read the description and try it. Its files are read when they are asked for, and kept. */
@Injectable()
export class ExplorerPageService {
  private readonly kept = new Map<string, string>();

  html(): Promise<string> {
    return this.file('explorer.html');
  }

  style(): Promise<string> {
    return this.file('explorer.css');
  }

  /** @throws AppError 404 for a name that is none of the page's modules */
  async module(name: string): Promise<string> {
    if (!MODULES.some((known) => known === name)) throw notFound();
    return this.file(name);
  }

  private async file(name: string): Promise<string> {
    const text = this.kept.get(name) ?? (await readFile(new URL(`explorer/${name}`, import.meta.url), 'utf8'));
    this.kept.set(name, text);
    return text;
  }
}
