import type { Tx } from '../../sql/connection.ts'
import { speaking } from '../../sql/speaking.ts'
import { inTurn } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { openEngine } from './engine.ts'

const known = new WeakMap<Connection, Tx>()

/** The connection as the rules of both engines see it. */
export function shared(driver: Connection): Tx {
  let opened = known.get(driver)
  if (opened === undefined) {
    opened = speaking({ driver, engine: openEngine(driver), dialect: 'postgres', doing: inTurn })
    known.set(driver, opened)
  }
  return opened
}
