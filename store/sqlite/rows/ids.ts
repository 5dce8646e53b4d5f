import { digitsOf, type IdReference, numberOf } from '../../../src/domain/id.ts'
import type { FullMessage } from '../../../src/domain/message.ts'
import { loadCrypto } from '../../shared/crypto.ts'
import type { Connection } from '../database/connection.ts'
import { findFact } from '../rows/facts.ts'
import { namesOf } from './names.ts'

const mostFound = 10
const mostProbed = 1024
const lowSpan = 2 ** 20

/** Every message that an id may mean, whichever form it has: ours, or one that a format gave. */
export function findIds(connection: Connection, reference: IdReference, of?: 'own'): readonly number[] {
  const foreign = of === 'own' ? [] : foreignIds(connection, reference)
  return [...new Set([...ownIds(connection, reference), ...foreign])].slice(0, mostFound)
}

function ownIds(connection: Connection, reference: IdReference): readonly number[] {
  switch (reference.form) {
    case 'short':
      return exists(connection, reference.id) ? [reference.id] : []
    case 'prefix':
      return idsByPrefix(connection, reference.digits)
    case 'uuid':
      return idsByUuid(connection, reference.text)
    case 'beginning':
      return idsByUuidBeginning(connection, reference.text)
    case 'foreign':
    case 'misspelled':
      return []
  }
}

const givenSql = `SELECT message_id AS id, format LIKE '% thread' AS thread FROM foreign_ids WHERE foreign_id = ?`

function foreignIds(connection: Connection, { form, text }: IdReference): readonly number[] {
  // Most names are looked up as they are, in one probe.
  if (form !== 'beginning' && form !== 'uuid') {
    const given = connection.statement(givenSql).all(text) as { id: number; thread: number }[]
    const named = given.filter(({ thread }) => thread === 0)
    return [...new Set((named.length > 0 ? named : given).map(({ id }) => id))].slice(0, mostFound)
  }
  const begins = form === 'beginning'
  const other = form === 'uuid' || (begins && isHex(text)) ? text.toUpperCase() : text
  const after = (name: string) => `(foreign_id >= ${name} AND foreign_id < ${name} || char(1114111))`
  const where = begins ? `${after('@text')} OR ${after('@other')}` : 'foreign_id IN (@text, @other)'
  const ids = (of: string) =>
    connection
      .column(
        `SELECT DISTINCT message_id FROM foreign_ids WHERE (${where}) AND format ${of} LIMIT ${mostFound}`,
      )
      .all({ text, other }) as number[]
  const found = ids("NOT LIKE '% thread'")
  return found.length > 0 ? found : ids("LIKE '% thread'")
}

function exists(connection: Connection, id: number): boolean {
  return connection.statement('SELECT 1 FROM messages WHERE id = ?').get(id) !== undefined
}

/** The upper digits come first, so a prefix may end among them or reach into the scrambled lower four. */
function idsByPrefix(connection: Connection, digits: string): readonly number[] {
  const found: number[] = []
  for (let upper = 0; upper <= digits.length && found.length < mostFound; upper += 1) {
    if (upper > 0 && digits.startsWith('0')) break
    const missing = 4 - (digits.length - upper)
    const span = 32 ** missing
    found.push(
      ...(span <= mostProbed ? probed(connection, digits, missing) : ranged(connection, digits, upper)),
    )
  }
  return found.slice(0, mostFound)
}

function probed(connection: Connection, digits: string, missing: number): readonly number[] {
  const found: number[] = []
  for (let rest = 0; rest < 32 ** missing && found.length < mostFound; rest += 1) {
    const id = numberOf(digits + digitsAt(rest, missing))
    if (exists(connection, id)) found.push(id)
  }
  return found
}

function digitsAt(value: number, length: number): string {
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
  let digits = ''
  for (let at = 0, rest = value; at < length; at += 1, rest = Math.floor(rest / 32))
    digits = (alphabet[rest % 32] ?? '') + digits
  return digits
}

function ranged(connection: Connection, digits: string, upper: number): readonly number[] {
  const block = Math.floor(numberOf(`${digits.slice(0, upper)}0000`) / lowSpan) * lowSpan
  const sql = 'SELECT id FROM messages WHERE id >= ? AND id < ? ORDER BY id LIMIT 4096'
  const rows = connection.statement(sql).all(block, block + lowSpan) as { id: number }[]
  return rows
    .map(({ id }) => id)
    .filter((id) => digitsOf(id).startsWith(digits))
    .slice(0, mostFound)
}

type Salt = { readonly salt: string; readonly mask: Buffer }
const salts = new WeakMap<Connection, Salt>()

/** It is drawn when the store is made, and stays. */
function saltOf(connection: Connection): Salt {
  let known = salts.get(connection)
  if (known === undefined) {
    const salt = findFact(connection, 'salt') ?? ''
    salts.set(connection, (known = { salt, mask: sha256(`${salt}:mask`) }))
  }
  return known
}

/** 48 bits of the id under a mask, 74 bits of a digest that only this store can make, in the shape of version 4. */
export function uuidOf(
  connection: Connection,
  { id, from, sentAt }: Pick<FullMessage, 'id' | 'from' | 'sentAt'>,
): string {
  const { salt, mask } = saltOf(connection)
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(id, 0, 6)
  for (let at = 0; at < 6; at += 1) bytes[at] = (bytes[at] ?? 0) ^ (mask[at] ?? 0)
  sha256(JSON.stringify([salt, id, from, sentAt])).copy(bytes, 6, 0, 10)
  bytes[6] = 0x40 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** The id under the mask names a row; the row says whether the whole is ours. */
function idsByUuid(connection: Connection, text: string): readonly number[] {
  const { mask } = saltOf(connection)
  const bytes = Buffer.from(text.replaceAll('-', ''), 'hex')
  for (let at = 0; at < 6; at += 1) bytes[at] = (bytes[at] ?? 0) ^ (mask[at] ?? 0)
  const id = bytes.readUIntBE(0, 6)
  const sql = 'SELECT sender_id, sent_at FROM messages WHERE id = ?'
  const row = connection.statement(sql).get(id) as { sender_id: number; sent_at: number } | undefined
  if (row === undefined) return []
  const from = namesOf(connection).of(row.sender_id)
  return uuidOf(connection, { id, from, sentAt: row.sent_at }) === text ? [id] : []
}

const uuidDigits = 32
const idDigits = 12

/** The first twelve digits are the id under the mask, so that whatever begins alike is one range of ids. */
function idsByUuidBeginning(connection: Connection, text: string): readonly number[] {
  const digits = text.toLowerCase().replaceAll('-', '')
  if (!isHex(text) || digits.length > uuidDigits) return []
  const mask = saltOf(connection).mask.readUIntBE(0, 6)
  const open = 2 ** (4 * Math.max(0, idDigits - digits.length))
  const masked = Number.parseInt(digits.slice(0, idDigits).padEnd(idDigits, '0'), 16)
  const first = Number((BigInt(masked) ^ BigInt(mask)) / BigInt(open)) * open
  const sql =
    'SELECT m.id, m.sender_id, m.sent_at FROM messages m WHERE m.id >= ? AND m.id < ? ORDER BY m.id LIMIT ?'
  const rows = connection.statement(sql).all(first, first + open, mostFound) as {
    id: number
    sender_id: number
    sent_at: number
  }[]
  const names = namesOf(connection)
  return rows
    .filter(({ id, sender_id, sent_at }) => {
      const uuid = uuidOf(connection, { id, from: names.of(sender_id), sentAt: sent_at })
      return uuid.startsWith(text.toLowerCase()) || uuid.replaceAll('-', '').startsWith(text.toLowerCase())
    })
    .map(({ id }) => id)
}

function isHex(text: string): boolean {
  return /^[0-9a-f-]+$/iu.test(text)
}

function sha256(text: string): Buffer {
  return loadCrypto().hash('sha256', text, 'buffer')
}
