import type { Json } from '../../src/domain/json.ts'
import type { Format, Found, Piece } from '../../src/formats/format.ts'
import { type Gathered, gather } from '../../src/formats/gather.ts'
import type { Placed } from '../../src/formats/pile.ts'

export type Files = Readonly<Record<string, readonly Json[] | Json>>

/** What files hold, lines as lists of values, documents as one. */
export function readFiles(format: Format, files: Files): Gathered & { readonly parcels: readonly Placed[] } {
  const gathered = gather(
    format,
    Object.entries(files).flatMap(([path, held]): readonly Found[] => {
      const part = format.partOf(path)
      if (part === null) return []
      return part.shape === 'document'
        ? part.read(held as Json, path)
        : (held as readonly Json[]).flatMap((value, at) => part.read(value, `${path}:${at + 1}`))
    }),
  )
  return { ...gathered, parcels: [...gathered.placed()] }
}

/** Pieces as the files that they make. */
export function filesOf(format: Format, pieces: readonly Piece[]): Files {
  const files: Record<string, Json | Json[]> = {}
  for (const { path, how, value, beside } of pieces) {
    if (how === 'renewal' || how === 'removal') continue
    if (how === 'file') files[path] = value
    else if (how === 'line') files[path] = [...((files[path] as Json[] | undefined) ?? []), value]
    else files[path] = format.join(path, (files[path] as Json | undefined) ?? null, [value], beside)
  }
  return files
}
