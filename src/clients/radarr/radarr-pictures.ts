/** The posters of films that may be shown to members: copies of the metadata service, since Radarr's own are for administrators. */
export const RADARR_POSTERS = { path: /(?!)/, hosts: new Set(['image.tmdb.org']) } as const;
