import * as work from '../../sql/facts.ts'
import { atOnce } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'

// The shared work, for the files of this engine that are not written as work yet.

export function findFact(connection: Connection, name: string): string | null {
  return atOnce(work.findFact(shared(connection), name))
}

export function setFact(connection: Connection, name: string, value: string): void {
  atOnce(work.setFact(shared(connection), name, value))
}
