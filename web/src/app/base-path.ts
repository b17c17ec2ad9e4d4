/** Under which path this server serves everything: empty, or `/usher`. The server writes it into the page. */
export const BASE_PATH: string = document.querySelector<HTMLMetaElement>('meta[name="base-path"]')?.content ?? '';
