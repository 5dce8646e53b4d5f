export function formulaOf(
  own: {
    readonly name: string
    readonly version: string
    readonly description: string
    readonly homepage: string
    readonly license: string
  },
  tarball: Uint8Array,
): string
