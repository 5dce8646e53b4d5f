export const root: string
/** A digest of the sources: the build writes it into `dist`, so that a stale one is known. */
export function digestOfSources(): string
/** The digest of the sources that `dist` was built from, `null` without a build. */
export function digestOfDist(): string | null
