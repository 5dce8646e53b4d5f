import { addressOf, findNumber, requireNumber } from '../../sql/rows/names.ts'
import { atOnce } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'

// The shared work, for the files of this engine that are not written as work yet.

export type Names = {
  find(address: string): number | undefined
  require(address: string): number
  of(id: number): string
}

export function namesOf(connection: Connection): Names {
  const tx = shared(connection)
  return {
    find: (address) => atOnce(findNumber(tx, address)),
    require: (address) => atOnce(requireNumber(tx, address)),
    of: (id) => atOnce(addressOf(tx, id)),
  }
}
