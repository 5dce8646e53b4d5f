import { statSync } from 'node:fs'
import type { Judging } from '../../shared/seal-findings.ts'
import * as checks from '../../sql/doctor/checks.ts'
import { hasNothingWaiting } from '../../sql/rows/copies.ts'
import { atOnce } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'
import { rebuildTextIndex } from '../search/text-index.ts'
import { howToRestore } from '../store-file.ts'
import { type Found, salvaging } from './doctor-schema.ts'

const mostListed = 100
const inIndex =
  /(?:missing from index|wrong # of entries in index|non-unique entry in index|unable to use index) (\S+)/u

/** SQLite's own check of every page, row and index. */
export function examinePages(connection: Connection): readonly Found[] {
  const said = connection.column(`PRAGMA integrity_check(${mostListed})`).all() as string[]
  const wrong = said.filter((line) => line !== 'ok').map((line) => line.replace(/\s+/gu, ' '))
  const where = connection.database.name
  const indexes = new Map<string, string>()
  const rest: string[] = []
  for (const line of wrong) {
    const index = inIndex.exec(line)?.[1]
    if (index !== undefined) indexes.set(index, line)
    else rest.push(line)
  }
  const texts = rest.filter((line) => line.includes('messages_text'))
  const pages = rest.filter((line) => !texts.includes(line))
  return [
    ...pages.map(
      (why): Found => ({ finding: 'damaged-page', severity: 'damage', where, why, mend: salvaging }),
    ),
    ...[...indexes].map(
      ([index, why]): Found => ({
        finding: 'index-wrong',
        severity: 'damage',
        where,
        why,
        mend: `It is derived from the mail: \`watchpost doctor --repair\` rebuilds ${index}.`,
        repair: () => connection.write(() => connection.database.exec(`REINDEX "${index}"`)),
      }),
    ),
    ...texts.slice(0, 1).map((why) => textIndexWrong(connection, why)),
  ]
}

/** The index never knows mail that is not there. */
export function examineTextIndex(connection: Connection): readonly Found[] {
  // A missing table was already reported.
  const tables = "SELECT count(*) FROM sqlite_schema WHERE name IN ('messages_text', 'text_state')"
  if (connection.column(tables).get() !== 2) return []
  const newest = Number(connection.column('SELECT coalesce(max(id), 0) FROM messages').get())
  const upto = Number(connection.column('SELECT upto FROM text_state').get() ?? Number.NaN)
  if (upto <= newest) return []
  return [textIndexWrong(connection, `It claims to cover mail up to ${upto}, but the newest is ${newest}.`)]
}

function textIndexWrong(connection: Connection, why: string): Found {
  return {
    finding: 'text-index',
    severity: 'damage',
    where: connection.database.name,
    why,
    mend: 'It is derived from the mail: `watchpost doctor --repair` rebuilds it.',
    repair: () => rebuildTextIndex(connection),
  }
}

/** Every copy is one of a message that is there, and every recipient has a copy. */
export function examineCopies(connection: Connection): readonly Found[] {
  const about = { where: connection.database.name, mend: howToRestore }
  return atOnce(checks.examineCopies(shared(connection), about))
}

/** Programs of people do their work. */
export function examineAlerts(connection: Connection): readonly Found[] {
  // A missing table was already reported.
  const isThere = connection.column("SELECT count(*) FROM sqlite_schema WHERE name = 'alerts'").get()
  return isThere === 1 ? atOnce(checks.examineAlerts(shared(connection), connection.database.name)) : []
}

/** What was to be sent by now is sent. */
export function examineDue(connection: Connection, now: number): readonly Found[] {
  // A missing table was already reported.
  const isThere = connection.column("SELECT count(*) FROM sqlite_schema WHERE name = 'drafts'").get()
  return isThere === 1 ? atOnce(checks.examineDue(shared(connection), connection.database.name, now)) : []
}

/** The log is as it was sealed. */
export function examineLog(connection: Connection, judging: Judging): readonly Found[] {
  // A missing table was already reported.
  const tables = "SELECT count(*) FROM sqlite_schema WHERE name IN ('deeds', 'events', 'seals')"
  if (connection.column(tables).get() !== 3) return []
  const log = { where: connection.database.name, isGapless: true }
  return atOnce(checks.examineLog(shared(connection), judging, log))
}

const looks = 3

/** Readers of the signal file alone must not miss waiting mail. */
export function examineSignals(connection: Connection): readonly Found[] {
  const { signals } = connection
  const agents = connection.statement("SELECT id, address FROM agents WHERE state <> 'dead'").all() as {
    id: number
    address: string
  }[]
  return agents
    .filter(({ id, address }) => isWronglyEmpty(id, address))
    .map(({ address }) => ({
      finding: 'signal-empty',
      severity: 'damage',
      where: signals.path(address),
      why: `${address} has unread mail, but its signal file says that it has none.`,
      mend: '`watchpost doctor --repair` sets it.',
      repair: () => connection.write(() => signals.raise(address)),
    }))

  /** Mail that is read in this very moment looks like that once, not again and again. */
  function isWronglyEmpty(id: number, address: string): boolean {
    for (let look = 0; look < looks; look += 1) {
      const isEmpty = (statSync(signals.path(address), { throwIfNoEntry: false })?.size ?? 0) === 0
      if (!isEmpty || atOnce(hasNothingWaiting(shared(connection), id))) return false
    }
    return true
  }
}
