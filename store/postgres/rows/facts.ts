import * as work from '../../sql/facts.ts'
import { inTurn } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'

// The shared work, for the files of this engine that are not written as work yet.

export function findFact(connection: Connection, name: string): Promise<string | null> {
  return inTurn(work.findFact(shared(connection), name))
}

export function setFact(connection: Connection, name: string, value: string): Promise<void> {
  return inTurn(work.setFact(shared(connection), name, value))
}
