import { isSame } from './exact.ts'
import type { Format } from './format.ts'
import { mergeCopies } from './gather.ts'
import type { Parcel } from './parcel.ts'

/** What the formats have in common that are only read: nothing is written, and a message keeps the id that it came with. */
export const readOnly = {
  isReadOnly: true,
  loses: [],
  order: 'time',
  unknownName: () => 'agent',
  lifetime: () => null,
  idOf: ({ uuid, ids }) => ids[0] ?? uuid,
  print: () => [],
  printAgents: () => [],
  printPlaces: () => [],
  keysOf: () => [],
  join: (_path, document) => document,
} as const satisfies Partial<Format>

/** A message of the same id is the same one where these fields are alike, too; the copies of both are its copies. */
export function mergedWhere(alike: readonly (keyof Parcel)[]): Format['merge'] {
  return (one, other) =>
    alike.every((name) => isSame(one[name] as never, other[name] as never))
      ? { ...one, copies: mergeCopies(one.copies, other.copies) }
      : null
}
