import { digitsOf, type IdReference, numberOf as idOfDigits } from '../../../src/domain/id.ts'
import type { FullMessage } from '../../../src/domain/message.ts'
import { loadCrypto } from '../../shared/crypto.ts'
import type { Connection } from '../connection.ts'
import { findFact } from '../facts.ts'
import { sideBySide } from '../side-by-side.ts'
import type { Work } from '../work.ts'
import { addressOf } from './names.ts'

const mostFound = 10
const mostProbed = 1024
const lowSpan = 2 ** 20

/** Every message that an id may mean, whichever form it has: ours, or one that a format gave. */
export function* findIds(
  connection: Connection,
  reference: IdReference,
  of?: 'own',
): Work<readonly number[]> {
  const looks = of === 'own' ? [ownIds] : [ownIds, foreignIds]
  const found = yield* sideBySide(connection, looks, (at, look) => look(at, reference))
  return [...new Set(found.flat())].slice(0, mostFound)
}

function* ownIds(connection: Connection, reference: IdReference): Work<readonly number[]> {
  switch (reference.form) {
    case 'short':
      return (yield* isThere(connection, reference.id)) ? [reference.id] : []
    case 'prefix':
      return yield* idsByPrefix(connection, reference.digits)
    case 'uuid':
      return yield* idsByUuid(connection, reference.text)
    case 'beginning':
      return yield* idsByUuidBeginning(connection, reference.text)
    case 'foreign':
    case 'misspelled':
      return []
  }
}

type Given = { readonly id: number; readonly thread: number }
const givenSql = `SELECT message_id AS id, format LIKE '% thread' AS thread FROM foreign_ids WHERE foreign_id = ?`
/** After all texts that begin as another does. */
const end = '\u{10ffff}'

function* foreignIds(connection: Connection, { form, text }: IdReference): Work<readonly number[]> {
  // Most names are looked up as they are, in one probe.
  if (form !== 'beginning' && form !== 'uuid') {
    const given = yield* connection.rows<Given>(givenSql, text)
    const named = given.filter(({ thread }) => thread === 0)
    return [...new Set((named.length > 0 ? named : given).map(({ id }) => id))].slice(0, mostFound)
  }
  const begins = form === 'beginning'
  const other = form === 'uuid' || (begins && isHex(text)) ? text.toUpperCase() : text
  const where = begins
    ? '(foreign_id >= @text AND foreign_id < @textEnd) OR (foreign_id >= @other AND foreign_id < @otherEnd)'
    : 'foreign_id IN (@text, @other)'
  const ids = (of: string): Work<readonly number[]> =>
    connection.cells<number>(
      `SELECT DISTINCT message_id FROM foreign_ids WHERE (${where}) AND format ${of} LIMIT ${mostFound}`,
      { text, other, ...(begins && { textEnd: text + end, otherEnd: other + end }) },
    )
  const found = yield* ids("NOT LIKE '% thread'")
  return found.length > 0 ? found : yield* ids("LIKE '% thread'")
}

function* isThere(connection: Connection, id: number): Work<boolean> {
  return (yield* connection.row('SELECT 1 FROM messages WHERE id = ?', id)) !== undefined
}

/** The upper digits come first, so a prefix may end among them or reach into the scrambled lower four. */
function* idsByPrefix(connection: Connection, digits: string): Work<readonly number[]> {
  const found: number[] = []
  for (let upper = 0; upper <= digits.length && found.length < mostFound; upper += 1) {
    if (upper > 0 && digits.startsWith('0')) break
    const missing = 4 - (digits.length - upper)
    const span = 32 ** missing
    found.push(
      ...(span <= mostProbed
        ? yield* probed(connection, digits, missing)
        : yield* ranged(connection, digits, upper)),
    )
  }
  return found.slice(0, mostFound)
}

const probeSql = 'SELECT m.id FROM numbers(?) j CROSS JOIN messages m ON m.id = j.value'

function* probed(connection: Connection, digits: string, missing: number): Work<readonly number[]> {
  const ids = Array.from({ length: 32 ** missing }, (_, rest) => idOfDigits(digits + digitsAt(rest, missing)))
  const there = new Set(yield* connection.cells<number>(probeSql, JSON.stringify(ids)))
  return ids.filter((id) => there.has(id)).slice(0, mostFound)
}

function digitsAt(value: number, length: number): string {
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
  let digits = ''
  for (let at = 0, rest = value; at < length; at += 1, rest = Math.floor(rest / 32))
    digits = (alphabet[rest % 32] ?? '') + digits
  return digits
}

function* ranged(connection: Connection, digits: string, upper: number): Work<readonly number[]> {
  const block = Math.floor(idOfDigits(`${digits.slice(0, upper)}0000`) / lowSpan) * lowSpan
  const sql = 'SELECT id FROM messages WHERE id >= ? AND id < ? ORDER BY id LIMIT 4096'
  const ids = yield* connection.cells<number>(sql, block, block + lowSpan)
  return ids.filter((id) => digitsOf(id).startsWith(digits)).slice(0, mostFound)
}

type Salt = { readonly salt: string; readonly mask: Buffer }
const salts = new WeakMap<object, Salt>()

/** It is drawn when the store is made, and stays. */
function* saltOf(connection: Connection): Work<Salt> {
  let known = salts.get(connection.store)
  if (known === undefined) {
    const salt = (yield* findFact(connection, 'salt')) ?? ''
    salts.set(connection.store, (known = { salt, mask: sha256(`${salt}:mask`) }))
  }
  return known
}

/** 48 bits of the id under a mask, 74 bits of a digest that only this store can make, in the shape of version 4. */
export function* uuidOf(
  connection: Connection,
  { id, from, sentAt }: Pick<FullMessage, 'id' | 'from' | 'sentAt'>,
): Work<string> {
  const { salt, mask } = yield* saltOf(connection)
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(id, 0, 6)
  for (let at = 0; at < 6; at += 1) bytes[at] = (bytes[at] ?? 0) ^ (mask[at] ?? 0)
  sha256(JSON.stringify([salt, id, from, sentAt])).copy(bytes, 6, 0, 10)
  bytes[6] = 0x40 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

type Sent = { readonly id: number; readonly sender_id: number; readonly sent_at: number }
const sentColumns = 'm.id, m.sender_id, m.sent_at'

function* uuidOfRow(connection: Connection, { id, sender_id, sent_at: sentAt }: Sent): Work<string> {
  return yield* uuidOf(connection, { id, from: yield* addressOf(connection, sender_id), sentAt })
}

/** The id under the mask names a row; the row says whether the whole is ours. */
function* idsByUuid(connection: Connection, text: string): Work<readonly number[]> {
  const { mask } = yield* saltOf(connection)
  const bytes = Buffer.from(text.replaceAll('-', ''), 'hex')
  for (let at = 0; at < 6; at += 1) bytes[at] = (bytes[at] ?? 0) ^ (mask[at] ?? 0)
  const id = bytes.readUIntBE(0, 6)
  const row = yield* connection.row<Sent>(`SELECT ${sentColumns} FROM messages m WHERE m.id = ?`, id)
  return row !== undefined && (yield* uuidOfRow(connection, row)) === text ? [id] : []
}

const uuidDigits = 32
const idDigits = 12

/** The first twelve digits are the id under the mask, so that whatever begins alike is one range of ids. */
function* idsByUuidBeginning(connection: Connection, text: string): Work<readonly number[]> {
  const digits = text.toLowerCase().replaceAll('-', '')
  if (!isHex(text) || digits.length > uuidDigits) return []
  const mask = (yield* saltOf(connection)).mask.readUIntBE(0, 6)
  const open = 2 ** (4 * Math.max(0, idDigits - digits.length))
  const masked = Number.parseInt(digits.slice(0, idDigits).padEnd(idDigits, '0'), 16)
  const first = Number((BigInt(masked) ^ BigInt(mask)) / BigInt(open)) * open
  const sql = `SELECT ${sentColumns} FROM messages m WHERE m.id >= ? AND m.id < ? ORDER BY m.id LIMIT ?`
  const begun = text.toLowerCase()
  const found: number[] = []
  for (const row of yield* connection.rows<Sent>(sql, first, first + open, mostFound)) {
    const uuid = yield* uuidOfRow(connection, row)
    if (uuid.startsWith(begun) || uuid.replaceAll('-', '').startsWith(begun)) found.push(row.id)
  }
  return found
}

function isHex(text: string): boolean {
  return /^[0-9a-f-]+$/iu.test(text)
}

function sha256(text: string): Buffer {
  return loadCrypto().hash('sha256', text, 'buffer')
}
