import { addressOf, findNumber, learnNames, noteName, requireNumber } from '../../sql/rows/names.ts'
import { inTurn } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'

// The shared work, for the files of this engine that are not written as work yet.

export type Names = {
  find(address: string): Promise<number | undefined>
  require(address: string): Promise<number>
  of(id: number): Promise<string>
  note(id: number, address: string): void
  know(ids: Iterable<number>): Promise<void>
}

export function namesOf(connection: Connection): Names {
  const tx = shared(connection)
  return {
    find: (address) => inTurn(findNumber(tx, address)),
    require: (address) => inTurn(requireNumber(tx, address)),
    of: (id) => inTurn(addressOf(tx, id)),
    note: (id, address) => noteName(tx, id, address),
    know: (ids) => inTurn(learnNames(tx, ids)),
  }
}
